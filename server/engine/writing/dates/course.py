"""Where the telling of a source has got to, and a date of it that was worked out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.moments import (
    Mention,
    Moment,
)
from server.engine.writing.dates.vocabulary import DateWords

_LONG_AGO = 10
"""Years before the text's own day from which what is told are old days."""
_FAR = 12
"""Sentences after which nobody counts from a year in which the teller did something."""
NEAR = 3
"""Sentences back to which "three years later" may reach."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a sentence, worked out."""

    sentence: int
    mention: Mention
    first: Moment
    last: Moment | None = None
    is_resolved: bool = False
    is_approximate: bool = False
    stands: bool = True
    """The sentence tells what happened then; a date in passing doesn't."""
    rests_on: int = -1
    """The sentence it was worked out from."""


@dataclass(slots=True)
class Course:
    """Where the telling has got to."""

    now: Moment
    is_news: bool
    is_rules: bool = False
    """A day without a year comes again each year, but for what was."""
    told: Moment | None = None
    is_ahead: bool = False
    """It was still to come when it was told."""
    told_at: int = -99
    begun: Moment | None = None
    """Where it began, if it was a stretch."""
    is_stretch: bool = False
    """It was the end of a stretch, from which only the next sentence counts."""
    loose: Moment | None = None
    """A date that belonged to a noun ("a roll of 1214"), from which only the next sentence counts."""
    loose_at: int = -1
    lay: Moment | None = None
    """When something had been that lay before what is told, from which only "three years after that" counts."""
    lay_at: int = -1
    told_in: int = -1
    """The paragraph of it."""
    section: int = -1
    named: Moment | None = None
    """The last date with a year, also one that only bounds what is told."""
    named_at: int = -1
    is_bound: bool = False
    """It is by or until when something was."""
    is_by_clock: bool = False
    """What is told at an hour was on the text's own day."""
    is_row: bool = False
    """It is what a programme has on the day that was told first."""
    clock_day: Moment | None = None
    """The day of which something was told by the hour, or could be."""
    clock_at: int = -99
    programme: int = 0
    """The year of all days under which the text is ordered; 0 where it has no such days."""
    of_event: Mapping[int, Moment] = field(default_factory=dict)
    """The days of the event that the text announces, by their weekday."""
    year: int | None = None
    """The year in which a memory is set: "It was 1978."."""
    year_at: int = -1
    is_loose_year: bool = False
    """It is the year of something that the teller did, and good for the same section only."""
    month: int = 0
    """How far it has got in that year."""
    latest: int | None = None
    """The last year that the whole text names."""
    day: Moment | None = None
    """The last day that was told with its year, unless another year was named after it."""
    day_at: int = -99
    days: list[Moment] = field(default_factory=list)
    """Days with their year, in the order in which they are told."""

    period: tuple[Moment, Moment] | None = None
    """The one stretch of days that a text without a day of its own names: "from 22 April to 10 June 2024"."""
    above: int | None = None
    """The year of the heading or entry under which a sentence stands."""

    season: int | None = None
    """The year in which the season begins on which a text reports."""
    year_end: Moment | None = None
    """The last month of the year on which a text reports, as its heading names it."""
    scene: Moment | None = None
    """The day of which a text tells, as its title has it."""
    is_letter: bool = False
    is_spoken: bool = False
    """People tell of their past in it, so that a day without a year mostly isn't of the text's own."""
    is_of_no_year: bool = False
    """The text has a day of its own without a year, so that its days mostly are of a year that it doesn't name."""
    years: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """The years of the months that go on through the one year a text tells of, by sentence and place in it."""
    open_at: int = -99
    """The last sentence that named a year which stays open: nothing after it counts from what was told before it."""
    aside_at: int = -99
    """The last sentence that named a year in an aside only, from which it isn't sure that another counts."""

    def going_on(self, m: Moment) -> int | None:
        """The year of a day that goes on from one told before: "5 September" after "4 September 2022"."""
        last = next((d for d in reversed(self.days) if d.month == m.month), None)
        if not m.day or last is None or m.day <= last.day:
            return None
        others = {d.year for d in self.days if d.month == m.month}
        return last.year if len(others) == 1 else None

    def enter_row(self, row: DayHead, begins: Moment) -> None:
        """Go on from the day of a programme's row, which was written before the first one."""
        self.now = begins
        self.told, self.begun = row.last or row.moment, row.moment
        self.is_stretch, self.is_ahead, self.is_row = row.last is not None, True, True

    def is_after_row(self, day: Moment) -> bool:
        """Whether a day without a year lies after that of the row of a programme in which it is told."""
        told = self.told if self.is_row else None
        return told is not None and told.day > 0 and (day.month, day.day) > (told.month, told.day)

    @property
    def is_of_old_days(self) -> bool:
        """Whether the last date with a year lies long before the text's own day."""
        named, now = self.named, self.now.year
        return named is not None and named.year is not None and now is not None and named.year < now - _LONG_AGO

    def of_period(self, m: Moment) -> int | None:
        """The year of a day within the period of which a text tells."""
        if self.period is None or not m.day:
            return None
        first, last = self.period
        on = replace(m, year=first.year)
        return first.year if first.order <= on.order <= last.order else None

    def remembering(self, s: Sentence, m: Moment, w: DateWords) -> int | None:
        """The year of a month in a memory that goes on through one year; what lay before it isn't of that year."""
        is_far = self.is_loose_year and s.id - self.year_at > _FAR
        if self.year is None or is_far or m.month < self.month or re.search(w.perfect_past, s.text, re.IGNORECASE):
            return None
        self.month = m.month
        return self.year

    def near(self, s: Sentence) -> bool:
        """Whether what was told before still is what a sentence counts from."""
        is_broken = self.told_at < self.open_at
        reaches = 0 <= s.id - self.told_at <= NEAR and (self.told_in == s.paragraph or s.id - self.told_at <= 2)
        return reaches and not is_broken
