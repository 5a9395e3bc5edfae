"""Logos of projects: checked against what the server takes, and shown as it will lay them out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.language import tr
from app.theme import colour, icons

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
WIDTH, HEIGHT = 200, 50
"""The server keeps every logo in a picture of this size."""


@dataclass(frozen=True, slots=True)
class Logo:
    """A decoded logo; `fault` is a sentence when it can't be used."""

    image: QImage
    fault: str = ""


def read_logo(content: bytes) -> Logo:
    """Decode a PNG or JPG and check that it is opaque and not too large."""
    if len(content) > MAX_BYTES:
        return Logo(QImage(), tr("A logo may have up to 5 MB. Save a smaller picture."))
    buffer = QBuffer()
    buffer.setData(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    if bytes(reader.format().data()).decode() not in ("jpeg", "jpg", "png"):
        return Logo(QImage(), tr("A logo must be a PNG or JPG picture."))
    size = reader.size()
    if size.width() * size.height() > MAX_PIXELS:
        return Logo(
            QImage(),
            tr(
                "This picture has {width} × {height} pixels; 40 million are the most.",
                width=size.width(),
                height=size.height(),
            ),
        )
    image = reader.read()
    if image.isNull():
        return Logo(image, tr("This picture can't be read: {reason}.", reason=reader.errorString().rstrip(".")))
    if not is_opaque(image):
        return Logo(image, tr("This logo is partly transparent. Give it a background and choose it again."))
    return Logo(image)


def is_opaque(image: QImage) -> bool:
    """Whether no pixel lets anything through."""
    if not image.hasAlphaChannel():
        return True
    mask = image.convertToFormat(QImage.Format.Format_Alpha8)
    lines = mask.constBits()
    stride, width = mask.bytesPerLine(), mask.width()
    whole = bytes([255]) * width
    return all(bytes(lines[y * stride : y * stride + width]) == whole for y in range(mask.height()))


class LogoView(QWidget):
    """A logo in the middle of its strip; a quiet sign where there is none."""

    def __init__(self, *, width: int = WIDTH, height: int = HEIGHT) -> None:
        super().__init__()
        self._image = QImage()
        self.setFixedSize(width, height)
        self.setAccessibleName(tr("No logo"))

    def show_image(self, image: QImage) -> None:
        """Show a logo; a null image shows the sign."""
        ratio = self.devicePixelRatioF()
        box = QSize(round(self.width() * ratio), round(self.height() * ratio))
        how = Qt.TransformationMode.SmoothTransformation
        self._image = image if image.isNull() else image.scaled(box, Qt.AspectRatioMode.KeepAspectRatio, how)
        self.setAccessibleName(tr("No logo") if image.isNull() else tr("Logo"))
        self.update()

    def show_bytes(self, content: bytes) -> None:
        """Show an image file; anything else shows the sign."""
        self.show_image(QImage.fromData(content) if content else QImage())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the strip."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(area, 6, 6)
        painter.setClipPath(shape)
        if self._image.isNull():
            painter.fillRect(area, colour("raised"))
            side = self.height() * 0.46
            sign = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
            icons.draw(painter, sign, "image-outline", colour("muted"))
        else:
            # What is left over takes the colour of the picture's edge, as the server does it.
            painter.fillRect(area, self._image.pixelColor(0, 0))
            ratio = self.devicePixelRatioF()
            wide, high = self._image.width() / ratio, self._image.height() / ratio
            corner = QPointF(area.center().x() - wide / 2, area.center().y() - high / 2)
            painter.drawImage(QRectF(corner.x(), corner.y(), wide, high), self._image)
        painter.setClipping(False)
        painter.setPen(QPen(colour("line"), 1))
        painter.drawPath(shape)
        painter.end()
