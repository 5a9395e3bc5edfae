"""Reports on a year that ends in another month than December, and who signs them and when."""

from __future__ import annotations

import pytest
from plain_sources import source_of
from told_timelines import told

from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.reported_years import end_of_year_reported
from server.engine.writing.dates.signatures import signature
from server.engine.writing.dates.text_days import day_of

REPORT = "# Tarn Ferry Club\n\n## Accounts for the Year to 31 March 2015\n\n"
AFTER = "\n\nThe pier is long.\n\nNobody has counted the planks.\n\n"


def test_what_was_belongs_to_the_twelve_months_of_the_year_reported() -> None:
    text = "On 20 June the new pier was opened. The cook left in November. We sold the old boat in February.\n\n"
    text += "The rent was paid on Christmas Eve. The shop will be moved in May."
    events = set(told(text, head=REPORT))
    assert events == {"2014-06-20", "2014-11", "2015-02", "2014-12-24", "2015-05"}


def test_a_year_that_ends_in_december_is_that_year() -> None:
    head = "# Tarn Ferry Club\n\n## Annual report for the year ended 31 December 2015\n\n"
    assert set(told("On 20 June the new pier was opened.", head=head)) == {"2015-06-20"}


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Accounts for the year to 31 March 2015", Moment(2015, 3)),
        ("Review of the year ended 30 September 2019", Moment(2019, 9)),
        ("Report for the half-year to 30 June 2025", None),
        ("Annual report 2015", None),
    ],
)
def test_a_heading_says_where_its_year_ends(heading: str, expected: Moment | None) -> None:
    assert end_of_year_reported(source_of(f"# The club\n\n## {heading}\n\nThe pier is long."), "en") == expected


@pytest.mark.parametrize(
    ("line", "signs"),
    [
        ("Ann Rell, secretary\n9 April 2015", True),
        ("Dr Ann Rell, head of the ferry office, Tarn, 9 April 2015", True),
        ("Ann Rell was born in Tarn on 9 April 1915", False),
        ("Next meeting: Thursday 9 April 2015", False),
        ("Signed: A. Rell, 9 April 2015", False),
    ],
)
def test_who_signs_a_text_says_when_it_was_written(line: str, signs: bool) -> None:
    source = source_of(f"# The ferry\n\nThe ferry is slow.{AFTER}{line}\n")
    assert (signature(source, "en") is not None) is signs
    assert day_of(source, "en") == Moment(2015, 4, 9) or not signs


def test_the_words_of_a_row_date_it_within_its_year() -> None:
    rows = (
        "| Year to 31 March | Trips | Notable |\n|---|---|---|\n| 2011 | 43 | Tom Rell retired as cook in May 2010 |\n"
    )
    rows += "| 2012 | 39 | First woman at the helm, Ann Till, qualified 9 February 2012 |\n| 2013 | 51 | New pier |\n"
    assert {"2010-05", "2012-02-09"} <= set(told(rows)) and not {"2011", "2012"} & set(told(rows))
