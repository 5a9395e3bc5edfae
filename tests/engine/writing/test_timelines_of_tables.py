"""Tables of tasks, lives, years of office and programmes, each with the year of what leaves it out."""

from __future__ import annotations

import pytest
from told_timelines import told

MINUTES = "# Minutes of the garden society, 14 November 2024\n\n"
OF_MEETING = "2024-11-14"


def test_a_table_of_tasks_says_who_has_to_do_what_by_which_day() -> None:
    events = told(
        "| Action | Owner | Deadline |\n|---|---|---|\n| Order the seeds | Ada Rell | 30 November |\n"
        "| Report on the pump | Jonas Till | 15 January |\n| Sweep the shed | all | next meeting |",
        head=MINUTES,
    )
    del events[OF_MEETING]
    assert events == {"2024-11-30": "Ada Rell: Order the seeds.", "2025-01-15": "Jonas Till: Report on the pump."}


def test_a_task_that_may_have_been_due_already_is_left_open() -> None:
    table = "| What | By |\n|---|---|\n| Order the seeds | 1 November |\n| Mend the gate | 20 November |"
    assert set(told(table, head=MINUTES)) == {OF_MEETING, "2024-11-20"}


def test_a_table_of_people_tells_of_births_and_deaths() -> None:
    events = told(
        "| Name | Born | Died | Trade |\n|---|---|---|---|\n| Jonas Till | 1822 | 1893 | saddler |\n"
        "| Ada Till, born Rell | c. 1830 | 12 May 1901 | milliner |\n| Paul Till | 1855 | ? | sailor |"
    )
    assert events == {
        "1822": "Jonas Till was born.",
        "1830": "Ada Till was born.",
        "1855": "Paul Till was born.",
        "1893": "Jonas Till died.",
        "1901-05-12": "Ada Till died.",
    }


def test_a_death_of_a_table_that_a_sentence_tells_is_told_once() -> None:
    events = told(
        "Jonas Till died on 2 March 1893 in his shop.\n\n"
        "| Name | Born | Died |\n|---|---|---|\n| Jonas Till | 1822 | 1893 |\n| Ada Till | 1830 | 1901 |"
    )
    assert set(events) == {"1822", "1830", "1893-03-02", "1901"}


def test_years_of_office_are_a_stretch_with_the_office() -> None:
    events = told(
        "| Head | In office | Remarks |\n|---|---|---|\n| Josiah Quint | 1870–1881 | died |\n"
        "| Ada Rell | 1881–1902 | first woman |"
    )
    assert events == {"1870/1881": "Head: Josiah Quint.", "1881/1902": "Head: Ada Rell."}


PROGRAMME = (
    "| When | What | Where |\n|---|---|---|\n| {} 3 July, 7 pm | Opening of the tents | Green |\n"
    "| {} 4 July, 10 am | Walk to the kiln | Green |"
)


@pytest.mark.parametrize(
    "head",
    ["# Kettle week 2025", "# Kettle week\n\n**On the green, 3–6 July 2025**", "# Lost Kettles, 3 to 6 July 2025"],
)
@pytest.mark.parametrize("names", [("Thursday", "Friday"), ("Thu", "Fri")])
def test_days_of_a_programme_have_the_year_of_its_head(head: str, names: tuple[str, str]) -> None:
    events = told(PROGRAMME.format(*names), head=f"{head}\n\n")
    assert events["2025-07-03T19:00"] == "Opening of the tents."
    assert events["2025-07-04T10:00"] == "Walk to the kiln."


def test_days_that_are_others_in_that_year_are_left_open() -> None:
    assert not told(PROGRAMME.format("Monday", "Tuesday"), head="# Kettle week 2025\n\n")


def test_hours_under_a_heading_are_of_its_day() -> None:
    table = "| Hour | What |\n|---|---|\n| 10.00 | Opening of the tents |\n| 14.30 | Walk to the kiln |"
    assert set(told(table, head="# Kettle day, Saturday 5 July 2025\n\n")) == {"2025-07-05T10:00", "2025-07-05T14:30"}


def test_the_days_of_an_event_are_an_event() -> None:
    events = told("Dogs are welcome.", head="# Feast of Lost Kettles, 3 to 6 July 2025\n\n")
    assert events == {"2025-07-03/2025-07-06": "Feast of Lost Kettles, 3 to 6 July 2025."}


def test_a_header_says_what_happened_at_the_dates_of_its_column() -> None:
    crew = "| Post | Age | With the company since |\n|---|---|---|\n| Master | 49 | 2011 |\n| Mate | 34 | July 2019 |\n"
    assert told(crew) == {
        "2011": "Master: With the company since 2011.",
        "2019-07": "Mate: With the company since July 2019.",
    }
    boats = (
        "| Boat | No. | Licensed until |\n|---|---|---|\n| Tern | 14 | 31 May 2025 |\n| Wren | 3 | 31 March 2026 |\n"
    )
    assert set(told(boats)) == {"2025-05-31", "2026-03-31"}
    concerts = (
        "| Concert | Date | Seats | Heard by |\n|---|---|---|---|\n| Carols for All | 14 May 2024 | 400 | 388 |\n"
    )
    concerts += "| Family concert | 9 June 2025 | 200 | 176 |\n| Summer in Town | 4 July 2025 | 30 | 9 |\n"
    assert told(concerts)["2025-06-09"] == "Family concert."
    counts = "| Island | 1994 | 2004 |\n|---|---|---|\n| Skerra | 188 | 61 |\n| Hallin | 96 | 82 |\n"
    assert not told(counts)
