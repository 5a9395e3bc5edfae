"""What a programme's table has on each of its days: rows that begin with "Friday", "Friday 12 June" or "Sunday 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Moment, weekday
from server.engine.writing.dates.programmes import EventDays, event_days
from server.engine.writing.dates.text_days import RECORD, day_of
from server.engine.writing.dates.words import date_words
from server.engine.writing.timelines.columns import cells, is_of_days, spelled
from server.engine.writing.timelines.hours import HOUR, hour_of, is_hour
from server.engine.writing.timelines.rows import body_of, headings_above, told_by

_LEAST = 2
"""Rows that make a programme, and words that say what there is."""
_DAY_COLUMNS = 2
_NUMBERED = re.compile(r"(?P<day>[^\W\d]+)[.,]?\s+(?P<number>\d{1,2})(?:st|nd|rd|th|\.)?")


def of_programme(
    source: Source, code: str, tables: Sequence[Sequence[Block]]
) -> Iterator[tuple[Moment, Statement, Block]]:
    """The rows of tables whose first columns name the days of an event, or hours of the one day that a heading names.

    An empty cell goes on with the day above.
    """
    named = event_days(source, code)
    written = day_of(source, code) if tables else Moment(None)
    for rows in tables:
        body = body_of(rows)
        at, days = _days(source, body, named, written, code)
        day: Moment | None = None
        for block, own in zip(body, days, strict=True):
            is_empty = 0 <= at < len(block.cells) and not block.cells[at].strip()
            day = day if is_empty else own
            said = [c for n, c in enumerate(block.cells) if n != at]
            what = next((c for c in said if len(c.split()) >= _LEAST and not is_hour(c)), "")
            if day is None or not what:
                continue
            hour = next((h for c in said if (h := HOUR.fullmatch(c.strip())) is not None), None)
            yield hour_of(hour, day), told_by(source, block, what), block


def _days(
    source: Source, body: Sequence[Block], named: EventDays, written: Moment, code: str
) -> tuple[int, list[Moment | None]]:
    """The column that names the day of each row (-1 where a heading does), and the days; None where nothing does."""
    for at in range(_DAY_COLUMNS if len(body) >= _LEAST else 0):
        said = [spelled(b.cells[at], code) if at < len(b.cells) else "" for b in body]
        if not said[0] or not all(is_of_days(code, c) for c in said if c):
            continue
        if all(_weekday(c, code) >= 0 for c in said if c):
            return at, [named.get(_weekday(c, code)) for c in said]
        if all(_numbered(c, code) for c in said if c):
            month = _month_above(source, body[0], written, code)
            return at, [_day_numbered(c, named, month, code) for c in said]
        return at, [c.first if c is not None and c.last is None else None for c in cells(source, body, at, code)]
    is_timed = len(body) >= _LEAST and all(is_hour(b.cells[0]) for b in body)
    return -1, [_day_above(source, body[0], named, code) if is_timed else None for _ in body]


def _day_above(source: Source, row: Block, named: EventDays, code: str) -> Moment | None:
    """The day that the heading above a table is about; that of the title where the heading names none."""
    for heading in headings_above(source, row):
        words = spelled(source.block_text(heading), code)
        found = [m for m in mentions(words, code) if m.first.day]
        first = words.split()[0] if words.split() else ""
        if _weekday(first, code) in named:
            return named[_weekday(first, code)]
        whole = [m for m in found if m.first.year is not None and m.last is None and m.bound in {Bound.AT, Bound.NONE}]
        if found:
            return whole[0].first if len(whole) == len(found) == 1 and not RECORD.search(words) else None
    return None


def _numbered(cell: str, code: str) -> re.Match[str] | None:
    """A weekday with the number of its day and no month: "Monday 8", "Montag, 8."."""
    match = _NUMBERED.fullmatch(cell.strip())
    return match if match and _weekday(match["day"], code) >= 0 else None


def _day_numbered(cell: str, named: EventDays, month: Moment | None, code: str) -> Moment | None:
    """The day of the event, or else of the month, that has both this weekday and this number."""
    match = _numbered(cell, code)
    if match is None:
        return None
    of_week, number = _weekday(match["day"], code), int(match["number"])
    day = named.get(of_week)
    if day is None and month is not None:
        day = replace(month, day=number)
        return day if day.is_real and weekday(day) == of_week else None
    return day if day is not None and day.day == number else None


def _month_above(source: Source, row: Block, written: Moment, code: str) -> Moment | None:
    """The month that the heading right above a table names, or in which the text came out."""
    for heading in headings_above(source, row)[:1]:
        found = [m.first for m in mentions(source.block_text(heading), code) if m.first.month]
        if len(found) == 1 and not found[0].day:
            year = found[0].year or written.year
            return Moment(year, found[0].month) if year is not None else None
    return Moment(written.year, written.month) if written.year is not None and written.month else None


def _weekday(cell: str, code: str) -> int:
    """Monday is 0; -1 for a cell that is no weekday."""
    return date_words(code).days.get(cell.strip(" .,:*_").lower(), -1)
