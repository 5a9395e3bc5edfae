"""Days that count from those told before them: "the following Monday", "on the second evening"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.moments import Mention, Moment, Pointer, Turn, moved, weekday
from server.engine.writing.dates.tenses import Tense, is_habit, is_rule, tense_at
from server.engine.writing.dates.vocabulary import DateWords

FROM_DAY = frozenset({Turn.FOLLOWING, Turn.AFTER, Turn.THAT_WEEK, Turn.OF_STRETCH, Turn.IN_STRETCH})
_WEEK = 7
_NONE = re.compile(r"No \w|(?:Closed|None)\b")
"""How a sentence begins that says what isn't held on a day."""


def weekday_told(
    s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, w: DateWords, standing: bool
) -> Dated | None:
    """The day that is meant; nothing where no day was told just before, or it may be one of two weeks."""
    if m.pointer is None or _comes_again(s, m, w):
        return None
    if m.pointer.turn in {Turn.OF_STRETCH, Turn.IN_STRETCH}:
        stretch, origin = _stretch(s, local, course)
        inside = _inside(m.pointer, *stretch) if stretch is not None and not _NONE.match(s.text) else None
        return Dated(s.id, m, inside, None, True, False, standing, origin) if inside is not None else None
    base, origin = _base(s, local, course)
    told_as = tense_at(s.text, m.start, m.end, w)
    if told_as is Tense.PRESENT and not (course.programme or course.is_ahead or local):
        return None
    is_old = base is not None and (base.year or 0) < (course.now.year or 0)
    found = _after(m.pointer, base) if base is not None and not (is_old and told_as is Tense.FUTURE) else None
    return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None


def _after(p: Pointer, base: Moment) -> Moment | None:
    """The day after the one told; nothing where it may lie before it, or in the same week or the next."""
    number = weekday(base)
    if number is None:
        return None
    ahead = (p.weekday - number) % _WEEK or _WEEK
    is_same = number + ahead < _WEEK
    right = is_same if p.turn is Turn.THAT_WEEK else not (is_same and p.turn is Turn.FOLLOWING)
    return moved(base, ahead, "day") if right else None


def _comes_again(s: Sentence, m: Mention, w: DateWords) -> bool:
    is_general = is_habit(s.text, m.start, m.end, w) or is_rule(s.text, m.start, m.end, w)
    return is_general or re.search(w.yearly, s.text, re.IGNORECASE) is not None


def _base(s: Sentence, local: Sequence[Dated], course: Course) -> tuple[Moment | None, int]:
    """The day that was told last, in the same sentence or just before it."""
    if local:
        last = local[-1].last or local[-1].first
        return (last, s.id) if last.day else (None, -1)
    told = course.told
    is_row = course.is_row and course.told_in == s.paragraph
    is_near = is_row or s.id - course.told_at <= (NEAR if course.told_in == s.paragraph else 1)
    return (told, course.told_at) if told is not None and told.day and is_near else (None, -1)


def _stretch(s: Sentence, local: Sequence[Dated], course: Course) -> tuple[tuple[Moment, Moment] | None, int]:
    """The stretch of days that was told last in the paragraph."""
    own = next(((d.first, d.last) for d in reversed(local) if d.last is not None), None)
    if own is None and course.is_stretch and course.told_in == s.paragraph and course.begun and course.told:
        own = (course.begun, course.told)
    if own is None or not (own[0].day and own[1] is not None and own[1].day):
        return None, -1
    return (own[0], own[1]), s.id if local else course.told_at


def _inside(p: Pointer, first: Moment, last: Moment) -> Moment | None:
    """The n-th day of a stretch, its last one, or the only one with such a name."""
    if p.turn is Turn.OF_STRETCH:
        found = last if p.count < 0 else moved(first, p.count - 1, "day")
    else:
        number = weekday(first)
        found = moved(first, (p.weekday - number) % _WEEK, "day") if number is not None else last
        if moved(found, _WEEK, "day").order <= last.order:
            return None
    return found if first.order <= found.order <= last.order else None
