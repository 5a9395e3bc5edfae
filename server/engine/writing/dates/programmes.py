"""The days of one event, as the head of its programme names them: "Friday 19 to Sunday 21 September 2025"."""

from __future__ import annotations

import datetime as dt
import re

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment, moved, weekday
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.words import date_words

_HEAD_BLOCKS = 5
_HEAD_WORDS = 20
_MOST_DAYS = 7
"""Of more days two have the same name."""
_KINDS = frozenset({BlockKind.HEADING, BlockKind.BYLINE, BlockKind.CAPTION, BlockKind.PARAGRAPH})

EventDays = dict[int, Moment]
"""The day of each weekday, Monday being 0."""


def event_days(source: Source, code: str) -> EventDays:
    """The days of the event that a source announces, by their weekday; empty where its head names no such stretch."""
    if source.published:
        return {}
    w = date_words(code)
    for block in source.blocks[:_HEAD_BLOCKS]:
        words = source.block_text(block)
        if block.kind not in _KINDS or len(words.split()) > _HEAD_WORDS or tense(words, w) is not Tense.UNKNOWN:
            continue
        found = [m for m in mentions(words, code) if m.first.day and m.first.year is not None]
        if len(found) != 1 or found[0].last is None or not re.search(r"\d", words):
            continue
        first, last = found[0].first, found[0].last
        if not (first.is_real and last.is_real and last.day and last.year is not None and first.year is not None):
            continue
        count = (dt.date(last.year, last.month, last.day) - dt.date(first.year, first.month, first.day)).days + 1
        if 2 <= count <= _MOST_DAYS:
            days = [moved(first, n, "day") for n in range(count)]
            return {number: day for day in days if (number := weekday(day)) is not None}
    return {}
