"""Rows of tables, and what a timeline tells of one."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Source

_ENDS = (".", "!", "…")


def body_of(rows: Sequence[Block]) -> list[Block]:
    """The rows of a table but for its header and lines of one cell."""
    return [b for b in rows if not b.is_header and len(b.cells) >= 2]


def told_by(source: Source, row: Block, what: str) -> Statement:
    """What a row says as a sentence that rests on it."""
    text = what[:1].upper() + what[1:]
    return Statement(text if text.endswith(_ENDS) else f"{text}.", (source.passage(row.start, row.end),))


def headings_above(source: Source, row: Block) -> list[Block]:
    """The heading right above a row, and the first two above it: mostly the title and what stands below it."""
    above = [b for b in source.blocks if b.kind is BlockKind.HEADING and b.start < row.start]
    return [*above[-1:], *above[:2]]
