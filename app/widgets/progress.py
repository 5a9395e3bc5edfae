"""A thin line that shows how much is done."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, Qt
from PySide6.QtWidgets import QWidget

from app.language import tr
from app.models import phrases
from app.theme import colour


class ProgressLine(QWidget):
    """A thin line that fills; `fraction` from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(6)
        self._fraction = 0.0

    def show_fraction(self, fraction: float) -> None:
        """Fill to here."""
        self._fraction = fraction
        self.setAccessibleName(tr("{share} done", share=phrases.percent(round(fraction * 100))))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the groove and what is done."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect())
        painter.setBrush(colour("wave"))
        painter.drawRoundedRect(area, 3, 3)
        if self._fraction > 0:
            painter.setBrush(colour("accent"))
            painter.drawRoundedRect(QRectF(0, 0, max(area.width() * self._fraction, 6), area.height()), 3, 3)
        painter.end()
