"""Points in time of any precision, how a text refers to them, and the arithmetic that "three years later" needs."""

from __future__ import annotations

import calendar
import datetime as dt
from dataclasses import dataclass, replace
from enum import StrEnum

from server.engine.writing.dates.feasts import feast_day

SEASON_MONTHS = {"winter": 1, "spring": 3, "summer": 6, "autumn": 9}
"""Where a season sorts within its year: a winter that is named by one year is put at its start."""
SEASON_LENGTH = 3
"""Months."""
_PART_MONTHS = {"early": 1, "mid": 6, "late": 10, "end": 12, **SEASON_MONTHS}


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as precisely as it is known.

    `year` is astronomical (0 is 1 BC) and None where a text leaves it out. `part` is a season or ``early``, ``mid``,
    ``late``, ``end`` of the finest unit that is known. `width` is 10 for a decade and 100 for a century, which
    begin with `year`.
    """

    year: int | None
    month: int = 0
    day: int = 0
    hour: int = -1
    minute: int = 0
    part: str = ""
    width: int = 1

    @property
    def iso(self) -> str:
        """ISO 8601 with the precision that is known.

        Raises:
            ValueError: the year isn't known.
        """
        if self.year is None:
            raise ValueError("a date without a year has no ISO form")
        out = f"{self.year:04d}" if self.year >= 0 else f"-{-self.year:04d}"
        if self.month:
            out += f"-{self.month:02d}"
            if self.day:
                out += f"-{self.day:02d}"
                if self.hour >= 0:
                    out += f"T{self.hour:02d}:{self.minute:02d}"
        return out

    @property
    def last_iso(self) -> str:
        """The last year of a decade or century as ISO 8601; empty for everything else."""
        return replace(self, year=self.year + self.width - 1).iso if self.width > 1 and self.year is not None else ""

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """Sorts moments; what is vague comes before what is exact, a season in its place of the year."""
        month = self.month or _PART_MONTHS.get(self.part, 0)
        day = self.day or ({"mid": 15, "late": 21, "end": 28}.get(self.part, 0) if self.month else 0)
        return (self.year or 0, month, day, self.hour, self.minute)

    @property
    def is_real(self) -> bool:
        """Whether the calendar has such a day."""
        if not 0 <= self.month <= 12:
            return False
        if not self.day:
            return True
        if not self.month or not 1 <= self.day <= 31:
            return False
        year = self.year if self.year is not None and 1 <= self.year <= 9999 else 2000
        return self.day <= calendar.monthrange(year, self.month)[1]

    def lent(self, other: Moment) -> Moment:
        """With what it leaves out taken from another: "4 May" and "27 September 2025" make 4 May 2025."""
        year = self.year if self.year is not None else other.year
        month = self.month or (other.month if self.day else 0)
        return replace(self, year=year, month=month)


def moved(moment: Moment, count: int, unit: str) -> Moment:
    """A moment so many units later (earlier where `count` is below 0), as precise as both allow.

    Args:
        unit: day, week, month, year, decade or century.
    """
    if moment.year is None:
        return moment
    if unit in {"year", "decade", "century"}:
        return Moment(moment.year + count * {"year": 1, "decade": 10, "century": 100}[unit])
    if unit == "month":
        if not moment.month:
            return Moment(None)
        months = moment.year * 12 + moment.month - 1 + count
        return Moment(months // 12, months % 12 + 1)
    if not moment.day or not 1 <= moment.year <= 9998:
        return Moment(None)
    day = dt.date(moment.year, moment.month, moment.day) + dt.timedelta(days=count * (7 if unit == "week" else 1))
    return Moment(day.year, day.month, day.day)


def next_season(after: Moment, season: str) -> Moment:
    """The first such season that begins after a moment."""
    if after.year is None:
        return Moment(None)
    begins = 12 if season == "winter" else SEASON_MONTHS[season]
    month = after.month or SEASON_MONTHS.get(after.part, 0)
    later = bool(month) and month < begins and after.part != season
    return Moment(after.year if later else after.year + 1, part=season)


def weekday(moment: Moment) -> int | None:
    """Monday is 0; nothing where the day isn't known."""
    if moment.year is None or not moment.day or not 1 <= moment.year <= 9999 or not moment.is_real:
        return None
    return dt.date(moment.year, moment.month, moment.day).weekday()


