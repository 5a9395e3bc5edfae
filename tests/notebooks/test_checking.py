"""Whether a sentence says what is asked for: told from those that are only about it."""

from __future__ import annotations

import numpy as np
import pytest

from server.engine.notebooks.checking import log_odds
from server.engine.writing.vectors import answer_scores, answer_states

SAID = (
    "The Ostra bridge, 212 metres long, was opened by Mayor Lene Falk in 1934 because the ferry could not run in ice."
)


def odds(question: str, sentence: str = SAID) -> float:
    [(_, state)] = answer_states([(question, sentence)])
    return log_odds(state)


@pytest.mark.parametrize(
    ("told", "untold"),
    [
        ("How long is the Ostra bridge?", "How wide is the Ostra bridge?"),
        ("Who opened the Ostra bridge?", "Who designed the Ostra bridge?"),
        ("Why was the Ostra bridge built?", "What did the Ostra bridge cost?"),
        ("When was the bridge opened?", "When was the bridge repaired?"),
    ],
)
def test_what_a_sentence_says_is_likelier_than_what_it_is_only_about(told: str, untold: str) -> None:
    assert odds(told) > max(0.0, odds(untold))


def test_what_is_told_of_something_else_is_no_answer() -> None:
    assert odds("When was the bridge opened?") > odds("When was the bridge opened?", "The bank was opened in 1951.")


def test_a_pair_is_read_once_for_its_score_and_its_states() -> None:
    pair = ("Who opened the Ostra bridge?", SAID)
    [(score, state)] = answer_states([pair])
    assert score == pytest.approx(answer_scores([pair])[0], abs=0.5)  # int8 scores move a little with the batch
    assert state.dtype == np.float32
    assert state.shape[1] == 384


def test_padding_of_a_batch_changes_nothing_but_rounding() -> None:
    pairs = [("Who opened the Ostra bridge?", SAID), ("How long is it?", "It is long.")]
    together = [log_odds(state) for _, state in answer_states(pairs)]
    assert together == pytest.approx([odds(*pair) for pair in pairs], abs=0.6)
