"""A date that lies so far from another one as an offset says: "three years later", "the following spring"."""

from __future__ import annotations

import calendar
from dataclasses import replace

from server.engine.writing.dates.moments import (
    SEASON_LENGTH,
    SEASON_MONTHS,
    Moment,
    Offset,
    moved,
    next_season,
)
from server.engine.writing.dates.text_days import month_of

_LONG_OVER = 5
"""Months after which "last spring" is the one of the same year."""


def _last_of_month(month: Moment) -> Moment:
    if month.year is None or not month.month:
        return Moment(None)
    return Moment(month.year, month.month, calendar.monthrange(month.year, month.month)[1])


def moved_by(base: Moment, offset: Offset, *, is_now: bool) -> Moment:  # noqa: PLR0911, PLR0912
    count, unit, season, month = offset.count, offset.unit, offset.season, offset.month
    if offset.anchor == "end" and offset.is_exact and unit == "month":
        return _last_of_month(base)
    if unit:
        if offset.anchor == "month":
            return Moment(moved(base, count, unit).year, base.month)
        if offset.anchor == "tomorrow":
            return moved(_same_day(base, count * 12), 1, "day") if unit == "year" and base.day else Moment(None)
        if offset.is_exact and unit in {"year", "month"} and base.day:
            return _same_day(base, count * (12 if unit == "year" else 1))
        moment = moved(base, count, unit) if count else _within(base, unit)
        if offset.is_exact and unit == "year" and base.month:
            return replace(moment, month=base.month)
        if moment.year is None or not (month or season):
            return moment
        return replace(moment, month=month, day=offset.day, part=season)
    if season:
        if count > 0:
            return next_season(base, season)
        if count < 0:
            return _before(base, SEASON_MONTHS[season], Moment(base.year, part=season))
        return Moment(base.year, part=season)
    if month and base.year is not None:
        if count > 0:
            return _next_month(base, base.year, month)
        if count < 0:
            return _before(base, month, Moment(base.year, month)) if is_now else Moment(None)
        return Moment(base.year, month)
    return Moment(None)


def _same_day(base: Moment, months: int) -> Moment:
    """The same day so many months later."""
    whole = (base.year or 0) * 12 + base.month - 1 + months
    found = Moment(whole // 12, whole % 12 + 1, base.day)
    return found if found.is_real else Moment(None)


def _before(now: Moment, month: int, this: Moment) -> Moment:
    """ "Last March" where this year's is still to come, "last spring" also where it is long over; else it is open."""
    at = month_of(now)
    if this.year is None or not at or (this.part == "winter"):
        return Moment(None)
    if this.part and at - month >= _LONG_OVER:
        return this
    return replace(this, year=this.year - 1) if month >= at else Moment(None)


def _next_month(base: Moment, year: int, month: int) -> Moment:
    """ "The following May": of the same year where the date before is earlier in it."""
    begins = base.month or SEASON_MONTHS.get(base.part, 0)
    if begins and not base.month and (base.part == "winter" or 0 <= month - begins < SEASON_LENGTH):
        return Moment(None)  # of a spring it may be this one or the next
    return Moment(year + (0 if begins and begins < month else 1), month)


def _within(base: Moment, unit: str) -> Moment:
    """The same year, month or day."""
    if unit == "year":
        return Moment(base.year)
    if unit in {"month", "week"}:
        return Moment(base.year, base.month) if base.month else Moment(None)
    return replace(base, hour=-1, minute=0) if unit == "day" and base.day else Moment(None)
