"""Answers from tables: rows by ranges and other words, several rows, scores, choices, yes and no, rules in lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

FERRY = """# Harlow Ferry Company: fares and rules

## 1. Fares

| Passenger | Single (£) | Day return (£) |
|---|---:|---:|
| Adult | 6.40 | 10.20 |
| Child, 5–15 | 3.20 | 5.10 |
| Under 5 | free | free |
| Over 65 | 4.80 | 7.60 |
| Bicycle | 1.50 | 2.00 |
| Car, up to 5 m | 22.00 | 38.00 |
| Car, over 5 m | 31.00 | 52.00 |

## 2. Boats

| Boat | Built | Passengers | Speed (knots) | Café | Heating | Rating, out of 10 |
|---|---|---|---|---|---|---|
| Merganser | 1962 | 220 | 11 | yes | coal | 6.5 |
| Dunlin | 1987 | 140 | 14 | no | diesel | 7.9 |
| Sandpiper | 2003 | 310 | 18 | yes | diesel | 8.8 |
| Old Tern | 1948 | 60 | 9 | no | none | 5.2 |
| Total | – | 730 | – | – | – | – |

## 3. Wind

The captain reads the gauge at the pier. What sails depends on it:

- below 20 knots: all boats
- 20 to 35 knots: the Sandpiper and the Dunlin only
- over 35 knots: no boats

## 4. Luggage

A bag up to 10 kg: no charge; 10 to 25 kg: £2; more than 25 kg: £6 and by arrangement.
"""
STUDIO = """# Glazing at Pott Lane Studio

## Kiln charges

| Firing | Members | Visitors | Temperature | Hours |
|---|---|---|---|---|
| Bisque | £12 | £18 | 1000 °C | 9 |
| Earthenware glaze | £14 | £21 | 1080 °C | 10 |
| Stoneware glaze | £22 | £30 | 1260 °C | 14 |
| Raku | £8 | £15 | 950 °C | 1 |

## Clays

