"""Every notebook: a new one by its name, the list, what is used of the licence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.client.notebooks import Allowance, Notebook
from app.language import tr, trn
from app.models.notebooks import notebook_rows
from app.theme import icons
from app.widgets.allowances import AllowanceMeters
from app.widgets.buttons import button
from app.widgets.cards import card, label
from app.widgets.empty import EmptyState
from app.widgets.forms import Line
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table

SIDE_WIDTH = 308


class NotebookList(QWidget):
    """The list. `made` carries the name of a new one, `opened` and `removed` the notebook."""

    made = Signal(str)
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = notebook_rows(self)
        self.summary = label("", "muted")
        self.name = Line(tr("Name of a new notebook"))
        self.name.setAccessibleName(tr("Name of a new notebook"))
        self.name.setFixedWidth(240)
        self.name.setMaxLength(500)
        self.name.returnPressed.connect(self._make)
        self.new_button = button(tr("New notebook"), self._make, icon="plus", kind="main")
        self.table = Table(name=tr("Notebooks"), widths={1: 120, 2: 130})
        self.table.setModel(self.rows)
        self.table.quiet(1, 2)
        self.table.opened.connect(self.opened)
        self.table.clicked.connect(lambda _index: self.opened.emit(self.table.current()))
        self.table.deleted.connect(self.removed.emit)
        self.table.menu_asked.connect(self._menu)
        self.empty = EmptyState(
            "notebook-outline",
            tr("No notebook yet"),
            tr(
                "A notebook holds papers, pages, notes and recordings. It answers from them alone, "
                "names the passage behind each statement, and makes podcasts, slides and more of "
                "them."
            ),
            action=tr("Create your first notebook"),
            clicked=self._make,
        )
        self.meters = AllowanceMeters()
        self._build()

    def show_notebooks(self, notebooks: Sequence[Notebook]) -> None:
        """Show these."""
        selected = self.table.current()
        self.rows.replace(notebooks)
        self.summary.setText(
            trn("{count} notebook", "{count} notebooks", len(notebooks)) if notebooks else tr("Ask your sources")
        )
        self._pages.setCurrentWidget(self._frame if notebooks else self._none)
        place = self.rows.place_of(selected.id) if selected is not None else 0
        if notebooks:
            self.table.selectRow(max(place, 0))

    def show_allowances(self, allowances: Mapping[str, Allowance]) -> None:
        """Show what is used."""
        self.meters.show_allowances(allowances)

    def arrive(self) -> None:
        """The arrow keys go from notebook to notebook."""
        (self.table if self.rows.rows else self.name).setFocus()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Notebooks"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addLayout(words, 1)
        for made in (self.name, self.new_button):
            made.setFixedHeight(38)
            top.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        self._frame, column = card(padding=6, spacing=6)
        column.addWidget(self.table, 1)
        self._none, inside = card(padding=0)
        inside.addWidget(self.empty)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._pages.addWidget(self._frame)
        self._pages.addWidget(self._none)
        side, inner = card(padding=18, spacing=14)
        side.setFixedWidth(SIDE_WIDTH)
        inner.addWidget(label(tr("Last 24 hours"), "heading"))
        inner.addWidget(self.meters)
        inner.addStretch(1)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addWidget(holder, 1)
        body.addWidget(side)
        column_all = QVBoxLayout(self)
        column_all.setContentsMargins(0, 0, 0, 0)
        column_all.setSpacing(16)
        column_all.addLayout(top)
        column_all.addLayout(body, 1)

    def _make(self) -> None:
        self.made.emit(self.name.text().strip())

    def _menu(self, notebook: Notebook, place: QPoint) -> None:
        menu = QMenu(self)
        opens = menu.addAction(icons.icon("notebook-outline"), tr("Open"))
        opens.triggered.connect(lambda _on=False: self.opened.emit(notebook))
        removes = menu.addAction(icons.icon("delete-outline"), tr("Delete"))
        removes.triggered.connect(lambda _on=False: self.removed.emit(notebook))
        menu.exec(place)
        menu.deleteLater()
