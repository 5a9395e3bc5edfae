"""A timeline as a band: events in order, their dates on a line, scrolled sideways."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QStyle

from app.language import isolated, tr
from app.models.pages import Moment
from app.theme import colour, faded

STEP = 190
"""Pixels from one event to the next."""
HEIGHT = 176
LINE_Y = 52
CARD_TOP = 74
SIDE = 24
SINGLE = int(Qt.TextFlag.TextSingleLine)
_MOVES = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -1_000_000,
    Qt.Key.Key_End: 1_000_000,
    Qt.Key.Key_PageUp: -5,
    Qt.Key.Key_PageDown: 5,
}


class TimelineBand(QAbstractScrollArea):
    """The band. `chosen` carries the place of the event that was clicked or reached by the keys."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(HEIGHT + 14)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self._moments: Sequence[Moment] = ()
        self.place = 0
        self._pressed: QPoint | None = None
        self._from = 0

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Show these events, from the first."""
        self._moments, self.place = moments, 0
        self._fit()
        self.horizontalScrollBar().setValue(0)
        self._tell()

    def choose(self, place: int) -> None:
        """Mark an event and bring it in sight, without telling anybody."""
        if not 0 <= place < len(self._moments):
            return
        self.place = place
        bar, x = self.horizontalScrollBar(), SIDE + place * STEP
        if not bar.value() <= x <= bar.value() + self.viewport().width() - STEP:
            bar.setValue(x - self.viewport().width() // 3)
        self._tell()

    def sizeHint(self) -> QSize:
        """As high as it is painted."""
        return QSize(600, HEIGHT + 14)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The bar follows the width."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from event to event."""
        step = _MOVES.get(Qt.Key(event.key()))
        if step is not None and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.isRightToLeft():
            step = -step
        if step is None or not self._moments:
            super().keyPressEvent(event)
            return
        self.choose(min(max(self.place + step, 0), len(self._moments) - 1))
        self.chosen.emit(self.place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press may become a drag."""
        self._pressed, self._from = event.position().toPoint(), self.horizontalScrollBar().value()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the band."""
        if self._pressed is not None:
            moved = (event.position().toPoint() - self._pressed).x()
            self.horizontalScrollBar().setValue(self._from + (moved if self.isRightToLeft() else -moved))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the event under it."""
        pressed, self._pressed = self._pressed, None
        at = event.position().toPoint()
        if pressed is None or (at - pressed).manhattanLength() > 4:
            return
        along = self.viewport().width() - at.x() if self.isRightToLeft() else at.x()
        place = (along + self.horizontalScrollBar().value() - SIDE) // STEP
        if 0 <= place < len(self._moments):
            self.choose(place)
            self.chosen.emit(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls sideways, whichever way it turns."""
        turned = event.angleDelta()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - (turned.y() or turned.x()))
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line and the events in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shift, width = self.horizontalScrollBar().value(), self.viewport().width()
        end = SIDE + len(self._moments) * STEP
        painter.fillRect(self._seen(QRect(0, LINE_Y - 1, min(end - shift, width), 2)), colour("edge"))
        first = max((shift - SIDE) // STEP - 1, 0)
        for place in range(first, min((shift + width - SIDE) // STEP + 1, len(self._moments))):
            self._event(painter, place, SIDE + place * STEP - shift)
        if self.hasFocus():
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()

    def _event(self, painter: QPainter, place: int, x: int) -> None:
        moment, chosen = self._moments[place], place == self.place
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent" if chosen else "muted"))
        radius = 7 if chosen else 5
        painter.drawEllipse(self._seen(QRect(x + 8 - radius, LINE_Y - radius, 2 * radius, 2 * radius)))
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(colour("accent" if chosen else "text"))
        date = QFontMetrics(bold).elidedText(moment.when, Qt.TextElideMode.ElideRight, STEP - 18)
        painter.drawText(self._seen(QRect(x, 14, STEP - 18, 24)), int(Qt.AlignmentFlag.AlignVCenter), isolated(date))
        card = QRectF(self._seen(QRect(x, CARD_TOP, STEP - 18, HEIGHT - CARD_TOP - 6)))
        painter.setPen(colour("accent" if chosen else "line"))
        painter.setBrush(faded("accent", 0.12) if chosen else colour("raised"))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        small = QFont(self.font())
        small.setPixelSize(12)
        painter.setFont(small)
        painter.setPen(colour("text"))
        words = card.toRect().adjusted(10, 8, -10, -8)
        high = QFontMetrics(small).lineSpacing()
        lines = _wrapped(moment.what, QFontMetrics(small), words.width(), words.height() // high)
        for number, line in enumerate(lines):
            place_of = QRect(words.left(), words.top() + high * number, words.width(), high)
            painter.drawText(place_of, SINGLE, isolated(line))

    def _seen(self, place: QRect) -> QRect:
        """A place counted from where reading begins, as it is painted."""
        return QStyle.visualRect(self.layoutDirection(), self.viewport().rect(), place)

    def _fit(self) -> None:
        whole = 2 * SIDE + len(self._moments) * STEP
        bar = self.horizontalScrollBar()
        bar.setRange(0, max(whole - self.viewport().width(), 0))
        bar.setPageStep(self.viewport().width())
        bar.setSingleStep(STEP)

    def _tell(self) -> None:
        if self._moments:
            moment = self._moments[self.place]
            self.setAccessibleDescription(f"{moment.when}: {moment.what}")
        self.viewport().update()


def _wrapped(text: str, metrics: QFontMetrics, width: int, lines: int) -> list[str]:
    """The text in at most so many lines, the last one cut with an ellipsis."""
    words, made = text.split(), [""]
    for place, word in enumerate(words):
        longer = f"{made[-1]} {word}".strip()
        if not made[-1] or metrics.horizontalAdvance(longer) <= width:
            made[-1] = longer
        elif len(made) < lines:
            made.append(word)
        else:
            made[-1] = f"{made[-1]} {' '.join(words[place:])}"
            break
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in made]
