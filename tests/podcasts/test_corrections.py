"""Transcripts put right, what a show can be filed under, and what tells how large a download is."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from server.domain.categories import TAXONOMY


def said(*words: str, speaker: str = "Maud Ferris") -> dict[str, Any]:
    return {
        "segments": [
            {"speaker": speaker, "startTime": n * 0.4, "endTime": n * 0.4 + 0.4, "body": each}
            for n, each in enumerate(words)
        ]
    }


async def made(studio: Any) -> tuple[str, int]:
    show = await studio.show()
    await studio.recording(podcastId=show, episodeTitle="Lake Vell")
    listed = await studio.call("GET", f"/podcast/shows/{show}/episodes")
    return show, listed.body[0]["id"]


async def test_a_corrected_transcript_is_what_the_feed_leads_to(studio: Any) -> None:
    show, episode = await made(studio)
    path = f"/studio/episodes/{episode}/transcript"

    assert (await studio.call("POST", path, json=said("What is it about?", "About Lake Vell."))).status == 200

    read = await studio.call("GET", f"/content/GetTranscript/{episode}")
    turns = json.loads(read.body["transcript"])["segments"]
    assert [(t["speaker"], t["body"]) for t in turns] == [
        ("Maud Ferris", "What is it about?"),
        ("Maud Ferris", "About Lake Vell."),
    ]
    feed = (await studio.call("GET", f"/podcast/rss/{show}", token="")).body
    text = feed if isinstance(feed, str) else feed.decode()
    address = next(a.split('"')[0] for a in text.split('url="') if "transcript.vtt" in a)
    vtt = (await studio.call("GET", address.removeprefix(studio.address), token="")).body
    assert "About Lake Vell." in (vtt if isinstance(vtt, str) else vtt.decode())


async def test_times_that_cannot_be_are_named_and_others_episodes_are_not_touched(studio: Any) -> None:
    _, episode = await made(studio)
    path = f"/studio/episodes/{episode}/transcript"
    wrong = said("One", "Two")
    wrong["segments"][0]["endTime"] = 0.0
    wrong["segments"][1]["startTime"] = 90_000.0
    wrong["segments"][1]["endTime"] = 90_001.0

    refused = await studio.call("POST", path, json=wrong)

    assert refused.status == 400
    assert [d["field"] for d in refused.body["details"]] == ["segments[0].endTime", "segments[1].startTime"]
    assert (await studio.call("POST", path, json=said("One"), token=studio.other)).status == 404


async def test_categories_are_the_servers_own(studio: Any) -> None:
    reply = await studio.call("GET", "/studio/categories")

    assert {c["name"]: tuple(c["subcategories"]) for c in reply.body["categories"]} == TAXONOMY
    assert "podcast" in reply.body["media"]


async def test_a_download_tells_about_how_large_it_will_be(studio: Any) -> None:
    show, _ = await made(studio)
    for path in (f"/podcast/shows/{show}/episodes/audio-zip", f"/studio/shows/{show}/site?base=https://a.example/s"):
        reply = await studio.call("GET", path)
        expected = int(reply.headers["X-Expected-Bytes"])
        assert 0.5 * expected < len(reply.body) < 2 * expected


async def test_an_episode_that_was_uploaded_comes_back_into_a_show(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    form = aiohttp.FormData()
    form.add_field("title", "Brought along")
    form.add_field("podcastId", show)
    form.add_field("audioFile", sound, filename="a.wav", content_type="audio/wav")
    episode = int((await studio.call("POST", "/podcast/episodes/upload", data=form)).body["episodeId"])
    await studio.call("POST", "/podcast/episodes/remove", json={"episodeId": episode})
    path, body = f"/studio/shows/{show}/episodes", {"episodeId": episode}

    assert (await studio.call("POST", path, json=body, token=studio.other)).status == 404
    assert (await studio.call("POST", path, json=body | {"episodeId": 987_654})).status == 404
    for _ in range(2):
        assert (await studio.call("POST", path, json=body)).body["episodeId"] == episode

    listed = (await studio.call("GET", f"/podcast/shows/{show}/episodes")).body
    assert [each["title"] for each in listed] == ["Brought along"]
