"""A show of generated and uploaded episodes, read over a real socket as directories read it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import aiohttp
import feedparser
import validate_feed
from lxml import etree

RSS = {"i": "http://www.itunes.com/dtds/podcast-1.0.dtd", "p": "https://podcastindex.org/namespace/1.0"}


def check(*arguments: str) -> list[str]:
    """The validator's failing rules, MUST and SHOULD."""
    printed = StringIO()
    with redirect_stdout(printed):
        code = validate_feed.main([*arguments, "--json"])
    rows = json.loads(printed.getvalue())
    failing = [f"{r['level']} {r['id']} {r['details']}" for r in rows if r["status"] == "FAIL" and r["level"] != "INFO"]
    assert code == (1 if any(row.startswith("MUST") for row in failing) else 0)
    return failing


async def upload(studio: Any, sound: bytes, **said: str) -> Any:
    form = aiohttp.FormData()
    for name, value in said.items():
        form.add_field(name, value)
    form.add_field("audioFile", sound, filename="talk & <walk>.wav", content_type="audio/wav")
    return await studio.call("POST", "/podcast/episodes/upload", data=form)


async def test_a_published_show_breaks_no_rule(studio: Any, sound: bytes) -> None:
    show = await studio.show(categories=["Arts > Books", "News"], copyright="© me", language="Deutsch")
    await studio.recording(podcastId=show, episodeTitle="Asked for at once")
    request = await studio.recording()
    await studio.call("POST", f"/podcast/shows/{show}/episodes", json={"requestId": request, "title": "Put in later"})
    uploaded = await upload(studio, sound, title="An upload", description="<p>With <b>marks</b></p>", podcastId=show)
    assert uploaded.status == 200, uploaded.body

    feed = f"{studio.address}/podcast/rss/{show}"
    missing = f"{studio.address}/podcast/rss/0199aaaa-0000-7000-8000-000000000000"
    failing = await asyncio.to_thread(
        check, feed, "--require-guid", "--guid-seed", feed, "--all-enclosures", "--missing-url", missing,
        "--expect-items", "3",
    )  # fmt: skip
    assert failing == []

    parsed = feedparser.parse((await studio.call("GET", feed, token=None)).body)
    assert [entry.title for entry in parsed.entries] == ["An upload", "Put in later", "Asked for at once"]
    assert parsed.feed.language == "de"


async def test_an_empty_show_breaks_no_must(studio: Any) -> None:
    show = await studio.show()

    failing = await asyncio.to_thread(check, f"{studio.address}/podcast/rss/{show}")
    assert [row[:10].strip() for row in failing] == ["SHOULD I01"]


