"""What goes wrong when shows move elsewhere, one by one."""

from __future__ import annotations

import asyncio
import io
import wave
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from feed_server import Page
from live_server import live_server
from lxml import etree

NS = {
    "i": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "p": "https://podcastindex.org/namespace/1.0",
    "c": "http://purl.org/rss/1.0/modules/content/",
}


async def channel(importer: Any, reply: Any) -> Any:
    return etree.fromstring(await importer.published(reply))[0]


async def test_guids_are_kept_as_they_were(importer: Any, make: Any) -> None:
    items = (
        make.item(1, guid="  Mixed CASE/1 \n"),
        make.item(2, guid="mixed case/1"),
        make.item(3, guid="https://show.example/3").replace('isPermaLink="false"', 'isPermaLink="true"'),
        make.item(4, guid="https://show.example/4").replace(' isPermaLink="false"', ""),
        make.item(5, guid="https://show.example/5"),
    )
    reply = await importer.bring(make.feed(*items))
    found = {e.text: e.get("isPermaLink") for e in (await channel(importer, reply)).findall("item/guid")}
    assert found == {
        "Mixed CASE/1": "false",
        "mixed case/1": "false",
        "https://show.example/3": "true",
        "https://show.example/4": "true",
        "https://show.example/5": "false",
    }


async def test_items_without_a_guid_are_known_by_their_recording(importer: Any, make: Any) -> None:
    url = "https://cdn.show.example/same.mp3"
    old = (
        make.item(1, guid=None),
        make.item(2, guid=None, url=url, title="One"),
        make.item(3, guid=None, url=url, title="Two"),
        make.item(3, guid=None, url=url, title="Two"),
    )
    first = await importer.bring(make.feed(*old))
    assert (first.body["episodesAdded"], first.body["itemsLeftOut"]) == (3, 1)
    before = {e["title"]: (e["id"], e["guid"]) for e in await importer.episodes(first)}
    assert before["Episode 1"][1] == "https://cdn.show.example/1.mp3"
    newer = make.item(9, guid=None, url=url, title="Nine")
    again = await importer.bring(make.feed(newer, make.item(1, guid=None, title="Renamed"), *old[1:]))
    assert (again.body["episodesAdded"], again.body["episodesUpdated"]) == (1, 1)
    after = {e["title"]: (e["id"], e["guid"]) for e in await importer.episodes(again)}
    assert after["Renamed"] == before["Episode 1"]
    assert (after["One"], after["Two"]) == (before["One"], before["Two"])


async def test_of_doubled_guids_the_first_is_kept_and_the_others_are_named(importer: Any, make: Any) -> None:
    reply = await importer.bring(
        make.feed(make.item(1, guid="x", title="First"), make.item(2, guid="x", title="Second"))
    )
    assert [e["title"] for e in await importer.episodes(reply)] == ["First"]
    assert "“Second” has the guid of another item" in reply.warned


async def test_what_was_edited_here_survives_another_import(importer: Any, make: Any) -> None:
    first = await importer.bring(make.feed(make.item(1), make.item(2), make.item(3)))
    by_title = {e["title"]: e for e in await importer.episodes(first)}
    edited = {"title": "Mine", "description": "My words.", "season": 7, "hidden": True}
    changed = await importer.call("POST", f"/podcast/episodes/{by_title['Episode 1']['id']}", edited)
    assert changed.status == 200
    show = first.body["podcastId"]
    await importer.call("POST", f"/podcast/shows/{show}", {"name": "My name", "categories": ["News"]})

    second = await importer.bring(
        make.feed(
            make.item(1, title="Theirs", more="<description>Their new words</description>", length="2000"),
            make.item(2, title="Also new", more="<itunes:season>2</itunes:season>"),
            title="Their new name",
        )
    )
    assert second.body["podcastId"] == show
    assert second.body["episodesUpdated"] == 2
    assert second.body["refreshed"] == {"audioUrl": 1, "title": 1, "season": 1, "description": 1}
    after = {e["guid"]: e for e in await importer.episodes(second)}
    assert len(after) == 3  # the third was dropped there and stays here
    assert (after["guid-1"]["title"], after["guid-1"]["description"]) == ("Mine", "My words.")
    assert (after["guid-1"]["season"], after["guid-1"]["hidden"], after["guid-1"]["fileSize"]) == (7, True, 2000)
    assert (after["guid-2"]["title"], after["guid-2"]["season"]) == ("Also new", 2)
    kept = await importer.show(second)
    assert (kept["name"], kept["categories"]) == ("My name", ["News"])


