"""A field for a colour: its code, and a swatch that opens the choice of colours."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QColorDialog

from app.language import tr
from app.theme import colour
from app.widgets.forms import Line

_HEX = re.compile(r"^#(?:[0-9a-f]{3}|[0-9a-f]{6})$", re.IGNORECASE)


class ColourLine(Line):
    """A colour as ``#rrggbb``; empty for none. `swatch` stands beside it."""

    def __init__(self, name: str, *, placeholder: str) -> None:
        super().__init__(placeholder)
        self.setMaxLength(20)
        self.swatch = Swatch(name)
        self.swatch.clicked.connect(lambda _on=False: self._choose())
        self.textChanged.connect(lambda _text: self.swatch.show_colour(self.colour))

    @property
    def colour(self) -> str:
        """The colour as ``#rrggbb``; empty when there is none, or none that can be read."""
        given = self.text().strip()
        return QColor(given).name() if _HEX.match(given) else ""

    def _choose(self) -> None:
        start = QColor(self.colour or self.placeholderText())
        chosen = QColorDialog.getColor(start, self.window(), tr("Choose: {name}", name=self.swatch.accessibleName()))
        if chosen.isValid():
            self.setText(chosen.name())


class Swatch(QAbstractButton):
    """A square of a colour; a line across it where there is none."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._colour = ""
        self.setAccessibleName(name)
        self.setToolTip(tr("Choose: {name}", name=name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(QSize(36, 36))

    def show_colour(self, code: str) -> None:
        """Show a colour as ``#rrggbb``, or none."""
        self._colour = code
        self.setAccessibleDescription(code or tr("None"))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the square; a ring while it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(QPen(colour("accent" if self.hasFocus() else "edge"), 2 if self.hasFocus() else 1))
        painter.setBrush(QColor(self._colour) if self._colour else colour("card"))
        painter.drawRoundedRect(area, 8, 8)
        if not self._colour:
            inner = area.adjusted(8, 8, -8, -8)
            painter.drawLine(inner.bottomLeft(), inner.topRight())
        painter.end()
