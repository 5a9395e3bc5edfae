"""A result's tables: sorted by a click on a column, copied as text for a spreadsheet."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.language import tr, trn
from app.models.datatables import NOTES_ROLE, CellTable
from app.models.pages import Page
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, row
from app.widgets.forms import Choice

ROW_HEIGHT = 40
WIDEST_COLUMN = 320
WIDEST_NAME = 150
"""Of a column whose cells need less: its name takes two lines then."""
HEAD_HEIGHT = 48
MEASURED = 60
"""Rows whose cells say how wide a column is; thousands of them would hold the window."""


class CellView(QTableView):
    """The cells. Ctrl+C copies what is selected, or all of it."""

    copied = Signal()

    def __init__(self, cells: CellTable) -> None:
        super().__init__()
        self.setAccessibleName(tr("Data table"))
        look(self, "cells")
        self.setModel(cells)
        self.setSortingEnabled(True)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumHeight(HEAD_HEIGHT)
        header.setTextElideMode(Qt.TextElideMode.ElideNone)
        header.setResizeContentsPrecision(MEASURED)
        header.setSortIndicatorClearable(True)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setAccessibleName(tr("Columns; a click sorts"))

    def fit(self) -> None:
        """Make each column as wide as its cells, and as its name where that is short."""
        header = self.horizontalHeader()
        for column in range(header.count()):
            name = min(header.sectionSizeHint(column), WIDEST_NAME)
            self.setColumnWidth(column, min(max(self.sizeHintForColumn(column) + 6, name), WIDEST_COLUMN))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy; the rest moves."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        else:
            super().keyPressEvent(event)


class TableView(QWidget):
    """The tables of a result. `noted` carries the first note of the cell that is current, `told` what was done."""

    noted = Signal(int)
    told = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cells = CellTable(self)
        self.view = CellView(self.cells)
        self.setFocusProxy(self.view)
        self.choice = Choice()
        self.choice.setAccessibleName(tr("Table"))
        self.choice.setMinimumWidth(200)
        self.size_label = ElidedLabel("", "muted")
        self.sort_choice = Choice()
        self.sort_choice.setAccessibleName(tr("Sort by"))
        self.sort_choice.setMinimumWidth(150)
        self.copy_button = button(
            tr("Copy"), self.copy, icon="content-copy", tip=tr("Copies it for a spreadsheet (Ctrl+C)")
        )
        self._page = Page()
        bar = row(self.choice, self.size_label, self.sort_choice, self.copy_button, spacing=10, stretch_at=1)
        bar.setContentsMargins(8, 6, 8, 10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.view, 1)
        self.choice.picked.connect(self._picked)
        self.sort_choice.picked.connect(self._sort)
        self.view.copied.connect(self.copy)
        self.view.selectionModel().currentChanged.connect(lambda index, _before: self._look_at(index))
        self.view.horizontalHeader().sortIndicatorChanged.connect(lambda column, _o: self.sort_choice.choose(column))

    def show_page(self, page: Page) -> None:
        """Show the tables of a page, the first one first."""
        self._page = page
        titles = [table.title or tr("Table {number}", number=number) for number, table in enumerate(page.tables, 1)]
        self.choice.offer(enumerate(titles), keep=False)
        self.choice.setVisible(len(titles) > 1)
        self._picked()

    def copy(self) -> None:
        """Put the selected cells, or all of them with their header, on the clipboard."""
        places = [(index.row(), index.column()) for index in self.view.selectedIndexes()]
        several = len(places) > 1
        QGuiApplication.clipboard().setText(self.cells.as_tsv(places if several else None))
        self.told.emit(
            trn("{count} cell copied.", "{count} cells copied.", len(places))
            if several
            else tr("The table is on the clipboard.")
        )

    def _picked(self) -> None:
        place = self.choice.currentData()
        if not isinstance(place, int) or place >= len(self._page.tables):
            return
        table = self._page.tables[place]
        self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.cells.show(table, self._page.notes)
        rows = trn("{count} row", "{count} rows", len(table.rows))
        self.size_label.setText(
            trn("{rows} × {count} column", "{rows} × {count} columns", len(table.columns), rows=rows)
        )
        self.sort_choice.offer(
            [(-1, tr("As it came")), *((c, tr("By {name}", name=name)) for c, name in enumerate(table.columns))],
            keep=False,
        )
        self.view.fit()

    def _sort(self) -> None:
        column = self.sort_choice.currentData()
        if isinstance(column, int):
            self.view.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder)

    def _look_at(self, index: object) -> None:
        notes = index.data(NOTES_ROLE)  # type: ignore[attr-defined]
        if notes:
            self.noted.emit(notes[0])
