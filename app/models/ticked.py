"""Tables whose rows carry a tick each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.models.tables import Column, Index, Rows

T = TypeVar("T")


class TickedRows(Rows[T]):
    """Rows with a tick in their first column. Ticks stay while others are shown.

    `ticks_changed` tells when there are more or fewer of them.
    """

    ticks_changed = Signal()

    def __init__(
        self, columns: Sequence[Column[T]], *, key: Callable[[T], Hashable], parent: QObject | None = None
    ) -> None:
        super().__init__(columns, key=key, parent=parent)
        self._ticked: dict[Hashable, T] = {}

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column can be ticked."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() and index.column() == 0 else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As of every table, and whether the row is ticked."""
        if role == Qt.ItemDataRole.CheckStateRole:
            if not index.isValid() or index.column() != 0 or index.row() >= len(self.rows):
                return None
            return Qt.CheckState.Checked if self.is_ticked(self.rows[index.row()]) else Qt.CheckState.Unchecked
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick a row, or take its tick away."""
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid() or index.column() != 0:
            return False
        self.tick(self.rows[index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def is_ticked(self, row: T) -> bool:
        """Whether a row is ticked."""
        return self._key(row) in self._ticked

    def tick(self, row: T, on: bool) -> None:
        """Tick a row, or take its tick away."""
        if on == self.is_ticked(row):
            return
        key = self._key(row)
        if on:
            self._ticked[key] = row
        else:
            del self._ticked[key]
        place = self.place_of(key)
        if place >= 0:
            self.dataChanged.emit(self.index(place, 0), self.index(place, self.columnCount() - 1))
        self.ticks_changed.emit()

    def clear_ticks(self) -> None:
        """Take every tick away."""
        for row in self.ticked:
            self.tick(row, False)

    @property
    def ticked(self) -> tuple[T, ...]:
        """The ticked rows, in the order in which they were ticked."""
        return tuple(self._ticked.values())
