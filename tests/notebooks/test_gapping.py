"""Two questions in one, of which the second leaves words to the first."""

from __future__ import annotations

import pytest

from server.engine.notebooks.gapping import gapped
from server.engine.notebooks.paired_questions import taken_apart


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        (
            "At what time is supper at the Ostra Inn",
            "when was it at the Pell lodge",
            "At what time is supper at the Pell lodge",
        ),
        ("On which day does the Tarn Choir meet", "on which the Sorn Band", "On which day does the Sorn Band meet"),
        ("Is the Orme hut open", "what about the Pell hut", "Is the Pell hut open"),
        ("Who teaches Latin at Orme School", "who at Tarn", "Who teaches Latin at Tarn"),
        ("When did the mill at Orme open", "when the one at Sorn", "When did the mill at Sorn open"),
        (
            "How many people came to Orme in 2019",
            "how many to the Tarn fair in its first summer",
            "How many people came to the Tarn fair in its first summer",
        ),
        (
            "Can one swim in the lake at Orme",
            "what about the lake at Tarn",
            "Can one swim in the lake at Tarn",
        ),
        ("How long was the break at Orme in my day", "how long is the one at Sorn", "how long is the break at Sorn"),
        ("What does the crossing at Orme cost", "what the boat to Sorn", "What does the boat to Sorn cost"),
        ("When was the bridge built", "when the mill", "When was the mill built"),
        ("How does Orme support the band", "how the summer run", "How does Orme support the summer run"),
        ("Must I book a bed at Orme", "must I at Sorn", "Must I book a bed at Sorn"),
        (
            "What happened in 1951 to the engine of the Orme mill",
            "what to the bell of Sorn chapel",
            "What happened in 1951 to the bell of Sorn chapel",
        ),
        (
            "How many were hurt in the coach accident at Orme in 1931",
            "how many in the mine accident at Sorn in 1940",
            "How many were hurt in the mine accident at Sorn in 1940",
        ),
    ],
)
def test_the_second_takes_from_the_first_what_it_lacks(first: str, second: str, whole: str) -> None:
    assert gapped(first, second) == whole


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("When was the Bank of Castrel founded", "who designed the doors of the vault"),
        ("What does the museum cost", "when does it open"),
        ("What does a key to the Orme 2 cost", "how old is Ada Quist"),
        ("Is the lake free", "do I at the mill"),
        ("How long is the walk to Tarn", "how high is Cima Nona"),
        ("Where does Ada Quist live", "what did her brother Leo Quist paint in Tarn"),
    ],
)
def test_a_second_question_with_words_of_its_own_or_without_a_name_stays(first: str, second: str) -> None:
    assert gapped(first, second) == second


def test_each_side_is_named_so_that_what_is_not_said_can_be_told() -> None:
    paired = taken_apart("On which weekday does the Tarn Choir meet, and on which does the Sorn Band?")
    assert paired is not None
    assert [side.thing for side in paired.sides] == ["Tarn Choir", "Sorn Band"]
    assert paired.sides[1].question.startswith("On which weekday does the Sorn Band")
