"""The months of a season, so that what reads a timeline's dates has more of it than the year."""

from __future__ import annotations

from dataclasses import replace

from server.engine.writing.dates.moments import SEASON_LENGTH, SEASON_MONTHS, Moment

_WINTER = "winter"
_WINTER_BEGINS, _WINTER_ENDS = 12, 2


def in_months(first: Moment, last: Moment | None) -> tuple[Moment, Moment | None]:
    """A date with its seasons as their first and last months; a winter of one year may be either, and stays a year."""
    if _is_winter_of_two(first, last) and last is not None:
        return replace(first, month=_WINTER_BEGINS, part=""), replace(last, month=_WINTER_ENDS, part="")
    ends = _last_month(first if last is None else last)
    begins = replace(first, month=SEASON_MONTHS[first.part], part="") if _has_months(first) else first
    return begins, ends or last


def _is_winter_of_two(first: Moment, last: Moment | None) -> bool:
    """Whether it is the winter that begins in one year and ends in the next."""
    is_bare = last is not None and not last.month and last.part in {"", _WINTER}
    return is_bare and last is not None and first.part == _WINTER and last.year == (first.year or 0) + 1


def _has_months(moment: Moment) -> bool:
    return moment.part in SEASON_MONTHS and moment.part != _WINTER and not moment.month and moment.width == 1


def _last_month(moment: Moment) -> Moment | None:
    month = SEASON_MONTHS.get(moment.part, 0) + SEASON_LENGTH - 1
    return replace(moment, month=month, part="") if _has_months(moment) else None