class Bound(StrEnum):
    """What a date is to its event."""

    AT = "at"
    SINCE = "since"
    START = "start"
    UNTIL = "until"
    BY = "by"
    BEFORE = "before"
    AFTER = "after"
    NONE = ""


class Reference(StrEnum):
    """What a date counts from."""

    TOLD = "told"
    """The date told before."""
    NOW = "now"
    """The day of the text."""
    WORDS = "words"
    """An event that is named: two days after the fire."""
    BIRTH = "birth"


@dataclass(frozen=True, slots=True)
class Offset:
    """How far a date lies from what it counts from; `season` and `month` narrow it ("the following spring")."""

    reference: Reference
    count: int
    unit: str
    season: str = ""
    month: int = 0
    anchor: str = ""
    day: int = 0
    is_exact: bool = False
    """It is said to be to the day."""


class Turn(StrEnum):
    """How a day is pointed at."""

    NEAR = "near"
    """on Saturday"""
    TIMED = "timed"
    """Saturday, 9.30 a.m., which only a programme has"""
    LAST = "last"
    NEXT = "next"
    AFTER_NEXT = "after next"
    """Wednesday week"""
    WEEKS = "weeks"
    """a fortnight today, a week on Friday"""
    COMING = "coming"
    """Saturday next"""
    GONE = "gone"
    """Saturday last"""
    FOLLOWING = "following"
    """the Saturday after, of the day told"""
    PRECEDING = "preceding"
    """the Saturday before"""
    THAT = "that"
    """on the Saturday, near the day told"""
    NTH = "nth"
    """the first Monday of this year"""
    OF_MONTH = "of month"
    """the 17th of next month"""
    OF_TOLD = "of told"
    """the 17th of the following month"""
    OF_WEEK = "of week"
    """Wednesday of last week"""
    DAY = "day"
    """on the 10th"""
    CLOCK = "clock"
    """at 04.29, of the day told"""
    YESTERDAY = "yesterday"
    TODAY = "today"
    TOMORROW = "tomorrow"


@dataclass(frozen=True, slots=True)
class Pointer:
    """A day that is named from where the text stands.

    `count` is the n of an n-th weekday (-1 for the last), or the day of a month plus 100 for this one, 200 for the
    next, or the days after today or a weekday.
    """

    turn: Turn
    weekday: int = -1
    """Monday is 0."""
    count: int = 0
    month: int = 0
    year: int = 0
    to: int = -1
    """The weekday that ends a stretch: over the Saturday and Sunday."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A date in a sentence; `start` and `end` count characters of it and include the preposition."""

    start: int
    end: int
    first: Moment
    last: Moment | None = None
    bound: Bound = Bound.NONE
    is_approximate: bool = False
    offset: Offset | None = None
    core: int = 0
    """Where the date itself begins, after its preposition."""
    weekday: int = -1
    listed: str = ""
    """Several years as they are written, where they are one list."""
    is_between: bool = False
    quarter: int = 0
    short: int = -1
    """The last two figures of a year or decade that leaves its century out: "in '84", "the eighties"."""
    pointer: Pointer | None = None
    """Only of what `pointing` finds."""
    feast: str = ""
    """The movable feast that it is; its month and day are only near until the year is known."""

    def in_year(self, year: int) -> Moment:
        """The date in a year that the text leaves out."""
        on = feast_day(self.feast, year) if self.feast else None
        day = on[1] if on is not None and self.first.day else 0
        return replace(self.first, year=year) if on is None else replace(self.first, year=year, month=on[0], day=day)
