"""A PDF's pages as small pictures under each other, to go to one of them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from app.language import tr

WIDTH = 148
"""Of a page's picture, in pixels that the screen has at its usual scale."""


class PageList(QListWidget):
    """The pages of a document, drawn one after the other while nothing else is to do. `chosen` carries one's place."""

    chosen = Signal(int)

    def __init__(self, document: QPdfDocument) -> None:
        super().__init__()
        self._document = document
        self._drawn = 0
        self.setAccessibleName(tr("Pages"))
        self.setFixedWidth(WIDTH + 58)
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._draw_next)
        self.currentRowChanged.connect(self._chosen)

    def show_pages(self) -> None:
        """List the document's pages; their pictures follow."""
        self.blockSignals(True)
        self.clear()
        size = self._document.pagePointSize(0)
        high = round(WIDTH * size.height() / max(size.width(), 1))
        self.setIconSize(QSize(WIDTH, high))
        blank = QPixmap(WIDTH, high)
        blank.fill(Qt.GlobalColor.white)
        for number in range(1, self._document.pageCount() + 1):
            item = QListWidgetItem(QIcon(blank), str(number))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, tr("Page {number}", number=number))
            item.setSizeHint(QSize(0, high + 14))
            self.addItem(item)
        self.setCurrentRow(0)
        self.blockSignals(False)
        self._drawn = 0
        self._next.start()

    def clear(self) -> None:
        """List nothing, and draw no more."""
        self._next.stop()
        super().clear()

    def follow(self, place: int) -> None:
        """Mark a page without going there."""
        self.blockSignals(True)
        self.setCurrentRow(place)
        self.blockSignals(False)

    def _draw_next(self) -> None:
        if self._drawn >= self.count():
            self._next.stop()
            return
        item = self.item(self._drawn)
        drawn = self._document.render(self._drawn, self.iconSize() * self.devicePixelRatioF())
        picture = QPixmap(drawn.size())
        picture.fill(Qt.GlobalColor.white)
        if not drawn.isNull():
            picture = QPixmap.fromImage(drawn)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        item.setIcon(QIcon(picture))
        self._drawn += 1

    def _chosen(self, place: int) -> None:
        if place >= 0:
            self.chosen.emit(place)
