"""Feasts, entries of a year, days beside the one told, winters, fragments and cells, in words of their own."""

from __future__ import annotations

import pytest
from told_timelines import told

from server.engine.writing.dates.feasts import feast_day


@pytest.mark.parametrize(
    ("feast", "year", "expected"),
    [
        ("easter+0", 1818, (3, 22)),
        ("easter+0", 1943, (4, 25)),
        ("easter+0", 2024, (3, 31)),
        ("easter-7", 1984, (4, 15)),
        ("easter+50", 1908, (6, 8)),
        ("advent+0", 2024, (12, 1)),
        ("remembrance+0", 2025, (11, 9)),
        ("thanksgiving+0", 2023, (11, 23)),
        ("easter+0", 1400, None),
    ],
)
def test_a_movable_feast_has_its_day_in_a_year(feast: str, year: int, expected: tuple[int, int] | None) -> None:
    assert feast_day(feast, year) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Feasts, and days that are named by their place in a month.
        ("The lease of the kiln began on Lady Day 1834 and was renewed.", {"1834-03-25"}),
        ("The kiln was lit on Whit Monday 1908 and burned for a week.", {"1908-06-08"}),
        ("The kiln fell in 1958. On Easter Sunday the ruin was carried off.", {"1958", "1958-04-06"}),
        ("The kiln was bought on the last day of February 1904.", {"1904-02-29"}),
        ("There is no market on Christmas Day, even when it falls on a Friday.", set()),
        # The same day years later, and days beside the one told.
        ("The dam broke on 3 May 1906. It broke again two years later to the day.", {"1906-05-03", "1908-05-03"}),
        ("The dam broke on 3 May 1906. It broke again almost to the day two years later.", {"1906-05-03", "1908"}),
        ("The dam broke on 31 May 1906. The next morning the mill was gone.", {"1906-05-31", "1906-06-01"}),
        ("The dam broke on 9 May 1906. On the 12th the bishop came to see it.", {"1906-05-09", "1906-05-12"}),
        ("The dam broke on 9 May 1906. The bishop came on the twelfth.", {"1906-05-09", "1906-05-12"}),
        # Years that are counted in other words.
        ("The dam broke in 1906. After two years the mill was sold to a baker.", {"1906", "1908"}),
        ("The firm was sold in 1872, after 182 years, and its name with it.", {"1872"}),
        ("The dam broke in 1906. It was mended in the spring of the year after.", {"1906", "1907-03/1907-05"}),
        ("The dam broke in 1906, and was mended on 4 March of the year after next.", {"1906", "1908-03-04"}),
        ("The firm took the mill in 1912 and held it for the next thirty-four years.", {"1912/1946"}),
        (
            "The mill burned five years after 1901. The mill ran from June 1906 until the following May.",
            {"1906-06/1907-05"},
        ),
        # Winters.
        ("The oak was felled in the winter of 1635/36.", {"1635-12/1636-02"}),
        (
            "The land was sold on 30 September 1958. The hedge was planted that winter.",
            {"1958-09-30", "1958-12/1959-02"},
        ),
        # Seasons have months, but for a winter that may be either of a year's two.
        ("From the spring of 1958 to the summer of 1960 the kiln stood cold.", {"1958-03/1960-08"}),
        ("The kiln was lit in the winter of 1958.", {"1958"}),
        ("The hall was shut in the autumn of 1958. On 3 October 1958 it fell.", {"1958-09/1958-11", "1958-10-03"}),
        # Days as figures and short notes of lives.
        ("The mayor was sworn in on 23.IX.1961 before the council.", {"1961-09-23"}),
        ("William Rell, thatcher, d. 1799 of a fall.", {"1799"}),
        ("- Choir master, Northern Opera, 1/2003 to 9/2014", {"2003-01/2014-09"}),
        ("- a second pump behind the hall: 1986\n- a third pump behind the hall: 1988 to 1990", {"1986", "1988/1990"}),
    ],
)
def test_a_date_in_other_words_is_worked_out(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


def test_days_under_the_heading_or_entry_of_a_year_are_of_that_year() -> None:
    diary = "## 1996\n\n**29 June.** Landed at the river mouth with two boats.\n\n"
    diary += "**6–9 July.** Storm, and confined to tents.\n\n"
    diary += "**11 July.** First stake drilled into the ice.\n\n**The day after.** The drill broke at four metres.\n"
    assert set(told(diary)) == {"1996-06-29", "1996-07-06/1996-07-09", "1996-07-11", "1996-07-12"}
    chronicle = "**1921** On 7 February eleven men meet in the lamp room. First concert in May, in borrowed hats.\n\n"
    chronicle += "**2003** Youth band founded with a grant.\n\n**1953**\n\n- 2 June: plays in the rain for six hours\n"
    assert set(told(chronicle)) >= {"1921-02-07", "1921-05", "2003", "1953-06-02"}


def test_words_that_are_no_sentence_are_dated() -> None:
    text = "**2.** *The first rope going over, 8 June 1907.* A kite took a string across, and a girl held the string."
    assert set(told(f"{told.__name__.title()} again.\n\nThe wall hangs here.\n\n{text}")) == {"1907-06-08"}


def test_cells_say_when_something_was_done() -> None:
    rows = "| What | When |\n|---|---|\n| Built | 1903 to 1907 |\n| Opened | 4 May 1908 |\n"
    assert set(told(rows)) == {"1903/1907", "1908-05-04"}
    plants = "| Plant | Returned | Basin |\n|---|---|---|\n| Stonewort | 1995 | south |\n| Pondweed | 1998 | north |\n"
    assert told(plants) == {"1995": "Returned: Stonewort, south.", "1998": "Returned: Pondweed, north."}
