"""Tables as tuples of columns over frozen values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.language import tr

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The role under which every cell hands out its whole row."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT_FLAGS, _RIGHT_FLAGS = int(_LEFT), int(_RIGHT)


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column: its title (marked words), what a row shows in it, and what more a pointer brings up."""

    title: str
    text: Callable[[T], str]
    tip: Callable[[T], str] | None = None
    right: bool = False


class Rows(QAbstractTableModel, Generic[T]):
    """Rows under fixed columns. `key` names a row over time: its selection survives an update."""

    def __init__(
        self, columns: Sequence[Column[T]], *, key: Callable[[T], Hashable], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._key = key
        self._rows: list[T] = []
        self._places: dict[Hashable, int] = {}

    def rowCount(self, parent: Index | None = None) -> int:
        """How many rows are loaded."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """How many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' titles, aligned as their cells."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(self._columns[section].title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._columns[section].right else _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text, its tip, its alignment, or its whole row."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.text(row)
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip(row) if column.tip else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.right else _LEFT
        return None

    def cell(self, row: int, column: int) -> tuple[T, str, int]:
        """A row, the text that it shows in a column, and how that is aligned: what a delegate asks at every paint."""
        shown = self._columns[column]
        value = self._rows[row]
        return value, shown.text(value), _RIGHT_FLAGS if shown.right else _LEFT_FLAGS

    @property
    def rows(self) -> Sequence[T]:
        """What is loaded, in order."""
        return self._rows

    def row_of(self, key: Hashable) -> T | None:
        """The row of this key, when it is loaded."""
        place = self._places.get(key)
        return None if place is None else self._rows[place]

    def place_of(self, key: Hashable) -> int:
        """Where the row of this key stands; -1 when it is not loaded."""
        return self._places.get(key, -1)

    def replace(self, rows: Iterable[T]) -> None:
        """Show these rows instead."""
        self.beginResetModel()
        self._rows = list(rows)
        self._renumber()
        self.endResetModel()

    def append(self, rows: Iterable[T]) -> None:
        """Add rows at the end; those whose key is there already are left out."""
        fresh = [row for row in rows if self._key(row) not in self._places]
        if not fresh:
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
        self._rows.extend(fresh)
        self._places.update((self._key(row), first + offset) for offset, row in enumerate(fresh))
        self.endInsertRows()

    def put_first(self, row: T) -> None:
        """Add a new row at the top."""
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._rows.insert(0, row)
        self._renumber()
        self.endInsertRows()

    def update(self, row: T) -> bool:
        """Show a row's new values where it stands; False when it is not loaded."""
        place = self._places.get(self._key(row))
        if place is None:
            return False
        if self._rows[place] != row:
            self._rows[place] = row
            self.dataChanged.emit(self.index(place, 0), self.index(place, len(self._columns) - 1))
        return True

    def remove(self, key: Hashable) -> T | None:
        """Take a row out; answers it, or None when it is not loaded."""
        place = self._places.get(key)
        if place is None:
            return None
        self.beginRemoveRows(QModelIndex(), place, place)
        row = self._rows.pop(place)
        self._renumber()
        self.endRemoveRows()
        return row

    def _renumber(self) -> None:
        self._places = {self._key(row): place for place, row in enumerate(self._rows)}
