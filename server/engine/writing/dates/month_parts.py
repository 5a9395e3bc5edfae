"""Weeks and halves of a month: "the first week of December", "the second half of February 2024"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator

from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.vocabulary import DateWords

_MONTH = r"January|February|March|April|May|June|July|August|September|October|November|December"
_YEAR = r"(?:,? (?:of )?(?P<y>(?:1\d|20)\d\d)(?![\d,.]\d|\d))?"
_PART = re.compile(
    rf"(?P<n>first|second|third|fourth|last|final) (?P<u>(?:full )?week|half) (?:of|in) (?P<m>{_MONTH})\b"
    rf"{_YEAR}(?!['’]s\b)"
)
_WEEKS = {"first": 0, "second": 1, "third": 2, "fourth": 3}
_WEEK, _HALF = 7, 15


def month_parts(text: str, w: DateWords) -> Iterator[Mention]:
    """Such parts, from their first day to their last."""
    for m in _PART.finditer(text) if w.code == "en" else ():
        year, month = int(m["y"]) if m["y"] else None, w.months[m["m"].lower()]
        length = calendar.monthrange(year or 2001, month)[1]
        days = _half(m["n"], length) if m["u"] == "half" else _week(m["n"], length)
        if days is not None:
            first, last = Moment(year, month, days[0]), Moment(year, month, days[1])
            yield Mention(m.start(), m.end(), first, last, core=m.start())


def _week(which: str, length: int) -> tuple[int, int]:
    if which in {"last", "final"}:
        return length - _WEEK + 1, length
    return _WEEK * _WEEKS[which] + 1, _WEEK * (_WEEKS[which] + 1)


def _half(which: str, length: int) -> tuple[int, int] | None:
    middle = min(_HALF, length // 2)
    return {"first": (1, middle), "second": (middle + 1, length)}.get(which)
