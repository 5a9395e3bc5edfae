"""Rows of cells as they stand in files, put in order: empty edges cut, header found, titles above a table set apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources.documents import Part, canonical

MAX_COLUMNS = 500
_CAPTION_WORDS = 20
_NUMBER = re.compile(r"[-−+(]?\s*[^\w\s()]?\s*\d[\d.,'\u00a0\u202f ]*\s*(?:[%‰)]|[^\W\d_]{1,3}|[^\w\s])?\s*\)?")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")

Numbered = tuple[int, Sequence[str]]
"""A row's number in its sheet, from 1, and its cells."""


def too_many_columns(columns: int, *, name: str) -> SourceNotImported:
    """What to say of a table that is too wide to be told."""
    return SourceNotImported(
        f"{name} has {columns:,} columns and at most {MAX_COLUMNS} can be read; keep the columns that matter",
        source=name,
    )


def titled(name: str) -> str:
    """A title for a table that names none: its file's name."""
    return re.sub(r"\.\w{2,5}$", "", name.rpartition("/")[2]).replace("_", " ")


def is_figure(cell: str) -> bool:
    """Whether a cell holds a number, with or without currency, unit or percent sign."""
    return bool(_NUMBER.fullmatch(cell.strip()))


def tables(rows: Sequence[Numbered], *, sheet: str | None = None) -> Iterator[Part]:
    """The parts of a sheet: its tables are set apart by empty rows, each with a header of its own."""
    group: list[tuple[int, tuple[str, ...]]] = []
    for number, row in rows:
        cells = tuple(canonical(cell) for cell in row)
        if any(cells):
            group.append((number, cells))
        elif group:
            yield from _table(group, sheet=sheet)
            group = []
    if group:
        yield from _table(group, sheet=sheet)


def header_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Which of the first rows names the columns, or None.

    A header has a word in (almost) every column that the rows under it use, and no figure but years; under it, a column
    holds figures, or the words differ in kind (all short, none repeated in its column).
    """
    if len(rows) < 2:
        return None
    first, below = rows[0], rows[1:]
    if not _names_columns(first, below):
        return None
    has_figures = any(
        is_figure(row[at])
        for at in range(len(first))
        for row in below[:50]
        if at < len(row) and not is_figure(first[at])
    )
    years = sum(bool(_YEAR.fullmatch(cell.strip())) for cell in first)
    distinct = len({cell.casefold() for cell in first if cell}) == sum(1 for cell in first if cell)
    repeated = any(first[at] and first[at] == row[at] for row in below for at in range(min(len(first), len(row))))
    short = all(len(cell.split()) <= 8 and not cell.endswith((".", "!", "?")) for cell in first)
    return 0 if has_figures or years >= 2 or (distinct and short and not repeated) else None


def _names_columns(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    used = [at for at in range(len(first)) if any(at < len(row) and row[at] for row in below[:50])]
    named = [at for at in used if first[at]]
    if not used or len(named) < max(1, len(used) - 1):
        return False
    figures = [at for at in named if is_figure(first[at]) and not _YEAR.fullmatch(first[at].strip())]
    return not figures


def _table(group: list[tuple[int, tuple[str, ...]]], *, sheet: str | None) -> Iterator[Part]:
    width = max(len(cells) for _, cells in group)
    used = [at for at in range(width) if any(at < len(cells) and cells[at] for _, cells in group)]
    rows = [(number, tuple(cells[at] if at < len(cells) else "" for at in used)) for number, cells in group]
    while rows and (len(used) > 1 or len(rows) > 1) and _is_alone(rows[0][1], rows[1:]):
        number, cells = rows.pop(0)
        yield _words(next(filter(None, cells)), number, sheet)
    if not rows:
        return
    if len(used) == 1:
        yield from (_words(cells[0], number, sheet) for number, cells in rows)
        return
    notes: list[tuple[int, tuple[str, ...]]] = []
    while len(rows) > 2 and sum(1 for cell in rows[-1][1] if cell) == 1 and len(rows[-1][1][0].split()) > 3:
        notes.insert(0, rows.pop())
    # A column whose cells were empty but for the title's is no column.
    keep = [at for at in range(len(used)) if any(cells[at] for _, cells in rows)]
    rows = [(number, tuple(cells[at] for at in keep)) for number, cells in rows]
    header = header_at([cells for _, cells in rows])
    for place, (number, cells) in enumerate(rows):
        yield Part(
            BlockKind.TABLE_ROW,
            " | ".join(cells),
            cells=cells,
            is_header=place == header,
            sheet=sheet,
            row=number,
        )
    yield from (_words(cells[0], number, sheet) for number, cells in notes)


def _is_alone(cells: Sequence[str], below: Sequence[Numbered]) -> bool:
    """Whether a row is one cell of words over a table, or over nothing."""
    filled = [cell for cell in cells if cell]
    wider = any(sum(1 for cell in row if cell) > 1 for _, row in below)
    return len(filled) == 1 and wider and not is_figure(filled[0])


def _words(text: str, number: int, sheet: str | None) -> Part:
    """A cell that stands alone: running text, or the caption of what follows."""
    is_prose = len(text.split()) > _CAPTION_WORDS or (text.endswith((".", "!", "?")) and len(text.split()) >= 5)
    return Part(BlockKind.PARAGRAPH if is_prose else BlockKind.CAPTION, text, sheet=sheet, row=number)
