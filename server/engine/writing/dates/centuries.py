"""The century of a year or decade that leaves it out: "the eighties", "in '84"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.moments import Bound, Mention, Moment

_CENTURIES = (1700, 1800, 1900, 2000)
_NEAR = 45
"""Years within which what was told just before settles the century."""


def in_century(m: Mention, at: int, *, local: Sequence[Dated], course: Course) -> Moment | None:
    """The year or decade meant; nothing where the text leaves two of them open.

    It is one that had begun when the text was written, or by the last year that the text names. Of several it is the
    one near the year told last, else that of the century in which the text is at home.

    Args:
        at: the sentence.
    """
    known = [y for y in (course.latest, course.now.year) if y is not None]
    if not known:
        return None
    end = max(known)
    found = [c + m.short for c in _CENTURIES if c + m.short <= end]
    told = next((d.first.year for d in reversed(local) if d.first.year is not None), None)
    if told is not None:
        after = [y for y in found if y >= told - m.first.width]
        found = after or found
    elif course.named is not None and at - course.named_at <= NEAR and m.bound is not Bound.SINCE:
        told = course.named.year
    if not found:
        return None
    near = [y for y in found if told is not None and abs(y - told) <= _NEAR]
    if len(near) == 1:
        return replace(m.first, year=near[0])
    last = found[-1]
    own = course.now.year is not None and end - last < _NEAR / 3  # the twenties of this century or of the last
    if own and m.first.width > 1:
        return None
    return replace(m.first, year=last) if end - last < 100 else None
