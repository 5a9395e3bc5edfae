"""Example voices, pronunciations and recordings for pictures and tests."""

from __future__ import annotations

import io
import math
import random
import struct
import wave
from datetime import UTC, datetime, timedelta
from typing import Any

from example_studio import SCRIPT
from stub_api import Record, StubApi, a_request, told_errors, wire_time

from app.client.outcomes import Outcome

# ruff: noqa: E501 - the words are easier to read on one line

RATE = 8000
PACKAGED = (
    (6, "Bella", "en", "US", "female", "A-"),
    (7, "Nicole", "en", "US", "female", "B-"),
    (8, "Puck", "en", "US", "male", "C+"),
    (9, "Sarah", "en", "US", "female", "C+"),
    (10, "Adam", "en", "US", "male", "D-"),
    (11, "Isabella", "en", "British", "female", "C"),
    (12, "Lewis", "en", "British", "male", "D+"),
    (13, "Dora (Spanish)", "es", "", "female", "C"),
    (14, "Alex (Spanish)", "es", "", "male", "C"),
)
MATCHED = Outcome(
    "matched",
    17,
    title="Ada",
    status=100,
    voice_id=2_000_001,
    text="Ada is a voice match, not a clone: the nearest packaged voice (Heart and Sarah), shaped towards the recording. "
    "Its likeness to parts of the recording that it was not made from is 0.64 of 1; "
    "another part of the same recording reaches 0.97.",
)
DOUBTS = (
    ("Wexcombe", "name", 3, "/wˈɛkskəm/", "The road to Wexcombe was closed until March."),
    ("Siobhan", "name", 2, "/sˈaɪəbhan/", "Siobhan Kerr counted the pike herself."),
    ("SQL", "acronym", 4, "/ˌɛskjˌuːˈɛl/", "The figures come from one SQL query."),
    ("B2-14", "mixed", 1, "/bˈiː tˈuː fˈɔːɹtiːn/", "Pump B2-14 failed first."),
    ("Gesundheitsamt", "foreign", 1, "/dʒɪsˈʌndhaɪtsamt/", "The Gesundheitsamt sent two letters."),
)


def a_voice(number: int, name: str, language: str = "en", **more: Any) -> Record:
    """A voice record."""
    packaged = more.get("origin", "packaged") == "packaged" and more.get("available", True)
    errors = told_errors(name if packaged else "")
    return {"id": number, "name": name, "language": language, "available": True, "engine": "kokoro"} | errors | more


def fill(api: StubApi) -> None:
    """A whole catalogue, a book, a scan, and recordings in every state."""
    catalogue(api)
    recordings(api)


def catalogue(api: StubApi) -> None:
    """A whole catalogue, a book and a scan."""
    contents = api.contents
    contents.voices += [
        a_voice(number, name, language, accent=accent, sex=sex, grade=grade)
        for number, name, language, accent, sex, grade in PACKAGED
    ]
    japanese = {"accent": "Japan", "available": False, "needs": "a Japanese phonemiser (misaki with its ja extra)"}
    contents.voices += [
        a_voice(42, "Alpha (Japanese)", "ja", sex="female", grade="C+", **japanese),
        a_voice(60, "Deutsch (basic, female)", "de", sex="female", grade="basic", engine="espeak"),
        a_voice(61, "Deutsch (basic, male)", "de", sex="male", grade="basic", engine="espeak"),
        a_voice(1001, "Morning", accent="US", origin="blend", parts=[{"voice": 1, "share": 2}, {"voice": 3, "share": 1}]),
        a_voice(1002, "Thorsten", "de", sex="male", engine="piper", origin="file"),
        a_voice(1003, "Nova (endpoint)", "", engine="endpoint", origin="endpoint"),
        a_voice(2_000_001, "Ada", accent="US", sex="female", grade="match", engine="matched", origin="own", clientId="owner"),
    ]  # fmt: skip
    contents.unusable.append(
        {
            "file": "narrator.onnx",
            "reason": "narrator.onnx gives no voice: the file narrator.onnx.json beside it is missing.",
        }
    )
    show = contents.shows[0]["id"] if contents.shows else ""
    for word, said, language, more in (
        ("Vellwater", "Vell-wotter", "en", {"note": "As the people there say it."}),
        ("Siobhan", "/ʃɪvˈɔn/", "en", {"podcastId": show}),
        ("GIF", "jif", "", {"forEveryone": True}),
        ("Kubernetes", "koo-ber-net-ees", "en", {}),
        ("Anaïs", "/ana.is/", "fr", {"voiceId": 5}),
        ("nginx", "engine x", "en", {"forEveryone": True}),
    ):
        entry = {"id": contents.fresh_id(), "word": word, "said": said, "language": language, "note": ""}
        contents.pronunciations.append(entry | {"podcastId": None, "voiceId": None, "forEveryone": False} | more)
    contents.doubts += [
        dict(zip(("word", "reason", "count", "guess", "example"), doubt, strict=True)) for doubt in DOUBTS
    ]


