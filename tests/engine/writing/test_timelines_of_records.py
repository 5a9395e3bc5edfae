"""Dates of minutes, newsletters, reports and release notes: what was, what is due, and what only bounds a figure."""

from __future__ import annotations

import pytest
from plain_sources import source_of
from told_timelines import PLACE, told

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

MINUTES = "# Minutes of the meeting held on Tuesday 19 March 2024\n\n"
MET = "2024-03-19"
NEWS = "# The mill burns\n\n*Mill Courier, Tuesday 21 November 2017. By Ann Rell*\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What somebody reported: each of its clauses has its own day.
        (
            "The Clerk replied that the bell had been sent away on 8 January and that it was expected back in May.",
            {"2024-01-08", "2024-05"},
        ),
        ("The Clerk replied that the bell had been lent to the church in August.", {"2023-08"}),
        ("Work would begin after the last match on 13 September.", {"2024-09-13"}),
        ("It was resolved that a bridge be hired from 14 April at £40 a month.", {"2024-04-14"}),
        ("Mr Rell noted that applications close on 30 May.", {"2024-05-30"}),
        # Months that are counted back from the last of them, also over the turn of the year.
        ("Ms Rell said that 41 thefts were noted in the three months to the end of February.", {"2023-12/2024-02"}),
        ("The hall was let six times between 27 December and 4 January.", {"2023-12-27/2024-01-04"}),
        # What only bounds papers or a sum, or comes again.
        ("The Treasurer presented the accounts for the year to 31 December.", set()),
        ("Linen was sent to a firm, which cost £61,000 last year.", set()),
        ("The average wait of those housed last year was six years.", set()),
        ("Last year was a good one.", set()),
        ("Mr Rell proposed 18.00 from April to October and 11.00 from November to March.", set()),
        ("Under the will the meadow must not be mown before 15 July.", set()),
        (
            "To shut the pool in the summer of 2025, to obtain a report by 31 May, and to wait.",
            {"2025-06/2025-08", "2024-05-31"},
        ),
        (
            "The pool, which was opened in 1936, is cold. A check on 24 January had found it to be leaking.",
            {"1936", "2024-01-24"},
        ),
        ("Season tickets sold so far this year: 388, a good few.", set()),
        ("The grass was left alone except for a single cut at the end of July.", set()),
        ("No fines were charged until the December.", set()),
        ("He'd have been sixty in December.", set()),
        ("To mend the roof, and to obtain a report at a cost of no more than £5,000 by 31 May.", {"2024-05-31"}),
        (
            "To shut the pool in the summer of 2024, and to obtain a report by 31 May 2024.",
            {"2024-06/2024-08", "2024-05-31"},
        ),
        # A rival in a match is nothing that something is compared with.
        ("Mr Rell made 118 against Little Orme on 10 February.", {"2024-02-10"}),
    ],
)
def test_minutes_tell_what_was_and_what_is_to_be(text: str, expected: set[str]) -> None:
    assert set(told(text, head=MINUTES)) == expected | {MET}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The school stays shut until Thursday.", {"2017-11-23"}),
        ("The bridge is closed until divers have looked at its piers on Friday.", {"2017-11-24"}),
        ("In a strong wind the procession is put off until Sunday.", set()),
        ("Copy for the next number to Joan Rell by 17 December, typed if possible.", set()),
        ("The roofers promise to be done by Christmas.", set()),
        ("*Baptism.* 3 October: Arlo James Rell.", {"2017-10-03"}),
        ("*Concert.* 14 January: the brass band.", {"2018-01-14"}),
    ],
)
def test_news_tell_of_the_days_around_their_own(text: str, expected: set[str]) -> None:
    assert set(told(text, head=NEWS)) - {"2017-11-21"} == expected


def test_a_newsletter_whose_second_heading_has_its_number_and_season_is_of_that_time() -> None:
    head = "# Up and down\n\n## The newsletter of Rell Lifts – no. 57, spring 2025\n\n"
    events = told("On 30 June the keys will be handed over. Ten people came to us last September.", head=head)
    assert {"2025-06-30", "2024-09"} <= set(events)


def test_notes_that_open_with_the_day_of_their_release_are_of_that_day() -> None:
    notes = "# Quill 6.2\n\nReleased on 15 September 2025. Quill is a program for long texts.\n\n"
    assert "2025-07-28/2025-09-05" in told("Forty people tested it between 28 July and 5 September.", head=notes)


def test_what_a_table_says_was_there_for_a_stretch_of_years_is_told_though_figures_stand_beside_it() -> None:
    table = "| Boat | Years here | Launches | Saved |\n|---|---|---|---|\n"
    table += "| Ada Rell | 1838–1866 | 47 | 112 |\n| Duke of Orme | 1866–1895 | 63 | 158 |\n"
    events = told(f"The boats were these.\n\n{table}")
    assert events == {"1838/1866": "Years here: Ada Rell.", "1866/1895": "Years here: Duke of Orme."}


def test_a_programme_has_two_stretches_of_its_days_in_one_sentence() -> None:
    head = "# Lantern Week 2025\n\n**Monday 8 to Sunday 14 September**\n\n"
    text = (
        "The street is closed from noon on Thursday until Friday noon, and from 16:00 on Saturday to the end of Sunday."
    )
    assert "2025-09-13/2025-09-14" in told(text, head=head)