| Clay | Colour when fired | Shrinkage (%) | Grog | Price per bag |
|---|---|---|---|---|
| Fen White | cream | 11 | none | £9.50 |
| Toller Red | brick red | 8 | fine | £7.20 |
| Crank | buff | 6 | coarse | £10.80 |
| Moor Black | black | 12 | fine | £14.00 |
"""


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("ferry"), FERRY)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("studio"), STUDIO)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does a twelve-year-old pay for a day return?", "Fares: Child, 5–15, Day return: £5.10. [1]"),
        ("How much is a single for a child of 3?", "Fares: Under 5, Single: free. [1]"),
        # No column is named: all prices.
        ("What does it cost for someone of 70?", "Fares: Over 65, Single: £4.80, Day return: £7.60. [1]"),
        # Another word for the row's head.
        ("How much is a day return with a bike?", "Fares: Bicycle, Day return: £2.00. [1]"),
        # Two rows fit.
        (
            "How much is a single for a car?",
            "Fares: Car, up to 5 m, Single: £22.00. [1] Car, over 5 m, Single: £31.00. [2]",
        ),
        ("How fast is the Dunlin?", "Boats: Dunlin, Speed: 14 knots. [1]"),
        # Sums are no boats.
        ("Which boat carries the most passengers?", "Boats: Sandpiper, Passengers: 310. [1]"),
        ("Which is the oldest boat?", "Boats: Old Tern, Built: 1948. [1]"),
        ("Which boat got the best rating?", "Boats: Sandpiper, Rating: 8.8 out of 10. [1]"),
        ("Which boat came off worst?", "Boats: Old Tern, Rating: 5.2 out of 10. [1]"),
        ("Which boats have a café?", "Boats: Merganser and Sandpiper, Café: yes. [1]"),
        ("Which two boats have no café?", "Boats: Dunlin and Old Tern, Café: no. [1]"),
        ("How many of the boats have a café?", "Boats: 2 of 4 (Merganser and Sandpiper), Café: yes. [1]"),
        ("Which boats run on diesel?", "Boats: Dunlin and Sandpiper, Heating: diesel. [1]"),
        ("Which boat is without heating?", "Boats: Old Tern, Heating: none. [1]"),
        ("Which boats carry more than 200 passengers?", "Boats, Passengers: Merganser 220 and Sandpiper 310. [1]"),
        ("Which boats were built before 1970?", "Boats, Built: Merganser 1962 and Old Tern 1948. [1]"),
        ("Does the Dunlin have a café?", "No. Boats: Dunlin, Café: no. [1]"),
        ("Does the Merganser run on diesel?", "No. Boats: Merganser, Heating: coal. [1]"),
        ("Does the Sandpiper run on diesel?", "Yes. Boats: Sandpiper, Heating: diesel. [1]"),
        (
            "Which boats sail at a wind of 25 knots?",
            "What sails depends on it: 20 to 35 knots: the Sandpiper and the Dunlin only. [1]",
        ),
        ("What does a bag of 12 kg cost?", "Luggage: 10 to 25 kg: £2. [1]"),
    ],
)
def test_a_table_or_a_list_of_rules_tells_what_fits(ferry: Path, question: str, said: str) -> None:
    given = asked(ferry, question)
    assert given.grounded
    assert given.answer == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # A part of the head that no other has.
        ("What do members pay for a stoneware firing?", "Kiln charges: Stoneware glaze, Members: £22. [1]"),
        ("What does a firing of 1260 degrees cost for members?", "Kiln charges: Stoneware glaze, Members: £22. [1]"),
        ("How hot is the bisque firing?", "Kiln charges: Bisque, Temperature: 1000 °C. [1]"),
        ("Which firing takes longest?", "Kiln charges: Stoneware glaze, Hours: 14. [1]"),
        ("Which firing reaches 950 °C?", "Kiln charges: Raku, Temperature: 950 °C. [1]"),
        ("Does Crank contain grog?", "Yes. Clays: Crank, Grog: coarse. [1]"),
        ("Does Fen White contain grog?", "No. Clays: Fen White, Grog: none. [1]"),
        (
            "How many of the clays cost more than £9?",
            "Clays, 3 of 4, Price per bag: Fen White £9.50, Crank £10.80 and Moor Black £14.00. [1]",
        ),
    ],
)
def test_rows_are_found_by_parts_of_heads_and_by_amounts(studio: Path, question: str, said: str) -> None:
    given = asked(studio, question)
    assert given.grounded
    assert given.answer == said


def test_rows_that_are_told_together_are_cited_from_the_first_to_the_last(ferry: Path) -> None:
    given = asked(ferry, "Which boats have a café?")
    assert [each.text for each in given.citations.values()] == [
        "Merganser | 1962 | 220 | 11 | yes | coal | 6.5\n\n"
        "Dunlin | 1987 | 140 | 14 | no | diesel | 7.9\n\n"
        "Sandpiper | 2003 | 310 | 18 | yes | diesel | 8.8"
    ]


@pytest.mark.parametrize(
    "question",
    [
        "How fast is the Kestrel?",
        "How long is the Dunlin?",
        "Who is the captain of the Dunlin?",
        "How much does the Dunlin weigh?",
        "What colour is the Merganser?",
        "Which boat is the longest?",
        "What is the stopping distance of the Merganser at 14 knots?",
    ],
)
def test_what_no_column_tells_is_not_answered_by_a_cell(ferry: Path, question: str) -> None:
    given = asked(ferry, question)
    assert given.answer.startswith("The sources do not say.")
    assert not given.citations


CLUB = (
    "# Rules of the bathing club\n\n## What it costs\n\n| | Season (£) | Locker (£) |\n|---|---|---|\n"
    "| Full member | 38 | 15 |\n| Under 25, or in education | 19 | 10 |\n| Friend of the club | 12 | – |\n"
)


def test_people_of_a_tariff_are_found_by_what_they_are(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, CLUB), "What does a student pay for a season?")
    assert given.answer == "What it costs: Under 25, or in education, Season: £19. [1]"


def test_the_best_of_something_else_is_not_the_best_rating(ferry: Path) -> None:
    assert "Rating" in asked(ferry, "Which boat did best?").answer
    assert asked(ferry, "Which boat did best against ice?").answer != asked(ferry, "Which boat did best?").answer


MEADOW = """# The Ashby meadow trial: third year

The meadow was parted into three strips in 2019, and flowers are counted on each in the last week of June.

| Strip | Area (ha) | Flowers 2021 | Flowers 2022 | Flowers 2023 |
|---|---|---|---|---|
| Mown every year | 2 | 88 | 91 | 84 |
| Mown every second year | 2 | 97 | 104 | 112 |
| Mown every third year | 2 | 131 | 147 | 152 |
"""


def test_a_row_that_the_question_names_with_more_words_is_the_one_that_is_meant(tmp_path: Path) -> None:
    notebook = filled(tmp_path, MEADOW)
    assert "147" in asked(notebook, "How many kinds did the plots mown every third year bring in 2022?").answer
    assert "104" in asked(notebook, "How many kinds did the plots mown every second year bring in 2022?").answer


BIKES = """# Cargo bicycles

| Bicycle | Price (£) | Battery (Wh) | Load (kg) |
|---|---|---|---|
| Heron | 3,400 | 418 | 180 |
| Plover | 4,150 | 540 | 200 |

A new battery is £480 for the Plover.
"""


def test_a_cell_of_another_kind_is_no_price(tmp_path: Path) -> None:
    notebook = filled(tmp_path, BIKES)
    assert "418 Wh" not in asked(notebook, "How much is a new battery for the Heron?").answer.partition("Nearest")[0]
    assert "480" in asked(notebook, "How much is a new battery for the Plover?").answer
