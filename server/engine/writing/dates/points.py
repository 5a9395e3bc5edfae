"""Candidates for dates in a sentence: exact and partial ones, ranges, decades and centuries; what says more first."""

from __future__ import annotations

import calendar
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from server.engine.writing.dates.day_lists import day_lists
from server.engine.writing.dates.grammar import YEAR, Grammar, capital, meaning
from server.engine.writing.dates.holidays import holidays
from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.month_parts import month_parts
from server.engine.writing.dates.spelled_years import spelled_years
from server.engine.writing.dates.vocabulary import DateWords

_ERA_BEGUN = re.compile(r"(?<![\d.,])(?P<y>\d{1,4})(?: to | ?[–-] ?)$")
"""Before "100 BC": the year in which it began."""
_ROMAN = {"I": 1, "V": 5, "X": 10}
_ISO = re.compile(
    r"(?<![\d-])(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])(?:-(?P<d>[0-3]\d))?(?:[T ](?P<h>[0-2]\d):(?P<n>[0-5]\d))?(?![\d-])"
)
_NUMERIC = re.compile(r"(?<![\d./])(?P<a>\d{1,2})[./](?P<b>\d{1,2})[./](?P<y>(?:1[5-9]|20)\d\d)(?![\d/]|\.\d)")
_ROMAN_DAY = re.compile(
    r"(?<![\w./])(?P<d>\d{1,2})(?P<s>[./ -])(?P<m>[IVXivx]{1,4})(?P=s)(?P<y>(?:1[5-9]|20)\d\d|\d\d)(?![\w/]|\.\d)"
)
_SHORT_DAY = re.compile(
    r"(?:(?<=^)|(?<=\b[Oo]n )|(?<=\b[Dd]ated ))(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d\d)(?![\d.]\d)(?=[\s.,;:])"
)
"""A day written "2.3.36"."""
_NAMES = r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
_MONTHS = re.compile(rf"\b(?P<a>{_NAMES})\.? ?[–/-] ?(?P<b>{_NAMES})\.?,? (?P<y>(?:1[5-9]|20)\d\d)(?!\d)")
"""A stretch of short months: "Jun–Aug 2021"."""
_FEBRUARY = 2
_EDGE_DAY = re.compile(
    r"\b(?:the )?(?P<w>first|last) day of (?P<m>January|February|March|April|May|June|July|August|September|October|"
    rf"November|December)(?:,? (?:of )?(?P<y>{YEAR}))?\b",
    re.IGNORECASE,
)
_EDGE_OF_YEAR = re.compile(rf"\b(?:the )?(?P<w>first|last) day of (?:the year )?(?P<y>{YEAR})", re.IGNORECASE)
_NUMBER_OF = r"(?<!\b[Rr]eport )(?<!\b[Ii]ssue )(?<!\b[Nn]o )(?<!\b[Nn]o\. )(?<!\b[Cc]ase )"
"""Not the number of a report: "Report 11/2020"."""
_HALF = re.compile(r"\bthe (?P<n>first|second) half of (?:the year )?(?P<y>1\d{3}|20\d\d)(?![\d/–-])", re.IGNORECASE)
_WINTER = re.compile(
    r"\bwinter of (?P<y>1\d{3}|20\d\d)(?: (?:to|and|into) | ?[–/-] ?)(?P<z>1\d{3}|20\d\d|['’]\d\d)(?!\d)"
)
_MONTH_YEAR = re.compile(rf"(?<![\d./,]){_NUMBER_OF}(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:1[89]|20)\d\d)(?![\d/]|\.\d)")
_SPAN = re.compile(rf"(?<![\d.,/–-])(?P<y>{YEAR})\s?[–—/-]\s?(?P<z>{YEAR}|\d\d(?!\d|[.,]\d))")
_PLAIN = re.compile(rf"(?<![\w.,/§#€$£–-])(?P<y>{YEAR})(?![\w%/]|-\w|['’]s\b|\s?[–-]\s?\d)")
_APOSTROPHE = re.compile(r"(?<![\w’'])['’](?P<y>\d\d)(?![\w’'%]|[.,:]\d)")
_WARMTH = re.compile(r"\b(?:degrees|temperatures?|Fahrenheit|°|Grad|degrés|grados|gradi|graus)\b", re.IGNORECASE)


def _year(match: re.Match[str]) -> int | None:
    return int(match["y"]) if match["y"] else None


