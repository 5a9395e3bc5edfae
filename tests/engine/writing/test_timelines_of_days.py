"""Diaries and programmes that are ordered by days, and the days that their sentences name."""

from __future__ import annotations

from told_timelines import told

WEEK = "# Kettle week, 3 to 6 July 2025\n\n"
OF_WEEK = "2025-07-03/2025-07-06"


def test_paragraphs_of_a_diary_that_begin_with_their_day() -> None:
    events = told(
        "**Tuesday 9 April 1957.** Landed at last, in a net. I am to sleep in the loft.\n\n"
        "**17 May.** A quarrel about the jam.\n\n**3 June.** The cook is asleep. We hid the lamp under the coal.\n\n"
        "**16 January 1958.** The roof went in the night.",
        head="# From the diary of Ada Rell\n\n",
    )
    assert events == {
        "1957-04-09": "Landed at last, in a net.",
        "1957-05-17": "A quarrel about the jam.",
        "1957-06-03": "We hid the lamp under the coal.",
        "1958-01-16": "The roof went in the night.",
    }


def test_an_entry_goes_on_with_what_else_was_done_that_day() -> None:
    events = told(
        "**Tuesday 9 April 1957.** Landed at last, in a net. We carried nine sacks to the loft. I'm to sleep there.\n\n"
        "**17 May.** A quarrel about the jam.\n\n"
        "**3 June.** We hid the lamp under the coal. Who will look there? On 1 June the cook left us.",
        head="# From the diary of Ada Rell\n\n",
    )
    assert events["1957-04-09"] == "Landed at last, in a net. We carried nine sacks to the loft."
    assert events["1957-06-03"] == "We hid the lamp under the coal."


def test_somebody_else_in_a_diary_is_not_taken_for_its_writer() -> None:
    events = told(
        "Ada Rell was the first woman in the hut.\n\n"
        "**9 April 1957.** He met me at the door. He was old. He had the key.\n\n"
        "**17 May.** Boat. He went down in the net. He never looked back.\n\n**3 June.** He wrote from the town.",
        head="# From the diary of Ada Rell\n\n",
    )
    assert not any(t.startswith("Ada Rell") for d, t in events.items() if len(d) > 4)


def test_headings_that_are_weekdays_are_the_days_of_the_event() -> None:
    events = told(
        "## Thursday\n\n- 7 pm: Opening of the tents by the mayor\n- 8.30 pm: Songs of the potters\n\n"
        "## Saturday\n\n11 am The great firing. 4 pm Prizes are given in the hall.",
        head=WEEK,
    )
    assert events == {
        OF_WEEK: "Kettle week, 3 to 6 July 2025.",
        "2025-07-03T19:00": "Opening of the tents by the mayor.",
        "2025-07-03T20:30": "Songs of the potters.",
        "2025-07-05T11:00": "The great firing.",
        "2025-07-05T16:00": "Prizes are given in the hall.",
    }


def test_a_weekday_with_an_hour_is_a_day_of_the_event() -> None:
    events = told("- Make a pot of reed: Friday, 9.30 a.m., two hours.\n- Mend a pot: Sunday, 1 p.m.", head=WEEK)
    assert set(events) == {OF_WEEK, "2025-07-04", "2025-07-06"}


def test_a_weekday_with_an_hour_is_no_day_where_no_event_is_announced() -> None:
    assert not told("The shop is near the well. Pots are mended there: Friday, 9.30 a.m.")


def test_a_stretch_of_weekdays_is_one_of_the_event() -> None:
    events = told("From Friday noon until Sunday at 5 p.m. a hundred pots will be shown in the hall.", head=WEEK)
    assert set(events) == {OF_WEEK, "2025-07-04/2025-07-06"}


def test_what_has_to_be_done_before_an_event_has_its_year() -> None:
    events = told("The clay is sent out on 14 June, so please sign up by Monday 9 June.", head=WEEK)
    assert set(events) == {OF_WEEK, "2025-06-09", "2025-06-14"}


def test_a_note_added_to_a_diary_has_its_own_day() -> None:
    diary = "**3 June 1934.** Landed at the river mouth.\n\n**5 June.** The oven broke.\n\n"
    diary += "**9 June.** Lund is back from the shore with a sack of coal. It was a warm day.\n\n"
    diary += (
        "*Note added in the spring of 1936.* The moss has been named in town. Lund and I were married last October.\n"
    )
    events = told(diary)
    assert set(events) == {"1934-06-03", "1934-06-05", "1934-06-09", "1935-10"}
    assert events["1934-06-09"].startswith("Lund is back")
