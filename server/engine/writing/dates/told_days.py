"""Days that count from the day told before: "the Tuesday after", "on the Friday", "the 13th of the following month"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.moments import Mention, Moment, Pointer, Turn, moved, weekday
from server.engine.writing.dates.tenses import Tense

_WEEK = 7
_TOLD_LAST = 4
"""Days told before among which "on the Sunday" may be one."""


def from_told(
    s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, tense: Tense, standing: bool
) -> Dated | None:
    """Such a day, and the last one of "over the Saturday and Sunday"; nothing where no day is told just before."""
    base, origin = _told(s, m, local, course, tense)
    if m.pointer is None or base is None or base.year is None:
        return None
    if m.pointer.turn is Turn.OF_TOLD:
        found = _of_month(m.pointer, base)
    else:
        found = _weekday(m.pointer, base, course) if base.day else None
    if found is None:
        return None
    last = moved(found, (m.pointer.to - m.pointer.weekday) % _WEEK, "day") if m.pointer.to >= 0 else None
    return Dated(s.id, m, found, last, True, False, standing, origin)


def _told(s: Sentence, m: Mention, local: Sequence[Dated], course: Course, tense: Tense) -> tuple[Moment | None, int]:
    """What was told just before, in the same sentence or its paragraph, and the sentence that has it."""
    if local:
        return local[-1].last or local[-1].first, s.id
    follows = m.pointer is not None and m.pointer.turn is Turn.FOLLOWING and s.paragraph - course.told_in == 1
    is_near = 0 < s.id - course.told_at <= (NEAR if course.told_in == s.paragraph or follows else 1)
    is_open = course.told_at < max(course.open_at, course.aside_at)
    if not is_near or is_open or course.is_ahead or tense is not Tense.PAST:
        return None, -1
    return course.told, course.told_at


def _weekday(p: Pointer, base: Moment, course: Course) -> Moment | None:
    """The next such weekday or the one before; "on the Sunday" may be one told already."""
    number = weekday(base)
    if number is None:
        return None
    ahead = (p.weekday - number) % _WEEK
    if p.turn is Turn.THAT:
        near = [d for d in course.days[-_TOLD_LAST:] if weekday(d) == p.weekday]
        week = [d for d in near if moved(base, -_WEEK, "day").order < d.order <= base.order]
        return replace(week[-1], hour=-1, minute=0) if week else moved(base, ahead, "day")
    return moved(base, (ahead or _WEEK) if p.turn is Turn.FOLLOWING else ahead - _WEEK, "day")


def _of_month(p: Pointer, base: Moment) -> Moment | None:
    """The day of the month told, or of the one after or before it."""
    if not base.month:
        return None
    months = (base.year or 0) * 12 + base.month - 1 + p.count // 100 - 1
    found = Moment(months // 12, months % 12 + 1, p.count % 100)
    return found if found.is_real else None
