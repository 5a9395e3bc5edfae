"""The waveform: where the episode is loud, where its chapters begin, where it plays; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.language import tr
from app.models import phrases
from app.theme import colour

BAR = 3
PITCH = 5
"""Width of a bar and from one bar to the next, in pixels."""
STEP_MS = 5_000
LONG_STEP_MS = 30_000


class Waveform(QWidget):
    """Peaks as bars. Positions are in milliseconds."""

    sought = Signal(int)

    def __init__(self, *, height: int = 84) -> None:
        super().__init__()
        self._peaks: tuple[float, ...] = ()
        self._bars: list[float] = []
        self._chapters: tuple[int, ...] = ()
        self._length = 0
        self._position = 0
        self._pointer: float | None = None
        self.setMinimumHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Position in the episode"))

    def sizeHint(self) -> QSize:
        """As high as asked, as wide as there is room."""
        return QSize(240, self.minimumHeight())

    def show_sound(self, peaks: Sequence[float], *, length_ms: int, chapters: Sequence[int] = ()) -> None:
        """Show other sound: peaks from 0 to 1, its length, and where its chapters begin."""
        self._peaks, self._length, self._chapters = tuple(peaks), length_ms, tuple(chapters)
        self._position = 0
        self._sample()
        self.setEnabled(length_ms > 0)
        self.update()

    def set_position(self, position_ms: int) -> None:
        """Show where it plays."""
        if position_ms == self._position:
            return
        before, self._position = self._x(self._position), position_ms
        after = self._x(position_ms)
        self.setAccessibleDescription(
            tr(
                "{clock} of {clock2}",
                clock=phrases.clock(position_ms / 1000),
                clock2=phrases.clock(self._length / 1000),
            )
        )
        left, right = sorted((before, after))
        self.update(int(left) - PITCH, 0, int(right - left) + 2 * PITCH + 1, self.height())

    @property
    def position(self) -> int:
        """Where it plays."""
        return self._position

    def paintEvent(self, event: QPaintEvent) -> None:
        """Played bars in the accent, the others muted; chapters as ticks, the pointer as a line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        played = self._x(self._position)
        done, rest = colour("accent"), colour("wave")
        middle, room = self.height() / 2, self.height() - 12
        area = event.rect()
        first = max(area.left() // PITCH - 1, 0)
        for place in range(first, min(area.right() // PITCH + 2, len(self._bars))):
            height = max(self._bars[place] * room, 3.0)
            x = place * PITCH
            painter.setBrush(done if x + BAR / 2 <= played and self._length else rest)
            painter.drawRoundedRect(QRectF(x, middle - height / 2, BAR, height), 1.5, 1.5)
        painter.setBrush(colour("muted"))
        for start in self._chapters[1:]:
            painter.drawEllipse(QPointF(self._x(start), self.height() - 2.5), 2.2, 2.2)
        if self._length and self._position:
            painter.setBrush(colour("text"))
            painter.drawRoundedRect(QRectF(played - 1, 2, 2, self.height() - 8), 1, 1)
        if self._pointer is not None and self._length:
            painter.setPen(QPen(colour("muted"), 1))
            painter.drawLine(QPointF(self._pointer, 2), QPointF(self._pointer, self.height() - 6))
        if self.hasFocus():
            painter.setPen(QPen(colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the bars to the new width."""
        super().resizeEvent(event)
        self._sample()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton and self._length:
            self._seek(self._time(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the time under the pointer; drag to seek."""
        if not self._length:
            return
        self._pointer = event.position().x()
        time = self._time(self._pointer)
        QToolTip.showText(event.globalPosition().toPoint(), phrases.clock(time / 1000), self)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(time)
        self.update()

    def leaveEvent(self, event: QEnterEvent) -> None:  # type: ignore[override]
        """Forget the pointer."""
        self._pointer = None
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go 5 s, Page keys 30 s, Home and End to the ends."""
        moves = {
            Qt.Key.Key_Left: -STEP_MS,
            Qt.Key.Key_Right: STEP_MS,
            Qt.Key.Key_PageUp: -LONG_STEP_MS,
            Qt.Key.Key_PageDown: LONG_STEP_MS,
            Qt.Key.Key_Home: -self._length,
            Qt.Key.Key_End: self._length,
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None or not self._length:
            super().keyPressEvent(event)
            return
        self._seek(self._position + move)

    def _seek(self, position_ms: int) -> None:
        target = min(max(position_ms, 0), self._length)
        self.set_position(target)
        self.sought.emit(target)

    def _x(self, position_ms: int) -> float:
        return self.width() * position_ms / self._length if self._length else 0.0

    def _time(self, x: float) -> int:
        return int(min(max(x / max(self.width(), 1), 0.0), 1.0) * self._length)

    def _sample(self) -> None:
        """One bar for each pitch: the loudest of the peaks that fall on it."""
        count = max(self.width() // PITCH, 1)
        peaks = self._peaks or (0.0,)
        per_bar = len(peaks) / count
        self._bars = [
            min(max(peaks[int(bar * per_bar) : max(int((bar + 1) * per_bar), int(bar * per_bar) + 1)]), 1.0)
            for bar in range(count)
        ]
