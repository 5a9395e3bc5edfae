"""Dates of letters, of tables of periods and of single days, and what is no event at all."""

from __future__ import annotations

import pytest
from told_timelines import told

LETTER = "# Letters from the mill\n\n**Ashby, 9 April 1911**\n\nDear Ada,\n\n"
SECOND = "\n\n**Corve, 20 May 1911**\n\nDear Jonas,\n\nThe cat is well."
OF_LETTERS = {"1911-04-09", "1911-05-20"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On the night of the 6th we heard the weir.", {"1911-04-06"}),
        ("The wheel broke in the frost of the 17th and nobody saw it.", {"1911-03-17"}),
        ("Uncle fell from the cart on the 2nd and has hurt his arm.", {"1911-04-02"}),
        ("We danced that night, the 27th, and came home late.", {"1911-03-27"}),
        ("The miller has made me foreman from September.", {"1911-09"}),
        ("The owners are giving me the upper room from New Year.", {"1912-01"}),
        ("The baker asked me on Boxing Day to dance.", {"1910-12-26"}),
        ("He lives on the 6th floor of the mill.", set()),
        ("The loaf cost 3 pence, so do not waste it.", set()),
        ("There was no cart until today.", set()),
        ("Your letter of 2 March made us laugh.", set()),
    ],
)
def test_days_of_a_letter_count_from_its_own(text: str, expected: set[str]) -> None:
    assert set(told(text + SECOND, head=LETTER)) == OF_LETTERS | expected


def test_a_letter_is_told_as_one_and_a_journal_by_what_happened() -> None:
    assert told("The loaf cost 3 pence." + SECOND, head=LETTER)["1911-04-09"] == "Letter: Ashby."
    journal = told(
        "# A walk\n\n*Ashby, 9 April 1911*\n\nThe miller gave us bread and a bed in the loft.\n\n"
        "*Corve, 10 April 1911*\n\nThe hills are steep here and the inns are dear."
    )
    assert journal == {"1911-04-09": "Ashby: The miller gave us bread and a bed in the loft."}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What has come together since then, and what stays as it is.
        ("Income since May was 310 pounds.", set()),
        ("Since May four sheds have been let again.", set()),
        ("The fee stays at 40 pounds until the end of 2026.", set()),
        ("Jonas Till has agreed to stay on until 2027.", {"2027"}),
        # A day in reserve, last year's thing, advice, and what has never been.
        ("The fair is on Sunday 17 May 2026; rain date 24 May.", {"2026-05-17"}),
        ("The key is sent by post, because last year's was lost.", set()),
        ("Walk up on Sunday, if the sky is clear.", set()),
        ("I don't think we've had a frost in March once.", set()),
    ],
)
def test_bounds_reserves_and_advice_are_no_events(text: str, expected: set[str]) -> None:
    head = "# The mill newsletter\n\n*Published 14 November 2025*\n\n"
    assert set(told(text, head=head)) == expected | {"2025-11-14"}


def test_the_name_and_day_of_a_paper_or_transcript_tell_nothing() -> None:
    heads = ("*The Corve Review, Friday 14 November 2025*", "Transcript of the programme of 14 November 2025")
    for head in heads:
        assert set(told("The mill was built in 1890.", head=f"# Leave us the mill\n\n{head}\n\n")) == {"1890"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The best season was 1913, with 400 guests.", {"1913"}),
        ("Ada Till shared a house with Ida Rell from 1903 until Ida's death in 1941.", {"1903/1941", "1941"}),
        ("Two arches fell in 1677; four years passed before they were built again.", {"1677", "1681"}),
        (
            "The village was cleared in 1938. In the drought of 1976 the spire stood dry. It was pulled down the year after.",  # noqa: E501
            {"1938", "1976", "1977"},
        ),
        ("Ada Rell came in 1860. Rell (1834–1909) lies in the churchyard.", {"1834", "1860", "1909"}),
    ],
)
def test_years_that_were_told_by_other_words(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


def test_a_table_of_periods_tells_stretches_and_the_days_of_their_remarks() -> None:
    events = told(
        "| Term | First day | Last day | Remarks |\n|---|---|---|---|\n"
        "| Autumn | Wednesday 3 September 2025 | Friday 19 December 2025 | Closed on Founder's Day, 9 October |\n"
        "| Spring | Monday 5 January 2026 | Friday 27 March 2026 | |"
    )
    assert events == {
        "2025-09-03/2025-12-19": "Term: Autumn. Closed on Founder's Day, 9 October.",
        "2025-10-09": "Autumn: Closed on Founder's Day, 9 October.",
        "2026-01-05/2026-03-27": "Term: Spring.",
    }


def test_a_table_of_days_with_a_figure_tells_marks_but_no_readings() -> None:
    marks = told("| Day | Height |\n|---|---|\n| 2 November 1823 | 3.3 m |\n| 14 August 1912 | 3.6 m |")
    assert marks == {"1823-11-02": "Height: 3.3 m.", "1912-08-14": "Height: 3.6 m."}
    assert not told(
        "The weir is old and mossy. It was built in 1890.\n\n| Day | Height |\n|---|---|\n| 2 May 1912 | 3.3 m |\n| 3 May 1912 | 3.6 m |"  # noqa: E501
    ).keys() - {"1890"}


def test_about_how_old_a_thing_of_a_list_is_tells_nothing() -> None:
    events = told(
        "| What | Year |\n|---|---|\n| Oak chest, lid split and mended | c. 1715 |\n| Walnut clock, signed by its maker | 1742 |"  # noqa: E501
    )
    assert set(events) == {"1742"}
