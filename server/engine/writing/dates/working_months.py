"""Stretches that are named by how many months they have and the last of them: "the three months to the end of May"."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from server.engine.writing.dates.course import Course
from server.engine.writing.dates.moments import Bound, Mention, Moment, moved

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTED = re.compile(
    rf"(?:(?:in|over|during|for) )?the (?:first |last )?(?P<n>{'|'.join(_NUMBERS)}|[2-9]|1[0-2]) months ", re.IGNORECASE
)
_MONTHS_TO = re.compile(rf"\b{_COUNTED.pattern}(?:up )?(?:to|ending|ended)(?: (?:in|on))? (?:the )?$", re.IGNORECASE)
_ANY_YEAR = 2001


def months_to(m: Mention, text: str) -> Mention:
    """A month or its last day with the months that it ends; every other date as it is."""
    named = _MONTHS_TO.search(text[: m.start])
    if named is None or m.last is not None or not m.first.month or m.first.part not in {"", "end"}:
        return m
    if m.first.day and not _ends_month(m.first):
        return m
    number = named["n"].lower()
    count = int(number) if number.isdigit() else _NUMBERS.index(number) + 2
    begins = moved(Moment(m.first.year or _ANY_YEAR, m.first.month), 1 - count, "month")
    year = begins.year if m.first.year is not None else None
    first = Moment(year, begins.month, 1 if m.first.day else 0)
    return replace(m, start=named.start(), first=first, last=replace(m.first, part=""), bound=Bound.AT)


def is_counted_stretch(m: Mention, text: str) -> bool:
    """Whether a stretch is one of so many months."""
    return _COUNTED.match(text[m.start : m.core]) is not None


def over_new_year(first: Moment, last: Moment, m: Mention, course: Course) -> tuple[Moment, Moment] | None:
    """A stretch that ends in the year after it begins: "in the three months to the end of February"."""
    if m.last is None or m.last.year is not None or last.year is None or last.month >= first.month:
        return None
    after = replace(last, year=last.year + 1)
    if not course.is_news or course.now.year is None or after.order <= course.now.order:
        return first, after
    if first.order > course.now.order:  # what is still to come
        return first, after
    return (replace(first, year=last.year - 1), last) if last.order <= course.now.order else (first, after)


def _ends_month(day: Moment) -> bool:
    return day.day >= calendar.monthrange(day.year or _ANY_YEAR, day.month)[1]
