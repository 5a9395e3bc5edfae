"""Recordings: turns with times and speakers, limits, silence, and real speech."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import BlockKind, Source, SourceKind
from server.domain.transcripts import SpokenWord, Transcript, Turn
from server.engine.listening import hearing
from server.engine.making.citing import citations
from server.engine.sources import Equipment, import_source, recordings
from server.engine.sources.recordings import Heard, Segment
from server.engine.specs import SourceSpec

TALK = (
    Segment(0, 4000, "Welcome to the harbour.", "Speaker 1"),
    Segment(4200, 9000, "Why does the ferry stop?", "Speaker 1"),
    Segment(9500, 15000, "The chain has worn out.", "Speaker 2"),
    Segment(15200, 21000, "No spare is left.", "Speaker 2"),
    Segment(21500, 24000, "Thank you.", "Speaker 1"),
)


def wav(path: Path, sound: NDArray[Any], rate: int = 16_000) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    return path


def hum(seconds: float) -> NDArray[Any]:
    return 0.2 * np.sin(np.arange(round(seconds * 16_000)) / 20)


def imported(path: Path, **equipment: Any) -> Source:
    return import_source(
        SourceSpec(SourceKind.FILE, path=path, name=path.name), equipment=Equipment(models=path.parent, **equipment)
    )


def test_a_conversation_becomes_turns_with_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "transcribed", lambda path, **_: Heard(TALK, "en"))

    source = imported(wav(tmp_path / "talk.wav", hum(25)))

    assert [(b.kind, b.speaker, b.time_ms, source.block_text(b)) for b in source.blocks] == [
        (BlockKind.SPEECH, "Speaker 1", 0, "Welcome to the harbour. Why does the ferry stop?"),
        (BlockKind.SPEECH, "Speaker 2", 9500, "The chain has worn out. No spare is left."),
        (BlockKind.SPEECH, "Speaker 1", 21500, "Thank you."),
    ]
    assert (source.title, source.language) == ("talk", "en")
    start = source.text.index("No spare")
    (cited,) = citations((source,), (source.passage(start, start + 8),))
    assert (cited.time_ms, cited.page) == (9500, None)


def test_a_long_turn_is_told_in_paragraphs_of_whole_sentences() -> None:
    said = [Segment(at * 1000, at * 1000 + 900, f"This is sentence number {at} of the talk.") for at in range(60)]

    parts = list(recordings.turns(said))

    assert len(parts) > 2
    assert all(part.text.endswith(".") and 600 <= len(part.text) < 700 for part in parts[:-1])
    assert [part.time_ms for part in parts[:2]] == [0, 16_000]
    assert {part.speaker for part in parts} == {""}


def test_what_is_heard_comes_as_sentences_with_times_and_speakers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def words(start_ms: int, *texts: str) -> tuple[SpokenWord, ...]:
        return tuple(SpokenWord(start_ms + 500 * n, start_ms + 500 * n + 400, text) for n, text in enumerate(texts))

    def transcript(_path: Path, *, tell: Any, **_: Any) -> Transcript:
        tell(0.5, "Listening to a.wav: 1 of 2 minutes")
        return Transcript(
            "en",
            60_000,
            (
                Turn(0, 500, 2_400, "One two. Three.", words(500, "One", "two.", "Three.")),
                Turn(1, 3_000, 7_000, "Four five", (*words(3_000, "Four"), *words(6_500, "five"))),
            ),
        )

    monkeypatch.setattr(hearing, "transcript", transcript)
    told: list[str] = []

    found = recordings.transcribed(
        wav(tmp_path / "a.wav", hum(1)), models=tmp_path, name="a.wav", tell=lambda share, text: told.append(text)
    )

    assert [(s.start_ms, s.end_ms, s.text, s.speaker) for s in found.segments] == [
        (500, 1_400, "One two.", "SPEAKER_00"),
        (1_500, 1_900, "Three.", "SPEAKER_00"),
        (3_000, 3_400, "Four", "SPEAKER_01"),
        (6_500, 6_900, "five", "SPEAKER_01"),
    ]
    assert (found.language, told) == ("en", ["Listening to a.wav: 1 of 2 minutes"])


def test_a_recording_in_which_nobody_speaks_is_said(tmp_path: Path) -> None:
    with pytest.raises(NothingUsable, match=r"quiet\.wav is silent; check that the right file was chosen"):
        imported(wav(tmp_path / "quiet.wav", np.zeros(32_000)))


def test_a_recording_that_takes_too_long_is_refused_before_it_is_heard(tmp_path: Path) -> None:
    with pytest.raises(SourceNotImported, match=r"long\.wav plays for 2 minutes and at most 1 can be listened to; cut"):
        imported(wav(tmp_path / "long.wav", np.zeros(120 * 8000), rate=8000), seconds=30.0)


def test_a_damaged_recording_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.mp3").write_bytes(b"ID3\x04" + bytes(3000))

    with pytest.raises(SourceNotImported, match=r"a\.mp3"):
        imported(tmp_path / "a.mp3")


def test_sound_under_another_name_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "transcribed", lambda path, **_: Heard(TALK, "en"))

    assert imported(wav(tmp_path / "talk.pdf", hum(25))).blocks[0].time_ms == 0


@pytest.mark.slow
def test_real_speech_is_written_down(tmp_path: Path, data: Path) -> None:
    from server.engine.speech.catalogue import find
    from server.engine.speech.synthesis import speak

    words = "The chain ferry will stop on Monday. The harbour office said that the chain has worn out."
    sound = speak(words, find("Heart (draft)"), models=tmp_path)

    source = imported(wav(tmp_path / "a.wav", sound, rate=24_000))

    assert "ferry will stop on Monday" in source.text
    assert source.blocks[0].time_ms is not None
