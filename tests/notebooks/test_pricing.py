"""Prices that are told without a word for costs."""

from __future__ import annotations

import pytest

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.pricing import priced


def held(question: str, sentence: str) -> bool:
    wanted = focus(question)
    return priced(question, wanted, near(wanted, sentence), sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How much do the six cakes at Fenner's cost?", "There are six cakes for £11, and no choice."),
        ("What will the new shed at Orme cost?", "A new shed is to be built by the pond, for 1.4 million."),
        ("What would a new bell cost?", "They put the clock at 90,000 pounds, against 7,000 pounds for a new bell."),
    ],
)
def test_what_something_is_for_is_its_price(question: str, sentence: str) -> None:
    assert held(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How much do the six cakes at Fenner's cost?", "There are six cakes, and no choice."),
        ("What did the shed cost?", "The shed has stood there for 12 years."),
        ("What did the roof of the shed cost?", "The shed was bought for £200."),
        ("Who bought the shed?", "The shed was bought for £200."),
    ],
)
def test_another_thing_or_another_question_has_no_price(question: str, sentence: str) -> None:
    assert not held(question, sentence)
