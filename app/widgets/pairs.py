"""Fields two beside each other, or below each other where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget


class Pairs(QGridLayout):
    """Rows of one widget, which takes the whole width, or of two; folded, every widget has a row of its own."""

    def __init__(self, rows: Sequence[tuple[QWidget, ...]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = tuple(rows)
        self._folded: bool | None = None
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(16)
        self.setVerticalSpacing(14)
        self.fold(False)

    def fold(self, folded: bool) -> None:
        """Lay everything below each other, or in pairs again."""
        if folded == self._folded:
            return
        self._folded = folded
        for widget in (each for row in self._rows for each in row):
            self.removeWidget(widget)
        place = 0
        for row in self._rows:
            if len(row) == 1 or folded:
                for widget in row:
                    self.addWidget(widget, place, 0, 1, 2)
                    place += 1
            else:
                for column, widget in enumerate(row):
                    self.addWidget(widget, place, column, Qt.AlignmentFlag.AlignTop)
                place += 1
        for column in (0, 1):
            self.setColumnStretch(column, 0 if folded and column else 1)
