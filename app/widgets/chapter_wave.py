"""The waveform with the chapters' beginnings on it, to be dragged."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip

from app.language import tr
from app.models import phrases
from app.theme import colour
from app.widgets.waveform import Waveform

GRIP = 6
"""How close to a marker, in pixels, the pointer takes hold of it."""
FLAG_WIDTH, FLAG_HEIGHT = 20, 16


class ChapterWave(Waveform):
    """Markers are numbered flags. `dragged` carries a marker's place and where it is to begin, `added` a position.

    A double click beside the markers begins a chapter there; Ctrl and the arrow keys move the chosen one.
    """

    dragged = Signal(int, int)
    added = Signal(int)
    taken = Signal(int)

    def __init__(self) -> None:
        super().__init__(height=116)
        self._marks: tuple[int, ...] = ()
        self._chosen = -1
        self._held = -1
        self.setAccessibleName(tr("Chapters on the waveform"))
        self.setAccessibleDescription(
            tr("Arrow keys move the position; Control with left and right moves the chosen chapter, Insert begins one.")
        )

    def show_marks(self, starts_ms: Sequence[int], *, chosen: int) -> None:
        """Show where the chapters begin, and which one is chosen."""
        self._marks, self._chosen = tuple(starts_ms), chosen
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The wave, and the markers on it."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setPixelSize(11)
        font.setBold(True)
        painter.setFont(font)
        for place, start in enumerate(self._marks):
            chosen = place == self._chosen
            x = min(max(self._x(start), 1.0), self.width() - 1.0)
            painter.setPen(QPen(colour("accent" if chosen else "text"), 2 if chosen else 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
            flag = self._flag(x)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("accent" if chosen else "raised"))
            painter.drawRoundedRect(flag, 4, 4)
            painter.setPen(colour("on_accent" if chosen else "text"))
            painter.drawText(flag, Qt.AlignmentFlag.AlignCenter, str(place + 1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a marker, or go to a position."""
        self._held = self._at(event.position())
        if self._held >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.taken.emit(self._held)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the marker along."""
        if self._held < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            over = self._at(event.position()) > 0
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.PointingHandCursor)
            super().mouseMoveEvent(event)
            return
        moment = self._time(event.position().x())
        QToolTip.showText(event.globalPosition().toPoint(), phrases.clock(moment / 1000), self)
        self.dragged.emit(self._held, moment)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._held = -1
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Begin a chapter."""
        if self._at(event.position()) < 0 and self._length:
            self.added.emit(self._time(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl and an arrow move the chosen marker by a second, Insert begins a chapter at the position."""
        step = {Qt.Key.Key_Left: -1000, Qt.Key.Key_Right: 1000}.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.ControlModifier and 0 <= self._chosen < len(self._marks):
            self.dragged.emit(self._chosen, self._marks[self._chosen] + step)
        elif event.key() == Qt.Key.Key_Insert:
            self.added.emit(self.position)
        else:
            super().keyPressEvent(event)

    def _flag(self, x: float) -> QRectF:
        left = min(max(x, 0.0), self.width() - FLAG_WIDTH)
        return QRectF(left, 0, FLAG_WIDTH, FLAG_HEIGHT)

    def _at(self, point: QPointF) -> int:
        """The marker under a point, the last one first; -1 for none."""
        for place in range(len(self._marks) - 1, -1, -1):
            x = self._x(self._marks[place])
            if abs(point.x() - x) <= GRIP or self._flag(x).contains(point):
                return place
        return -1
