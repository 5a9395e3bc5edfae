"""Chips in a flow: things that were put in and can be taken out again."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QLayoutItem, QSizePolicy, QStyle, QWidget

from app.language import tr
from app.theme import look, mark
from app.widgets.buttons import flat_button
from app.widgets.cards import ElidedLabel, Glyph

CHIP_WIDTH = 440


class Flow(QLayout):
    """Items side by side, on as many lines as they need (after Qt's flow layout example), in the reading direction."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item in at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place, if there is one."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """Lines follow from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at this width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put every item in its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """As wide as the widest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """As wide as the widest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        owner = self.parentWidget()
        direction = owner.layoutDirection() if owner is not None else Qt.LayoutDirection.LeftToRight
        for item in self._items:
            size = item.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self.spacing(), 0
            width = min(size.width(), rect.width()) if rect.width() > 0 else size.width()
            if move:
                place = QRect(QPoint(x, y), QSize(width, size.height()))
                item.setGeometry(QStyle.visualRect(direction, rect, place))
            x += width + self.spacing()
            line = max(line, size.height())
        return y + line - rect.y()


class Chip(QFrame):
    """One chip with an icon, a text and a button that removes it; Delete removes it too."""

    removed = Signal()

    def __init__(self, text: str, *, icon: str, tip: str = "") -> None:
        super().__init__()
        look(self, "chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(text)
        self._glyph = Glyph(icon, size=16)
        self._label = ElidedLabel(text, middle=True)
        self._tip = tip
        self._label.setToolTip(tip or text)
        self._close = flat_button("close", tr("Remove {text}", text=text), self.removed.emit)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 5, 4)
        layout.setSpacing(8)
        layout.addWidget(self._glyph)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As wide as its text, within limits."""
        return QSize(min(self._label.sizeHint().width() + 84, CHIP_WIDTH), 36)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._label.setText(text)
        self.setAccessibleName(text)
        self._close.setAccessibleName(tr("Remove {text}", text=text))
        self.updateGeometry()

    def set_fault(self, sentence: str) -> None:
        """Mark the chip as the one at fault; an empty sentence clears it."""
        mark(self, "faulty", bool(sentence))
        self.setToolTip(sentence or self._tip)
        self.setAccessibleDescription(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace remove the chip."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)
