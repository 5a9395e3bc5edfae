"""Artwork: checked against what directories take, cropped square in the window, shown with round corners."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QImageWriter,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.language import tr
from app.theme import colour, faded, icons

SMALLEST, LARGEST = 1400, 3000
"""Directories take square covers between these many pixels a side (Apple Podcasts, artwork requirements)."""
JPEG_QUALITY = 90
MEMORY_MB = 512
NUDGE = 8
THUMBNAIL = 512
"""Pixels a side: the largest place of a cover, on a screen of twice the usual density."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture and what a person should know of it; `fault` is empty when it can be used."""

    image: QImage
    fault: str = ""


def _reader(buffer: QBuffer, content: bytes) -> QImageReader:
    """Reads a file's content out of a buffer that outlives it, with a bound on the memory that a picture may take."""
    buffer.setData(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(MEMORY_MB)
    return QImageReader(buffer)


def read_picture(content: bytes) -> Picture:
    """Decode JPG or PNG and check that a square of `SMALLEST` pixels fits into it."""
    buffer = QBuffer()
    reader = _reader(buffer, content)
    reader.setAutoTransform(True)
    kind = bytes(reader.format().data()).decode()
    if kind not in ("jpeg", "jpg", "png"):
        return Picture(QImage(), tr("Artwork must be a JPG or PNG picture."))
    image = reader.read()
    if image.isNull():
        return Picture(image, tr("This picture can't be read: {reason}.", reason=reader.errorString().rstrip(".")))
    if min(image.width(), image.height()) < SMALLEST:
        return Picture(
            image,
            tr(
                "This picture has {width} × {height} pixels; podcast directories need at least "
                "{smallest} × {smallest}.",
                width=image.width(),
                height=image.height(),
                smallest=SMALLEST,
            ),
        )
    return Picture(image)


def encoded(image: QImage, square: QRect) -> bytes:
    """The square of the image as an opaque sRGB JPEG of at most `LARGEST` pixels a side."""
    part = image.copy(square)
    if part.width() > LARGEST:
        part = part.scaled(
            QSize(LARGEST, LARGEST), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    opaque = QImage(part.size(), QImage.Format.Format_RGB888)
    opaque.fill(Qt.GlobalColor.white)
    painter = QPainter(opaque)
    painter.drawImage(0, 0, part)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpeg"))
    writer.setQuality(JPEG_QUALITY)
    writer.write(opaque)
    return bytes(buffer.data().data())


def thumbnail(content: bytes) -> bytes:
    """A cover as large as it is ever shown here, as a PNG file; empty for what is no picture."""
    buffer = QBuffer()
    reader = _reader(buffer, content)
    size = reader.size()
    if size.width() > THUMBNAIL:
        reader.setScaledSize(size.scaled(THUMBNAIL, THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    image = reader.read()
    if image.isNull():
        return b""
    into = QBuffer()
    into.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(into, QByteArray(b"png")).write(image)
    return bytes(into.data().data())


class Cropper(QWidget):
    """A picture with the square that will be the cover: drag and arrows move it, the wheel, plus and minus size it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._shown = QPixmap()
        self._square = QRect()
        self._grip: QPointF | None = None
        self.setMinimumSize(240, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Artwork crop"))
        self.setAccessibleDescription(tr("Arrow keys move the square, plus and minus change its size."))

    def show_image(self, image: QImage) -> None:
        """Show a picture, the largest square in its middle chosen."""
        self._image = image
        # A screen-sized copy is painted: scaling 50 megapixels at every move would hold the window.
        self._shown = QPixmap.fromImage(
            image.scaled(
                QSize(900, 900), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            if max(image.width(), image.height()) > 900
            else image
        )
        side = min(image.width(), image.height())
        self._square = QRect((image.width() - side) // 2, (image.height() - side) // 2, side, side)
        self._tell()

    @property
    def square(self) -> QRect:
        """The chosen square, in pixels of the picture."""
        return QRect(self._square)

    async def cover(self) -> bytes:
        """The chosen square as a JPEG file; empty without a picture."""
        if self._image.isNull():
            return b""
        return await asyncio.to_thread(encoded, self._image, self.square)

    def resize_square(self, by: int) -> None:
        """Make the square larger or smaller by so many pixels, about its middle, within what directories take."""
        largest = min(self._image.width(), self._image.height())
        side = min(max(self._square.width() + by, min(SMALLEST, largest)), largest)
        middle = self._square.center()
        self._place(QRect(middle.x() - side // 2, middle.y() - side // 2, side, side))

    def move_square(self, by: QPoint) -> None:
        """Move the square, at most to the picture's edge."""
        self._place(self._square.translated(by))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, what is outside the square dimmed, thirds inside it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._image.isNull():
            painter.end()
            return
        frame, square = self._frame(), self._on_screen()
        painter.drawPixmap(frame, self._shown, QRectF(self._shown.rect()))
        outside = QPainterPath()
        outside.addRect(frame)
        inside = QPainterPath()
        inside.addRect(square)
        painter.fillPath(outside.subtracted(inside), faded("side", 0.72))
        painter.setPen(QPen(colour("accent"), 2 if self.hasFocus() else 1.4))
        painter.drawRect(square)
        painter.setPen(QPen(faded("accent", 0.5), 0.7))
        for third in (1 / 3, 2 / 3):
            x, y = square.left() + square.width() * third, square.top() + square.height() * third
            painter.drawLine(QPointF(x, square.top()), QPointF(x, square.bottom()))
            painter.drawLine(QPointF(square.left(), y), QPointF(square.right(), y))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the square."""
        self._grip = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the square along."""
        if self._grip is None or self._image.isNull():
            return
        scale = self._image.width() / max(self._frame().width(), 1.0)
        moved = (event.position() - self._grip) * scale
        self._grip = event.position()
        self.move_square(moved.toPoint())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._grip = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Size the square."""
        self.resize_square(-event.angleDelta().y())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, plus and minus size."""
        step = max(self._image.width() // 100, NUDGE)
        moves = {
            Qt.Key.Key_Left: QPoint(-step, 0),
            Qt.Key.Key_Right: QPoint(step, 0),
            Qt.Key.Key_Up: QPoint(0, -step),
            Qt.Key.Key_Down: QPoint(0, step),
        }
        key = Qt.Key(event.key())
        if key in moves:
            self.move_square(moves[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.resize_square(step * 2)
        elif key == Qt.Key.Key_Minus:
            self.resize_square(-step * 2)
        else:
            super().keyPressEvent(event)

    def _place(self, square: QRect) -> None:
        x = min(max(square.left(), 0), self._image.width() - square.width())
        y = min(max(square.top(), 0), self._image.height() - square.height())
        square.moveTo(x, y)
        if square != self._square:
            self._square = square
            self._tell()

    def _tell(self) -> None:
        self.update()
        self.changed.emit()

    def _frame(self) -> QRectF:
        size = QSize(self._image.size()).scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        return QRectF(
            (self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()
        )

    def _on_screen(self) -> QRectF:
        frame = self._frame()
        scale = frame.width() / self._image.width()
        square = self._square
        return QRectF(
            frame.left() + square.left() * scale,
            frame.top() + square.top() * scale,
            square.width() * scale,
            square.height() * scale,
        )


class Cover(QWidget):
    """A cover with round corners; a quiet sign where there is none."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._picture = QPixmap()
        self.setFixedSize(side, side)

    def show_bytes(self, content: bytes) -> None:
        """Show an image file; anything else shows the sign."""
        picture = QPixmap()
        picture.loadFromData(content)
        if not picture.isNull():
            side = int(self.width() * self.devicePixelRatioF())
            picture = picture.scaled(
                QSize(side, side),
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
        self._picture = picture
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cover."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(area, self.width() / 9, self.width() / 9)
        painter.setClipPath(shape)
        if self._picture.isNull():
            painter.fillRect(area, colour("raised"))
            inset = self.width() * 0.27
            icons.draw(painter, area.adjusted(inset, inset, -inset, -inset), "podcast", colour("muted"))
        else:
            painter.drawPixmap(area, self._picture, QRectF(self._picture.rect()))
        painter.end()
