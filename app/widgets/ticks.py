"""A table whose rows carry ticks: Space, Enter or a click beside the text sets one, Ctrl+A all of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from app.language import tr
from app.theme import colour, icons
from app.widgets.tables import CELL_PADDING, CellDelegate, Table

BOX = 18
INDENT = BOX + 12


class TickDelegate(CellDelegate):
    """A box with the row's tick, then the text."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the cell and the box before its text."""
        super().paint(painter, option, index)
        box = box_of(option.rect, mirrored=_mirrored(self.parent()))
        paint_tick(painter, box, on=index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked)

    def text_area(self, rect: QRect) -> QRect:
        """The text stands behind the box."""
        left, right = (0, INDENT) if _mirrored(self.parent()) else (INDENT, 0)
        return super().text_area(rect).adjusted(left, 0, -right, 0)


class TickTable(Table):
    """A table over a model whose first column can be ticked."""

    def __init__(self, *, name: str, widths: Mapping[int, int], optional: int | None = None, below: int = 0) -> None:
        super().__init__(name=name, widths=widths, optional=optional, below=below)
        self.setItemDelegateForColumn(0, TickDelegate(self))
        self.setAccessibleDescription(tr("Space ticks a row, Ctrl+A all of them."))

    def toggle(self, index: QModelIndex) -> None:
        """Tick a row, or take its tick away."""
        model = self.model()
        first = model.index(index.row(), 0)
        on = first.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
        model.setData(first, wanted, Qt.ItemDataRole.CheckStateRole)

    def tick_all(self) -> None:
        """Tick every row that is shown, or none when all are."""
        model = self.model()
        places = [model.index(place, 0) for place in range(model.rowCount())]
        every = all(place.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked for place in places)
        wanted = Qt.CheckState.Unchecked if every else Qt.CheckState.Checked
        for place in places:
            model.setData(place, wanted, Qt.ItemDataRole.CheckStateRole)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter tick, Ctrl+A ticks all."""
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.tick_all()
        elif index.isValid() and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggle(index)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the box, or a little beside it, ticks."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or index.column() != 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        box = box_of(self.visualRect(index), mirrored=self.isRightToLeft()).adjusted(-8, -12, 8, 12)
        if box.contains(event.position()):
            self.toggle(index)


def _mirrored(view: QObject | None) -> bool:
    return isinstance(view, QWidget) and view.isRightToLeft()


def paint_tick(painter: QPainter, box: QRectF, *, on: bool) -> None:
    """Paint a box, with its tick when it is on."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour("accent" if on else "edge"), 1.2))
    painter.setBrush(colour("accent") if on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 5, 5)
    if on:
        icons.draw(painter, box.adjusted(2, 2, -2, -2), "check", colour("on_accent"))
    painter.restore()


def box_of(rect: QRect, *, mirrored: bool) -> QRectF:
    """Where the box of a cell is: before its text, whichever way that runs."""
    left = rect.right() - CELL_PADDING - BOX if mirrored else rect.left() + CELL_PADDING
    return QRectF(left, rect.center().y() - BOX / 2 + 0.5, BOX, BOX)
