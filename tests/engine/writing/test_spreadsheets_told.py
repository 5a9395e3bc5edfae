"""A source that is nothing but a spreadsheet: a data table is made of it, other pieces say that it holds too little."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import xlsxwriter

from server.domain.documents import ColumnType, DataTable
from server.domain.errors import NothingUsable
from server.domain.sources import Source, SourceKind
from server.engine.sources import check_enough, import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import DataTableTask, FaqTask

HEAD = ("Boat", "Length (m)", "Built", "Inspected", "Price (EUR)", "Full")
BOATS = (
    ("Alder", 31.5, 1998, date(2025, 3, 4), 2_400_000, 0.42),
    ("Birch", 28, 2004, date(2025, 4, 18), 1_900_000, 0.31),
    ("Cedar", 44.2, 2016, date(2024, 11, 2), 5_300_000, 0.27),
)


def _workbook() -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet("Ferries")
    sheet.write_row(0, 0, HEAD)
    day, share = book.add_format({"num_format": "yyyy-mm-dd"}), book.add_format({"num_format": "0 %"})
    for n, row in enumerate(BOATS, 1):
        sheet.write_row(n, 0, row[:3])
        sheet.write_datetime(n, 3, row[3], day)
        sheet.write(n, 4, row[4])
        sheet.write(n, 5, row[5], share)
    book.close()
    return out.getvalue()


def _comma_separated() -> bytes:
    rows = [HEAD, *((*row[:5], f"{row[5]:.0%}") for row in BOATS)]
    return "\n".join(",".join(str(cell) for cell in row) for row in rows).encode()


@pytest.mark.parametrize(("name", "content"), [("boats.xlsx", _workbook), ("boats.csv", _comma_separated)])
def test_a_spreadsheet_alone_makes_a_typed_table(
    name: str, content: Callable[[], bytes], tmp_path: Path, writer: BuiltInWriter
) -> None:
    source = _imported(tmp_path / name, content())
    check_enough((source,))
    made: DataTable = writer.write(DataTableTask(sources=(source,), language=source.language))
    (table,) = made.tables
    assert [(c.name, c.type, c.unit) for c in table.columns] == [
        ("Boat", ColumnType.TEXT, ""),
        ("Length", ColumnType.NUMBER, "m"),
        ("Built", ColumnType.DATE, ""),
        ("Inspected", ColumnType.DATE, ""),
        ("Price", ColumnType.MONEY, "EUR"),
        ("Full", ColumnType.PERCENT, "%"),
    ]
    assert [[cell.value for cell in row] for row in table.rows] == [
        [None, 31.5, "1998", "2025-03-04", 2_400_000.0, 42.0],
        [None, 28.0, "2004", "2025-04-18", 1_900_000.0, 31.0],
        [None, 44.2, "2016", "2024-11-02", 5_300_000.0, 27.0],
    ]
    assert all(cell.passages for row in table.rows for cell in row)


def test_a_spreadsheet_alone_is_too_little_for_questions(tmp_path: Path, writer: BuiltInWriter) -> None:
    source = _imported(tmp_path / "boats.xlsx", _workbook())
    with pytest.raises(NothingUsable, match="add a longer one"):
        writer.write(FaqTask(sources=(source,), language=source.language))


def _imported(path: Path, content: bytes) -> Source:
    path.write_bytes(content)
    return import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))
