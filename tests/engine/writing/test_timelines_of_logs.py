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
