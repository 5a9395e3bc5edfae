"""A scan for words that a voice may say wrongly; small speech at once."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import pytest

from server.domain.errors import NothingUsable
from server.domain.pronunciations import Pronunciation
from server.engine.speech.catalogue import find
from server.engine.speech.desk import SpeechDesk
from server.engine.speech.doubts import doubts_about
from server.engine.speech.dropped import Unusable


def reasons(text: str, language: str = "en", **more: object) -> dict[str, str]:
    return {doubt.word: doubt.reason for doubt in doubts_about(text, language, **more)}  # type: ignore[arg-type]


def test_english_names_acronyms_mixed_and_foreign_words_are_found() -> None:
    found = reasons(
        "SPEAKER_00: The mayor of Wexcombe called the HMRC about a B12x ticket. "
        "She was walking home in the 1990s, aged 42, at 5pm, and 3rd in line with NASA.\n"
        "SPEAKER_01: Her friend Łukasz likes frobnicating. It's Wexcombe's way, [pause 1s] *really*."
    )

    assert found == {
        "Wexcombe": "name",
        "HMRC": "acronym",
        "B12x": "mixed",
        "Łukasz": "foreign",
        "frobnicating": "unknown",
    }


def test_a_doubt_counts_shows_and_guesses() -> None:
    (doubt,) = doubts_about("Wexcombe is small. We like Wexcombe.", "en")

    assert (doubt.word, doubt.count, doubt.example) == ("Wexcombe", 2, "Wexcombe is small.")
    assert doubt.guess.startswith("/")
    assert doubt.guess.endswith("/")


def test_what_the_book_says_is_no_doubt() -> None:
    book = [Pronunciation("1", "wexcombe", "wex-coom", "en")]

    assert reasons("We like Wexcombe.", book=book) == {}
    assert reasons("Wir mögen Łódź sehr.", "de") == {"Łódź": "foreign"}


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("fr", "Il habite à Wexcombe avec le SNCF.", {"Wexcombe": "name", "SNCF": "acronym"}),
        ("de", "Die alte Mühle steht an der Straße.", {}),
        ("es", "El niño vive en Bath.", {"Bath": "name"}),
    ],
)
def test_other_languages_doubt_what_their_spelling_does_not_tell(
    language: str, text: str, found: dict[str, str]
) -> None:
    assert reasons(text, language) == found


def test_a_word_is_said_at_once_and_a_bad_file_ends_nothing(models: Path, tmp_path: Path) -> None:
    desk = SpeechDesk(models, idle_s=0.0)
    try:
        said = desk.say("Hello there.", find("Heart (draft)"), endpoint=None, language="en", speed=1.0)
        with wave.open(io.BytesIO(said)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (24_000, 1, 2)
            assert 0.3 < file.getnframes() / 24_000 < 3
        with pytest.raises(NothingUsable):
            desk.say("...", find("Heart (draft)"), endpoint=None, language="en", speed=1.0)
        (tmp_path / "bad.onnx").write_bytes(b"x")
        assert isinstance(desk.look_at(tmp_path / "bad.onnx"), Unusable)
    finally:
        desk.stop()
