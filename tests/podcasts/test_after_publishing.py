"""Static copies, lists of feeds, a show that moves, plays, and hubs."""

from __future__ import annotations

import argparse
import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import validate_feed
from lxml import etree

from server.domain.errors import Invalid, Unavailable
from server.domain.times import utc_now
from server.feeds import opml
from server.fetch import FetchFailed
from server.services.deliveries import Answer
from server.services.plays import Plays
from server.services.site_checks import check_site
from server.services.telling import Ears, Telling

BASE = "https://static.example/shows/ferries"


async def uploaded(studio: Any, sound: bytes, **said: str) -> int:
    form = aiohttp.FormData()
    for field, value in said.items():
        form.add_field(field, value)
    form.add_field("audioFile", sound, filename="a.wav", content_type="audio/wav")
    reply = await studio.call("POST", "/podcast/episodes/upload", data=form)
    return int(reply.body["episodeId"])


async def test_a_show_as_a_folder_for_any_host(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show, episodeTitle="Made / here?")
    await uploaded(studio, sound, title="Über & out", description="<p>Words</p><script>x</script>", podcastId=show)
    hidden = await uploaded(studio, sound, title="Hidden", podcastId=show)
    said = {"title": "Hidden", "description": "h", "hidden": True}
    await studio.call("POST", f"/podcast/episodes/{hidden}", json=said)

    reply = await studio.call("GET", f"/studio/shows/{show}/site?base={BASE}/")
    assert (reply.status, reply.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(reply.body)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    assert {"feed.xml", "index.html", "artwork/cover.jpg", "media/001-Made-here.mp3"} <= set(files)
    report = validate_feed.Report()
    options = argparse.Namespace(
        feed_url=f"{BASE}/feed.xml", unmap=lambda url: url, require_guid=True, expect_guid=None, guid_seed=None,
        maps=(), expect_items=2, xsd=None,
    )  # fmt: skip
    validate_feed.static(files["feed.xml"], report, options)
    assert {row["id"] for row in report.rows.values() if row["bad"]} <= {"P02", "P05c"}
    channel = etree.fromstring(files["feed.xml"])[0]
    for enclosure in channel.findall("item/enclosure"):
        path = enclosure.get("url").removeprefix(f"{BASE}/").replace("%C3%9C", "Ü").replace("%26", "&")
        assert len(files[path]) == int(enclosure.get("length"))
    text = files["feed.xml"].decode()
    assert studio.address not in text
    for address in [a.split('"')[0].removeprefix(f"{BASE}/") for a in text.split('url="')[1:]]:
        if address.startswith(("transcripts/", "chapters/")):
            assert files[address]
    page = files["index.html"].decode()
    assert "Über &amp; out" in page
    assert "<script" not in page
    assert "Hidden" not in page
    assert f'<a href="{BASE}/transcripts/' in page
    assert (await studio.call("GET", f"/studio/shows/{show}/site?base=ftp://x")).status == 400
    assert (await studio.call("GET", f"/studio/shows/{show}/site")).status == 400
    other = await studio.call("GET", f"/studio/shows/{show}/site?base={BASE}", token=studio.other)
    assert other.status == 404

    checked = (await studio.call("GET", f"/studio/shows/{show}/site/check?base={BASE}/")).body
    rules = {rule["id"]: rule["status"] for rule in checked["rules"]}
    assert {name for name, state in rules.items() if state == "fail"} <= {"P02", "P05c"}
    assert checked["url"] == f"{BASE}/feed.xml"
    assert checked["items"] == 2
    held = ("B01", "B03", "E01", "E01b", "E07b", "T01", "C10b")
    assert {name: rules[name] for name in held} == dict.fromkeys(held, "pass")
    assert (rules["H01"], rules["E02"]) == ("not_checked", "not_checked")
    here = (await studio.call("GET", f"/studio/shows/{show}/site/check?base=http://127.0.0.1/x")).body
    assert (here["valid"], here["rules"][0]["id"]) == (False, "A01")
    assert (await studio.call("GET", f"/studio/shows/{show}/site/check")).status == 400


async def test_a_copy_that_lacks_a_file_is_told(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    await uploaded(studio, sound, title="One", podcastId=show)
    account = await studio.services.accounts.authenticate(studio.token)
    members = await studio.services.sites.members(show, base=BASE, by=account)

    def failing(kept: list[Any]) -> set[str]:
        report = check_site(kept, base=BASE, now=utc_now())
        return {each.rule for each in report.results if each.status == "fail" and each.level == "MUST"}

    assert failing(members) <= {"P02"}
    assert "E01" in failing([each for each in members if not each.name.startswith("media/")])
    assert "B01" in failing([each for each in members if not each.name.startswith("artwork/")])


async def test_a_second_copy_writes_only_what_changed(studio: Any, sound: bytes, tmp_path: Path) -> None:
    show = await studio.show()
    await uploaded(studio, sound, title="One", podcastId=show)
    account = await studio.services.accounts.authenticate(studio.token)

    async def copied() -> tuple[int, int]:
        found = await studio.services.sites.folder(show, base=BASE, into=tmp_path / "site", by=account)
        assert isinstance(found, tuple)
        return found

    assert await copied() == (4, 0)
    assert await copied() == (0, 4)
    await uploaded(studio, sound, title="Two", podcastId=show)
    assert await copied() == (3, 2)
    assert not list((tmp_path / "site").rglob(".part-*"))


async def test_shows_come_and_go_as_lists(studio: Any) -> None:
    show = await studio.show(name="A & <b>")
    reply = await studio.call("GET", "/studio/shows/opml")
    assert reply.headers["Content-Type"] == "text/x-opml; charset=utf-8"
    read = await studio.call("POST", "/studio/opml", json={"opml": reply.body.decode()})
    assert read.body["feeds"] == [
        {"title": "A &", "feedUrl": f"{studio.address}/podcast/rss/{show}", "link": "https://example.com/ferries"}
    ]
    assert (await studio.call("POST", "/studio/opml", json={"opml": "<rss/>"})).status == 400


def test_lists_of_others_are_read_at_any_depth() -> None:
    document = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><opml version="1.0"><body><outline text="Folder">'
        '<outline text="Küche" xmlUrl="https://a.example/feed"/><outline text="Twice" XMLURL="https://a.example/feed"/>'
        '</outline><outline text="&amp; more" xmlUrl=" https://b.example/rss "/><outline xmlUrl="file:///etc/passwd"/>'
    )
    found = opml.read(document.encode("latin-1"))
    assert [(each.title, each.feed_url) for each in found] == [
        ("Küche", "https://a.example/feed"),
        ("& more", "https://b.example/rss"),
    ]
    with pytest.raises(Invalid):
        opml.read(b"")


async def test_a_show_that_moved_sends_its_readers_on(studio: Any) -> None:
    show = await studio.show()
    place = "https://new.example/feed.xml"
    feed = f"{studio.address}/podcast/rss/{show}"
    await studio.call("POST", f"/podcast/shows/{show}", json={"newFeedUrl": place})
    async with studio.session.get(feed, allow_redirects=False) as reply:
        assert reply.status == 200
        assert f"<itunes:new-feed-url>{place}</itunes:new-feed-url>" in await reply.text()
    changed = await studio.call("POST", f"/podcast/shows/{show}", json={"redirectFeed": True})
    assert changed.body["redirectFeed"] is True
    async with studio.session.get(feed, allow_redirects=False) as reply:
        assert (reply.status, reply.headers["Location"]) == (301, place)
    await studio.call("POST", f"/podcast/shows/{show}", json={"newFeedUrl": feed})
    async with studio.session.get(feed, allow_redirects=False) as reply:
        assert reply.status == 200  # it never leads to itself


async def test_plays_are_counted_without_following_anybody(studio: Any, sound: bytes, clock: Any) -> None:
    show = await studio.show()
    number = await uploaded(studio, sound, title="Heard", podcastId=show)
    (episode,) = await studio.episodes(show)

    async def ask(**headers: str) -> None:
        reply = await studio.call("GET", episode["audioUrl"], token=None, headers=headers)
        assert reply.status in {200, 206}

    for _ in range(3):
        await ask(**{"User-Agent": "App/1"})
    await ask(**{"User-Agent": "Other/2"})
    await ask(**{"User-Agent": "Third/3", "Range": "bytes=0-1"})
    await ask(**{"User-Agent": "Third/3", "Range": "bytes=5000-"})
    await ask(**{"User-Agent": "SomeBot/1.0"})
    await studio.call("HEAD", episode["audioUrl"], token=None, headers={"User-Agent": "Head/1"})
    told = await studio.call("GET", f"/studio/shows/{show}/plays")
    assert told.body["plays"] == 2
    assert told.body["episodes"][0]["episodeId"] == number
    assert list(told.body["episodes"][0]["days"].values()) == [2]
    clock.ahead_s = 86_400
    await ask(**{"User-Agent": "App/1"})
    assert (await studio.call("GET", f"/studio/shows/{show}/plays")).body["plays"] == 3
    assert (await studio.call("GET", f"/studio/shows/{show}/plays?days=1")).body["plays"] == 1
    assert (await studio.call("GET", f"/studio/shows/{show}/plays", token=studio.other)).status == 404


class Public:
    """Links of a server that others can reach."""

    public_url = "https://pod.example"


async def test_a_hub_is_told_of_public_feeds(studio: Any, monkeypatch: Any) -> None:
    sent: list[tuple[str, bytes, dict[str, str]]] = []
    came = asyncio.Event()

    async def send(url: str, body: bytes, headers: dict[str, str]) -> Answer:
        sent.append((url, body, headers))
        came.set()
        return Answer(204, 1)

    monkeypatch.setattr("server.services.telling.QUIET_S", 0.0)
    store = studio.services.shows._store
    asked: list[tuple[str, dict[str, str]]] = []

    async def fetch(url: str, *, headers: dict[str, str], **said: Any) -> Any:
        asked.append((url, headers))
        raise FetchFailed("The front end is away", url=url)

    ears = Ears("https://hub.example/", "https://ping.example/", "secret")
    telling = Telling(store, Public(), ears=ears, send=send, fetch=fetch)  # type: ignore[arg-type]
    show = await studio.show()
    async with asyncio.timeout(20):
        await came.wait()
    feed = f"https%3A%2F%2Fpod.example%2Fpodcast%2Frss%2F{show}"
    assert sent[0][:2] == ("https://hub.example/", f"hub.mode=publish&hub.url={feed}".encode())
    assert sent[0][2]["Content-Type"] == "application/x-www-form-urlencoded"
    await telling.tell(show)
    assert asked[-1] == (
        f"https://ping.example/?url={feed}&reason=update&medium=podcast",
        {"Authorization": "secret"},
    )
    sent.clear()
    asked.clear()
    await Telling(store, studio.services.media, ears=ears, send=send, fetch=fetch).tell(show)  # type: ignore[arg-type]
    assert not sent  # nobody else can reach a feed of this machine
    assert not asked
    await telling.close()


async def test_a_feed_that_is_read_is_rendered_again_before_its_next_reader(studio: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("server.services.feeds.AHEAD_S", 0.0)
    show = await studio.show()
    feeds = studio.services.feeds
    first = await feeds.document(show)
    rendered = asyncio.Event()
    keep = feeds._keep

    def kept(show_id: str, document: Any) -> None:
        keep(show_id, document)
        rendered.set()

    monkeypatch.setattr(feeds, "_keep", kept)
    await studio.call("POST", f"/podcast/shows/{show}", json={"copyright": "Another word"})
    async with asyncio.timeout(20):
        await rendered.wait()
    kept_now = feeds._current(show)
    assert kept_now is not None
    again = kept_now.pages.page(1)
    assert b"Another word" in again.body
    assert again.etag != first.etag


async def test_plays_that_can_not_be_written_down_are_written_with_the_next(
    studio: Any, sound: bytes, monkeypatch: Any
) -> None:
    show = await studio.show()
    await uploaded(studio, sound, title="Heard", podcastId=show)
    (episode,) = await studio.episodes(show)
    plays = Plays(studio.services.shows._store, studio.services.shows)

    async def full(*_: Any, **__: Any) -> None:
        raise Unavailable("The disk is full.")

    key = episode["audioUrl"].split("/")[-2]
    plays.note(key, address="203.0.113.7", agent="App/1", start=0, length=100_000, size=100_000)
    with monkeypatch.context() as away:
        away.setattr(plays._store, "write", full)
        await plays.flush()
    await plays.close()
    told = await studio.call("GET", f"/studio/shows/{show}/plays")
    assert told.body["plays"] == 1
