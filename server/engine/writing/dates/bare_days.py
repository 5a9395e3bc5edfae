"""Lines of a diary that leave the month to the line before: "Wednesday 17th", "Sunday 11th to Wednesday 14th"."""

from __future__ import annotations

import re
from dataclasses import replace

from server.engine.writing.dates.moments import Moment, weekday
from server.engine.writing.dates.vocabulary import DateWords, alternatives

_NUMBER = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)"
_FEASTS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
}
_MONTHS_ON = 2
"""Months within which the next entry follows."""


def bare_line(words: str, w: DateWords) -> tuple[Moment, int, Moment | None] | None:
    """What such a line says: the day without month or year, its weekday (-1), and the last of several days."""
    if w.code != "en":
        return None
    plain = words.replace("’", "'").lower()
    for name, (month, day) in _FEASTS.items():
        if re.match(rf"{name}(?:$|[.,:–—])", plain):
            return Moment(None, month, day), -1, None
    day_name = alternatives(w.days)
    line = re.match(
        rf"(?P<wd>{day_name}),? (?:the )?{_NUMBER.format('d')}"
        rf"(?: ?(?:to|and|–|-) ?(?:(?:{day_name}),? (?:the )?)?{_NUMBER.format('e')})?(?:$|[.,:–—])",
        plain,
    )
    if line is None:
        return None
    last = Moment(None, 0, int(line["e"])) if line["e"] else None
    return Moment(None, 0, int(line["d"])), w.days[line["wd"]], last


def next_such(day: Moment, named: int, base: Moment) -> Moment | None:
    """The next day of that number after another one, which must be the weekday that is named."""
    for on in range(_MONTHS_ON):
        months = base.month - 1 + on
        found = replace(base, year=(base.year or 0) + months // 12, month=months % 12 + 1, day=day.day)
        if found.is_real and found.order > base.order and (named < 0 or weekday(found) == named):
            return found
    return None
