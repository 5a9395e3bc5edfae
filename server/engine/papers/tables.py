"""A data table as a workbook (XLSX) and as CSV. No cell of either is ever run as a formula."""

from __future__ import annotations

import csv
import io
import math
import re
from datetime import date
from typing import Any

from server.domain.cells import harmless
from server.domain.documents import Cell, Column, ColumnType, DataTable, Table
from server.engine.papers.labels import Labels, labels_of
from server.engine.papers.markdown import header
from server.engine.papers.references import Origin, References, clean

SHEET_NAME = 31
CELL_CHARACTERS = 32_767
"""More no spreadsheet takes."""
WIDEST, NARROWEST = 60, 8
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_NUMBER = re.compile(r"[+-]?\d[\d\s.,'’\u00a0\u202f]*%?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def as_xlsx(document: DataTable, *, origins: tuple[Origin, ...] = ()) -> bytes:
    """A workbook: a sheet for each table with typed cells, filters and a frozen header, and one of the sources."""
    import xlsxwriter

    labels = labels_of(document.language)
    buffer = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(buffer, options)
    book.set_properties(
        {"title": clean(document.title)[:255], "comments": labels.written_by.format(name=document.written_by)}
    )
    formats = _Formats(book)
    references = References(origins, labels)
    names: set[str] = {_safe_name(labels.sources, labels.sources).casefold()}
    cited: list[tuple[str, str, tuple[int, ...]]] = []
    for number, table in enumerate(document.tables, 1):
        name = _unique(table.title or f"{labels.data_table} {number}", names)
        cited += _table_sheet(book, name, table, formats, references)
    if not document.tables:
        book.add_worksheet(_unique(labels.data_table, names))
    _sources_sheet(book, cited, references, labels, formats)
    book.close()
    return buffer.getvalue()


def as_csv(document: DataTable) -> bytes:
    """All tables as CSV (RFC 4180, UTF-8): several follow one another, each after a line of its title.

    A cell that a spreadsheet would run as a formula begins with an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for number, table in enumerate(document.tables):
        if number:
            writer.writerow([])
        if len(document.tables) > 1:
            writer.writerow([neutral(clean(table.title))])
        writer.writerow([neutral(header(column)) for column in table.columns])
        for row in table.rows:
            cells = [neutral(clean(cell.text)) for cell in row[: len(table.columns)]]
            writer.writerow(cells + [""] * (len(table.columns) - len(cells)))
    return out.getvalue().encode("utf-8")


def neutral(text: str) -> str:
    """A cell that no spreadsheet runs; plain numbers (``-12.5``) stay as they are."""
    return text if _NUMBER.fullmatch(text) else harmless(text)


class _Formats:
    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def __call__(self, **properties: Any) -> Any:
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(properties)
        return self._made[key]


def _table_sheet(
    book: Any, name: str, table: Table, formats: _Formats, references: References
) -> list[tuple[str, str, tuple[int, ...]]]:
    sheet = book.add_worksheet(name)
    cited: list[tuple[str, str, tuple[int, ...]]] = []
    top = formats(bold=True, text_wrap=True, valign="top", bottom=2, bg_color="#EEF2FF")
    widths = []
    for index, column in enumerate(table.columns):
        sheet.write_string(0, index, clean(header(column))[:CELL_CHARACTERS], top)
        widths.append(len(header(column)) + 4)
    for number, row in enumerate(table.rows, 1):
        for index, (column, cell) in enumerate(zip(table.columns, row, strict=False)):
            _write(sheet, (number, index), cell, column, formats)
            widths[index] = max(widths[index], min(len(cell.text) + 2, WIDEST))
            if cell.passages:
                numbers = references.numbers_of(cell.passages)
                cited.append((name, _address(number, index), numbers))
    for index, width in enumerate(widths):
        sheet.set_column(index, index, max(NARROWEST, min(width, WIDEST)))
    sheet.freeze_panes(1, 1 if len(table.columns) > 1 else 0)
    if table.columns:
        sheet.autofilter(0, 0, max(1, len(table.rows)), len(table.columns) - 1)
    sheet.repeat_rows(0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    return cited


def _write(sheet: Any, place: tuple[int, int], cell: Cell, column: Column, formats: _Formats) -> None:
    row, index = place
    value = cell.value
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if is_number and column.type in {ColumnType.NUMBER, ColumnType.MONEY}:
        assert isinstance(value, int | float)
        sheet.write_number(row, index, value, formats(num_format=_number_format(value, cell.text), valign="top"))
    elif is_number and column.type is ColumnType.PERCENT:
        assert isinstance(value, int | float)
        decimals = _decimals(value)
        pattern = f"0.{'0' * decimals}%" if decimals else "0%"
        sheet.write_number(row, index, value / 100, formats(num_format=pattern, valign="top"))
    elif column.type is ColumnType.DATE and isinstance(value, str) and (day := _day(value)):
        sheet.write_datetime(row, index, day, formats(num_format="yyyy-mm-dd", align="left", valign="top"))
    elif text := clean(cell.text)[:CELL_CHARACTERS]:
        sheet.write_string(row, index, text, formats(text_wrap=True, valign="top", num_format="@"))
    else:
        sheet.write_blank(row, index, None, formats(valign="top"))


def _number_format(value: float, text: str) -> str:
    decimals = _decimals(value)
    is_grouped = abs(value) >= 10_000 or bool(re.search(r"\d[.,'’\s\u00a0\u202f]\d{3}\b", text) and abs(value) >= 1000)
    whole = "#,##0" if is_grouped else "0"
    return f"{whole}.{'0' * decimals}" if decimals else whole


def _decimals(value: float) -> int:
    _, _, rest = f"{value:.6f}".rstrip("0").partition(".")
    return len(rest)


def _day(value: str) -> date | None:
    """A whole day that a spreadsheet's calendar (from 1900) has; anything else stays text."""
    if not _DAY.fullmatch(value):
        return None
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return None
    return day if day >= date(1900, 3, 1) else None


def _sources_sheet(
    book: Any,
    cited: list[tuple[str, str, tuple[int, ...]]],
    references: References,
    labels: Labels,
    formats: _Formats,
) -> None:
    sheet = book.add_worksheet(_safe_name(labels.sources, "Sources"))
    top = formats(bold=True, valign="top", bottom=2, bg_color="#EEF2FF")
    wrapped = formats(text_wrap=True, valign="top", num_format="@")
    for index, (name, width) in enumerate(
        ((labels.data_table, 24), ("#", 10), (labels.source, 36), ("URL", 36), ("→", 12), ("“…”", 60))
    ):
        sheet.write_string(0, index, name, top)
        sheet.set_column(index, index, width)
    notes = {note.number: (listed.source, note) for listed in references.listed() for note in listed.notes}
    row = 0
    for name, address, numbers in cited:
        for number in numbers:
            row += 1
            source, note = notes[number]
            for index, text in enumerate((name, address, source.title, source.address, note.place, note.quote)):
                sheet.write_string(row, index, text[:CELL_CHARACTERS], wrapped)
    if not row:
        for row, listed in enumerate(references.listed(), 1):
            sheet.write_string(row, 2, listed.source.title[:CELL_CHARACTERS], wrapped)
            sheet.write_string(row, 3, listed.source.address[:CELL_CHARACTERS], wrapped)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(1, row), 5)


def _address(row: int, column: int) -> str:
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(row, column))


def _unique(title: str, names: set[str]) -> str:
    base = _safe_name(title, "Table")
    name, number = base, 2
    while name.casefold() in names:
        tail = f" ({number})"
        name, number = base[: SHEET_NAME - len(tail)].rstrip() + tail, number + 1
    names.add(name.casefold())
    return name


def _safe_name(title: str, spare: str) -> str:
    """What a spreadsheet takes as a sheet's name."""
    name = _FORBIDDEN.sub(" ", clean(title)).strip("' ")
    name = " ".join(name.split())[:SHEET_NAME].strip("' ")
    return name if name and name.casefold() != "history" else spare
