"""Winters that count from a date told: "that winter", "the following winter"; each is of two years."""

from __future__ import annotations

from dataclasses import replace

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.course import Dated
from server.engine.writing.dates.moments import SEASON_MONTHS, Mention, Moment

_MILD, _FALL, _COLD = 3, 9, 12
"""Months: the winter is over, the year's second half has come, the winter begins."""


def of_winter(s: Sentence, m: Mention, base: Moment, *, standing: bool, origin: int) -> Dated | None:
    """The two years of a winter; nothing where it may be that at the year's start or at its end."""
    begins = _winter_year(base, m.offset.count if m.offset is not None else 0)
    if m.offset is None or begins is None or m.offset.unit:
        return None
    first, last = Moment(begins, part="winter"), Moment(begins + 1)
    said = f"Winter {begins}/{(begins + 1) % 100:02d}"
    return Dated(s.id, replace(m, listed=said), first, last, True, m.is_approximate, standing, origin)


def _winter_year(base: Moment, count: int) -> int | None:
    """The year in which the winter begins that follows a date, holds it or lies before it."""
    month = base.month or SEASON_MONTHS.get(base.part, 0)
    if base.year is None or not month:
        return None
    if count > 0:
        return base.year if month < _COLD else None
    if count < 0:
        return base.year - 1 if _MILD <= month < _COLD else None
    return base.year if month >= _FALL else base.year - 1 if month < _MILD else None
