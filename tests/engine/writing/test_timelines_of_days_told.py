"""Days that count from what was told before them, and reports that tell a night by the clock."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

NIGHT = """# Fire in the drying loft at Corran Mill

Report of the mill committee, adopted on 9 May 2016

## Background

The loft was built in 1911 for the drying of hops and has had one door ever since. It holds nine tons of sacks.

Nobody sleeps there, and smoking is forbidden on the stairs.

## Monday 7 and Tuesday 8 March 2016

At 22:10 the watchman, Ned Orrel, smelled smoke on the stairs. He rang the house of the manager, who was in bed.

At 22:40 the first engine crossed the bridge. The stairs were already too hot to climb.

By 00:15 the roof had fallen in. Two firemen were hurt by slates and were taken home in a baker's van.

The last flames were put out at 03:50, and the bridge was opened again at 04:30.

## What followed

On the Wednesday of that week an assessor walked through the ashes with a lamp. The following Monday he wrote to the \
committee that the wires were sound.

The new roof was finished in the last week of October 2016, and the masons left on the Friday after.
"""
NEWS = """# The Lower Garth Bell

### Newsletter of the ringers · No. 12 · November 2021

What an October. The tower was shut to visitors from the 4th to the 11th, and the third bell was taken down by two \
men with a crane.

On the evening of Tuesday the 19th of last month somebody rang the tenor after ten o'clock and woke half of the village.

The ropes were paid for on 5 October, and the guides on the 12th of that month. The fair is on Saturday 4 December, \
with tea in the vestry, and the stalls go back to the school the Tuesday after.

Names for the outing must be with Hal by the last Sunday of this month. The outing will be held in the first week \
of March, when the roads are dry again.
"""


def told(text: str, title: str) -> dict[str, str]:
    source = source_of(text, id="t", title=title, language="en")
    made = BuiltInWriter().write(TimelineTask(sources=(source,), language="en"))
    out: dict[str, str] = {}
    for e in made.events:
        day = f"{e.date}/{e.end}" if e.end else e.date
        out[day] = f"{out.get(day, '')} {e.text.text}".strip()
    return out


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2016-03-07T22:10", "smelled smoke on the stairs"),
        ("2016-03-07", "rang the house of the manager"),
        ("2016-03-07T22:40", "the first engine crossed the bridge"),
        ("2016-03-08T00:15", "By 00:15 the roof had fallen in."),
        ("2016-03-08T03:50", "The last flames were put out"),
        ("2016-03-09", "walked through the ashes"),
        ("2016-03-14", "he wrote to the committee"),
        ("2016-10-25/2016-10-31", "The new roof was finished"),
        ("2016-11-04", "masons left on the Friday after"),
    ],
)
def test_a_night_is_told_by_the_clock_and_the_days_after_it_from_there(day: str, said: str) -> None:
    assert said in told(NIGHT, "Fire at Corran Mill")[day]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2021-10-04/2021-10-11", "The tower was shut"),
        ("2021-10-19", "rang the tenor"),
        ("2021-10-12", "the guides on the 12th"),
        ("2021-12-07", "the stalls go back"),
        ("2021-11-28", "Names for the outing"),
        ("2022-03-01/2022-03-07", "The outing will be held"),
    ],
)
def test_days_of_a_month_that_is_told_or_near(day: str, said: str) -> None:
    assert said in told(NEWS, "The Lower Garth Bell")[day]


def test_the_following_thursday_after_a_wednesday_may_be_one_of_two() -> None:
    text = NIGHT.replace("The following Monday he wrote", "The following Thursday he wrote")
    assert not any("he wrote" in said for said in told(text, "Fire at Corran Mill").values())


def test_hours_that_go_back_twice_are_no_night() -> None:
    text = NIGHT.replace("put out at 03:50", "put out at 00:05")
    assert not any("T" in day for day in told(text, "Fire at Corran Mill"))


LOSS = """# Report on loss by water: Corran Smokehouse, Quay Street

Hale & Dunn, surveyors. Our reference: HD/16/203. Insured: Corran Smokehouse Ltd. Date of loss: 3 October 2016. \
Report by: Ines Hale, 24 October 2016

## What happened

