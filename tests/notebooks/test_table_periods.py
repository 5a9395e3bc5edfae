"""Cells of tables by years, parts of a sum, names in another column, and codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

from server.engine.notebooks.files import opened
from server.engine.notebooks.row_choice import with_last_days
from server.engine.notebooks.table_answers import told_by_table
from server.engine.notebooks.table_rows import begins, first_rows

DAIRY = """# Netherby Dairy: report for the year 2021

## The figures

| Million crowns | 2019 | 2020 | 2021 |
|---|---|---|---|
| Butter and cream | 8.1 | 8.8 | 9.6 |
| Cheese | 4.2 | 5.0 | 3.9 |
| Total sales | 12.3 | 13.8 | 13.5 |

## At a glance

| | 2021 | 2020 |
|---|---|---|
| Turnover (£000) | 1,350 | 1,380 |
| of which abroad (£000) | 210 | 185 |
| Staff at 31 December | 61 | 58 |

## Evenings in the barn

| Day | Time | Evening | Price |
|---|---|---|---|
| Friday 3 June | 8 p.m. | Quark and Whey, with Tam Orrin | £9 |
| Friday 3 June | 10 p.m. | Midnight Curds | £6 |
| Saturday 4 June | 8 p.m. | The Long Churn | £12 |

## What the churn shows

| Shows | Cause | Remedy |
|---|---|---|
| F1 | The lid is open | Close it until it clicks |
| F2 | The cream is too warm | Wait until it is below 12 °C |

## Churns for sale

| Churn | Price |
|---|---|
| Brenner Two | £310 |
| Wade One | £190 |

## Vats

| Vat | Depth (cm) | Stiffness |
|---|---|---|
| 1 | 80 | 12 |
| 2 | 95 | 17 |
"""


@pytest.fixture(scope="module")
def dairy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("dairy"), DAIRY)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much butter and cream did Netherby sell in 2020?", "2020: 8.8"),
        ("What was the turnover abroad of Netherby Dairy in 2020?", "185"),
        ("How many staff did Netherby Dairy have at the end of December 2020?", "2020: 58"),
        ("How much is a ticket for The Long Churn?", "The Long Churn, Price: £12"),
        ("What is wrong when the churn shows F2?", "too warm"),
        ("How stiff is vat 2?", "17"),
    ],
)
def test_a_cell_is_found_by_its_row_and_its_period(dairy: Path, question: str, told: str) -> None:
    given = asked(dairy, question)
    assert given.citations
    assert told in given.answer, given.answer


def test_the_scale_of_the_figures_is_told_with_them(dairy: Path) -> None:
    assert "million crowns" in asked(dairy, "How much cheese did Netherby sell in 2021?").answer


def test_the_price_of_what_belongs_to_a_thing_is_not_its_own(dairy: Path) -> None:
    with opened(dairy) as db:
        rows = [each for each in first_rows(db, 1) if each.chunk.header[0] == "Churn"]
        assert told_by_table(db, "How much is the Brenner Two?", rows)
        assert not told_by_table(db, "How much is a lid for the Brenner Two?", rows)


def test_the_end_of_a_month_is_its_last_day() -> None:
    assert with_last_days("How many at the end of June 2020?") == "How many at 30 June 2020?"


def test_a_column_is_named_by_the_word_that_its_name_is_made_from() -> None:
    assert begins("free", "Freedom")
    assert not begins("deep", "Depth")
