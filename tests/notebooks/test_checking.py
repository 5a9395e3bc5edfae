"""Whether a chunk says what is asked for, and where: told from chunks that are only about it."""

from __future__ import annotations

import numpy as np
import pytest

from server.engine.writing.vectors import Reading, answer_scores, readings

SAID = (
    "The Ostra bridge, 212 metres long, was opened by Mayor Lene Falk in 1934 because the ferry could not run in ice."
)
MORE = f"The valley had waited for it. {SAID} Tolls were taken on both banks until the war."


def reading(question: str, text: str = SAID) -> Reading:
    [told] = readings([(question, text)])
    return told


@pytest.mark.parametrize(
    ("told", "untold"),
    [
        ("How long is the Ostra bridge?", "How wide is the Ostra bridge?"),
        ("Who opened the Ostra bridge?", "Who designed the Ostra bridge?"),
        ("Why was the Ostra bridge built?", "What did the Ostra bridge cost?"),
        ("When was the bridge opened?", "When was the bridge repaired?"),
    ],
)
@pytest.mark.parametrize("text", [SAID, MORE])
def test_what_a_text_says_is_likelier_than_what_it_is_only_about(told: str, untold: str, text: str) -> None:
    assert reading(told, text).odds > max(0.0, reading(untold, text).odds)


def test_what_is_told_of_something_else_is_no_answer() -> None:
    told = "When was the bridge opened?"
    assert reading(told).odds > reading(told, "The bank was opened in 1951.").odds


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who opened the Ostra bridge?", "Lene Falk"),
        ("How long is the Ostra bridge?", "212 metres"),
        ("Until when did people pay for crossing?", "until the war"),
    ],
)
def test_the_likeliest_token_stands_in_the_answer(question: str, answer: str) -> None:
    told = reading(question, MORE)
    start, end = told.places[int(np.argmax(told.tokens))]
    first = MORE.index(answer)
    assert first <= start < end <= first + len(answer)


def test_what_was_scored_is_read_from_the_same_states() -> None:
    pairs = [("Who opened the Ostra bridge?", SAID), ("How long is it?", "It is long.")]
    answer_scores(pairs)
    together = [each.odds for each in readings(pairs)]
    assert together == pytest.approx([reading(*pair).odds for pair in pairs], abs=0.6)


def test_of_many_pairs_each_is_read() -> None:
    texts = [f"Room {number} has {number + 2} windows." for number in range(60)]
    told = readings([("How many windows has room 7?", each) for each in texts])
    assert len(told) == 60
    assert max(range(60), key=lambda place: told[place].odds) == 7