async def test_a_show_is_recognised_by_its_guid_and_by_its_addresses(importer: Any, make: Any) -> None:
    own = "<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>"
    first = await importer.bring(make.feed(make.item(1), more=own), path="/a/feed")
    second = await importer.bring(make.feed(make.item(2), more=own), path="/b/feed")
    assert second.body["podcastId"] == first.body["podcastId"]
    assert (await importer.show(first))["guid"] == "917393e3-1b1e-5cef-ace4-edaa54e1f810"

    plain = await importer.bring(make.feed(make.item(5), title="Other"), path="/c/feed")
    assert plain.body["podcastId"] != first.body["podcastId"]
    moved = Page(status=301, headers={"Location": importer.site.url("/c/feed")})
    through = await importer.bring(moved, path="/old/feed")
    assert through.body["podcastId"] == plain.body["podcastId"]
    slash = await importer.bring(make.feed(make.item(5), title="Other"), path="/c/feed/")
    assert slash.body["podcastId"] == plain.body["podcastId"]
    other = await importer.live.client("bob", credits=1)
    theirs = await importer.bring(make.feed(make.item(1), more=own), path="/a/feed", token=other)
    assert theirs.body["podcastId"] != first.body["podcastId"]


async def test_two_imports_at_once_make_one_show(importer: Any, make: Any) -> None:
    url = importer.site.put("/feed", make.feed(make.item(1)))
    replies = await asyncio.gather(*(importer.bring(url) for _ in range(3)))
    assert len({reply.body["podcastId"] for reply in replies}) == 1
    assert sorted(reply.body["isNew"] for reply in replies) == [False, False, True]


async def test_a_locked_show_needs_its_owners_word(importer: Any, make: Any) -> None:
    document = make.feed(make.item(1), more='<podcast:locked owner="ann@show.example">Yes</podcast:locked>')
    refused = await importer.bring(document)
    assert (refused.status, refused.body["code"]) == (400, "show_locked")
    assert (await importer.call("GET", "/podcast/shows")).body == []
    taken = await importer.bring(document, confirmOwnership=True)
    assert taken.status == 200
    assert (await importer.show(taken))["locked"] is True
    assert (await importer.bring(document)).status == 200


async def test_the_email_counts_only_where_the_feed_has_none(importer: Any, make: Any) -> None:
    start, end = make.head.split("<itunes:owner>")[0], "<managingEditor>editor@show.example (Ed)</managingEditor>"
    without = make.feed(make.item(1), head=start + end + "<webMaster>web@show.example</webMaster>")
    refused = await importer.bring(without, path="/x/feed")
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "email")
    assert (await importer.bring(without, path="/x/feed", email="no address")).status == 400
    given = await importer.bring(without, path="/x/feed", email="me@here.example")
    assert (await importer.show(given))["email"] == "me@here.example"
    own = await importer.bring(make.feed(make.item(1), title="Two"), path="/y/feed", email="me@here.example")
    assert (await importer.show(own))["email"] == "ann@show.example"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("yes", True),
        ("TRUE", True),
        (" Explicit ", True),
        ("no", False),
        ("Clean", False),
        ("False", False),
        ("?", False),
    ],
)
async def test_explicit_is_read_in_all_its_spellings(importer: Any, make: Any, said: str, means: bool) -> None:
    head = make.head.replace(">false</itunes:explicit>", f">{said}</itunes:explicit>")
    reply = await importer.bring(make.feed(make.item(1, more=f"<itunes:explicit>{said}</itunes:explicit>"), head=head))
    assert (await importer.show(reply))["explicit"] is means
    found = (await channel(importer, reply)).findtext("i:explicit", namespaces=NS)
    assert found == ("true" if means else "false")
    (episode,) = await importer.episodes(reply)
    assert episode["explicit"] is (None if said == "?" else means)