It rained from dawn on Monday, 3 October. The gauge at the lock stood at 2.90 metres at 8.15 p.m., the highest since \
it was put up in 1963. A warning was given out at 3.40 p.m. At about 9.20 p.m., the tenant above says, the cellar door \
gave way. The kitchen was always hot at 6 p.m. when the ovens were lit.

## Cover

A payment of £900 was made on 11 October. The old wall, as everyone knows who has stood by it, was put up in 1974 and \
has leant to one side. The smokehouse can open again soon, provided that the landlord mends the wall by 1 December.
"""
NOTICE = """# Minutes of the meeting of the bell ringers, 14 October 2021

{}

Nobody else had anything to say about it, and the kettle was put on. The ladder stays where it is all year round, and
whoever takes it puts it back. The bells are greased by whoever comes first, and the clock is wound by the one who is
last to leave, as has always been the way in this tower. There was cake, and nobody asked who had made it.
"""


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2016-10-03", "It rained from dawn"),
        ("2016-10-03T20:15", "The gauge at the lock"),
        ("2016-10-03T15:40", "A warning was given out"),
        ("2016-10-03T21:20", "the cellar door"),
        ("2016-10-11", "A payment of £900"),
        ("1974", "was put up in 1974"),
    ],
)
def test_a_report_has_the_day_of_its_label_and_goes_on_by_the_clock(day: str, said: str) -> None:
    assert said in told(LOSS, "Report on loss by water")[day]


@pytest.mark.parametrize("day", ["2016-10-24", "2016-10-03T18:00", "2016-12-01"])
def test_a_day_of_writing_a_usual_hour_and_a_condition_are_no_events(day: str) -> None:
    assert day not in told(LOSS, "Report on loss by water")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Refunds will be paid until the end of November.", "2021-11-30"),
        ("Hal will write to the tenants before the end of this month.", "2021-10-31"),
        ("The ropes were stolen and kept away until the end of April.", "2021-04"),
        ("Last spring we planted nine limes along the wall.", "2021-03/2021-05"),
        ("The prints are to hang from Advent Sunday, 28 November, until the end of January.", "2021-11-28/2022-01-31"),
        (
            "The tower was opened on 5 May 1901, and its clock was set going on the same day two years later.",
            "1903-05-05",
        ),
        ("The fair is on 4 December, and names must be with Hal a fortnight before that.", "2021-11-20"),
        (
            "The fair will be held on 4 December. The band arrives the day before and will play in the yard.",
            "2021-12-03",
        ),
        ("A second rope was strung on Tuesday last by two men.", "2021-10-12"),
        ("At our September meeting Ida Marsh spoke about ropes.", "2021-09"),
        ("Ida Marsh was born in 1902 and was apprenticed at fourteen.", "1916"),
        ("Resolved unanimously to mend the stairs, work to start on Monday 6 December.", "2021-10-14"),
        ("Resolved unanimously to mend the stairs, work to start on Monday 6 December.", "2021-12-06"),
        ("A motion of Ida Marsh to sell the old rope was carried by 9 to 4.", "2021-10-14"),
        ("The last survey was in 2011. *Decision:* Ida Marsh to obtain three quotations by 15 November.", "2021-11-15"),
        (
            "Hal reminded the ringers that the roof dates from 1963 and that its last survey, in 2011, was a poor one.",
            "1963",
        ),
        ("The ringers go to Kelsham, as they have done since 2017, on Wednesday 9 February.", "2022-02-09"),
        (
            "The new frame will be fitted over the holidays, from 27 to 31 December, and should be dry by then.",
            "2021-12-27/2021-12-31",
        ),
        ("Lists must be in soon, and the seed will come in the second half of January.", "2022-01-16/2022-01-31"),
    ],
)
def test_ends_of_months_and_days_beside_others(text: str, day: str) -> None:
    assert day in told(NOTICE.format(text), "Notes of the bell ringers")


@pytest.mark.parametrize(
    "text",
    [
        "There is a third off for any order of rope above £400; last year's came to £655.",
        "Ida Marsh gave the figures for the half year to the end of September.",
    ],
)
def test_figures_are_no_events(text: str) -> None:
    assert set(told(NOTICE.format(text), "Notes of the bell ringers")) == {"2021-10-14"}
