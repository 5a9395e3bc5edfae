"""What a view says when it has nothing to show: why, and what to do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.widgets.buttons import button
from app.widgets.cards import Glyph, WrappedLabel, label


class EmptyState(QWidget):
    """An icon, a title, a sentence, and at most one button."""

    def __init__(
        self,
        icon: str,
        title: str,
        text: str,
        *,
        action: str = "",
        clicked: Callable[[], None] | None = None,
        width: int = 360,
    ) -> None:
        super().__init__()
        self._glyph = Glyph(icon, size=44)
        self._title = label(title, "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text = WrappedLabel(text, "muted")
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._text.setFixedWidth(width)
        self.action: QPushButton | None = button(action, clicked, kind="main") if action else None
        if self.action is not None:
            self.setFocusProxy(self.action)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(self._glyph, 0, centre)
        column.addSpacing(4)
        column.addWidget(self._title, 0, centre)
        column.addWidget(self._text, 0, centre)
        if self.action is not None:
            column.addSpacing(8)
            column.addWidget(self.action, 0, centre)
        column.addStretch(3)
        self._column = column

    def add_below(self, widget: QWidget) -> None:
        """Put something below all the rest."""
        self._column.insertSpacing(self._column.count() - 1, 14)
        self._column.insertWidget(self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def say(self, title: str, text: str, *, action: bool = True, icon: str = "") -> None:
        """Say something else; `action` tells whether the button fits it."""
        self._title.setText(title)
        self._text.setText(text)
        if icon:
            self._glyph.set(icon, "muted")
        if self.action is not None:
            self.action.setVisible(action)

    @property
    def title(self) -> str:
        """The title that is shown."""
        return self._title.text()