def points(text: str, g: Grammar) -> Iterator[Mention]:  # noqa: PLR0912
    """Candidates, what says more first."""
    w = g.words
    for m in _ISO.finditer(text):
        moment = Moment(int(m["y"]), int(m["m"]), int(m["d"] or 0), int(m["h"]) if m["h"] else -1, int(m["n"] or 0))
        yield from _real(m, moment)
    for m in _NUMERIC.finditer(text):
        a, b = int(m["a"]), int(m["b"])
        if w.month_first and a <= 12 and b <= 12 and a != b and "/" in m[0]:
            yield from _real(m, Moment(int(m["y"])))
        else:
            day, month = (b, a) if w.month_first and b > 12 else (a, b)
            yield from _real(m, Moment(int(m["y"]), month, day))
    yield from _figures(text, g)
    yield from itertools.chain(month_parts(text, w), day_lists(text, w), holidays(text, w))
    for m in g.day.finditer(text):
        if capital(m, g):
            raw = m["d"].lower()
            day = w.ordinals.get(raw, 0) or int(re.sub(r"\D", "", raw) or 0)
            moment = Moment(_year(m), w.months[m["m"].lower()], day)
            yield from _real(m, moment, weekday=w.days.get((m["wd"] or "").lower(), -1))
    for m in g.month_day.finditer(text) if g.month_day else ():
        if capital(m, g):
            first = Moment(_year(m), w.months[m["m"].lower()], int(m["d"]))
            last_day = replace(first, day=int(m["d2"])) if m["d2"] else None
            yield from _real(m, first, last_day, weekday=w.days.get((m["wd"] or "").lower(), -1))
    yield from _eras(text, g)
    for m in g.quarter.finditer(text):
        quarter = int(m["q2"]) if "q2" in g.quarter.groupindex and (m["q2"] or "").isdigit() else 0
        word = (m["q"] or (m["q2"] if "q2" in g.quarter.groupindex else "") or "").lower()
        quarter = quarter or w.ordinals.get(re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word), 0)
        quarter = quarter or int(re.sub(r"\D", "", word) or 0)
        if 1 <= quarter <= 4:
            year = int(m["y"])
            yield Mention(
                m.start(),
                m.end(),
                Moment(year, 3 * quarter - 2),
                Moment(year, 3 * quarter),
                core=m.start(),
                quarter=quarter,
            )
    yield from _seasons(text, g)
    for m in g.month.finditer(text):
        if capital(m, g):
            yield from _real(m, Moment(int(m["y"]), w.months[m["m"].lower()]))
    for m in g.decade.finditer(text):
        yield from _real(m, Moment(int(m["y"]), width=10))
    yield from _short(text, g)
    for m in g.century.finditer(text):
        number = _century(next(v for v in m.groupdict().values() if v), w)
        if 1 <= number <= 21:
            era = re.match(rf" (?:{w.bc})", text[m.end() :])
            begins = -100 * number + 1 if era else 100 * number - 99
            end = m.end() + (era.end() if era else 0)
            yield Mention(m.start(), end, Moment(begins, width=100), core=m.start())
    for m in _SPAN.finditer(text):
        a, z = int(m["y"]), m["z"]
        b = int(z) if len(z) == 4 else a // 100 * 100 + int(z)
        if a < b:
            yield Mention(m.start(), m.end(), Moment(a), Moment(b), core=m.start(), is_between=True)
    for m in g.bare_month.finditer(text):
        if capital(m, g):
            yield from _real(m, Moment(None, w.months[m["m"].lower()]))
    for m in g.bare_season.finditer(text) if w.code == "en" else ():
        yield from _real(m, Moment(None, part=meaning(m["s"] or m["s2"], w.seasons)))
    yield from spelled_years(text) if w.code == "en" else ()
    for m in _PLAIN.finditer(text):
        yield from _real(m, Moment(int(m["y"])))


def _figures(text: str, g: Grammar) -> Iterator[Mention]:
    """Days whose month is a Roman number, and months as figures before their year: "23.IX.1961", "9/2014"."""
    w = g.words
    for m in _ROMAN_DAY.finditer(text):
        month = _roman(m["m"].upper())
        if 1 <= month <= 12 and len(m["y"]) > 2:
            yield from _real(m, Moment(int(m["y"]), month, int(m["d"])))
        elif 1 <= month <= 12 and m["s"] == ".":
            yield Mention(m.start(), m.end(), Moment(None, month, int(m["d"])), core=m.start(), short=int(m["y"]))
    for m in _MONTHS.finditer(text) if g.words.code == "en" else ():
        begins, ends = Moment(int(m["y"]), w.months[m["a"].lower()]), Moment(int(m["y"]), w.months[m["b"].lower()])
        if begins.order < ends.order:
            yield Mention(m.start(), m.end(), begins, ends, core=m.start())
    for m in _SHORT_DAY.finditer(text) if g.words.code == "en" else ():
        day = Moment(None, int(m["m"]), int(m["d"]))
        if day.is_real and 1 <= day.month <= 12:
            yield Mention(m.start(), m.end(), day, core=m.start(), short=int(m["y"]))
    for m in _EDGE_DAY.finditer(text) if g.words.code == "en" else ():
        month, year = g.words.months[m["m"].lower()], int(m["y"]) if m["y"] else None
        if year is not None or month != _FEBRUARY:
            edge = calendar.monthrange(year or 2001, month)[1] if m["w"].lower() == "last" else 1
            yield from _real(m, Moment(year, month, edge))
    for m in _EDGE_OF_YEAR.finditer(text) if g.words.code == "en" else ():
        yield from _real(m, Moment(int(m["y"]), *((12, 31) if m["w"].lower() == "last" else (1, 1))))
    for m in _MONTH_YEAR.finditer(text):
        yield from _real(m, Moment(int(m["y"]), int(m["m"])))


