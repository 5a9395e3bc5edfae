"""A small page in a project's colours, so that they are seen together before they are kept."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.language import tr
from app.theme import colour

HEIGHT = 76


class Specimen(QWidget):
    """A heading, a line of text and a bar; what is not given is taken from the palette."""

    def __init__(self) -> None:
        super().__init__()
        self._text = self._ground = self._brand = self._accent = ""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The colours together"))

    def show_colours(self, *, text: str, ground: str, brand: str, accent: str) -> None:
        """Show these, as ``#rrggbb`` or empty."""
        self._text, self._ground, self._brand, self._accent = text, ground, brand, accent
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the page."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colour("line"), 1))
        painter.setBrush(QColor(self._ground) if self._ground else colour("window"))
        painter.drawRoundedRect(area, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._accent) if self._accent else colour("edge"))
        painter.drawRoundedRect(QRectF(area.left() + 16, area.top() + 16, 5, area.height() - 32), 2.5, 2.5)
        heading = QFont(painter.font())
        heading.setPixelSize(17)
        heading.setWeight(QFont.Weight.DemiBold)
        plain = painter.font()
        painter.setFont(heading)
        words = area.adjusted(36, 12, -16, 0)
        painter.setPen(QColor(self._brand) if self._brand else colour("text"))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignTop), tr("A heading in the brand colour"))
        painter.setFont(plain)
        painter.setPen(QColor(self._text) if self._text else colour("muted"))
        painter.drawText(
            words.adjusted(0, 29, 0, 0), int(Qt.AlignmentFlag.AlignTop), tr("Text as it stands on the page.")
        )
        painter.end()
