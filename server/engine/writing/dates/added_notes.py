"""Notes that were put into a diary later, and when: "Note added in the spring of 1936."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment

_NOTE = re.compile(
    r"[*_]*(?:\[|(?:Note (?:by the editor|added)|Editor(?:['’]s|ial)? note|Added (?:in|on|later)|Postscript|P\. ?S\.)"
    r"(?=[\s:.,*_]))",
    re.IGNORECASE,
)
_OPENING = re.compile(r"[^.:\n]{0,80}[.:][*_]*")


def is_note(source: Source, place: int) -> bool:
    """Whether a paragraph that begins there was put in by others or later."""
    return _NOTE.match(source.text, place) is not None


def dated_notes(source: Source, code: str) -> Iterator[tuple[Block, int, Moment]]:
    """Those that say when they were added, with the end of the words that do."""
    for block in source.blocks:
        opening = _OPENING.match(source.text, block.start, block.end)
        if block.kind is BlockKind.HEADING or not is_note(source, block.start) or opening is None:
            continue
        days = [m.first for m in mentions(opening[0], code) if m.first.year is not None and m.last is None]
        if len(days) == 1:
            yield block, opening.end(), replace(days[0], hour=-1, minute=0)
