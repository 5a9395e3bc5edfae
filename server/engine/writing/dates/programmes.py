"""The days of one event, as the head of its programme names them: "Friday 19 to Sunday 21 September 2025"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment, moved, weekday
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.words import date_words

_HEAD_BLOCKS = 5
_HEAD_WORDS = 20
_MOST_DAYS = 31
_WEEK = 7
"""Of more days two have the same name."""
_KINDS = frozenset({BlockKind.HEADING, BlockKind.BYLINE, BlockKind.CAPTION, BlockKind.PARAGRAPH})

_NAMES = re.compile(r"(?<!^)\b[A-ZÀ-Þ][\w'’-]*")
"""Words of a title, of which "The Festival of Lost Instruments" has no verb."""

EventDays = dict[int, Moment]
"""The day of each weekday, Monday being 0."""


def event_days(source: Source, code: str) -> EventDays:
    """The days of the event that a source announces, by their weekday; empty where two of them have the same name."""
    span = event_span(source, code)
    if span is None or _length(*span) > _WEEK:
        return {}
    days = [moved(span[0], n, "day") for n in range(_length(*span))]
    return {number: day for day in days if (number := weekday(day)) is not None}


def event_span(source: Source, code: str) -> tuple[Moment, Moment] | None:
    """The first and last day of the event that a source announces; None where its head names no such stretch."""
    if source.published:
        return None
    w = date_words(code)
    for block in source.blocks[:_HEAD_BLOCKS]:
        words = source.block_text(block)
        plain = _NAMES.sub("", words) if block.kind is BlockKind.HEADING else words
        if block.kind not in _KINDS or len(words.split()) > _HEAD_WORDS or tense(plain, w) is not Tense.UNKNOWN:
            continue
        found = [m for m in mentions(words, code) if m.first.day]
        if len(found) != 1 or found[0].last is None or not found[0].last.day or not re.search(r"\d", words):
            continue
        year = _title_year(source) if found[0].first.year is None else None
        first, last = (replace(m, year=m.year or year) for m in (found[0].first, found[0].last))
        right = first.is_real and last.is_real and first.year is not None and last.year is not None
        if right and found[0].weekday in {-1, weekday(first)} and 1 < _length(first, last) <= _MOST_DAYS:
            return first, last
    return None


def _length(first: Moment, last: Moment) -> int:
    """Days from one to the other, both of them counted."""
    a, z = (dt.date(m.year or 1, m.month, m.day) for m in (first, last))
    return (z - a).days + 1


def _title_year(source: Source) -> int | None:
    """The one year that the first heading names: "Reed Days 2024"."""
    heading = next((source.block_text(b) for b in source.blocks[:1] if b.kind is BlockKind.HEADING), "")
    return year_named(heading)


def year_named(words: str, *, centuries: str = "19|20") -> int | None:
    """The one year that a title or heading names; stretches and pairs of years are none."""
    years = set(re.findall(rf"(?<![\d/–-])(?:{centuries})\d\d(?![\d/]|[–-]\d)", words))
    return int(years.pop()) if len(years) == 1 else None
