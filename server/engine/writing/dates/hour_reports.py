"""The one heading of a report that is a day, or a night between two days, under which things are told by the clock."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment, moved

_LEAST = 4
"""Hours that are told one after the other."""
_CLOCK = re.compile(
    r"\b(?:[Aa]t|[Bb]y|[Aa]bout|[Aa]round|[Uu]ntil) (?P<h>[01]?\d|2[0-3])[.:](?P<n>[0-5]\d)(?: ?(?P<half>[ap])\.?m\b)?"
    r"(?![\d%]|[.:,]\d| (?:metres|km|kilometres|miles|per cent|million|litres|tonnes|kg|bar)\b)"
)
_BEHIND_STOP = re.compile(r"(?:[.!?][\"”’)]*\s+|\n\s*)(?=\S)")


def told_by_clock(source: Source, code: str) -> tuple[DayHead, ...]:
    """The heading's day, or both of its days with the stretches of text that tell of them; else nothing."""
    found = [(n, b, days) for n, b in enumerate(source.blocks) if (days := _days(source, b, code)) is not None]
    if code != "en" or len(found) != 1:
        return ()
    n, block, (first, last) = found[0]
    end = _end(source, n)
    hours = [(m.start(), _minutes(m)) for m in _CLOCK.finditer(source.text, block.end, end)]
    over = [b[0] for a, b in itertools.pairwise(hours) if b[1] < a[1]]
    if len(hours) < _LEAST or len(over) > (last is not None):
        return ()
    if last is None or not over:
        return (DayHead(block, block.end, end, first, True, block, is_by_clock=True),)
    turn = max(m.end() for m in _BEHIND_STOP.finditer(source.text, block.end, over[0] + 1))
    return (
        DayHead(block, block.end, turn, first, True, block, is_by_clock=True),
        DayHead(block, turn, end, last, True, block, is_by_clock=True),
    )


def _days(source: Source, block: Block, code: str) -> tuple[Moment, Moment | None] | None:
    """The whole day with which a heading begins, and the one after it where it names both."""
    if block.kind is not BlockKind.HEADING:
        return None
    found = [m for m in mentions(source.block_text(block), code) if m.first.day]
    if len(found) != 1 or found[0].start or found[0].first.year is None:
        return None
    first = replace(found[0].first, hour=-1, minute=0)
    last = replace(found[0].last, hour=-1, minute=0) if found[0].last is not None else None
    return (first, last) if last is None or last == moved(first, 1, "day") else None


def _end(source: Source, at: int) -> int:
    """Where the text under a heading ends: at the next one that isn't below it."""
    level = source.blocks[at].level
    after = (b for b in source.blocks[at + 1 :] if b.kind is BlockKind.HEADING and b.level <= level)
    return next((b.start for b in after), len(source.text))


def _minutes(m: re.Match[str]) -> int:
    hours = int(m["h"]) % 12 + 12 * (m["half"] == "p") if m["half"] else int(m["h"])
    return 60 * hours + int(m["n"])
