"""A title that can be changed where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.language import tr
from app.theme import look
from app.widgets.buttons import flat_button
from app.widgets.cards import ElidedLabel
from app.widgets.forms import Line

WIDEST = 560
"""Pixels of the field, at most."""
HEIGHT = 28
SPARE = 8
"""Pixels that a title has beside its words."""
MUCH = 1000
"""A share of the room against which that of the empty place is nothing."""


class EditableTitle(QWidget):
    """A title with a pencil; a field in its place while it is changed. `renamed` carries the new words.

    Return takes them, Escape and leaving the field keep the old ones.
    """

    renamed = Signal(str)

    def __init__(self, *, name: str, most: int, tip: str = "") -> None:
        super().__init__()
        self.label = ElidedLabel("", "title")
        self.field = Line()
        self.field.setAccessibleName(name)
        self.field.setMaxLength(most)
        self.field.setMaximumWidth(WIDEST)
        self.field.hide()
        self.pencil = flat_button("pencil-outline", tip or tr("Rename (F2)"), self.begin)
        # Neither makes the line higher than the title does, so that pages begin at one height.
        look(self.field, "compact")
        self.field.setFixedHeight(HEIGHT)
        self.pencil.setFixedSize(HEIGHT, HEIGHT)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        # Title and field take the room they need; what is left stands right of the pencil.
        line.addWidget(self.label, MUCH)
        line.addWidget(self.field, MUCH)
        line.addWidget(self.pencil)
        line.addStretch(1)
        self.field.returnPressed.connect(self._take)
        self.field.editingFinished.connect(self.leave)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.field)
        escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        escape.activated.connect(self.leave)

    def show_title(self, title: str) -> None:
        """Show another title; what is being typed stays."""
        self.label.setText(title)
        self.label.ensurePolished()
        self.label.setMaximumWidth(self.label.fontMetrics().horizontalAdvance(self.label.text()) + SPARE)

    def begin(self) -> None:
        """Let the title be changed."""
        self.field.setText(self.label.text())
        self._swap(editing=True)
        self.field.setFocus()
        self.field.selectAll()

    def leave(self) -> None:
        """Show the title as it is."""
        self._swap(editing=False)

    def _take(self) -> None:
        wanted = self.field.text().strip()
        self.leave()
        if wanted and wanted != self.label.text():
            self.renamed.emit(wanted)

    def _swap(self, *, editing: bool) -> None:
        self.field.setVisible(editing)
        self.label.setVisible(not editing)
        self.pencil.setVisible(not editing)
