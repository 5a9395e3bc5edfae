"""Cells in the columns that a question word asks for, in rows named by a key, and figures that the prose explains."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

from server.engine.notebooks.asked_columns import columns_for

HALL = """# Corran Village Hall

## Meetings in March

| Date | Time | Meeting | Place | Led by |
|---|---|---|---|---|
| Monday 3 | 7 p.m. | Allotment society | Small room | Ida Fell |
| Tuesday 11 | 6.30 p.m. | Choir practice | Chapel | Noor Barr |
| Friday 21 | 7 p.m. | Film evening | Main hall | Sam Pike |

## Looking after the Calder Four

Our water heater is a Calder Four 3. Draw off a jug before you start.

| Lights | Water | Mark | Clean after |
|---|---|---|---|
| 1 | soft | A | 90 days |
| 2 | medium | B | 60 days |
| 3 | very hard | D | 20 days |
| 4 | hard | C | 30 days |

| Part | How often |
|---|---|
| Rubber seal | every two years |
| Wire mesh | every three weeks |

## Swifts

Since 2012 the youth club counts all nests of the swifts in three streets.

| Street | 2012 | 2020 |
|---|---|---|
| Fore Street | 14 | 9 |
| Mill Lane | 22 | 31 |
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("hall"), HALL)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where is the choir practice on Tuesday 11 March?", "Chapel"),
        ("Who leads the film evening on Friday 21 March?", "Sam Pike"),
        ("How often must the wire mesh be changed?", "every three weeks"),
        ("How many nests of swifts did the youth club count in Mill Lane in 2020?", "31"),
        ("After how many days is the Calder Four 3 to be cleaned where the water is hard?", "30 days"),
    ],
)
def test_the_cell_that_the_question_word_asks_for_is_told(hall: Path, question: str, said: str) -> None:
    answer = asked(hall, question)
    assert answer.grounded
    assert said in answer.answer.split("[1]")[0]


@pytest.mark.parametrize(
    ("question", "header", "places"),
    [
        ("Where is the fair?", ("Day", "What", "Where"), [2]),
        ("At what time does the bus leave?", ("Stop", "Departs", "Fare"), [1]),
        ("With whom does the walk go?", ("Walk", "Miles", "Leader"), [2]),
        ("How long does the tour take?", ("Tour", "Duration (minutes)"), [1]),
        ("How long is the bridge?", ("Bridge", "Duration"), []),
        ("What is the price?", ("Item", "Where"), []),
    ],
)
def test_columns_are_found_by_the_question_word(question: str, header: tuple[str, ...], places: list[int]) -> None:
    assert columns_for(question, header) == places


BIKES = """# Six folding bikes tried in Marlow

## The Alder

The Alder is the one that everybody wanted to keep. It is light on the stairs and folds in nine seconds, and its bell
is the loudest of all.

## The Birch

The Birch is heavy to lift, people said, the heaviest thing they had ever carried up to a flat, but it rides well.

## In figures

| Model | Price | Weight |
|---|---|---|
| Alder | £900 | 9 kg |
| Birch | £640 | 14 kg |
| Cedar | £710 | 16 kg |
"""


def test_a_superlative_is_answered_by_the_table_that_compares(tmp_path: Path) -> None:
    answer = asked(filled(tmp_path, BIKES), "Which of the folding bikes tried in Marlow is the heaviest?")
    assert "Cedar, Weight: 16 kg. [1]" in answer.answer
