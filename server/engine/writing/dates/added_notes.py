"""Notes that were put into a diary or log later, and when: "Note added in the spring of 1936."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment

_NOTE = re.compile(
    r"[*_]*(?:\[|(?:Note (?:by|added)\b(?! me\b)|Editor(?:['’]s|ial)? note|Added (?:in|on|later)|Postscript|P\. ?S\.)"
    r"(?=[\s:.,*_]))",
    re.IGNORECASE,
)
_OPENING = re.compile(r"[^.:\n]{0,80}[.:][*_]*")
_LINE = re.compile(r"[^.:\n]{0,80}[*_]*")
"""What stands by itself over a note of several paragraphs: "Note by the clerk, 3 May 1912"."""


def is_note(source: Source, place: int) -> bool:
    """Whether a paragraph that begins there was put in by others or later."""
    return _NOTE.match(source.text, place) is not None


def dated_notes(source: Source, code: str) -> Iterator[tuple[Block, int, int, Moment]]:
    """Those that say when they were added, with the end of the words that do, and of the note."""
    for n, block in enumerate(source.blocks):
        line = _LINE.fullmatch(source.text, block.start, block.end)
        opening = line or _OPENING.match(source.text, block.start, block.end)
        if block.kind is BlockKind.HEADING or not is_note(source, block.start) or opening is None:
            continue
        days = [m.first for m in mentions(opening[0], code) if m.first.year is not None and m.last is None]
        if len(days) == 1:
            end = block.end if line is None else _end(source, n)
            yield block, opening.end(), end, replace(days[0], hour=-1, minute=0)


def _end(source: Source, at: int) -> int:
    """Where a note of several paragraphs ends: before the next one, or a heading."""
    for block in source.blocks[at + 1 :]:
        if block.kind is BlockKind.HEADING or is_note(source, block.start):
            return block.start
    return len(source.text)
