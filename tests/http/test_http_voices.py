"""The catalogue, blends, dropped files and the pronunciation book over the wire."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_voices import VOICES

from server.http.voices import reply_of


def by_id(voices: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {voice["id"]: voice for voice in voices}


async def test_every_voice_is_listed_and_the_unavailable_say_what_they_need(api: Any) -> None:
    voices = by_id((await api.get("/content/GetVoices")).body)

    assert voices[1]["sampleUrl"] == "/studio/voices/1/sample"
    assert (voices[3]["available"], voices[3]["needs"], voices[3]["sampleUrl"]) == (False, "hibari-tts", None)
    assert voices[1]["clientId"] is None


def test_a_voice_tells_its_word_errors_and_whether_it_is_offered_by_default() -> None:
    few = reply_of(replace(VOICES[0], word_errors=0.03))
    many = reply_of(replace(VOICES[0], word_errors=0.031))
    unknown = reply_of(replace(VOICES[0], word_errors=None))

    told = [(each.wordErrors, each.offeredByDefault) for each in (few, many, unknown)]
    assert told == [(0.03, True), (0.031, False), (None, False)]


async def test_a_blend_is_the_owners_and_keeps_its_id_for_ever(api: Any, live: Any) -> None:
    owner = await live.owner()
    wish = {"name": "Morning", "parts": [{"voice": 1, "share": 2.0}, {"voice": 2}]}

    assert (await api.post("/studio/voices", wish)).status == 403
    first = await api.post("/studio/voices", wish, token=owner)
    assert (await api.post("/studio/voices", wish, token=owner)).status == 400
    assert first.body["id"] > 10_000
    assert (first.body["language"], first.body["sex"], first.body["engine"]) == ("en", "", "kokoro")
    assert first.body["id"] in by_id((await api.get("/content/GetVoices")).body)

    gone = await api.call("DELETE", f"/studio/voices/{first.body['id']}", token=owner)
    assert gone.status == 200
    assert (await api.call("DELETE", f"/studio/voices/{first.body['id']}", token=owner)).status == 404
    second = await api.post("/studio/voices", wish, token=owner)
    assert second.body["id"] > first.body["id"]


@pytest.mark.parametrize(
    "parts",
    [
        [{"voice": 1}],
        [{"voice": 1}, {"voice": 1}],
        [{"voice": 1}, {"voice": 3}],
        [{"voice": 1}, {"voice": 77}],
        [{"voice": 1, "share": 0.0}, {"voice": 2}],
        [{"voice": 1}, {"voice": 2, "share": float("1e9")}],
    ],
)
async def test_a_blend_that_cannot_be_is_refused(parts: list[Any], api: Any, live: Any) -> None:
    answer = await api.post("/studio/voices", {"name": "X", "parts": parts}, token=await live.owner())

    assert answer.status == 400


async def test_dropped_files_are_voices_and_damaged_ones_are_told(api: Any, live: Any, tmp_path: Path) -> None:
    owner = await live.owner()
    np.savez(tmp_path / "voices" / "mine.npz", af_dawn=np.ones((510, 256), np.float16))
    (tmp_path / "voices" / "bad.bin").write_bytes(b"x")

    found = (await api.post("/studio/voices/scan", token=owner)).body

    (dawn,) = [voice for voice in found["voices"] if voice["name"] == "Dawn"]
    assert dawn["id"] > 10_000
    assert [(each["file"], "bytes" in each["reason"]) for each in found["unusable"]] == [("bad.bin", True)]
    (tmp_path / "voices" / "mine.npz").rename(tmp_path / "away.npz")
    found = (await api.post("/studio/voices/scan", token=owner)).body
    assert dawn["id"] not in by_id(found["voices"])
    (tmp_path / "away.npz").rename(tmp_path / "voices" / "mine.npz")
    found = (await api.post("/studio/voices/scan", token=owner)).body
    assert by_id(found["voices"])[dawn["id"]]["name"] == "Dawn"
    assert (await api.get("/studio/voices")).body["unusable"] == []


async def test_languages_are_those_that_can_be_spoken(api: Any) -> None:
    languages = (await api.get("/content/Languages")).body

    assert [(each["name"], each["engine"], each["basic"]) for each in languages] == [("English", "kokoro", False)]
    assert languages[0]["voices"] == [1, 2]


async def test_the_book_is_written_changed_and_emptied(api: Any, live: Any) -> None:
    owner = await live.owner()
    mine = await api.post("/studio/pronunciations", {"word": "Siobhan", "said": "/ʃɪvˈɔn/", "language": "English"})
    all_of_us = {"word": "Quill", "said": "kwill", "forEveryone": True}

    assert (await api.post("/studio/pronunciations", all_of_us)).status == 403
    assert (await api.post("/studio/pronunciations", all_of_us, token=owner)).status == 200
    again = await api.post("/studio/pronunciations", {"word": "Siobhan", "said": "shiv", "language": "English"})
    assert again.status == 409
    listed = (await api.get("/studio/pronunciations")).body
    assert [(each["word"], each["forEveryone"]) for each in listed] == [("Quill", True), ("Siobhan", False)]
    changed = await api.post(f"/studio/pronunciations/{mine.body['id']}", {"word": "Siobhan", "said": "Shiv-awn"})
    assert (changed.body["said"], changed.body["language"]) == ("Shiv-awn", "")
    everyones = next(each["id"] for each in listed if each["forEveryone"])
    assert (await api.call("DELETE", f"/studio/pronunciations/{everyones}")).status == 403
    assert (await api.call("DELETE", f"/studio/pronunciations/{mine.body['id']}")).status == 200
    assert (await api.call("DELETE", f"/studio/pronunciations/{mine.body['id']}")).status == 404
    assert [each["word"] for each in (await api.get("/studio/pronunciations", token=owner)).body] == ["Quill"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"said": "/a"},
        {"said": "/щ/"},
        {"said": "[pause]"},
        {"said": "..."},
        {"word": "a*b"},
        {"word": "  "},
        {"voiceId": 999},
        {"podcastId": "nobody's"},
    ],
)
async def test_an_entry_that_cannot_be_said_is_refused(wrong: dict[str, Any], api: Any) -> None:
    assert (await api.post("/studio/pronunciations", {"word": "Ab", "said": "ab", **wrong})).status == 400


async def test_an_order_carries_own_voices_and_the_book_to_the_engine(api: Any, live: Any) -> None:
    owner = await live.owner()
    wish = {"name": "Evening", "parts": [{"voice": 1}, {"voice": 2}]}
    blend = (await api.post("/studio/voices", wish, token=owner)).body["id"]
    await api.post("/studio/pronunciations", {"word": "Quill", "said": "kwill"})

    await api.made(outputType="audio", voice1=blend)

    spec = live.engine.submitted[-1].spec
    assert [voice.name for voice in spec.own_voices] == ["Evening"]
    assert [entry.said for entry in spec.pronunciations] == ["kwill"]


async def test_a_text_is_said_at_once_and_what_cannot_be_said_is_told(api: Any) -> None:
    said = await api.post("/studio/say", {"text": "Hello [pause 1s] *there*.", "voice": 1})
    assert (said.status, said.headers["Content-Type"], said.body[:4]) == (200, "audio/wav", b"RIFF")
    assert (await api.post("/studio/say", {"text": "Hello", "language": "English"})).status == 200
    for wrong in (
        {"text": "..."},
        {"text": "x" * 301},
        {"text": "Hello", "voice": 3},
        {"text": "Hello", "voice": 404},
        {"text": "Hello", "language": "Deutsch"},
        {"text": "Hello", "voice": 1, "language": "Deutsch"},
    ):
        assert (await api.post("/studio/say", wrong)).status == 400, wrong


async def test_the_sample_of_a_blend_is_made_once_and_kept(api: Any, live: Any, tmp_path: Path) -> None:
    wish = {"name": "Noon", "parts": [{"voice": 1}, {"voice": 2}]}
    blend = (await api.post("/studio/voices", wish, token=await live.owner())).body

    sample = await api.get(blend["sampleUrl"])

    assert sample.body == b"sample of Noon"
    (kept,) = (tmp_path / "samples").iterdir()
    kept.write_bytes(b"kept")
    assert (await api.get(blend["sampleUrl"])).body == b"kept"
    assert (await api.get("/studio/voices/3/sample")).status == 404


async def test_a_scan_leaves_out_what_the_book_says(api: Any) -> None:
    await api.post("/studio/pronunciations", {"word": "Siobhan", "said": "shiv-awn"})

    found = (await api.post("/studio/pronunciations/scan", {"script": "to Siobhan in Wexcombe"})).body

    assert [(each["word"], each["reason"]) for each in found] == [("Wexcombe", "name")]


async def test_voices_tell_their_origin_and_blends_their_parts(api: Any, live: Any) -> None:
    owner = await live.owner()
    parts = [{"voice": 1, "share": 2.0}, {"voice": 2, "share": 1.0}]
    blend = (await api.post("/studio/voices", {"name": "Evening", "parts": parts}, token=owner)).body["id"]

    listed = by_id((await api.get("/content/GetVoices")).body)
    whole = (await api.get("/studio/voices", token=owner)).body

    assert (listed[1]["origin"], listed[blend]["origin"], listed[blend]["parts"]) == ("packaged", "blend", parts)
    assert "parts" not in listed[1]
    assert Path(whole["folder"]).name == "voices"
    assert "folder" not in (await api.get("/studio/voices")).body


async def test_a_blend_is_heard_before_it_is_saved(api: Any) -> None:
    parts = [{"voice": 1, "share": 2.0}, {"voice": 2, "share": 1.0}]

    said = await api.post("/studio/say", {"text": "Good day.", "parts": parts})
    refused = await api.post("/studio/say", {"text": "Good day.", "parts": [{"voice": 1}, {"voice": 3}]})

    assert (said.status, said.body[:4]) == (200, b"RIFF")
    assert refused.status == 400
