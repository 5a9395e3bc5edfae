"""Logs of one day by its hours, and diaries whose lines leave out the month."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

LOG = """# Report on the power cut of 3 May

On Friday 3 May 2019 the lights of the whole valley went out for two hours, and the pumps of the dairy stood still.

## What happened when

- **06:40** A lorry hits the mast at Orme Cross and brings the line down.
- **06:52** The dairy starts its own engine. It runs for four minutes.
- **07:15** 1.2 million litres of milk are in danger, says the manager.
- **08:05** Two fitters arrive with a new mast.
- **08:48** The lights come on again.

## What we learned

The mast had stood there for sixty years, and nobody had ever thought of moving it away from the bend in the road.
"""
DIARY = """# Journal of a winter on Tarn Head

**Friday 20 December 1935**

Came ashore at noon with the stores and carried them up to the hut in four loads.

**Sunday 22nd**

Mended the roof. The wind took the ladder twice before we had done with it.

**Christmas Day**

Walked over to the light and ate a goose with the keepers, who sang until midnight.

**Saturday 28th to Monday 30th. North Camp**

Snow. We lay in our bags and read the same newspaper aloud to one another.

**Thursday 2nd**

Dug out the sledge and went home by the frozen lake before it was quite light.
"""
STATION_LOG = """# Lock house of Upper Wray

*All hours by the lock clock.*

### Friday 13 February 1903

**0610** Watch taken over. Ice on both gates.

**1740** Barge *Nora* reports a broken towline below the weir. Man sent on foot.

**1925** Towline mended. Search for the lost oar given up until 0700.

### Saturday 14 February

**0015** Gates open again.

**1130** Inspector on the quay with two clerks.

*Note by the clerk, 2 March 1903*

The oar was found by two boys on the twentieth. The lock house was built in 1856.
"""


def told(text: str, title: str) -> dict[str, str]:
    source = source_of(text, id="t", title=title, language="en")
    made = BuiltInWriter().write(TimelineTask(sources=(source,), language="en"))
    return {f"{e.date}/{e.end}" if e.end else e.date: e.text.text for e in made.events}


def test_hours_of_a_list_are_of_the_day_in_the_title() -> None:
    found = told(LOG, "Report on the power cut of 3 May")
    assert found["2019-05-03T06:40"].startswith("A lorry hits the mast")
    assert found["2019-05-03T08:48"] == "The lights come on again."
    assert not any("T01:02" in day for day in found)


@pytest.mark.parametrize(
    ("day", "beginning"),
    [
        ("1935-12-20", "Came ashore at noon"),
        ("1935-12-22", "Mended the roof."),
        ("1935-12-25", "Walked over to the light"),
        ("1935-12-28/1935-12-30", "Snow. We lay"),
        ("1936-01-02", "Dug out the sledge"),
    ],
)
def test_a_line_of_a_diary_has_its_month_from_the_one_before(day: str, beginning: str) -> None:
    assert told(DIARY, "Journal of a winter on Tarn Head")[day].startswith(beginning)


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("1903-02-13T06:10", "Watch taken over. Ice on both gates."),
        ("1903-02-13T19:25", "Towline mended. Search for the lost oar given up until 0700."),
        ("1903-02-14T00:15", "Gates open again."),
        ("1903-02-14T11:30", "Inspector on the quay with two clerks."),
        ("1903-02-20", "The oar was found by two boys on the twentieth."),
    ],
)
def test_four_figures_that_open_entries_of_a_log_are_hours(day: str, text: str) -> None:
    assert told(STATION_LOG, "Lock house")[day] == text


def test_four_figures_in_a_log_are_no_years() -> None:
    found = told(STATION_LOG, "Lock house")
    assert sorted({day[:4] for day in found}) == ["1856", "1903"]


def test_a_dated_note_tells_nothing_of_its_own_day() -> None:
    assert "1903-03-02" not in told(STATION_LOG, "Lock house")


def test_years_that_open_entries_of_a_chronicle_are_no_hours() -> None:
    text = """# The mill

For as long as there are papers of it the mill has stood on the same bend of the river, and much of what is known of it
was put down on one sheet by the last miller, who was a careful man with a bad hand. What he wrote is this, with the
spelling mended and the sums left out.

1805 Mill built by two brothers.

1810 Wheel broken by ice.

1912 Mill burned to the ground.

1955 Last stones carted away.
"""
    assert {"1805", "1810", "1912", "1955"} <= set(told(text, "The mill"))
