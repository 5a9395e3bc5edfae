"""Lists of what happened at which hour of one day that stands elsewhere: the log of an outage, a report's timeline."""

from __future__ import annotations

import re
from dataclasses import replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment

_LEAST = 4
"""Items that begin with an hour, one after the other."""
_OPENS = re.compile(
    r"[*_]{0,2}(?P<h>[01]?\d|2[0-3])[.:](?P<n>[0-5]\d)(?: ?[ap]\.?m\.?)?[*_]{0,2}[:,]?[*_]{0,2} [\s–—-]*\S"
)


def clock_heads(source: Source, code: str) -> tuple[DayHead, ...]:
    """A head for each such list, whose day the title names, or the heading above it; none where that has no year."""
    out: list[DayHead] = []
    run: list[int] = []
    for n in range(len(source.blocks) + 1):
        if n < len(source.blocks) and _opens(source, source.blocks[n]):
            run.append(n)
            continue
        if len(run) >= _LEAST and _is_in_order(source, run):
            found = _day_above(source, run[0], code)
            if found is not None:
                day, said = found
                first, last = source.blocks[run[0]], source.blocks[run[-1]]
                out.append(DayHead(said, first.start, last.end, replace(day, hour=-1, minute=0), False, said))
        run = []
    return tuple(out)


def _opens(source: Source, block: Block) -> bool:
    is_text = block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}
    return is_text and _OPENS.match(source.block_text(block)) is not None


def _is_in_order(source: Source, run: list[int]) -> bool:
    """Whether the hours go on as those of one day do."""
    found = [_OPENS.match(source.block_text(source.blocks[n])) for n in run]
    hours = [(int(m["h"]), int(m["n"])) for m in found if m is not None]
    return hours == sorted(hours)


def _day_above(source: Source, at: int, code: str) -> tuple[Moment, Block] | None:
    """The one day that the title and the headings above name, with its year from wherever the text says it in full."""
    above = [b for b in source.blocks[:at] if b.kind is BlockKind.HEADING]
    named = {(m.first.month, m.first.day) for b in above for m in mentions(source.block_text(b), code) if m.first.day}
    if len(named) != 1:
        return None
    for block in source.blocks:
        for m in mentions(source.block_text(block), code):
            if (m.first.month, m.first.day) in named and m.first.year is not None:
                return m.first, block
    return None
