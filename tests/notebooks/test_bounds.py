"""The beginning of something doesn't answer when it ends."""

from __future__ import annotations

import pytest

from server.engine.notebooks.bounds import contrary


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("At what time does the open day end?", "The open day starts at ten o'clock at the fire station."),
        ("What time does the shop close in the afternoon?", "The shop opens at eight."),
        ("When did the strike start?", "The strike was over on 4 May 1926."),
    ],
)
def test_the_other_end_is_no_answer(question: str, told: str) -> None:
    assert contrary(question, told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("At what time does the open day end?", "The open day is from ten to four, and closes with a raffle."),
        ("When did the ferry stop?", "The ferry was withdrawn in 1962."),
        ("When did the strike start?", "It lasted from 3 to 12 May."),
        ("When does the shop open?", "Doors are unlocked at eight."),
        ("Why did the shop close?", "It had opened too late for the fair."),
        ("When was the bridge built?", "It was opened in 1931."),
        ("When did the line close to passengers?", "Opened in 1880, it closed in 1952."),
    ],
)
def test_what_may_answer_is_left_alone(question: str, told: str) -> None:
    assert not contrary(question, told)