async def test_categories_keep_order_and_nesting_and_are_published_as_they_are_called_now(
    importer: Any, make: Any
) -> None:
    old = (
        '<itunes:category text="Games &amp; Hobbies"><itunes:category text="Automotive"/>'
        '<itunes:category text="Hobbies"/></itunes:category><itunes:category text="Health"/>'
        '<itunes:category text="Arts"><itunes:category text="Literature"/></itunes:category>'
        '<itunes:category text="Nonsense"/>'
    )
    start, end = make.head.index("<itunes:category"), make.head.index("<itunes:explicit")
    reply = await importer.bring(make.feed(make.item(1), head=make.head[:start] + old + make.head[end:]))
    show = await importer.show(reply)
    assert show["categories"] == ["Leisure > Automotive", "Leisure > Hobbies", "Health & Fitness", "Arts > Books"]
    assert show["source"]["categories"] == [
        "Games & Hobbies > Automotive", "Games & Hobbies > Hobbies", "Health", "Arts > Literature", "Nonsense",
    ]  # fmt: skip
    assert "Nonsense" in reply.warned


@pytest.mark.parametrize("case", ["bom", "header", "declared", "cp1252", "space", "entity"])
async def test_characters_and_broken_markup_are_recovered(importer: Any, make: Any, case: str) -> None:
    document = make.feed(make.item(1, title="Café – Señor"), title="Küche")
    text = document.decode()
    page = {
        "bom": Page(b"\xef\xbb\xbf" + document),
        "header": Page(
            text.replace(' encoding="UTF-8"', "").encode("cp1252"),
            headers={"Content-Type": "application/rss+xml; charset=windows-1252"},
        ),
        "declared": Page(
            text.replace("–", "-").replace('"UTF-8"', '"ISO-8859-1"').encode("latin-1"),
        ),
        "cp1252": Page(text.encode("cp1252")),
        "space": Page(
            b"\r\n  \n" + document.replace(b' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"', b"")
        ),
        "entity": Page(text.replace("Küche", "K&uuml;che &amp; &nbsp;Co &").encode()),
    }[case]
    reply = await importer.bring(page, path=f"/{case}-feed")
    assert reply.status == 200, reply.body
    name = (await importer.show(reply))["name"]
    assert name == ("Küche & Co &" if case == "entity" else "Küche")
    (episode,) = await importer.episodes(reply)
    assert episode["title"] in ("Café – Señor", "Café - Señor")
    assert (await importer.show(reply))["email"] == "ann@show.example"


async def test_nothing_is_expanded_and_limits_hold(importer: Any, make: Any, monkeypatch: Any) -> None:
    bomb = make.feed(make.item(1, title="&lol;")).replace(
        b"?><rss", b'?><!DOCTYPE rss [<!ENTITY lol "lollol"><!ENTITY x SYSTEM "file:///etc/passwd">]><rss'
    )
    reply = await importer.bring(bomb)
    assert "lollol" not in str(await importer.episodes(reply))
    many = make.feed(*(make.item(n) for n in range(5)))
    monkeypatch.setattr("server.services.imports.MAX_ITEMS", 4)
    refused = await importer.bring(many, path="/many-feed")
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "rssUrl")
    assert "more than 4 items" in refused.body["error"]
    monkeypatch.setattr("server.services.imports.MAX_BYTES", 500)
    refused = await importer.bring(many, path="/large-feed")
    assert refused.status == 400
    for url in ("", "ftp://x.example/feed", "https://x.example/show.xml", "not an address feed"):
        assert (await importer.call("POST", "/podcast/import-rss", {"rssUrl": url})).status == 400
    assert (await importer.bring(importer.site.url("/gone-feed"))).status == 400
    assert (await importer.bring(b"<html><body>A page</body></html>", path="/page-feed")).status == 400


async def test_a_show_that_can_not_be_read_slowly_is_refused(importer: Any, make: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("server.services.imports.HEADERS_S", 0.05)
    page = Page(make.feed(make.item(1)), waits_for=asyncio.Event())
    refused = await importer.bring(page)
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "rssUrl")


