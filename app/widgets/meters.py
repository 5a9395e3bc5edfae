"""How loud it is: a bar of blocks that falls back slowly, and checks with their signs."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.language import tr
from app.models.speech_checks import Check, Verdict
from app.theme import colour
from app.widgets.cards import Glyph, WrappedLabel, label

FLOOR_DB = -50.0
BLOCK, GAP = 6, 3
SIGNS = {
    Verdict.OPEN: ("circle-outline", "muted"),
    Verdict.GOOD: ("check-circle-outline", "good"),
    Verdict.BAD: ("alert-circle-outline", "bad"),
}


class LevelMeter(QWidget):
    """A level from 0 to 1, shown in decibels: good up to −9 dB, a warning above, full scale is bad."""

    def __init__(self) -> None:
        super().__init__()
        self._level = 0.0
        self._held = 0.0
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Level"))

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, 26)

    @property
    def level(self) -> float:
        """What is shown, from 0 to 1."""
        return self._level

    def show_level(self, peak: float) -> None:
        """Show a peak from 0 to 1; the bar falls back by a part of its height at each call."""
        self._level = max(share_of(peak), self._level - 0.06)
        self._held = max(self._level, self._held - 0.012)
        self.setAccessibleDescription(f"{self._level:.0%}")
        self.update()

    def clear(self) -> None:
        """Back to silence."""
        self._level = self._held = 0.0
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the blocks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        count = max((self.width() + GAP) // (BLOCK + GAP), 1)
        for place in range(count):
            share = (place + 1) / count
            tone = "good" if share < share_of(0.35) else "warning" if share < 0.97 else "bad"
            lit = share <= self._level or abs(share - self._held) < 0.5 / count
            painter.setBrush(colour(tone if lit and self._held > 0 else "wave"))
            painter.drawRoundedRect(QRectF(place * (BLOCK + GAP), 2, BLOCK, self.height() - 4), 2, 2)
        painter.end()


def share_of(peak: float) -> float:
    """Where a peak stands on the meter, from 0 to 1."""
    if peak <= 0:
        return 0.0
    return min(max(1 - 20 * math.log10(min(peak, 1.0)) / FLOOR_DB, 0.0), 1.0)


class CheckList(QWidget):
    """Checks below each other: a sign, a name, and how it stands."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._lines: list[tuple[QWidget, Glyph, QLabel, WrappedLabel]] = []
        self.checks: tuple[Check, ...] = ()

    def show_checks(self, checks: Iterable[Check]) -> None:
        """Show these."""
        given = tuple(checks)
        if given == self.checks:
            return
        self.checks = given
        while len(self._lines) < len(given):
            self._add()
        for place, (line, glyph, name, text) in enumerate(self._lines):
            line.setVisible(place < len(given))
            if place < len(given):
                check = given[place]
                glyph.set(*SIGNS[check.verdict])
                text.setText(check.text)
                name.setText(check.name)
                line.setAccessibleName(f"{check.name}: {check.verdict}, {check.text}")

    def _add(self) -> None:
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        glyph, name, text = Glyph("circle-outline"), label(""), WrappedLabel("", "muted")
        name.setFixedWidth(112)
        layout.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(text, 1)
        self._column.addWidget(line)
        self._lines.append((line, glyph, name, text))
