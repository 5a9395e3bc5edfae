"""The chapters of an episode, to be moved, renamed, added and taken out. The first one begins at the beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.client.episodes import Mark
from app.language import mark, tr
from app.models import phrases

Index = QModelIndex | QPersistentModelIndex
START, TITLE, LINK = range(3)
COLUMNS = (mark("Starts"), mark("Chapter"), mark("Link"))
NEAREST_MS = 500
"""How close together two chapters may begin."""
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d(?:\.\d{1,3})?)")


def read_clock(text: str) -> int | None:
    """Milliseconds of ``1:02:03``, ``04:41`` or ``04:41.5``; None for anything else."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return int(((int(hours or 0) * 60 + int(minutes)) * 60 + float(seconds)) * 1000)


class ChapterRows(QAbstractTableModel):
    """Chapters in order of their starts. `edited` tells of every change by a person."""

    edited = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marks: list[Mark] = []
        self._length = 0

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The chapters as they are now."""
        return tuple(self._marks)

    @property
    def starts_ms(self) -> tuple[int, ...]:
        """Where they begin."""
        return tuple(round(mark.start * 1000) for mark in self._marks)

    def show(self, marks: Iterable[Mark], *, length_ms: int) -> None:
        """Show these chapters of a recording of this length."""
        self.beginResetModel()
        self._marks, self._length = sorted(marks, key=lambda mark: mark.start), length_ms
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """How many chapters there are."""
        return 0 if parent is not None and parent.isValid() else len(self._marks)

    def columnCount(self, parent: Index | None = None) -> int:
        """Start, title, link."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' titles."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section])
        return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter if role == _ALIGNMENT else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything can be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable if index.isValid() else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows, and what its editor begins with."""
        if not index.isValid() or index.row() >= len(self._marks):
            return None
        mark = self._marks[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.AccessibleTextRole):
            return (phrases.clock(mark.start), mark.title, mark.url)[index.column()]
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take another start, title or link; what makes no sense is refused."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        text = " ".join(str(value).split())
        if index.column() == START:
            moment = read_clock(text)
            return moment is not None and self.move(index.row(), moment)
        mark = self._marks[index.row()]
        if index.column() == TITLE:
            return bool(text) and self._put(index.row(), replace(mark, title=text))
        if text and not text.startswith(("http://", "https://")):
            return False
        return self._put(index.row(), replace(mark, url=text))

    def move(self, row: int, moment_ms: int) -> bool:
        """Let a chapter begin elsewhere, between its neighbours; the first one stays at the beginning."""
        starts = self.starts_ms
        if not 0 < row < len(starts):
            return False
        low = starts[row - 1] + NEAREST_MS
        high = (starts[row + 1] if row + 1 < len(starts) else self._length) - NEAREST_MS
        if low > high:
            return False
        target = min(max(moment_ms, low), high)
        return self._put(row, replace(self._marks[row], start=target / 1000))

    def add(self, moment_ms: int, title: str = mark("New chapter")) -> int:
        """Begin a chapter here; answers its row, -1 where another one begins too close by."""
        moment = 0 if not self._marks else min(max(moment_ms, 0), max(self._length - NEAREST_MS, 0))
        if any(abs(start - moment) < NEAREST_MS for start in self.starts_ms):
            return -1
        row = sum(start < moment for start in self.starts_ms)
        self.beginInsertRows(QModelIndex(), row, row)
        self._marks.insert(row, Mark(moment / 1000, title))
        self.endInsertRows()
        self.edited.emit()
        return row

    def remove(self, row: int) -> bool:
        """Take a chapter out; what it held belongs to its neighbour then."""
        if not 0 <= row < len(self._marks):
            return False
        self.beginRemoveRows(QModelIndex(), row, row)
        self._marks.pop(row)
        self.endRemoveRows()
        if row == 0 and self._marks and self._marks[0].start:
            self._put(0, replace(self._marks[0], start=0.0))
        self.edited.emit()
        return True

    def _put(self, row: int, mark: Mark) -> bool:
        if self._marks[row] != mark:
            self._marks[row] = mark
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))
            self.edited.emit()
        return True


_ALIGNMENT = Qt.ItemDataRole.TextAlignmentRole
