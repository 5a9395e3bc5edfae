"""Hours of a programme: cells that are one, and days with one behind them."""

from __future__ import annotations

import re
from dataclasses import replace

from server.engine.writing.dates.moments import Moment

_HOUR = (
    r"(?:(?:12 )?(?P<noon>noon|midday)|(?P<h>[01]?\d|2[0-3])(?:[.:h](?P<n>[0-5]\d))? ?(?:(?P<half>[ap])\.?m\.?|Uhr|h)?)"
    r"(?: ?(?:[–-]|to|until|bis|à|a) ?.{1,10})?"
)
HOUR = re.compile(_HOUR, re.IGNORECASE)
_BEHIND = re.compile(rf"(?:,|,? at|,? um|,? à|,? a las|,? alle|,? às| [–—-]) {_HOUR}$", re.IGNORECASE)
"""Behind a day: ", 7 pm"."""


def is_hour(cell: str) -> bool:
    """Whether a cell is an hour or a stretch of hours."""
    return HOUR.fullmatch(cell.strip()) is not None


def hour_of(said: re.Match[str] | None, day: Moment) -> Moment:
    """A day at an hour; without one where it isn't clear which half of the day is meant."""
    if said is not None and said["noon"]:
        return replace(day, hour=12)
    if said is None or not (said["n"] or said["half"]):
        return day
    hours = int(said["h"]) % 12 + 12 * (said["half"].lower() == "p") if said["half"] else int(said["h"])
    return replace(day, hour=hours, minute=int(said["n"] or 0))


def without_hour(cell: str) -> tuple[str, re.Match[str] | None]:
    """A cell "Thursday 3 July, 7 pm" as its day and its hour."""
    found = _BEHIND.search(cell)
    is_clear = found is not None and (found["noon"] or found["n"] or found["half"])
    return (cell[: found.start()], found) if found is not None and is_clear else (cell, None)