def test_what_has_to_be_done_so_long_before_a_day_that_is_told_has_no_day() -> None:
    text = "The meeting is held on 14 May 2026. Motions must reach the board four weeks before that."
    assert set(told(text)) == {"2026-05-14"}


def test_hours_of_a_table_are_of_the_day_that_the_second_heading_names() -> None:
    head = "# Rail Board · Report 07/2018\n\n## Runaway of a train, 17 October 2017\n\n### 2. What happened\n\n"
    table = "| Time | Event |\n|---|---|\n| 05:12 | Train arrives at the top |\n| 05:26 | First wagon moves off |\n"
    assert {"2017-10-17T05:12", "2017-10-17T05:26"} <= set(told(table, head=head))


def test_a_milestone_of_one_word_is_told_too() -> None:
    table = "| No. | Milestone | Planned | Done |\n|---|---|---|---|\n| M1 | Kick-off | Jan 2019 | 14 Jan 2019 |\n"
    table += (
        "| M2 | Permit from the county | Mar 2019 | May 2019 |\n| M3 | First test plots sown | Jul 2019 | Jul 2019 |\n"
    )
    assert told(table)["2019-01-14"] == "Kick-off."


def test_a_newsletter_with_its_number_in_a_line_is_of_its_month() -> None:
    head = "# The hive\n\n*Newsletter of the Rell Beekeepers, no. 212, March 2024*\n\n## From the chair\n\n"
    events = told("The meeting was held in the school on 20 January. The nest was burnt last September.", head=head)
    assert {"2024-01-20", "2023-09"} <= set(events)
    rules = told(
        "If the post is empty on 1 May the committee must fill it. Not by 20 May at midnight, Hugh.", head=head
    )
    assert not {"2024-05-01", "2024-05-20"} & set(rules)


def test_an_article_is_of_the_day_on_which_it_appeared() -> None:
    text = "On 3 December the council will vote. If you sit by a fire this evening, I sold it.\n\n# Note\n\n"
    text += "*This article appeared in the Rell Post on 21 November 2024.*"
    source = f"# I sold stoves\n\n*By Ann Rell*\n\n{text}"
    assert set(told("", head=source)) >= {"2024-12-03"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pipe was mended, by the firm, which pays for such things, on 31 January.", {"2024-01-31"}),
        ("Come early; at the last one, on 12 December, four hundred people turned up.", {"2023-12-12"}),
    ],
)
def test_what_is_over_is_not_taken_for_what_is_to_come(text: str, expected: set[str]) -> None:
    assert set(told(text, head=MINUTES)) == expected | {MET}


def test_a_weekday_settles_the_year_of_a_day_near_the_one_told_last() -> None:
    hire = "The hall is let on Saturday 14 June 2025. Mr Rell will show the stewards round on Tuesday 10 June."
    assert set(told(hire)) == {"2025-06-14", "2025-06-10"}
    other = "The hall is let on Saturday 14 June 2025. Mr Rell will show the stewards round on Friday 10 June."
    assert set(told(other)) == {"2025-06-14"}


_SERVICES = (
    "| Date | Time | Service |\n|---|---|---|\n"
    "| Sunday 2 | 9.30 a.m. | Songs of the harvest |\n| Sunday {} | 4 p.m. | Carols in the barn |\n"
)


@pytest.mark.parametrize("heading", ["Services in November", "Services"])
def test_numbered_weekdays_of_a_table_are_of_the_month_above_or_of_the_issue(heading: str) -> None:
    events = told(_SERVICES.format(30), head=f"# The Rell Messenger\n\n*Newsletter, November 2025*\n\n## {heading}\n\n")
    assert {"2025-11-02T09:30", "2025-11-30T16:00"} <= set(events)


def test_a_numbered_weekday_that_the_month_does_not_have_is_left_out() -> None:
    events = told(_SERVICES.format(29), head="# The Rell Messenger\n\n*Newsletter, November 2025*\n\n## Services\n\n")
    assert not any(day.startswith("2025-11-29") for day in events)


def test_months_in_which_something_holds_year_by_year_are_no_events() -> None:
    head = "# The Oven 3\n\nRell, 4 May 2022\n\nNew this week: a door of glass, which was asked for by many.\n\n"
    text = "We read every letter and answer within five days; in July and August it may take longer."
    assert not any("longer" in said for said in told(text, head=head).values())


def test_what_was_decided_by_vote_is_of_the_day_of_the_meeting() -> None:
    text = "The budget of £2,200 was approved, 9 for, 1 against. Mr Till agreed with it. The minutes were approved "
    text += "unanimously.\n\n**Motion A** (Ms Rell): to shut the pool on 31 May 2024.\nFor 3, against 6. **Lost.**\n\n"
    text += "**Motion B** (Ms Till): to keep the old pool open for good.\nFor 6, against 3. **Carried.**"
    source = source_of(f"{MINUTES}{text}\n\n{PLACE}", title="Minutes", language="en")
    events = BuiltInWriter().write(TimelineTask(sources=(source,), language="en")).events
    said = [e.text.text for e in events if e.text.passages[0].text.startswith("Minutes")]
    assert {e.date for e in events} == {MET}
    assert sum("2,200" in s for s in said) == sum("Lost." in s for s in said) == sum("Carried." in s for s in said) == 1
    assert not any("Mr Till agreed" in s for s in said)
