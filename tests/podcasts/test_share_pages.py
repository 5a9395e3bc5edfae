"""The public page of an episode or a document."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from lxml import html


async def page_of(studio: Any, address: str) -> tuple[Any, str]:
    reply = await studio.call("GET", address, token=None)
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    return html.fromstring(reply.body.decode()), reply.headers["Content-Security-Policy"]


def facts(page: Any) -> dict[str, str]:
    return {meta.get("property"): meta.get("content") for meta in page.xpath("//meta[@property]")}


async def test_the_page_of_an_episode_has_player_chapters_and_transcript(studio: Any) -> None:
    show = await studio.show(name="Ferries <b>&</b> Piers", language="Deutsch")
    await studio.recording(podcastId=show, title="T")
    (episode,) = await studio.episodes(show)
    said = {
        "title": "Tides & <i>times</i>",
        "description": "<p>On <b>tides</b></p><script>alert(1)</script>",
        "chapters": [{"startTime": 0, "title": "Start"}, {"startTime": 0.5, "title": "<Later>"}],
    }
    await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=said)
    page, policy = await page_of(studio, episode["shareUrl"])

    assert page.findtext(".//title") == "Tides & <i>times</i>"
    assert page.xpath("//audio/@src") == [episode["audioUrl"]]
    assert page.xpath("string(//div[@class='words'])") == "On tides"
    assert [" ".join(li.text_content().split()) for li in page.xpath("//ol/li")] == ["0:00 Start", "0:00 <Later>"]
    assert page.xpath("//ol/li[2]/a/@href") == [f"{episode['audioUrl']}#t=0.5"]
    turns = [" ".join(turn.text_content().split()) for turn in page.xpath("//p[@class='turn']")]
    assert turns[0] == "0:00 Speaker 1 What is this about?"
    (script,) = page.xpath("//script/text()")
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy
    told = facts(page)
    assert told["og:title"] == "Tides & <i>times</i>"
    assert told["og:audio"] == episode["audioUrl"]
    assert told["og:description"] == "On tides"
    assert told["og:image"].endswith("/cover.jpg")
    assert (await studio.call("GET", told["og:image"], token=None)).status == 200


async def test_nothing_on_the_page_comes_from_elsewhere(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    page, policy = await page_of(studio, episode["shareUrl"])

    loaded = page.xpath("//@src | //link/@href")
    assert loaded
    assert all(address.startswith(studio.address) for address in loaded)
    assert policy.startswith("default-src 'none'")
    assert set(re.findall(r"https?://[^\s;]+", policy)) == {studio.address}


async def test_the_page_of_a_document_reads_its_markdown(studio: Any) -> None:
    request = await studio.recording(outputType="text")
    status = (await studio.call("GET", f"/content/Status/{request}")).body
    page, policy = await page_of(studio, status["share_url"])

    assert page.xpath("string(//article)").strip() == "What the source says."
    assert not page.xpath("//audio | //script")
    assert "script-src 'none'" in policy
    assert facts(page)["og:type"] == "article"


async def test_the_page_of_an_upload_stays_when_it_leaves_its_show(studio: Any, sound: bytes) -> None:
    import aiohttp

    form = aiohttp.FormData()
    form.add_field("audioFile", sound, filename="talk.wav", content_type="audio/wav")
    form.add_field("title", "A talk")
    await studio.call("POST", "/podcast/episodes/upload", data=form)
    (episode,) = (await studio.call("GET", "/podcast/episodes")).body
    page, _ = await page_of(studio, episode["shareUrl"])

    assert page.findtext(".//h1") == "A talk"
    await studio.call("POST", "/podcast/remove", json={"id": str(episode["id"])})
    assert (await studio.call("GET", episode["shareUrl"], token=None)).status == 404
