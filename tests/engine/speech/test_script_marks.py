"""Marks of a script: heard, never read out, never shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from server.domain.errors import Invalid, NothingUsable
from server.domain.pronunciations import Pronunciation
from server.domain.requests import OutputType
from server.domain.script_marks import plain
from server.domain.scripts import Chapter, Line, Script
from server.engine.specs import RenderSpec
from server.engine.speech.book import pronounced
from server.engine.speech.catalogue import find
from server.engine.speech.levels import SAMPLE_RATE
from server.engine.speech.markup import LONGEST_PAUSE_S, taken_apart
from server.engine.speech.portions import portions
from server.engine.speech.synthesis import speak
from server.engine.stages.scripting import given_script, with_marks_apart


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("Hello [pause 1s] there.", "Hello there."),
        ("Wait [PAUSE 500 ms], then go.", "Wait, then go."),
        ("I *really* mean *it*.", "I really mean it."),
        ("Say [Quill](/kwˈɪl/) now.", "Say Quill now."),
        ("*Say [Quill](/kwˈɪl/)!*", "Say Quill!"),
        ("2*3*4 is 24, and [this] stays.", "2*3*4 is 24, and [this] stays."),
        ("A * star stays.", "A * star stays."),
        ("The end [pause]", "The end"),
    ],
)
def test_is_shown_clean(marked: str, shown: str) -> None:
    assert plain(marked) == shown
    assert plain(shown) == shown


def test_a_line_is_taken_apart() -> None:
    found = taken_apart("[pause 500ms] One [pause 1s] two *three*. [pause 2s]")

    assert (found.before_s, found.after_s) == (0.5, 2.0)
    assert [(s.text, s.is_emphasised, s.rest_s) for s in found.stretches] == [
        ("One", False, 1.0),
        ("two", False, 0.0),
        ("three.", True, 0.0),
    ]


def test_no_pause_is_longer_than_players_take() -> None:
    assert taken_apart("One [pause 99999s] two").stretches[0].rest_s == LONGEST_PAUSE_S


def test_a_pause_is_heard_and_an_emphasised_word_takes_longer(models: Path) -> None:
    voice = find("Heart (draft)")
    without = speak("One two three.", voice, models=models)
    pausing = speak("One two three. [pause 1s]", voice, models=models)
    plainly = speak("Tremendous.", voice, models=models)
    emphasised = speak("*Tremendous*.", voice, models=models)

    assert len(pausing) == len(without) + SAMPLE_RATE
    assert not np.any(pausing[-SAMPLE_RATE:])
    assert len(emphasised) > len(plainly) * 1.05


def test_a_pause_alone_says_nothing(models: Path) -> None:
    with pytest.raises(NothingUsable):
        speak("[pause 1s]", find("Heart (draft)"), models=models)


def spec(script: str) -> RenderSpec:
    return RenderSpec(output_type=OutputType.AUDIO, sources=(), script=script)


def test_four_speakers_are_read_and_a_line_goes_on() -> None:
    script = given_script(spec("SPEAKER_00: One.\nSPEAKER_03: Two\nand more.\n\nSPEAKER_01: Three."))

    assert [(line.speaker, line.text) for line in script.lines] == [(0, "One."), (3, "Two and more."), (1, "Three.")]


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("SPEAKER_00: One.\nSPEAKER_04: Two.", "line 2"),
        ("SPEAKER_1: One.", "SPEAKER_1"),
        ("One.", "line 1"),
        ("SPEAKER_00:", "no line"),
        ("SPEAKER_00: " + "x" * 10_001, "at most 10,000"),
    ],
)
def test_unknown_labels_are_told(script: str, named: str) -> None:
    with pytest.raises(Invalid, match=named):
        given_script(spec(script))


def test_a_line_that_is_only_a_pause_belongs_to_the_one_before() -> None:
    script = Script(
        "T",
        "en",
        (Line(0, "*One*."), Line(1, "[pause 2s]"), Line(1, "Two.")),
        chapters=(Chapter("A", 0), Chapter("B", 2)),
    )

    apart = with_marks_apart(script)

    assert [(line.text, line.markup) for line in apart.lines] == [("One.", "*One*. [pause 2s]"), ("Two.", "")]
    assert [chapter.first_line for chapter in apart.chapters] == [0, 1]
    assert with_marks_apart(apart) == apart
    assert apart.as_text() == "SPEAKER_00: One.\nSPEAKER_01: Two."


def test_nothing_but_pauses_is_refused() -> None:
    with pytest.raises(NothingUsable):
        with_marks_apart(Script("T", "en", (Line(0, "[pause 2s]"),)))


@pytest.mark.parametrize("text", ["Word after word. " * 800, "word " * 2000, "x" * 10_000, "Short."])
def test_portions_are_bounded_and_lose_nothing(text: str) -> None:
    parts = portions(text)

    assert all(0 < len(part) <= 600 for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_portions_keep_marks_whole() -> None:
    parts = portions("and so on " * 70 + "[a b](/x y z/) " * 40)

    assert sum(part.count("[a b](/x y z/)") for part in parts) == 40


def entry(word: str, said: str, **more: object) -> Pronunciation:
    return Pronunciation(word, word, said, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Siobhan met siobhan.", "[Siobhan](/ʃɪvˈɔn/) met [siobhan](/ʃɪvˈɔn/)."),
        ("A GIF, no gif.", "A jif, no gif."),
        ("Siobhans stay.", "Siobhans stay."),
        ("The New  York Times", "The Noo Yawk Times"),
        ("[pause 1s] [Siobhan](/x/)", "[pause 1s] [Siobhan](/x/)"),
    ],
)
def test_the_book_is_applied_to_whole_words(text: str, said: str) -> None:
    book = [entry("Siobhan", "/ʃɪvˈɔn/"), entry("GIF", "jif"), entry("New York", "Noo Yawk"), entry("pause", "paws")]

    assert pronounced(text, book, language="en") == said


def test_the_nearest_entry_goes_first_and_others_languages_are_left_out() -> None:
    book = [
        entry("Nice", "neece", client_id=""),
        entry("Nice", "nees", client_id="alice"),
        entry("Nice", "neess", client_id="alice", podcast_id="p"),
        entry("Nice", "ness", client_id="alice", voice_id=7),
    ]

    assert pronounced("Nice", book, language="en", voice_id=7) == "ness"
    assert pronounced("Nice", book, language="en") == "neess"
    assert pronounced("Nice", book[:2], language="en") == "nees"
    assert pronounced("Nice", [entry("Nice", "x", language="fr")], language="en") == "Nice"
