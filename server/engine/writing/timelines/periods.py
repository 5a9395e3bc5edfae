"""Stretches of time that tables name by two columns, their first day and their last: terms, seasons, shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.timelines.columns import Cell, cells, column_named, header_cell

_FIRST = re.compile(
    r"from|first day|starts?|start(?:ing)?(?: date| day)?|begins?|beginning|opens?|opening|von|ab|beginn|erster tag|"
    r"du|début|premier jour|desde|inicio|comienzo|primer día|dal|inizio|primo giorno|de|início|primeiro dia",
    re.IGNORECASE,
)
_LEAST, _ENDS = 2, 2
_OTHER = re.compile(
    r"planned|target|due|deadline|expected|scheduled|forecast|budget|born|died|published|ordered|invoiced|paid|actual|done",
    re.IGNORECASE,
)
"""Headers of dates that aren't the ends of a stretch."""
_LAST = re.compile(
    r"to|till|until|through|last day|ends?|end(?:ing)?(?: date| day)?|clos(?:es?|ing)|finish(?:es)?|bis|ende|letzter tag|"  # noqa: E501
    r"au|fin|dernier jour|hasta|último día|al|fine|ultimo giorno|até|fim",
    re.IGNORECASE,
)


def of_periods(source: Source, code: str, tables: Sequence[Sequence[Block]]) -> Iterator[tuple[Cell, Statement, Block]]:
    """The rows of tables with a column for the first day and one for the last, and days that their remarks name."""
    for rows in tables:
        at, to = column_named(rows, _FIRST), column_named(rows, _LAST)
        body = [b for b in rows if not b.is_header and len(b.cells) > 2]
        if min(at, to) < 0 and len(body) >= _LEAST and column_named(rows, _OTHER) < 0:
            at, to = _ends(source, body, code)
        if at < 0 or to < 0 or at == to or not body:
            continue
        ends = zip(body, cells(source, body, at, code), cells(source, body, to, code), strict=True)
        for block, first, last in ends:
            if first is None or last is None or first.last or last.last or first.first.order > last.first.order:
                continue
            said = [(n, c.strip()) for n, c in enumerate(block.cells) if n not in {at, to} and c.strip()]
            if not said:
                continue
            passages = (source.passage(block.start, block.end),)
            column, name = said[0]
            head = header_cell(rows, column)
            text = ". ".join([f"{head}: {name}" if head else name, *(c.rstrip(".") for _, c in said[1:])])
            yield replace(first, last=last.first), Statement(f"{text}.", passages), block
            for _, remark in said[1:]:
                day = _day_within(remark, first.first, last.first, code)
                if day is not None:
                    yield day, Statement(f"{name}: {remark.rstrip('.')}.", passages), block


def _ends(source: Source, body: Sequence[Block], code: str) -> tuple[int, int]:
    """The two columns of dates of which one never lies before the other; -1 where there aren't two."""
    found = {n: cells(source, body, n, code) for n in range(min(len(b.cells) for b in body))}
    dated = [
        n for n, days in found.items() if all(d is not None and d.last is None and d.mention.first.year for d in days)
    ]
    if len(dated) != _ENDS:
        return -1, -1
    first, last = (found[n] for n in dated)
    ordered = all(
        a is not None and z is not None and a.first.order < z.first.order for a, z in zip(first, last, strict=True)
    )
    return (dated[0], dated[1]) if ordered else (-1, -1)


def _day_within(remark: str, first: Moment, last: Moment, code: str) -> Cell | None:
    """The one day with its month that a remark names within a stretch."""
    found = [m for m in mentions(remark, code) if m.first.day and m.first.year is None and m.last is None]
    if len(found) != 1:
        return None
    days = [replace(found[0].first, year=y) for y in dict.fromkeys((first.year, last.year))]
    inside = [d for d in days if first.order < d.order < last.order]
    return Cell(found[0], inside[0], None, is_resolved=True) if len(inside) == 1 else None
