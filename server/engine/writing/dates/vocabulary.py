"""What is told of a language's dates, and the names of months and days, which come from CLDR through babel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from babel import Locale

_NEVER = r"(?!)"
UNITS = ("day", "week", "month", "year", "decade", "century")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DateWords:
    """A language of dates. Every string is a regular expression without capturing groups, to be matched in any case."""

    code: str
    months: Mapping[str, int]
    """Lower-case names and abbreviations."""
    days: Mapping[str, int]
    """Names of week days, Monday is 0."""

    @property
    def full_months(self) -> frozenset[str]:
        """Names that are no abbreviations, which may be words of their own: ``mar``, ``set``."""
        return _full(self.code)

    at: str = _NEVER
    """What stands before a year, month or season that is an adverbial: in, during, of."""
    start: str = _NEVER
    """from"""
    since: str = _NEVER
    until: str = _NEVER
    by: str = _NEVER
    before: str = _NEVER
    after: str = _NEVER
    between: str = _NEVER
    joins: str = _NEVER
    """and"""
    to: str = _NEVER
    """What joins the two ends of a range."""
    through: str = ""
    """What joins the first and last of several days: "8 to 11 June"."""
    about: str = _NEVER
    """Marks of an approximate date, before it."""
    of: str = r"(?!)"
    """What stands between a month and its year."""
    seasons: Mapping[str, str] = field(default_factory=dict)
    """Pattern → spring, summer, autumn, winter."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Pattern → early, mid, late, end."""
    units: Mapping[str, str] = field(default_factory=dict)
    """Pattern → one of `UNITS`, or fortnight."""
    one: str = _NEVER
    later: str = _NEVER
    """What follows "three years" for a later time."""
    earlier: str = _NEVER
    ago: str = _NEVER
    lasted: tuple[str, ...] = ()
    """With `{n}` and `{u}`: how long it took from the date told."""
    roughly: str = _NEVER
    """some (thirty years later)"""
    unbounded: str = _NEVER
    """within, more than: what leaves a span open"""
    ago_before: str = _NEVER
    """What precedes "three years": il y a, vor, hace."""
    following_first: str = _NEVER
    """the following (year, spring)"""
    following_last: str = _NEVER
    """(year, spring) after"""
    previous_first: str = _NEVER
    previous_last: str = _NEVER
    same_first: str = _NEVER
    same_last: str = _NEVER
    last: str = _NEVER
    """last (year), from where the text stands"""
    this: str = _NEVER
    next: str = _NEVER
    last_after: str = _NEVER
    """(semana) pasada"""
    next_after: str = _NEVER
    ages: tuple[str, ...] = ()
    """With `{n}` for the number."""
    born: str = _NEVER
    decade: str = _NEVER
    """With the first year of the decade in its group ``y``."""
    decades: Mapping[str, int] = field(default_factory=dict)
    """Names of decades that leave their century out."""
    century: str = _NEVER
    """With the number in its group ``c``."""
    bc: str = _NEVER
    ad: str = _NEVER
    quarter: str = _NEVER
    """With the number in its group ``q``."""
    ordinals: Mapping[str, int] = field(default_factory=dict)
    future: str = _NEVER
    past: str = ""
    """Forms that tell what was; where a language names none, every sentence may."""
    present: str = _NEVER
    plan: str = _NEVER
    """A decision with what it is about: "agreed to meet"."""
    habit: str = _NEVER
    """Marks of what comes again or is a rule: every, open from, may be."""
    allowed: str = _NEVER
    """Of the marks of a rule those that don't leave room for one year: may, must, every."""
    telling: str = _NEVER
    """How a sentence begins that tells what somebody did on a day."""
    yearly: str = _NEVER
    """each year"""
    goes_on: str = _NEVER
    """What begins a predicate that tells how things are: "and carries"."""
    perfect_past: str = _NEVER
    """Forms that tell what lay before: had gone."""
    again: str = _NEVER
    """Weekdays that come again, whole: "every Monday", "from Monday to Friday"."""
    clauses: str = _NEVER
    """What begins a clause without a comma: that, which, because."""
    mended: str = _NEVER
    """What is said of a text after its own day: corrected."""
    it_was: str = _NEVER
    """What stands before a year that is the sentence's news: "It was 1978."."""
    on_day: str = _NEVER
    """What stands before a weekday: "on Saturday"."""
    bare_weekday: str = _NEVER
    """What doesn't stand before a weekday that is a near day without any word before it: "a ouvert dimanche"."""
    last_day: str = _NEVER
    last_day_after: str = _NEVER
    next_day: str = _NEVER
    next_day_after: str = _NEVER
    weekday_week: str = _NEVER
    """Wednesday week, with `{wd}` for the day."""
    nth_of: str = _NEVER
    nth_in: str = _NEVER
    this_year: str = _NEVER
    day_number: str = _NEVER
    """Day, before its number in a journey."""
    day_part: str = _NEVER
    """morning, evening"""
    yesterday: str = _NEVER
    two_days_ago: str = _NEVER
    today: str = _NEVER
    tomorrow: str = _NEVER
    in_two_days: str = _NEVER
    measures: str = _NEVER
    """What makes a number of four digits no year when it follows."""
    bare_years: bool = False
    """A year may stand without a preposition."""
    month_first: bool = False
    """03/04/2021 may be the fourth of March."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Patterns of labels: seasons, parts, since, until, by, about, decade, century, bc, quarter; `{}` is the date.

    ``born`` and ``died`` are sentences, in which it is the person."""


@cache
def _full(code: str) -> frozenset[str]:
    locale = Locale.parse(code)
    names = {name.lower().rstrip(".") for c in ("format", "stand-alone") for name in locale.months[c]["wide"].values()}
    return frozenset(names | {"setiembre"} if code == "es" else names)


def calendar_names(code: str) -> tuple[dict[str, int], dict[str, int]]:
    """Names of months and of days, lower-case, with their numbers."""
    locale = Locale.parse(code)
    months: dict[str, int] = {}
    days: dict[str, int] = {}
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for n, name in locale.months[context][width].items():
                if not name.strip(".").isdigit():
                    months.setdefault(name.lower().rstrip("."), n)
        for n, name in locale.days[context]["wide"].items():
            days.setdefault(name.lower(), n)
    return months, days


def alternatives(words: Mapping[str, object]) -> str:
    """Names as one pattern, longest first."""
    return "|".join(sorted((re.escape(w) for w in words), key=len, reverse=True))
