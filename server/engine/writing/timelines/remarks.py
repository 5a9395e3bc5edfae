"""Dates within the cells of tables: "Built | 1903 to 1907", "done 15 March", and a month beside a year's row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment
from server.engine.writing.dates.standing import stands
from server.engine.writing.dates.tenses import Tense, is_habit, tense
from server.engine.writing.dates.text_days import day_of
from server.engine.writing.dates.words import date_words
from server.engine.writing.timelines.columns import Cell
from server.engine.writing.timelines.rows import body_of, told_by

_YEAR = re.compile(r"\s*((?:1[4-9]|20)\d\d)\s*")
_DONE = re.compile(
    r"(?:first |last |re|newly )?(?:[a-z]{3,}ed|built|begun|laid|born|sold|bought|won|lost|made|found|cut|cast|dug|"
    r"sunk|known|written|drawn|sent|given|taken|opening|closure|completion|foundation|construction|purchase|restoration|"
    r"(?:in )?(?:service|use|office|command|print)|launch|death|birth|consecration|rebuilding|conversion|move|merger)"
    r"(?: [a-z]+){0,2}",
    re.IGNORECASE,
)
"""What the first cell of a row says that was done at the date in the second: "Built"."""
_OVER = re.compile(r"(?:done|complete|shut|cut|dug|sunk|begun|born|hung|rung|sung)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3,}")
_LEAST_WORDS = 2
_BESIDE_YEAR = 3
"""Words of a remark beside a year."""
_PAIR = 2


def of_remarks(source: Source, code: str, tables: Sequence[Sequence[Block]]) -> Iterator[tuple[Cell, Statement, Block]]:
    """What single cells date where no column does."""
    w = date_words(code)
    now = day_of(source, code)
    for rows in tables:
        for block in body_of(rows):
            years = [int(y[1]) for c in block.cells if (y := _YEAR.fullmatch(c)) is not None]
            row_year = years[0] if len(years) == 1 else None
            if len(block.cells) == _PAIR and _DONE.fullmatch(block.cells[0].strip(" *_:.")):
                yield from _pair(source, block, code)
                continue
            for n, cell in enumerate(block.cells):
                if len(_WORDS.findall(cell)) < 1 or is_habit(cell, 0, 0, w):
                    continue
                ms = mentions(cell, code)
                for m in ms if tense(cell, w) is not Tense.FUTURE else ():
                    day = _day(
                        m, cell, row_year, now, is_past=tense(cell, w) is Tense.PAST or _OVER.match(cell) is not None
                    )
                    if day is not None and stands(cell, m, ms):
                        yield day, told_by(source, block, _said(block, n)), block


def _pair(source: Source, block: Block, code: str) -> Iterator[tuple[Cell, Statement, Block]]:
    """A row that is a thing done and when it was."""
    for m in mentions(f"done: {block.cells[1].strip()}", code):
        if m.first.year is not None and m.offset is None and m.bound not in {Bound.BEFORE, Bound.AFTER}:
            said = f"{block.cells[0].strip(' :')}: {block.cells[1].strip()}"
            yield Cell(m, m.first, m.last), told_by(source, block, said), block


def _day(m: Mention, cell: str, row_year: int | None, now: Moment, *, is_past: bool) -> Cell | None:
    """The date that a cell names: whole in what was done, a month or day of the year of its row, or just before now."""
    if (
        m.offset is not None
        or m.pointer is not None
        or m.short >= 0
        or m.bound in {Bound.BEFORE, Bound.AFTER, Bound.BY}
    ):
        return None
    if m.first.year is not None:
        return (
            Cell(m, m.first, m.last) if is_past and row_year is None and cell.strip() != cell[m.core : m.end] else None
        )
    if not m.first.month or m.last is not None:
        return None
    if row_year is not None:
        return Cell(m, m.in_year(row_year), None, is_resolved=True) if len(cell.split()) >= _BESIDE_YEAR else None
    if not (is_past and m.first.day and now.day and now.year is not None) or m.bound not in {Bound.NONE, Bound.AT}:
        return None
    found = m.in_year(now.year)
    return Cell(m, found if found.order <= now.order else m.in_year(now.year - 1), None, is_resolved=True)


def _said(block: Block, at: int) -> str:
    """A cell after what its row is about, where another cell says so in words."""
    cell = block.cells[at].strip()
    others = [c.strip() for n, c in enumerate(block.cells) if n != at and len(_WORDS.findall(c)) >= 1]
    label = max(others, key=len, default="")
    return f"{label}: {cell}" if label and len(cell.split()) < 2 * len(label.split()) + _LEAST_WORDS else cell
