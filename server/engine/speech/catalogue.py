"""The packaged voices: `resources/voices/catalogue.json` as values."""

from __future__ import annotations

import difflib
import json
from functools import cache
from pathlib import Path
from typing import Any

from server.domain.errors import CannotProduce, InvalidField, NotFound
from server.domain.requests import Quality
from server.domain.voices import SpeechEngine, Voice


def voices_folder() -> Path:
    """The folder of voice packs and tables."""
    return Path(__file__).resolve().parents[3] / "resources" / "voices"


def samples_folder() -> Path:
    """The folder of the voices' samples, ``{id}.mp3``."""
    return voices_folder() / "samples"


@cache
def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((voices_folder() / name).read_text("utf-8"))
    return found


@cache
def voices() -> tuple[Voice, ...]:
    """Every packaged voice, by id; those that need more than is packaged say what."""
    rows = _read("catalogue.json")["voices"]
    measured = _read("word_errors.json")["voices"]
    return tuple(
        Voice(
            **{**row, "engine": SpeechEngine(row["engine"])},
            word_errors=measured.get(str(row["id"]), {}).get("words"),
        )
        for row in rows
    )


@cache
def _by_id() -> dict[int, Voice]:
    return {voice.id: voice for voice in voices()}


def voice(number: int) -> Voice:
    """The voice with this id.

    Raises:
        NotFound: there is none.
    """
    found = _by_id().get(number)
    if found is None:
        raise NotFound(f"There is no voice {number}: see the list of voices for their ids.")
    return found


def find(wanted: str | int, *, field: str = "voice1") -> Voice:
    """The voice that a person means by an id, a name (``Heart``) or a key (``af_heart``); case doesn't matter.

    A name without its bracket (``Dora`` for ``Dora (Spanish)``) is enough where only one voice has it.

    Raises:
        InvalidField: nothing or more than one is meant; the sentence names what is near.
    """
    text = str(wanted).strip()
    if text.isdecimal():
        found = _by_id().get(int(text))
        if found is None:
            raise InvalidField(field, f"there is no voice with id {text}")
        return found
    folded = text.casefold()
    meant = (
        [voice for voice in voices() if voice.name.casefold() == folded]
        or [voice for voice in voices() if voice.key.casefold() == folded]
        or [voice for voice in voices() if voice.name.casefold().split(" (")[0] == folded]
    )
    if len(meant) == 1:
        return meant[0]
    if meant:
        choice = ", ".join(f"{voice.name} ({voice.id})" for voice in meant[:4])
        raise InvalidField(field, f"{text!r} may be one of {choice}: give the id")
    names = {voice.name.casefold(): voice for voice in voices()} | {voice.key.casefold(): voice for voice in voices()}
    near = difflib.get_close_matches(folded, names, n=1, cutoff=0.0)
    nearest = names[near[0]] if near else voices()[0]
    raise InvalidField(field, f"there is no voice {text[:60]!r}; the nearest is {nearest.name} ({nearest.id})")


def pair_for(language: str, quality: Quality = Quality.FINAL) -> tuple[Voice, Voice]:
    """Two voices that are told apart, of the best engine for an ISO 639-1 code; for a draft the fastest one.

    Raises:
        CannotProduce: no packaged voice speaks the language.
    """
    chosen = _read("catalogue.json")["pairs"].get(quality.value, {}).get(language)
    if chosen:
        return voice(chosen[0]), voice(chosen[1])
    speakers = [v for v in voices() if v.language == language and v.available]
    basic = [v for v in speakers if v.engine is SpeechEngine.ESPEAK] or speakers
    if len(basic) < 2:
        raise CannotProduce(f"No packaged voice speaks the language {language!r}: choose another language.")
    return basic[0], basic[1]


def usual_loudness(speaker: Voice) -> float | None:
    """How loud a packaged voice comes out of its model, in LUFS, as measured once (see `calibration`)."""
    if speaker.source:
        return None
    measured: dict[str, float] = _read("loudness.json")["lufs"]
    return measured.get(f"{speaker.engine}:{speaker.key}")
