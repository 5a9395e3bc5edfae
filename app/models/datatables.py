"""A result's table: sorted where it stands, copied as tab-separated text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.language import dated, isolated, tr
from app.models.pages import Note, PageTable, TableCell
from app.models.tables import Index

NOTES_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The numbers of the notes that a cell rests on."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.TextFlag.TextWordWrap.value
"""A column is as wide as its cells: a long name takes two lines."""
_NOT_A_NUMBER = re.compile(r"[^\d.,\-\u2212]")
_ROW_BREAKS = re.compile(r"[\t\r\n]+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
EMPTY = PageTable("", (), (), ())


class CellTable(QAbstractTableModel):
    """The cells of one table. Sorting keeps empty cells last, whichever way."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = EMPTY
        self._notes: Mapping[int, Note] = {}
        self._rows: list[tuple[TableCell, ...]] = []

    def show(self, table: PageTable, notes: Mapping[int, Note]) -> None:
        """Show another table, as it came."""
        self.beginResetModel()
        self._table, self._notes, self._rows = table, notes, list(table.rows)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """How many things are compared."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """How many properties they have, their name included."""
        return 0 if parent is not None and parent.isValid() else len(self._table.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' names, aligned as their cells."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._table.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._table.columns[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (_RIGHT if self._table.numeric[section] else _LEFT).value | _WRAPPED
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text, its passages as a tip, its notes."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        cell, column = self._rows[index.row()][index.column()], index.column()
        # A view asks some ten roles of every cell that it draws or measures: the answer must cost next to nothing.
        if role == Qt.ItemDataRole.DisplayRole:
            return isolated(_shown(cell.text))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._table.numeric[column] else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(cell)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = cell.text or tr("not in the sources")
            return f"{self._table.columns[column]}: {said}"
        return cell.notes if role == NOTES_ROLE else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 brings back the order in which the table came."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        before = [(index, self._rows[index.row()]) for index in kept]
        if column < 0:
            self._rows = list(self._table.rows)
        elif column < len(self._table.columns):
            filled = [row for row in self._rows if row[column].text]
            empty = [row for row in self._rows if not row[column].text]
            filled.sort(key=lambda row: self._key(row[column], column), reverse=order == Qt.SortOrder.DescendingOrder)
            self._rows = filled + empty
        places = {id(row): place for place, row in enumerate(self._rows)}
        self.changePersistentIndexList(
            kept, [self.index(places[id(row)], index.column(), QModelIndex()) for index, row in before]
        )
        self.layoutChanged.emit()

    def as_tsv(self, places: Iterable[tuple[int, int]] | None = None) -> str:
        """The whole table with its header as tab-separated lines, or only the cells at these rows and columns."""
        if places is None:
            lines: list[Sequence[str]] = [self._table.columns]
            lines += [[cell.text for cell in row] for row in self._rows]
        else:
            wanted = sorted(set(places))
            columns = sorted({column for _, column in wanted})
            chosen = set(wanted)
            lines = [
                [self._rows[row][c].text if (row, c) in chosen else "" for c in columns]
                for row in sorted({row for row, _ in wanted})
            ]
        return "".join("\t".join(_ROW_BREAKS.sub(" ", text) for text in line) + "\n" for line in lines)

    def _tip(self, cell: TableCell) -> str | None:
        found = [self._notes[number] for number in cell.notes if number in self._notes]
        return "\n".join(f"“{note.quote}” {note.where}" for note in found) or None

    def _key(self, cell: TableCell, column: int) -> tuple[int, float | str]:
        if self._table.numeric[column] and (number := number_in(cell.text)) is not None:
            return (0, number)
        return (1, cell.text.casefold())


def number_in(text: str) -> float | None:
    """The number that a cell shows, with either mark for decimals; None when it shows none.

    A single mark before exactly three digits groups thousands; of two kinds of marks the last one is the decimals'.
    """
    digits = _NOT_A_NUMBER.sub("", text).replace("\u2212", "-")
    marks = [mark for mark in digits if mark in ".,"]
    if marks:
        last = marks[-1]
        tail = len(digits) - digits.rindex(last) - 1
        groups = len(set(marks)) == 1 and (len(marks) > 1 or tail == 3)
        digits = digits.replace("," if last == "." else ".", "")
        digits = digits.replace(last, "" if groups else ".")
    try:
        return float(digits)
    except ValueError:
        return None


def _shown(text: str) -> str:
    """A cell's words as a reader writes them: a day is told in the reader's way, and copied as it came."""
    if _DAY.fullmatch(text):
        with contextlib.suppress(ValueError):
            return dated(date.fromisoformat(text), "d MMM yyyy")
    return text or "—"
