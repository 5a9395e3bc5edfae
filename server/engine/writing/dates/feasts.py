"""Feasts and days of the calendar with a name, fixed and movable, as English texts date by them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from functools import cache

FIXED = "fixed"
"""A feast that has the same day each year."""
_S = r"(?:['’]s?|s['’]?)?"
_FIXED = (
    (r"New Year['’]s Eve", 12, 31),
    (r"New Year['’]s (?:Day|morning)", 1, 1),
    (r"Twelfth Night", 1, 5),
    (r"(?:the )?(?:feast of the )?Epiphany", 1, 6),
    (r"Burns Night", 1, 25),
    (r"Candlemas(?: Day)?", 2, 2),
    (rf"(?:St\.? )?Valentine{_S} (?:Day|day)", 2, 14),
    (rf"(?:St\.? )David{_S} Day", 3, 1),
    (rf"(?:St\.? )Patrick{_S} Day", 3, 17),
    (r"Lady Day", 3, 25),
    (rf"(?:April|All) Fool{_S} Day", 4, 1),
    (rf"(?:St\.? )George{_S} Day", 4, 23),
    (r"Anzac Day", 4, 25),
    (r"Walpurgis Night", 4, 30),
    (r"May Day", 5, 1),
    (r"(?:Midsummer(?:['’]s)?|St\.? John['’]s) Eve", 6, 23),
    (r"(?:Midsummer(?:['’]s)?|St\.? John['’]s) Day", 6, 24),
    (rf"(?:St\.? )Peter{_S} Day", 6, 29),
    (r"(?:the )?(?:Fourth|4th) of July", 7, 4),
    (r"Bastille Day", 7, 14),
    (rf"(?:St\.? )Swithin{_S} Day", 7, 15),
    (rf"(?:St\.? )James{_S} Day", 7, 25),
    (r"Lammas(?: Day)?", 8, 1),
    (r"Assumption Day|the (?:feast of the )?Assumption", 8, 15),
    (rf"(?:St\.? )Bartholomew{_S} Day", 8, 24),
    (r"Michaelmas(?: Day)?", 9, 29),
    (rf"(?:St\.? )Crispin{_S} Day", 10, 25),
    (r"Hallowe['’]?en|All Hallows['’]? Eve", 10, 31),
    (rf"All (?:Saints|Hallows){_S} Day", 11, 1),
    (rf"All Souls{_S}(?: Day)?", 11, 2),
    (r"(?:Guy Fawkes|Bonfire) (?:Night|Day)", 11, 5),
    (r"Armistice Day", 11, 11),
    (r"Martinmas", 11, 11),
    (rf"(?:St\.? )Cecilia{_S} Day", 11, 22),
    (rf"(?:St\.? )Catherine{_S} Day", 11, 25),
    (rf"(?:St\.? )Andrew{_S} Day", 11, 30),
    (rf"(?:St\.? )(?:Nicholas|Nicolas){_S} (?:Day|Eve)", 12, 6),
    (rf"(?:St\.? )Barbara{_S} Day", 12, 4),
    (rf"(?:St\.? )Lucy{_S} Day", 12, 13),
    (rf"(?:St\.? )Thomas{_S} Day", 12, 21),
    (r"Christmas Eve", 12, 24),
    (r"Christmas Day", 12, 25),
    (r"Boxing Day|(?:St\.? )Stephen['’]s Day", 12, 26),
)
"""Pattern, month and day."""
_MOVABLE = (
    (r"Shrove Tuesday|Pancake Day|Mardi Gras", "easter", -47),
    (r"Ash Wednesday", "easter", -46),
    (r"(?:the )?[Ff]irst Sunday (?:of|in) Lent", "easter", -42),
    (r"Mothering Sunday", "easter", -21),
    (r"Palm Sunday", "easter", -7),
    (r"Maundy Thursday", "easter", -3),
    (r"Good Friday", "easter", -2),
    (r"Holy Saturday|Easter (?:Saturday|Eve)", "easter", -1),
    (r"Easter (?:Sunday|Day|morning)", "easter", 0),
    (r"Easter Monday", "easter", 1),
    (r"Easter Tuesday", "easter", 2),
    (r"Low Sunday", "easter", 7),
    (r"Rogation Sunday", "easter", 35),
    (r"Ascension Day", "easter", 39),
    (r"Whit(?:sun)? ?(?:Saturday|Eve)", "easter", 48),
    (r"(?:Whit(?:sun)? ?Sunday|Whitsunday|Pentecost(?: Sunday)?)", "easter", 49),
    (r"Whit(?:sun)? ?Monday", "easter", 50),
    (r"Whit(?:sun)? ?Tuesday", "easter", 51),
    (r"Trinity Sunday", "easter", 56),
    (r"Corpus Christi", "easter", 60),
    (r"Remembrance (?:Sunday|Day)", "remembrance", 0),
    (r"Advent Sunday|(?:the )?[Ff]irst Sunday (?:of|in) Advent", "advent", 0),
    (r"Thanksgiving(?: Day)?", "thanksgiving", 0),
)
"""Pattern, the day from which it counts, and how many days after that."""
_ABOUT = {"easter": (4, 8), "remembrance": (11, 11), "advent": (12, 1), "thanksgiving": (11, 25)}
"""Where such a day lies in a year that isn't known yet."""
_SUNDAY, _THURSDAY = 6, 3


def named_days(text: str) -> Iterator[tuple[re.Match[str], str, int, int]]:
    """Each feast that a text names: the match, the feast's key, and its month and day (about, where it is movable)."""
    for pattern, month, day in _fixed():
        for m in pattern.finditer(text):
            yield m, "", month, day
    for pattern, base, days in _moving():
        for m in pattern.finditer(text):
            month, day = _ABOUT[base]
            about = dt.date(2001, month, day) + dt.timedelta(days=days)
            yield m, f"{base}{days:+d}", about.month, about.day


@cache
def _fixed() -> tuple[tuple[re.Pattern[str], int, int], ...]:
    return tuple((re.compile(rf"\b(?:{p})(?![\w-])"), month, day) for p, month, day in _FIXED)


@cache
def _moving() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    return tuple((re.compile(rf"\b(?:{p})(?![\w-])"), base, days) for p, base, days in _MOVABLE)


def feast_day(feast: str, year: int) -> tuple[int, int] | None:
    """Month and day of a movable feast in a year; nothing before the calendar of 1583."""
    if feast == FIXED or not 1583 <= year <= 9998:
        return None
    base, sign, days = re.split(r"([+-])", feast)
    day = _BASES[base](year) + dt.timedelta(days=int(sign + days))
    return day.month, day.day


def _easter(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar, by the rule of Gauss as Butcher wrote it."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    el = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * el) // 451
    month, day = divmod(h + el - 7 * m + 114, 31)
    return dt.date(year, month, day + 1)


def _nth(year: int, month: int, weekday: int, count: int) -> dt.date:
    first = dt.date(year, month, 1)
    return first + dt.timedelta(days=(weekday - first.weekday()) % 7 + 7 * (count - 1))


def _advent(year: int) -> dt.date:
    christmas = dt.date(year, 12, 25)
    return christmas - dt.timedelta(days=(christmas.weekday() + 1) % 7 or 7) - dt.timedelta(days=21)


_BASES: dict[str, Callable[[int], dt.date]] = {
    "easter": _easter,
    "remembrance": lambda year: _nth(year, 11, _SUNDAY, 2),
    "advent": _advent,
    "thanksgiving": lambda year: _nth(year, 11, _THURSDAY, 4),
}
