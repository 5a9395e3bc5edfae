"""Orders about recordings over HTTP, as JSON and as forms."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

ADDRESS = "https://example.org/evening.mp3"
MP3 = b"ID3" + bytes(2000)


def a_form(**fields: str) -> aiohttp.FormData:
    form = aiohttp.FormData()
    for name, value in fields.items():
        form.add_field(name, value)
    form.add_field("audioFile", MP3, filename="talk.mp3", content_type="audio/mpeg")
    return form


async def test_a_transcript_is_ordered_by_address_listed_and_read(api: Any) -> None:
    accepted = await api.post("/content/GetTranscript", {"audioUrl": ADDRESS, "callbackData": "mine"})
    assert accepted.body == {"request_id": accepted.body["request_id"], "status": 0}
    request_id = accepted.body["request_id"]

    status = await api.until(request_id, lambda s: s["status"] == 100)

    assert status["request_type_id"] == 18
    assert status["response_text"].startswith("SPEAKER_00: ")
    (listed,) = (await api.get("/content/Transcripts")).body
    assert (listed["id"], listed["audioTitle"], listed["callbackData"]) == (request_id, "evening", "mine")
    assert listed["audioUrl"] == ADDRESS
    page = (await api.get("/content/Transcripts?page=1&status=succeeded")).body
    assert (page["totalCount"], len(page["transcripts"])) == (1, 1)
    found = (await api.get(f"/content/GetTranscript/{request_id}")).body
    assert set(found) == {"success", "episodeId", "requestId", "transcript", "createdOn"}
    assert json.loads(found["transcript"])["segments"][0]["speaker"] == "SPEAKER_00"
    vtt = await api.get(f"/studio/transcripts/{request_id}?format=vtt")
    assert vtt.body.startswith(b"WEBVTT")
    named, alias = [await api.get(f"/studio/transcripts/{request_id}?format={form}") for form in ("txt", "text")]
    assert named.body == alias.body
    refused = await api.get(f"/studio/transcripts/{request_id}?format=pdf")
    assert refused.body["error"] == "format: must be one of 'json', 'srt', 'vtt' or 'txt'"


async def test_a_recording_comes_as_a_form(api: Any) -> None:
    accepted = await api.call("POST", "/content/GetTranscript", data=a_form(callbackData="mine", speakers="2"))
    assert accepted.status == 200, accepted.body

    await api.until(accepted.body["request_id"], lambda s: s["status"] == 100)

    spec = api.server.engine.submitted[-1].spec
    assert spec.speakers == 2
    assert spec.recording.path.read_bytes() == MP3


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/content/GetTranscript", {}, None),
        ("/content/GetTranscript", {"audioUrl": ADDRESS, "episodeId": "1"}, None),
        ("/content/GetTranscript", {"audioUrl": "https://example.org/evening.ogg"}, "audioUrl"),
        ("/content/GetTranscript", {"episodeId": "4711"}, "episodeId"),
        ("/content/SeparateSpeakersAudio", {}, "audioUrl"),
        ("/content/SeparateSpeakersAudio", {"audioUrl": ADDRESS, "speakers": 0}, "speakers"),
        ("/content/ModifyPodcast", {"audioUrl": ADDRESS, "voice1": 1}, "voice2"),
        ("/content/ModifyPodcast", {"audioUrl": ADDRESS, "voice1": 1, "voice2": 999}, "voice2"),
        ("/content/RemoveVoice", {"id": "one"}, "id"),
    ],
)
async def test_what_can_not_be_taken_is_a_400(api: Any, path: str, body: dict[str, Any], field: str | None) -> None:
    answer = await api.post(path, body)

    assert answer.status == 400
    if field:
        assert answer.body["details"][0]["field"] == field


async def test_missing_things_are_told_apart(api: Any) -> None:
    assert (await api.get("/content/GetTranscript/")).status == 400
    assert (await api.get("/content/GetTranscript/none")).status == 404
    assert (await api.post("/content/RemoveVoice", {"id": 4_000_000})).status == 404
    wrong = aiohttp.FormData()
    wrong.add_field("audioFile", b"MZ" + bytes(100), filename="talk.mp3")
    assert (await api.call("POST", "/content/GetTranscript", data=wrong)).status == 400


async def test_separated_speakers_have_tracks(api: Any) -> None:
    accepted = await api.post("/content/SeparateSpeakersAudio", {"audioUrl": ADDRESS, "speakers": 2})

    status = await api.until(accepted.body["request_id"], lambda s: s["status"] == 100)

    (speaker,) = status["speakers"]
    assert speaker["audio_url"].endswith(".wav")
    assert speaker["segments"] == [[0.0, 0.9]]


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/content/SeparateSpeakersAudio", {"speakers": "2"}), ("/content/ModifyPodcast", {"voice1": "1", "voice2": "2"})],
)
async def test_speakers_and_casts_take_a_form_too(api: Any, path: str, fields: dict[str, str]) -> None:
    accepted = await api.call("POST", path, data=a_form(**fields))
    assert accepted.status == 200, accepted.body

    await api.until(accepted.body["request_id"], lambda s: s["status"] == 100)

    assert api.server.engine.submitted[-1].spec.recording.path.read_bytes() == MP3
    assert (await api.call("POST", "/content/ModifyPodcast", data=a_form(voice1="one"))).status == 400


async def test_what_was_made_here_needs_no_way_out(api: Any) -> None:
    made = await api.made(outputType="audio")
    status = await api.until(made if isinstance(made, str) else made["id"], lambda s: s["status"] == 100)

    accepted = await api.post("/content/SeparateSpeakersAudio", {"audioUrl": status["audio_url"]})
    gone = await api.post("/content/SeparateSpeakersAudio", {"audioUrl": f"{status['audio_url'][:-30]}x/none.mp3"})

    assert accepted.status == 200, accepted.body
    assert gone.status == 400
    await api.until(accepted.body["request_id"], lambda s: s["status"] == 100)
    assert api.server.engine.submitted[-1].spec.recording.path.is_file()