def _roman(word: str) -> int:
    total = 0
    for n, letter in enumerate(word):
        value = _ROMAN[letter]
        total += -value if n + 1 < len(word) and _ROMAN[word[n + 1]] > value else value
    return total


def _eras(text: str, g: Grammar) -> Iterator[Mention]:
    """Years before or after Christ, and stretches that end with one: "350 to 100 BC"."""
    for m in g.era.finditer(text):
        begun = _ERA_BEGUN.search(text[: m.start()])
        last = Moment(1 - int(m["y"]) if m["bc"] else int(m["y"]))
        first = Moment(1 - int(begun["y"]) if m["bc"] else int(begun["y"])) if begun is not None else last
        if begun is not None and first.order < last.order:
            yield Mention(begun.start(), m.end(), first, last, core=begun.start())
        elif begun is None:
            yield from _real(m, last)


def _short(text: str, g: Grammar) -> Iterator[Mention]:
    """Decades and years without their century: "the eighties", "in '84"; not those of an age or of the weather."""
    for m in g.spoken_decade.finditer(text):
        if _WARMTH.search(text):
            continue
        number = next(v for k, v in g.words.decades.items() if re.fullmatch(k, m["c"], re.IGNORECASE))
        part = meaning(m["part"], g.words.parts) if m["part"] else ""
        yield Mention(
            m.start(),
            m.end(),
            Moment(None, part=part, width=10),
            core=m.start("part") if part else m.start("c"),
            short=number,
        )
    for m in g.bare_month.finditer(text) if g.words.code == "en" else ():
        short = re.match(r",? (?:of )?['’](?P<y>\d\d)(?![\w’'%]|[.,:]\d)", text[m.end() :])
        if short is not None:
            first = Moment(None, g.words.months[m["m"].lower()])
            yield Mention(m.start(), m.end() + short.end(), first, core=m.start(), short=int(short["y"]))
    for m in _APOSTROPHE.finditer(text) if g.words.code == "en" else ():
        yield Mention(m.start(), m.end(), Moment(None), core=m.start(), short=int(m["y"]))


def _halves(text: str, g: Grammar) -> Iterator[Mention]:
    """The months of "the second half of 2025"."""
    for m in _HALF.finditer(text) if g.words.code == "en" else ():
        year, begins = int(m["y"]), 1 if m["n"].lower() == "first" else 7
        yield Mention(m.start(), m.end(), Moment(year, begins), Moment(year, begins + 5), core=m.start())


def _seasons(text: str, g: Grammar) -> Iterator[Mention]:
    """Seasons of a year, and winters that are named by both of their years in full: "the winter of 1930 to 1931"."""
    yield from _halves(text, g)
    for m in _WINTER.finditer(text) if g.words.code == "en" else ():
        first = int(m["y"])
        last = int(m["z"]) if m["z"].isdigit() else first // 100 * 100 + int(m["z"][1:])
        if last == first + 1:
            listed = f"Winter {first}/{last % 100:02d}"
            yield Mention(m.start(), m.end(), Moment(first, part="winter"), Moment(last), core=m.start(), listed=listed)
    for m in g.season.finditer(text) if g.season else ():
        yield from _season(m, g.words)


def _season(m: re.Match[str], w: DateWords) -> Iterator[Mention]:
    """A season of a year; a winter that is named by two years is of both."""
    year, part = int(m["y"]), meaning(m["s"], w.seasons)
    is_both = m["z"] is not None and (year + 1) % 100 == int(m["z"]) and part == "winter"
    if not is_both:
        yield from _real(m, Moment(year, part=part))
        return
    listed = w.labels.get(part, "{}").format(f"{year}/{m['z']}")
    yield Mention(m.start(), m.end(), Moment(year, part=part), Moment(year + 1), core=m.start(), listed=listed)


def _real(match: re.Match[str], first: Moment, last: Moment | None = None, *, weekday: int = -1) -> Iterator[Mention]:
    if first.is_real and (last is None or last.is_real):
        yield Mention(match.start(), match.end(), first, last, core=match.start(), weekday=weekday)


def _century(word: str, w: DateWords) -> int:
    if re.fullmatch(r"[IVX]+", word):
        return _roman(word)
    return w.ordinals.get(word.lower(), 0) or int(re.sub(r"\D", "", word) or 0)