async def test_the_endless_the_moving_and_the_inner_are_refused(
    importer: Any, make: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    around = Page(status=302, headers={"Location": importer.site.url("/round-feed")})
    refused = await importer.bring(around, path="/round-feed")
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "rssUrl")
    assert importer.site.calls["/round-feed"] <= 10

    monkeypatch.setattr("server.services.imports.MAX_SECONDS", 0.05)
    monkeypatch.setattr("server.services.imports.HEADERS_S", 30)
    late = await importer.bring(Page(make.feed(make.item(1)), waits_for=asyncio.Event()), path="/late-feed")
    assert (late.status, late.body["details"][0]["field"]) == (400, "rssUrl")

    inside = importer.site.put("/inside-feed", make.feed(make.item(1)))
    async with live_server(tmp_path / "strict") as strict, aiohttp.ClientSession(strict.address) as session:
        token = await strict.client("ann", credits=1)
        order, headers = {"rssUrl": inside}, {"Authorization": f"Bearer {token}"}
        async with session.post("/podcast/import-rss", json=order, headers=headers) as reply:
            assert (reply.status, (await reply.json())["details"][0]["field"]) == (400, "rssUrl")
    assert importer.site.calls["/inside-feed"] == 0


async def test_a_missing_picture_is_warned_of_and_a_bad_one_too(importer: Any, make: Any, picture: bytes) -> None:
    def with_picture(path: str) -> bytes:
        return bytes(make.feed(make.item(1), more=f'<itunes:image href="{importer.site.url(path)}"/>'))

    first = await importer.bring(with_picture("/gone.png"))
    assert first.status == 200
    assert "picture could not be taken" in first.warned
    assert (await importer.call("GET", first.body["imageUrl"])).status == 200
    importer.site.put("/bad.png", Page(b"no picture", headers={"Content-Type": "image/png"}))
    assert "picture could not be taken" in (await importer.bring(with_picture("/bad.png"))).warned
    importer.site.put("/good.png", Page(picture, headers={"Content-Type": "image/png"}))
    third = await importer.bring(with_picture("/good.png"))
    assert "picture" not in third.warned
    assert third.body["imageUrl"] != first.body["imageUrl"]
    calls = importer.site.calls["/good.png"]
    fourth = await importer.bring(with_picture("/good.png"))
    assert (importer.site.calls["/good.png"], fourth.body["imageUrl"]) == (calls, third.body["imageUrl"])


def tone(seconds: int) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(range(256)) * (62 * seconds))
    return out.getvalue()


async def test_recordings_are_taken_over_and_measured(importer: Any, make: Any) -> None:
    sound = tone(1)
    importer.site.put("/a/one.wav", Page(sound, headers={"Content-Type": "audio/wav"}))
    importer.site.put("/a/page.mp3", Page(b"<html>", headers={"Content-Type": "text/html"}))
    items = (
        make.item(1, url=importer.site.url("/a/one.wav"), length="7", type="audio/wav"),
        make.item(2, url=importer.site.url("/a/gone.mp3")),
        make.item(3, url=importer.site.url("/a/page.mp3")),
    )
    reply = await importer.bring(make.feed(*items), hostAudio=True)
    assert reply.body["audioToHost"] == 3
    assert "private address" in reply.warned
    await importer.live.services.hosting.settle()
    found = {e["guid"]: e for e in await importer.episodes(reply)}
    own = found["guid-1"]
    assert own["audioUrl"].startswith(importer.live.address)
    assert own["fileSize"] == len(sound)
    assert (await importer.call("GET", own["audioUrl"])).body == sound
    assert found["guid-2"]["audioUrl"].endswith("/a/gone.mp3")
    assert found["guid-3"]["audioUrl"].endswith("/a/page.mp3")
    again = await importer.bring(make.feed(*items))
    assert {e["guid"]: e for e in await importer.episodes(again)}["guid-1"]["audioUrl"] == own["audioUrl"]


async def test_the_feed_is_built_from_the_data(importer: Any, make: Any) -> None:
    html = "<![CDATA[<p>One ]]]]><![CDATA[> two</p><script>x()</script>]]>"
    items = (
        make.item(1, more=f"<description>{html}</description>", length="", title="T" * 300),
        make.item(2, date="Fri, 01 Jan 2140 10:00:00 GMT"),
        make.item(3, date="soon"),
        make.item(4, date=""),
        *(make.item(n) for n in range(10, 330)),
    )
    reply = await importer.bring(make.feed(*items))
    body = await importer.published(reply)
    assert body == await importer.published(reply)
    feed = etree.fromstring(body)[0]
    found = {item.findtext("guid"): item for item in feed.findall("item")}
    assert len(found) == 323  # all but the future one
    assert "guid-2" not in found
    assert len(found["guid-1"].findtext("title")) == 300
    assert found["guid-1"].find("enclosure").get("length") == "0"
    assert found["guid-1"].findtext("description") == "<p>One ]]&gt; two</p>"
    assert feed.findtext("lastBuildDate")
    assert found["guid-3"].findtext("pubDate") == "soon"
    assert found["guid-4"].findtext("pubDate").endswith("GMT")
    for sentence in ("a date that can't be read", "no date", "does not say how long"):
        assert sentence in reply.warned
    assert all(item.find("enclosure").get("url").endswith(".mp3") for item in found.values())