def recordings(api: StubApi) -> None:
    """Orders about recordings in every state, newest first."""
    contents, now = api.contents, datetime.now(UTC)
    rows = (
        ("The council meeting of May", 3, 18, {"status": 38, "stage": "writing", "progress_text": "Listening: 12 of 31 minutes", "seconds_left": 190}),
        ("Harbour interview, first take", 12, 15, {"status": 71, "stage": "voicing", "progress_text": "Voicing turn 44 of 62", "seconds_left": 60}),
        ("Two voices at the weir", 40, 16, {"duration": 0, "speakers": speakers(api)}),
        ("Interview with the lock keeper", 65, 18, {"duration": 0}),
        ("A phone call about pumps", 240, 18, {"status": 12, "error_code": 1002, "error": "No speech is heard in call.mp3: choose a recording in which somebody speaks."}),
        ("Panel on night trains", 1500, 15, {"duration": 1204.0}),
    )  # fmt: skip
    for title, ago, kind, fields in rows:
        when = wire_time(now - timedelta(minutes=ago))
        more = {"output_type": "", "request_type_id": kind, "requested_on": when, "order": {}} | fields
        row = a_request(contents, title, **more)
        contents.scripts[row["id"]] = next(iter(contents.scripts.values()), {})
        if kind == 18:
            row["order"] = {"audioUrl": f"{api.address}/media/x/interview.wav"}
            contents.transcripts[row["id"]] = segments(60.0)
    contents.requests.sort(key=lambda r: r["requested_on"], reverse=True)


def segments(seconds: float) -> list[Record]:
    """The example conversation as a transcript tells it."""
    weights = [len(line[1]) for line in SCRIPT]
    found, at = [], 0.0
    for (speaker, text, *_passage), weight in zip(SCRIPT, weights, strict=True):
        ends = at + weight / sum(weights) * seconds
        found.append({"speaker": f"SPEAKER_{speaker:02d}", "startTime": at, "endTime": ends - 0.4, "body": text})
        at = ends
    return found


def speakers(api: StubApi, *, seconds: float = 60.0) -> list[Record]:
    """Two speakers who take turns, with their tracks."""
    said = segments(seconds)
    made = []
    for number in (0, 1):
        label = f"SPEAKER_{number:02d}"
        spans = [(s["startTime"], s["endTime"]) for s in said if s["speaker"] == label]
        api.contents.sounds[f"track{number}.wav"] = track(spans, seconds, seed=number)
        address = f"{api.address}/media/tracks/track{number}.wav"
        made.append({"speaker": label, "audio_url": address, "duration": seconds, "segments": spans})
    return made


def track(spans: list[tuple[float, float]], seconds: float, *, seed: int = 0) -> bytes:
    """A WAV file that sounds during these spans only, as uneven as speech."""
    dice = random.Random(seed)
    samples = [0] * int(seconds * RATE)
    for start, end in spans:
        for syllable in range(int((end - start) * 5)):
            loud = dice.uniform(2000, 22000)
            first = int((start + syllable / 5) * RATE)
            for n in range(int(RATE / 5)):
                if first + n < len(samples):
                    swell = math.sin(math.pi * n / (RATE / 5))
                    samples[first + n] = int(loud * swell * math.sin(n * (0.12 + 0.05 * seed)))
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return buffer.getvalue()
