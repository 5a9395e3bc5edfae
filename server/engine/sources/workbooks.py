"""Excel workbooks (.xlsx): each visible sheet a section, each row with its cells as a person sees them.

Read in a stream. Formulas count by the value that was stored with them; macros, links and pictures are never touched.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from typing import Any

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import archives
from server.engine.sources.cells import shown
from server.engine.sources.contents import Content
from server.engine.sources.documents import MAX_CHARACTERS, Document, Part, canonical
from server.engine.sources.equipment import Equipment
from server.engine.sources.tables import MAX_COLUMNS, Numbered, tables, titled, too_many_columns

KIND = "an Excel workbook"
MAX_ROWS = 200_000
"""Rows of all sheets together that are not empty."""
_USUAL_NAME = re.compile(r"(?:sheet|tabelle|feuil|hoja|foglio|planilha)\s?\d*", re.IGNORECASE)
_MAX_EMPTY = 10_000
"""Empty rows after which a sheet is over: some programs mark a million rows as used."""


def read(content: Content, equipment: Equipment) -> Document:
    """The document of a workbook; every part knows its sheet and row.

    Raises:
        SourceNotImported: it is damaged, encrypted, a bomb, or larger than can be told.
    """
    import openpyxl

    archives.judge(content.data, name=content.name, kind=KIND, largest_part=archives.MAX_UNPACKED)
    parts: list[Part] = []
    hidden: list[str] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions that are not needed here
            book = openpyxl.load_workbook(
                io.BytesIO(content.data), read_only=True, data_only=True, keep_links=False, keep_vba=False
            )
            sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
            hidden = [canonical(sheet.title) for sheet in book.worksheets if sheet.sheet_state != "visible"]
            budget = _Budget(content.name)
            for place, sheet in enumerate(sheets):
                equipment.tell(place / len(sheets), f"Reading the sheet {canonical(sheet.title)}")
                found = list(tables(list(_rows(sheet, budget)), sheet=canonical(sheet.title)))
                if found and (len(sheets) > 1 or not _USUAL_NAME.fullmatch(sheet.title.strip())):
                    name = canonical(sheet.title)
                    parts.append(Part(BlockKind.HEADING, name, level=2, sheet=name))
                parts += found
            properties = book.properties
            title, author = canonical(properties.title or ""), canonical(properties.creator or "")
            book.close()
    except SourceNotImported:
        raise
    except MemoryError:
        raise
    except Exception as error:  # a library for files of strangers fails in many ways
        raise archives.damaged(content.name, KIND) from error
    if title:
        parts.insert(0, Part(BlockKind.HEADING, title, level=1))
    notes = (f"{content.name}: hidden sheets were left out: {', '.join(hidden)}",) if hidden else ()
    # Programs write their own name as the author.
    title = title or titled(content.name)
    return Document(parts=parts, title=title, author=author if " " in author else "", warnings=notes)


class _Budget:
    """What all sheets together may hold."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rows = 0
        self._characters = 0

    def spend(self, cells: list[str]) -> None:
        self._rows += 1
        self._characters += sum(map(len, cells))
        if self._rows > MAX_ROWS or self._characters > MAX_CHARACTERS:
            raise SourceNotImported(
                f"{self.name} has more rows than can be read ({MAX_ROWS:,} at most); keep the rows that matter or "
                "split it",
                source=self.name,
            )


def _rows(sheet: Any, budget: _Budget) -> Iterator[Numbered]:
    """The rows with their numbers; one empty row stands for any number of them."""
    sheet.reset_dimensions()  # what a file says of its own size may be wrong
    empty = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells = [shown(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            empty += 1
            if empty == 1:
                yield number, ()
            if empty > _MAX_EMPTY:
                return
            continue
        empty = 0
        if len(cells) > MAX_COLUMNS:
            raise too_many_columns(len(cells), name=budget.name)
        budget.spend(cells)
        yield number, cells