async def test_pages_are_followed_and_what_they_repeat_is_left_out(importer: Any, make: Any) -> None:
    def page(number: int, *items: str) -> bytes:
        link = f'<atom:link rel="next" href="{importer.site.url(f"/feed?page={number + 1}")}"/>'
        return bytes(make.feed(*items, more=link if number < 3 else ""))

    importer.site.put("/p2", page(3, make.item(3), make.item(4)))
    first = make.feed(make.item(1), make.item(2), more=f'<atom:link rel="next" href="{importer.site.url("/p2")}"/>')
    reply = await importer.bring(first)
    assert reply.body["episodesAdded"] == 4
    endless = make.feed(
        make.item(1), title="Loop", more=f'<atom:link rel="next" href="{importer.site.url("/loop-feed")}"/>'
    )
    assert (await importer.bring(endless, path="/loop-feed")).status == 200
    broken = make.feed(make.item(1), title="Cut", more=f'<atom:link rel="next" href="{importer.site.url("/none")}"/>')
    assert "Page 2 of the feed could not be read" in (await importer.bring(broken, path="/cut-feed")).warned


async def test_nothing_of_podcasting_2_is_lost(importer: Any, make: Any) -> None:
    data = (make.feeds / "05_themnshow_pc20.xml").read_bytes()
    source = etree.fromstring(data)[0]
    reply = await importer.bring(data)
    made = await channel(importer, reply)
    old = "{https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md}"
    new = f"{{{NS['p']}}}"
    for tag in ("value", "valueRecipient", "transcript", "person", "chapters", "alternateEnclosure", "integrity"):
        assert len(list(made.iter(new + tag))) == len(list(source.iter(old + tag))), tag
    one = next(source.iter(old + "valueRecipient"))
    other = next(made.iter(new + "valueRecipient"))
    assert dict(one.attrib) == dict(other.attrib)


async def test_progress_is_told(importer: Any, make: Any) -> None:
    before = await importer.live.services.events.last_id()
    await importer.bring(make.feed(make.item(1)))
    account = await importer.live.services.accounts.authenticate(importer.token)
    stages = []
    async for event in importer.live.services.events.follow(by=account, after=before):
        if event.kind == "import.progress":
            stages.append(event.data["stage"])
            if stages[-1] == "done":
                break
    assert stages == ["reading", "keeping", "done"]


async def test_a_feed_in_pieces_is_rescued(importer: Any, make: Any) -> None:
    whole = make.feed(make.item(1), make.item(2)).decode()
    start = whole.index("<title>The Show")
    document = ("<xml><rss><chanel>" + whole[start:].replace("</channel></rss>", "")).encode()
    reply = await importer.bring(document, email="me@here.example")
    assert reply.status == 200, reply.body
    assert {e["guid"] for e in await importer.episodes(reply)} == {"guid-1", "guid-2"}
    assert "too broken" in reply.warned


async def test_a_page_names_its_feed(importer: Any) -> None:
    page = b'<html><head><link rel="alternate" type="application/rss+xml" href="/real-feed"></head></html>'
    refused = await importer.bring(page, path="/page-feed")
    assert refused.status == 400
    assert importer.site.url("/real-feed") in refused.body["error"]


async def test_credentials_in_an_address_are_shown_to_nobody(importer: Any, make: Any) -> None:
    url = importer.site.put("/feed", make.feed(make.item(1))).replace("://", "://ann:s3cret@")
    before = await importer.live.services.events.last_id()
    reply = await importer.bring(url)
    assert reply.status == 200, reply.body
    assert "s3cret" not in str(await importer.show(reply))
    account = await importer.live.services.accounts.authenticate(importer.token)
    async for event in importer.live.services.events.follow(by=account, after=before):
        assert "s3cret" not in str(event.data)
        if event.data.get("stage") == "done":
            break
