"""Where a film is seen: its picture, a still before it plays, and captions over it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.language import isolated, tr
from app.theme import colour, icons
from app.widgets.playback import Playback

GROUND = QColor("#000000")
"""Around a film of another shape that fills the screen, in every palette: nothing beside it should shine."""
CAPTION_GROUND = QColor(0, 0, 0, 190)
CAPTION_INK = QColor("#ffffff")


class FilmSurface(QWidget):
    """Shows what `playback` plays while `is_mine`, else the still. `pressed` asks to play or pause."""

    pressed = Signal()
    left = Signal()

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self._playback = playback
        self._still = QImage()
        self._caption = ""
        self.is_mine = False
        self.setAccessibleName(tr("Film"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 180)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        playback.pictured.connect(self.update)

    @property
    def caption(self) -> str:
        """The words that stand over the picture."""
        return self._caption

    def show_still(self, image: QImage) -> None:
        """Show this until the film plays."""
        self._still = image
        self.update()

    def show_caption(self, words: str) -> None:
        """Write these words over the picture; none for an empty text."""
        if words != self._caption:
            self._caption = words
            self.setAccessibleDescription(words)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture as large as fits, and what is said."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), GROUND if self.isFullScreen() else colour("card"))
        playing = self._playback.picture if self.is_mine else None
        image = playing if playing is not None else self._still
        area = QRectF(self.rect())
        if not image.isNull():
            size = QSizeF(image.size()).scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
            area = QRectF(QPointF(area.center().x() - size.width() / 2, area.center().y() - size.height() / 2), size)
            painter.drawImage(area, image)
        if playing is None:
            self._paint_sign(painter, area)
        if self._caption:
            self._paint_caption(painter, area)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the picture plays or pauses."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus()
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """While it fills the screen nothing else takes keys: Escape and F leave, Space plays or pauses."""
        if not self.isFullScreen():
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F):
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_K):
            self.pressed.emit()

    def _paint_sign(self, painter: QPainter, area: QRectF) -> None:
        side = min(72.0, area.height() * 0.3)
        centre = area.center()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(CAPTION_GROUND)
        painter.drawEllipse(centre, side * 0.62, side * 0.62)
        sign = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
        icons.draw(painter, sign, "play", CAPTION_INK)

    def _paint_caption(self, painter: QPainter, area: QRectF) -> None:
        font = QFont(self.font())
        font.setPixelSize(max(13, round(min(area.width() / 34, area.height() / 17))))
        font.setWeight(QFont.Weight.Medium)
        painter.setFont(font)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        room = area.adjusted(area.width() * 0.08, 0, -area.width() * 0.08, -area.height() * 0.05)
        words = QFontMetricsF(font).boundingRect(
            room, int(flags) | int(Qt.TextFlag.TextWordWrap), isolated(self._caption)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(CAPTION_GROUND)
        painter.drawRoundedRect(words.adjusted(-10, -5, 10, 5), 6, 6)
        painter.setPen(CAPTION_INK)
        painter.drawText(words, int(flags) | int(Qt.TextFlag.TextWordWrap), isolated(self._caption))
