"""The century of a year or decade that leaves it out: "the eighties", "in '84"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.moments import Bound, Mention, Moment

_CENTURIES = (1700, 1800, 1900, 2000)
_NEAR = 45
"""Years within which what was told just before settles the century."""
_BESIDE = 20
"""Years behind the last that a text names in full in which it goes on with short ones."""
LAST_OVER = 2029
"""No text tells of decades after this one as over."""


def in_century(m: Mention, at: int, *, local: Sequence[Dated], course: Course) -> Moment | None:
    """The year or decade meant; nothing where the text leaves two of them open.

    It is one that had begun when the text was written, or by the last year that the text names. Of several it is the
    one near the year told last, else that of the century in which the text is at home. One that was over before the
    year told last is meant only where the same one of the next century can't be: "built in 1890, moved in the
    seventies" may be either.

    Args:
        at: the sentence.
    """
    known = [y for y in (course.latest, course.now.year) if y is not None]
    if not known:
        return None
    end = max(known)
    begun = [c + m.short for c in _CENTURIES if c + m.short <= (course.now.year or LAST_OVER)]
    found = [y for y in begun if y <= end]
    told = next((d.first.year for d in reversed(local) if d.first.year is not None), None)
    if told is not None:
        begun = [y for y in begun if y >= told - m.first.width] or begun
        found = [y for y in found if y in begun] or found
    elif course.named is not None and at - course.named_at <= NEAR and m.bound is not Bound.SINCE:
        told = course.named.year
    near = [y for y in begun if told is not None and abs(y - told) <= _NEAR]
    if len(near) == 1:
        is_over = told is not None and near[0] + m.first.width <= told
        return None if is_over and near[0] + 100 in begun else replace(m.first, year=near[0])
    beside = [y for y in begun if abs(y - end) <= _BESIDE]
    if len(beside) == 1 and m.first.width == 1 and beside[0] not in found:
        return replace(m.first, year=beside[0])  # a few years after the last that the text names in full
    if not found:
        return None
    last = found[-1]
    own = end - last < _NEAR / 3  # the twenties of this century or of the last
    if own and m.first.width > 1:
        return None
    return replace(m.first, year=last) if end - last < 100 else None
