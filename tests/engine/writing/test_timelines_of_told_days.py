"""Days that count from the day told before: weekdays, days of the month, weeks of a month."""

from __future__ import annotations

import pytest
from told_timelines import told

NOTES = "# The orchard: notes on the 2018 season\n\n*Written by Ann Rell, November 2018*\n\n"
LETTERS = "# Letters\n\n**Tarn, 14 May 1894**\n\nDear Ruth,\n\nThe wind is cold.\n\nYours, Ann\n\n"
LETTERS += "**Tarn, 3 July 1894**\n\nDear Ruth,\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boy was lost on 2 November 2014, and was found on the Tuesday after.", {"2014-11-02", "2014-11-04"}),
        ("The boat sank on 2 November 2014. She was raised the following Friday.", {"2014-11-02", "2014-11-07"}),
        # After something that is named, a train, a rule, and nothing told before.
        ("The roof fell on 2 May 2014. It was mended on the Friday after the feast.", {"2014-05-02"}),
        ("The roof fell on 2 May 2014. Ann came on the Saturday train.", {"2014-05-02"}),
        ("The roof fell on 2 May 2014. Rent is due by the 18th.", {"2014-05-02"}),
        ("The shop was shut on the Friday.", set()),
        # Weeks of a month, and the edges of a year.
        ("The well froze in the first week of May 2018.", {"2018-05-01/2018-05-07"}),
        ("The well froze in the last week of March 2024.", {"2024-03-25/2024-03-31"}),
        ("On the last day of 1997 the club owed £180.", {"1997-12-31"}),
        ("The club ought to have met on 9 May 1997.", set()),
    ],
)
def test_days_count_from_the_day_told(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On Saturday next I am to go to the fair.", {"1894-07-07"}),
        ("On Saturday last we went to the fair.", {"1894-06-30"}),
    ],
)
def test_letters_count_days_from_their_own(text: str, expected: set[str]) -> None:
    events = set(told(f"{text}\n\nYours, Ann", head=LETTERS))
    assert events - {"1894-05-14", "1894-07-03"} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Deer: three, on 5 August, through the gap.", {"2018-08-05"}),
        ("Ann first picked here in 1937.\n\nThe cider was ready on 20 October.", {"1937", "2018-10-20"}),
        ("The cider will be sold in the second week of February.", {"2019-02-08/2019-02-14"}),
        ("In 2017 frost took all; this year we lit fires once, on the first of May.", {"2017", "2018-05-01"}),
    ],
)
def test_notes_on_a_season_are_of_its_year(text: str, expected: set[str]) -> None:
    assert set(told(text, head=NOTES)) - {"2018"} == expected