async def test_transcripts_and_chapters_hang_on_generated_episodes(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    root = etree.fromstring((await studio.call("GET", f"/podcast/rss/{show}", token=None)).body)

    types = {}
    for transcript in root.findall("channel/item/p:transcript", RSS):
        reply = await studio.call("GET", transcript.get("url"), token=None)
        assert reply.status == 200
        assert reply.headers["Content-Type"].split(";")[0] == transcript.get("type")
        types[transcript.get("type")] = reply.body
    assert types["text/vtt"].startswith(b"WEBVTT")
    assert types["application/json"]["segments"][0]["speaker"] == "SPEAKER_00"
    assert b"-->" in types["application/x-subrip"]
    assert root.findtext("channel/item/p:txt", None, RSS) == "true"


async def test_bytes_change_only_when_the_show_does(studio: Any) -> None:
    show = await studio.show()
    other = await studio.show(name="Another")
    first = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    await studio.recording(podcastId=other)

    again = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    assert (again.body, again.headers["ETag"]) == (first.body, first.headers["ETag"])
    await studio.call("POST", f"/podcast/shows/{show}", json={"explicit": True})
    changed = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    assert changed.headers["ETag"] != first.headers["ETag"]
    same = await studio.call("POST", f"/podcast/shows/{show}", json={"explicit": True})
    assert same.status == 200
    assert (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body == changed.body


async def test_plain_and_packed_are_told_apart(studio: Any) -> None:
    feed = f"/podcast/rss/{await studio.show()}"
    session = aiohttp.ClientSession(auto_decompress=False)
    async with session:
        tags, bodies = {}, {}
        for accepted in ("identity", "gzip", "gzip;q=0, br", "br, gzip;q=0.5"):
            async with session.get(studio.address + feed, headers={"Accept-Encoding": accepted}) as reply:
                tags[accepted] = reply.headers["ETag"]
                bodies[accepted] = await reply.read()
                assert reply.headers["Vary"] == "Accept-Encoding"
                assert (reply.headers.get("Content-Encoding") == "gzip") == (accepted in ("gzip", "br, gzip;q=0.5"))
        assert tags["identity"] == tags["gzip;q=0, br"] != tags["gzip"] == tags["br, gzip;q=0.5"]
        assert gzip.decompress(bodies["gzip"]) == bodies["identity"]
        for tag in (tags["identity"], tags["gzip"], f'"x", W/{tags["gzip"]}', "*"):
            async with session.get(studio.address + feed, headers={"If-None-Match": tag}) as reply:
                assert (reply.status, await reply.read()) == (304, b"")


async def test_a_scheduled_episode_appears_when_its_time_has_come(studio: Any, clock: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    in_an_hour = {"title": "T", "description": "D", "publishOn": _in(clock, 3600)}
    assert (await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=in_an_hour)).status == 200

    before = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    assert b"<item>" not in before.body
    clock.ahead_s = 3601
    after = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    assert b"<item>" in after.body
    assert after.headers["ETag"] != before.headers["ETag"]


async def test_a_hidden_episode_is_in_the_list_and_not_in_the_feed(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    said = {"title": "T", "description": "D", "hidden": True}
    await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=said)

    assert b"<item>" not in (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body
    assert [e["hidden"] for e in await studio.episodes(show)] == [True]


async def test_chapters_that_were_set_are_served(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    said = {"title": "T", "description": "D", "chapters": [{"startTime": 0, "title": "Start"}]}
    await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=said)

    root = etree.fromstring((await studio.call("GET", f"/podcast/rss/{show}", token=None)).body)
    link = root.find("channel/item/p:chapters", RSS)
    reply = await studio.call("GET", link.get("url"), token=None)
    assert reply.headers["Content-Type"] == link.get("type") == "application/json+chapters"
    assert json.loads(reply.body)["chapters"] == [{"startTime": 0.0, "title": "Start"}]


async def test_what_is_no_show_is_said_so(studio: Any) -> None:
    for path, status in (
        ("/podcast/rss/nonsense", 400),
        ("/podcast/rss/", 400),
        ("/podcast/rss/0199aaaa-0000-7000-8000-000000000000", 404),
    ):
        assert (await studio.call("GET", path, token=None)).status == status
    refused = await studio.call("POST", f"/podcast/rss/{await studio.show()}", token=None)
    assert refused.status == 405
    assert "GET" in refused.headers["Allow"]


async def test_a_deleted_request_leaves_its_episode_and_media(studio: Any) -> None:
    show = await studio.show()
    request = await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    await studio.call("POST", "/content/DeleteRequest", json={"id": request})

    assert (await studio.call("GET", episode["audioUrl"], token=None)).status == 200
    assert len(await studio.episodes(show)) == 1
    await studio.call("POST", "/podcast/episodes/remove", json={"episodeId": episode["id"]})
    assert (await studio.call("GET", episode["audioUrl"], token=None)).status == 404


def _in(clock: Callable[[], Any], seconds: int) -> str:
    from datetime import timedelta

    return str((clock() + timedelta(seconds=seconds)).isoformat())


async def test_a_very_long_feed_comes_in_pages(studio: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("server.services.feeds.WHOLE_FEED_BYTES", 5000)
    show = await studio.show()
    for n in range(4):
        await studio.recording(podcastId=show, episodeTitle=f"E{n}")

    address, titles = f"/podcast/rss/{show}", []
    while address:
        page = await studio.call("GET", address, token=None)
        assert page.status == 200
        channel = etree.fromstring(page.body).find("channel")
        titles += [item.findtext("title") for item in channel.findall("item")]
        links = {link.get("rel"): link.get("href") for link in channel.findall("{http://www.w3.org/2005/Atom}link")}
        address = links.get("next")
    assert titles == ["E3", "E2", "E1", "E0"]
    assert (await studio.call("GET", f"/podcast/rss/{show}?page=99", token=None)).status == 404
    assert (await studio.call("GET", f"/podcast/rss/{show}?page=0", token=None)).status == 400


async def test_a_feed_comes_in_pages_where_its_show_asks_for_it(studio: Any) -> None:
    show = await studio.show(episodesPerPage=2)
    for n in range(3):
        await studio.recording(podcastId=show, episodeTitle=f"E{n}")
    assert (await studio.call("GET", f"/podcast/shows/{show}")).body["episodesPerPage"] == 2
    first, second = [await studio.call("GET", f"/podcast/rss/{show}?page={n}", token=None) for n in (1, 2)]
    titles = [etree.fromstring(each.body).xpath("//item/title/text()") for each in (first, second)]
    assert titles == [["E2", "E1"], ["E0"]]
    tag = {"If-None-Match": second.headers["ETag"]}
    assert (await studio.call("GET", f"/podcast/rss/{show}?page=2", token=None, headers=tag)).status == 304
    assert (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body == first.body

    await studio.call("POST", f"/podcast/shows/{show}", json={"episodesPerPage": 0})
    whole = await studio.call("GET", f"/podcast/rss/{show}", token=None)
    assert etree.fromstring(whole.body).xpath("//item/title/text()") == ["E2", "E1", "E0"]
    assert (await studio.call("GET", f"/podcast/rss/{show}?page=2", token=None)).status == 404
    for wrong in (-1, 10_001):
        reply = await studio.call("POST", f"/podcast/shows/{show}", json={"episodesPerPage": wrong})
        assert reply.body["details"][0]["field"] == "episodesPerPage"


async def test_readers_during_changes_see_whole_feeds_and_at_last_the_newest(studio: Any) -> None:
    show = await studio.show()
    path = f"/podcast/shows/{show}"

    async def read() -> str:
        reply = await studio.call("GET", f"/podcast/rss/{show}", token=None)
        return str(etree.fromstring(reply.body).findtext("channel/copyright") or "")

    async def rename(n: int) -> str:
        assert (await studio.call("POST", path, json={"copyright": f"c{n}"})).status == 200
        return await read()

    async def poll() -> None:
        for _ in range(30):
            await read()

    polling = [asyncio.create_task(poll()) for _ in range(4)]
    assert [await rename(n) for n in range(10)] == [f"c{n}" for n in range(10)]
    await asyncio.gather(*polling)
