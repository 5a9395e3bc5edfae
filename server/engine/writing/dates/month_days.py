"""Days of a month that is told or near: "on the 21st of that month", "from the 19th to the 23rd"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.moments import Mention, Moment, Pointer, Turn, moved, weekday
from server.engine.writing.dates.nearest_years import by_tense
from server.engine.writing.dates.pointing import pointed
from server.engine.writing.dates.tenses import Tense, is_rule, tense_at
from server.engine.writing.dates.words import date_words

OF_MONTH = frozenset({Turn.OF_TOLD, Turn.OF_MONTH, Turn.SPAN})
_THIS, _THAT = -1, -2
_MONTH = re.compile(
    r"\b(?P<m>January|February|March|April|(?<=[a-z] )May|June|July|August|September|October|November|December)\b"
    r"(?! \d)"
)
_PARAGRAPH = 4
"""Sentences back in which a paragraph names the month that it is about."""


def is_of_month(p: Pointer) -> bool:
    """Whether a day is pointed at as one of a month that is told or near."""
    return p.turn in OF_MONTH or (p.turn is Turn.NTH and p.month < 0)


def day_of_month(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, standing: bool
) -> Dated | None:
    """The day or the stretch of days that is meant; nothing where its month stays open."""
    p = m.pointer
    if p is None:
        return None
    w = date_words(analysis.rules.code)
    if p.turn is Turn.SPAN and is_rule(s.text, m.start, m.end, w):
        return None
    month, origin = _month(analysis, s, m, local=local, course=course)
    if month is None or month.year is None:
        return None
    if p.turn is Turn.NTH:
        found = pointed(replace(p, month=month.month), month, Tense.UNKNOWN)
        return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None
    first = replace(month, day=p.count % 100)
    last = replace(month, day=min(p.last, calendar.monthrange(month.year, month.month)[1])) if p.last else None
    right = first.is_real and p.weekday in {-1, weekday(first)} and (last is None or first.order < last.order)
    return Dated(s.id, m, first, last, True, False, standing, origin) if right else None


def _month(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course
) -> tuple[Moment | None, int]:
    """The month, and the sentence that tells it."""
    p = m.pointer
    if p is None or p.turn is Turn.OF_MONTH or p.month == _THIS:
        ahead = p.count // 100 - 1 if p is not None and p.turn is Turn.OF_MONTH else 0
        now = Moment(course.now.year, course.now.month) if course.now.month else None
        return (moved(now, ahead, "month") if now is not None else None), -1
    told = _told(s, local, course)
    if told is not None or p.turn is not Turn.SPAN:
        return (Moment(told.year, told.month) if told is not None else None), s.id if local else course.told_at
    return _named(analysis, s, m, course), -1


def _told(s: Sentence, local: Sequence[Dated], course: Course) -> Moment | None:
    """What was told last, if it has a month."""
    if local:
        last = local[-1].last or local[-1].first
        return last if last.month else None
    is_row = course.is_row and course.told_in == s.paragraph
    is_near = is_row or s.id - course.told_at <= (NEAR if course.told_in == s.paragraph else 1)
    return course.told if course.told is not None and course.told.month and is_near else None


def _named(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> Moment | None:
    """The month that its paragraph names without a year, or else the last such days before the day of the text."""
    own = [o for o in analysis.sentences[max(0, s.id - _PARAGRAPH) : s.id] if o.paragraph == s.paragraph]
    before = " ".join([*(o.text for o in own), s.text[: m.start]])
    named = [found["m"] for found in _MONTH.finditer(before)]
    if not course.is_news or course.now.year is None:
        return None
    if named:
        month = date_words("en").months[named[-1].lower()]
        year = by_tense(analysis, s, replace(m, first=Moment(None, month)), course)
        return Moment(year, month) if year is not None else None
    is_past = tense_at(s.text, m.start, m.end, date_words("en")) is Tense.PAST
    if m.pointer is None or not course.now.day or not is_past or m.pointer.count >= course.now.day >= m.pointer.last:
        return None
    now = Moment(course.now.year, course.now.month)
    return now if m.pointer.last < course.now.day else moved(now, -1, "month")
