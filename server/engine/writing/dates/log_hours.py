"""Hours that a log writes in four figures, which are no years: "2137 Mayday from a ship", "search until 1530"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.heads import DayHead

_LEAST = 4
"""Entries that begin with an hour."""
_FOUR = r"(?P<h>[01]\d|2[0-3])(?P<n>[0-5]\d)"
OPENS = re.compile(rf"[*_]*{_FOUR}(?: ?(?:h|hrs|hours|Z|GMT|UTC|BST)\b)?[*_]*[.:,;]?[*_]*(?:\s+|\s*[–—-]\s*)(?=\S)")
_WITHIN = re.compile(
    rf"(?:\b(?:at|until|till|to|by|from|between|and|about|before|after)|[–—-]) ?(?P<hour>{_FOUR})(?![\d%]|[.,:]\d)",
    re.IGNORECASE,
)


def logged(source: Source, heads: Sequence[DayHead]) -> list[tuple[int, re.Match[str]]]:
    """Where the entries of a log begin, with their hours; none where the figures under a day aren't in order."""
    out: list[tuple[int, re.Match[str]]] = []
    for head in heads:
        found = [(b.start, m) for b in source.blocks if (m := _opening(source, b, head)) is not None]
        hours = [(m["h"], m["n"]) for _, m in found]
        if any(b < a for a, b in itertools.pairwise(hours)):
            return []
        out += found
    return out if len(out) >= _LEAST else []


def log_hours(source: Source, heads: Sequence[DayHead]) -> list[tuple[int, int]]:
    """Where a log has hours in four figures."""
    opened = [(m.start(), m.end()) for _, m in logged(source, heads)]
    if not opened:
        return []
    inside = [m.span("hour") for h in heads for m in _WITHIN.finditer(source.text, h.start, h.end)]
    return [*opened, *inside]


def _opening(source: Source, block: Block, head: DayHead) -> re.Match[str] | None:
    is_text = block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM} and head.start <= block.start < head.end
    return OPENS.match(source.text, block.start, block.end) if is_text else None
