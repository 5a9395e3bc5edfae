"""Weeks of a month by their number: "in the first week of May", "the last week of March 2024"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator

from server.engine.writing.dates.moments import Mention, Moment

_WEEK = 7
_LAST = -1
_ANY_YEAR = 2001
_FEBRUARY = 2
_NUMBERS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": _LAST, "final": _LAST}
_WEEK_OF = re.compile(
    rf"\bthe (?P<n>{'|'.join(_NUMBERS)}) (?:full )?week (?:of|in) (?P<m>{'|'.join(calendar.month_name[1:])})\b"
    r"(?:,? (?:of )?(?P<y>(?:1[5-9]|20)\d\d)(?![\d/]))?"
)


def weeks_of_months(text: str) -> Iterator[Mention]:
    """The seven days of each week that is named so; the first begins with the month, the last ends with it."""
    for m in _WEEK_OF.finditer(text):
        month, year = list(calendar.month_name).index(m["m"]), int(m["y"]) if m["y"] else None
        number = _NUMBERS[m["n"]]
        length = calendar.monthrange(year or _ANY_YEAR, month)[1]
        begins = length - _WEEK + 1 if number == _LAST else number * _WEEK + 1
        if number == _LAST and year is None and month == _FEBRUARY:
            continue  # of how many days it is stays open
        first, last = Moment(year, month, begins), Moment(year, month, begins + _WEEK - 1)
        yield Mention(m.start(), m.end(), first, last, core=m.start())
