"""Ranges of rows and rules, and which of them an amount of a question lies in."""

from __future__ import annotations

from math import inf

import pytest

from server.engine.notebooks.measures import Dimension
from server.engine.notebooks.ranges import fitting, range_of


@pytest.mark.parametrize(
    ("text", "low", "high", "dimension"),
    [
        ("42–43", 42, 43, Dimension.COUNT),
        ("9 to 12 °C", 9, 12, Dimension.TEMPERATURE),
        ("12 °C and above", 12, inf, Dimension.TEMPERATURE),
        ("under 6 °C", -inf, 6, Dimension.TEMPERATURE),
        ("up to 5 km", -inf, 5_000, Dimension.LENGTH),
        ("between 10 and 20 kg", 10, 20, Dimension.WEIGHT),
        ("Aged 6–17", 6, 17, Dimension.COUNT),
        ("Child, 5–15", 5, 15, Dimension.COUNT),
        ("Under 25, or in education", -inf, 25, Dimension.COUNT),
        ("65 and over", 65, inf, Dimension.COUNT),
        ("Car, over 5 m", 5, inf, Dimension.LENGTH),
    ],
)
def test_a_head_is_read_as_a_range(text: str, low: float, high: float, dimension: Dimension) -> None:
    found = range_of(text)
    assert found is not None
    assert (found.low, found.high, found.dimension) == (low, high, dimension)


@pytest.mark.parametrize(
    "text",
    [
        "Full member",
        "2 Station – Hospital",
        "5 Fairfield – Market Place",
        "100 g",
        "1856–63",
        "Own car, above that",
        "250 hours since the filter was cleaned",
    ],
)
def test_what_only_has_a_number_is_no_range(text: str) -> None:
    assert range_of(text) is None


def test_a_limit_counts_as_it_is_told() -> None:
    under, up_to, over, from_on = (range_of(each) for each in ("under 6", "up to 6", "over 6", "from 6"))
    assert under is not None and up_to is not None and over is not None and from_on is not None
    assert [each.has(6) for each in (under, up_to, over, from_on)] == [False, True, False, True]


WATER = ["12 °C and above", "9 to 12 °C", "6 to 9 °C", "under 6 °C"]
SIZES = ["36–37", "38–39", "40–41", "42–43"]
AGES = ["Full member", "Aged 6–17", "Under 6", "Under 25, or in education"]


@pytest.mark.parametrize(
    ("question", "heads", "headed", "places"),
    [
        ("How long when the sea is at 7.5 degrees?", WATER, "", [2]),
        # Both say it.
        ("How long at 9 °C?", WATER, "", [1, 2]),
        ("May one stay in for 8 minutes?", WATER, "", []),
        ("How much wool for slippers in size 42?", SIZES, "Shoe size (EU)", [3]),
        ("How much wool for a size of 48?", SIZES, "Shoe size (EU)", []),
        ("How much wool for 42 people?", SIZES, "Shoe size (EU)", []),
        ("What does a 12-year-old pay?", AGES, "", [1, 3]),
        ("What does a child aged 5 pay?", AGES, "", [2, 3]),
        ("What do 12 towels cost?", AGES, "", []),
    ],
)
def test_an_amount_lies_in_ranges_of_its_kind_only(
    question: str, heads: list[str], headed: str, places: list[int]
) -> None:
    assert fitting(question, [range_of(each) for each in heads], headed=headed) == places
