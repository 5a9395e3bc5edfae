"""A script of the asker's own is read into turns or refused by line number, and kept as the engine reads it."""

from __future__ import annotations

import pytest

from server.domain.errors import InvalidField
from server.domain.requests import OutputType
from server.domain.script_texts import MAX_LINE, SPOKEN_AT_ONCE, parsed_script, script_text
from server.engine.specs import RenderSpec
from server.engine.stages.scripting import given_script


def test_lines_without_a_label_go_on_with_the_speaker_before() -> None:
    turns = parsed_script("SPEAKER_01:\n  One.\nTwo.\n\nSPEAKER_00 : Three: four.\r\n", voices=2)
    assert [(turn.speaker, turn.text) for turn in turns] == [(1, "One. Two."), (0, "Three: four.")]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("SPEAKER_00: a\nSPEAKER_02: b", "line 2 is SPEAKER_02's, who has no voice: send voice3"),
        ("SPEAKER_00: a\nSPEAKER_04: b", "line 2 has the unknown label SPEAKER_04"),
        ("SPEAKER_00: a\n\nSPEAKER_1: b", "line 3 has the unknown label SPEAKER_1"),
        ("SPEAKER_00: a\nSPEAKER: b", "line 2 has the unknown label SPEAKER"),
        ("SPEAKER_00: a\nHOST_01: b", "line 2 has the unknown label HOST_01"),
        ("\nHello.", "line 2 comes before the first label"),
        ("SPEAKER_00: a\n" + "x" * (MAX_LINE + 1), "line 2 has 10,001 characters"),
        ("SPEAKER_00:", "holds no line to be spoken"),
    ],
)
def test_a_refusal_names_the_line(script: str, said: str) -> None:
    with pytest.raises(InvalidField, match=said) as refusal:
        parsed_script(script, voices=2)
    assert refusal.value.details[0].field == "script"


def test_a_line_of_the_greatest_length_is_taken() -> None:
    label = "SPEAKER_00: "
    (turn,) = parsed_script(label + "x" * MAX_LINE, voices=2)
    assert len(turn.text) == MAX_LINE


@pytest.mark.parametrize("words", ["A sentence of some words. ", "words without an end ", "x"])
def test_long_turns_are_kept_in_runs_and_lose_no_word(words: str) -> None:
    text = (words * 6_000)[:6_000].strip()
    kept = script_text(parsed_script(f"SPEAKER_00: {text}\nSPEAKER_01: Yes.", voices=2))
    turns = parsed_script(kept, voices=2)
    runs = [turn.text for turn in turns if turn.speaker == 0]
    assert len(runs) > 3
    assert all(len(run) <= SPOKEN_AT_ONCE for run in runs)
    assert "".join("".join(runs).split()) == "".join(text.split())
    assert turns[-1].text == "Yes."


def test_a_script_is_kept_as_the_engine_reads_it() -> None:
    kept = script_text(parsed_script("SPEAKER_01:\nOne.\nNOTE: two.\n\nSPEAKER_00: Three.", voices=2))
    assert kept == "SPEAKER_01: One. NOTE: two.\nSPEAKER_00: Three."
    script = given_script(RenderSpec(OutputType.AUDIO, (), script=kept))
    assert script.as_text() == kept
