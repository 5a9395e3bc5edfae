"""Columns of tables that hold days, with the year of those that leave it out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from babel import Locale

from server.domain.sources import Block, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Mention, Moment, weekday
from server.engine.writing.dates.programmes import event_span, year_named
from server.engine.writing.dates.text_days import day_of, month_of
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.years_above import in_season, season_of
from server.engine.writing.timelines.hours import hour_of, without_hour
from server.engine.writing.timelines.rows import headings_above

_LATER_YEAR = 6
"""Months by which a row lies before the one above it where its year is the next."""
_JUST_OVER = 2
"""Months before the day of a text in which what is due may have been due already."""
_BY = re.compile(r"(?:by|before|until|till|bis(?: zum)?|jusqu['’]au|avant le|hasta el|entro il|até)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    """The date that a cell is, from end to end, with its year."""

    mention: Mention
    first: Moment
    last: Moment | None = None
    is_resolved: bool = False


def cells(source: Source, rows: Sequence[Block], at: int, code: str, *, is_due: bool = False) -> list[Cell | None]:
    """What the cells of one column are, None for those that are no date or whose year stays open.

    Args:
        rows: those of the table but for its header.
        is_due: they say by when something has to be done, so that they lie ahead of the text.
    """
    found = [_whole(b.cells[at], code) if at < len(b.cells) else None for b in rows]
    bare = [m for m in found if m is not None and m.first.year is None and m.first.day]
    year = _year(source, rows[0], bare, code, is_due=is_due) if bare else None
    now = day_of(source, code) if is_due and bare else None
    out: list[Cell | None] = []
    before: Moment | None = None
    for m in found:
        if m is None or (m.first.year is None and (year is None or not m.first.day)):
            out.append(None)
            continue
        first = m.first
        if first.year is None:
            own = before.year if before is not None else year
            over = before is not None and not is_due and before.month - first.month > _LATER_YEAR
            first = replace(first, year=(own or 0) + over)
            if now is not None:
                first = replace(first, year=_due(first, now))
        if first.year is None or not first.is_real or (m.weekday >= 0 and weekday(first) != m.weekday):
            out.append(None)
            continue
        last = replace(m.last, year=first.year) if m.last is not None and m.last.year is None else m.last
        out.append(Cell(m, first, last, m.first.year is None))
        before = first
    return out


def _whole(cell: str, code: str) -> Mention | None:
    """The date that a cell is, with an hour behind it or without."""
    plain, hour = without_hour(spelled(cell, code))
    plain = _BY.sub("", plain) if _BY.match(plain) else plain
    found = mentions(f"{plain}:", code)
    if not found or found[-1].end - found[0].start < len(plain) - 1:
        return None
    return replace(found[0], first=hour_of(hour, found[0].first)) if found[0].first.day else found[0]


def spelled(cell: str, code: str) -> str:
    """A cell with the name of a weekday for what is short for it at its start: "Thu 3 July"."""
    plain = cell.strip(" *_")
    short = re.match(r"(?P<wd>[^\W\d]{2,5})(?:\.|\b)", plain)
    number = _shortened(code).get(short["wd"].lower(), -1) if short is not None else -1
    name = next((n for n, d in date_words(code).days.items() if d == number), "")
    return f"{name.capitalize()}{plain[short.end() :]}" if short is not None and name else plain


@cache
def _shortened(code: str) -> dict[str, int]:
    """How weekdays are abbreviated; Monday is 0."""
    out = {n.lower().rstrip("."): d for d, n in Locale.parse(code).days["format"]["abbreviated"].items()}
    return out | ({"tues": 1, "weds": 2, "thur": 3, "thurs": 3} if code == "en" else {})


def _year(source: Source, row: Block, bare: Sequence[Mention], code: str, *, is_due: bool) -> int | None:
    """The year of a table's first day: that of its event or heading, else the one that weekdays or the text leave."""
    span = event_span(source, code)
    now = day_of(source, code)
    if span is not None or is_due:
        return span[0].year if span is not None else now.year
    headed = _year_of_heading(source, row)
    season = season_of(source) if headed is None and not source.published else None
    if season is not None and bare[0].first.month:
        return in_season(season, bare[0].first.month)
    return headed if headed is not None or now.year is None else _year_near(bare, now, now.year)


def _year_of_heading(source: Source, row: Block) -> int | None:
    """The one year of the heading above a table, or of the title."""
    years = (year_named(source.block_text(heading)) for heading in headings_above(source, row))
    return next((year for year in years if year is not None), None)


def _year_near(bare: Sequence[Mention], now: Moment, year: int) -> int | None:
    """The year near the text's own in which all days have their weekdays; else its own for what lies ahead."""
    if all(m.weekday >= 0 for m in bare):
        near = (year, year + 1, year - 1)
        return next((y for y in near if all(weekday(replace(m.first, year=y)) == m.weekday for m in bare)), None)
    ahead = (bare[0].first.month, bare[0].first.day) >= (now.month, now.day)
    return year if not now.month or (ahead and bare[0].first.month - now.month <= _LATER_YEAR) else None


def _due(day: Moment, now: Moment) -> int | None:
    """The year in which a day comes next; nothing where it was due shortly before the text."""
    month = month_of(now)
    if now.year is None or not month:
        return now.year
    if (day.month, day.day) >= (month, now.day):
        return now.year
    return None if (month - day.month) <= _JUST_OVER else now.year + 1


def header_cell(rows: Sequence[Block], at: int) -> str:
    """What a table's header says of a column; empty where it has none."""
    head = next((b for b in rows if b.is_header), None)
    return head.cells[at].strip(" *_") if head is not None and at < len(head.cells) else ""


def column_named(rows: Sequence[Block], named: re.Pattern[str]) -> int:
    """The column whose header is such a word; -1 where none is."""
    head = next((b for b in rows if b.is_header), None)
    said = [c.strip(" *_.:") for c in head.cells] if head is not None else []
    return next((n for n, c in enumerate(said) if named.fullmatch(c)), -1)


def is_of_days(code: str, cell: str) -> bool:
    """Whether a cell begins with the name of a weekday."""
    said = spelled(cell, code).split()
    return bool(said) and said[0].strip(".,:").lower() in date_words(code).days
