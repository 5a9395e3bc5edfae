"""Programmes whose rows begin with a weekday and a number below headings that are months."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

SEASON = """# The Corn Loft, Ansley

## What's on, September to November 2024

Box office open Wednesday to Saturday, 11 to 4. Tickets may be handed back up to a day beforehand. The plasterers left \
on 12 July, and the new lamps came in the second half of August.

### September

**Sat 14 – First night.** The town band plays the overture that it has promised us for nine years.

**Wed 18 to Sat 21 – *The Salt Road*.** A play by Ida Marsh about the carters. A talk will follow on the second evening.

**Sun 29.** Apple day: a market in the yard from ten.

### October

**Thu 10 – *Night Mail* (film, 25 min).** Shown with live music by the Orrel brothers, who wrote it in Wales.

**Cellar weekend, 18 to 20.** Three nights below the stairs. On the Friday, Mo Harker; on the Sunday, anyone who dares.

### November

**Exhibition: Ida Marsh, painter.** From the 1st to the end of the month, in the porch. She was born in 1902.

**Tue 5 – Fireworks.** In the meadow, weather allowing. The meadow is closed from the third of that month.

**Sat 23 – Last night.** A surprise. We clean the house on the following Tuesday.

Closed, as on every Good Friday and Whit Monday.
"""


def told(text: str) -> list[tuple[str, str]]:
    source = source_of(text, id="t", title="The Corn Loft, Ansley", language="en")
    made = BuiltInWriter().write(TimelineTask(sources=(source,), language="en"))
    return [(f"{e.date}/{e.end}" if e.end else e.date, e.text.text) for e in made.events]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2024-07-12", "The plasterers left"),
        ("2024-08-16/2024-08-31", "lamps"),
        ("2024-09-14", "First night."),
        ("2024-09-18/2024-09-21", "The Salt Road"),
        ("2024-09-19", "A talk will follow"),
        ("2024-09-29", "Apple day"),
        ("2024-10-10", "Night Mail"),
        ("2024-10-18", "Mo Harker"),
        ("2024-10-20", "anyone who dares"),
        ("2024-11-01/2024-11-30", "From the 1st to the end of the month"),
        ("2024-11-05", "Fireworks."),
        ("2024-11-03", "The meadow is closed"),
        ("2024-11-23", "Last night."),
        ("2024-11-26", "We clean the house"),
    ],
)
def test_rows_below_months_have_their_days(day: str, said: str) -> None:
    assert any(said in text for at, text in told(SEASON) if at == day)


def test_what_comes_each_year_is_no_event() -> None:
    assert not any(day.endswith(("-03-29", "-04-18", "-05-20", "-06-09")) for day, _ in told(SEASON))


def test_rows_whose_weekdays_do_not_fit_the_year_have_none() -> None:
    assert not any("Fireworks." in said for _, said in told(SEASON.replace("Tue 5", "Wed 5")))
