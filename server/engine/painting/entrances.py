"""How pictures come in, by the motion of each look."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from server.engine.films.looks import Look
from server.engine.painting.canvas import color, painter_on
from server.engine.painting.marks import Paint, eased, sprung
from server.engine.painting.strokes import pen_at
from server.engine.painting.textures import clouds


def coming_in(image: QImage, at: QPointF, look: Look, unit: float, *, seed: int, lines: int = 1) -> Paint:
    """How a picture comes in by the look's motion; at share 1 it stands at `at`."""
    make = _ENTRANCES[look.entrance]
    return make(image, at, look, unit, seed, lines)


def _rise(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    def paint(painter: QPainter, share: float) -> None:
        e = eased(share)
        painter.setOpacity(e)
        painter.drawImage(at + QPointF(0, (1 - e) * unit * 0.045), image)
        painter.setOpacity(1)

    return paint


def _draw(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    def paint(painter: QPainter, share: float) -> None:
        if share >= 1:
            painter.drawImage(at, image)
            return
        row = image.height() / max(1, lines)
        whole, part = divmod(share * max(1, lines), 1)
        done = QRectF(0, 0, image.width(), row * whole)
        now = QRectF(0, row * whole, image.width() * part, row)
        for piece in (done, now):
            if piece.height() > 0 and piece.width() > 0:
                painter.drawImage(piece.translated(at), image, piece)
        if lines:
            tip = at + QPointF(now.right(), now.center().y())
            pen_at(painter, tip, max(unit, 500.0), look.accents[0])

    return paint


def _pop(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    def paint(painter: QPainter, share: float) -> None:
        if share >= 1:
            painter.drawImage(at, image)
            return
        scale = max(0.02, sprung(share))
        painter.save()
        painter.setOpacity(min(1.0, share * 4))
        painter.translate(at + QPointF(image.width() / 2, image.height() / 2))
        painter.scale(scale, scale)
        painter.drawImage(QPointF(-image.width() / 2, -image.height() / 2), image)
        painter.restore()

    return paint


def _slam(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    side = 1 if seed % 2 else -1

    def paint(painter: QPainter, share: float) -> None:
        if share >= 1:
            painter.drawImage(at, image)
            return
        e = eased(min(1.0, share * 1.5))
        shake = math.sin(share * 40) * unit * 0.008 * (1 - share)
        painter.save()
        painter.setOpacity(min(1.0, share * 5))
        painter.translate(at + QPointF(image.width() / 2 + side * (1 - e) * unit * 0.5, image.height() / 2 + shake))
        painter.shear(-side * (1 - e) * 0.5, 0)
        painter.scale(1 + (1 - e) * 0.5, 1 + (1 - e) * 0.2)
        painter.drawImage(QPointF(-image.width() / 2, -image.height() / 2), image)
        painter.restore()

    return paint


def _bleed(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    small_w, small_h = max(8, image.width() // 8), max(8, image.height() // 8)
    cloud = clouds(small_h, small_w, seed, 4)
    y, x = np.mgrid[0 : 1 : small_h * 1j, 0 : 1 : small_w * 1j]
    order = 0.45 * np.hypot(x - 0.3, y - 0.5) + 0.75 * cloud
    order = (order - order.min()) / max(1e-6, float(order.max() - order.min()))

    def paint(painter: QPainter, share: float) -> None:
        if share >= 1:
            painter.drawImage(at, image)
            return
        mask = np.clip((share * 1.3 - order) / 0.28, 0, 1)
        alpha = np.ascontiguousarray((mask * 255).astype(np.uint8))
        shape = QImage(alpha.tobytes(), small_w, small_h, small_w, QImage.Format.Format_Alpha8)
        copy = QImage(image)
        own = painter_on(copy)
        own.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        own.drawImage(QRectF(0, 0, image.width(), image.height()), shape)
        own.end()
        painter.drawImage(at, copy)

    return paint


def _press(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    plates = [_plate(image, tone) for tone in ("#e8654a", "#2a9d9a")]

    def paint(painter: QPainter, share: float) -> None:
        e = eased(share)
        off = unit * ((0.0036 if lines else 0.0) + 0.05 * (1 - e))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setOpacity(0.65 * min(1.0, share * 3))
        painter.drawImage(at + QPointF(-off, -off * 0.5), plates[0])
        painter.drawImage(at + QPointF(off, off * 0.6), plates[1])
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setOpacity(max(0.0, (share - 0.35) / 0.65))
        painter.drawImage(at, image)
        painter.setOpacity(1)

    return paint


def _plate(image: QImage, tone: str) -> QImage:
    """The shape of a picture in one ink."""
    made = QImage(image)
    painter = painter_on(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(made.rect(), color(tone))
    painter.end()
    return made


def _fade(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    def paint(painter: QPainter, share: float) -> None:
        painter.setOpacity(max(0.0, min(1.0, share)))
        painter.drawImage(at, image)
        painter.setOpacity(1)

    return paint


def _drop(image: QImage, at: QPointF, look: Look, unit: float, seed: int, lines: int) -> Paint:
    tilt = Random(seed).choice((-9, 9, -6, 7))

    def paint(painter: QPainter, share: float) -> None:
        if share >= 1:
            painter.drawImage(at, image)
            return
        e = sprung(share)
        painter.save()
        painter.setOpacity(min(1.0, share * 4))
        painter.translate(at + QPointF(image.width() / 2, image.height() / 2 - (1 - e) * unit * 0.4))
        painter.rotate(tilt * (1 - e))
        painter.drawImage(QPointF(-image.width() / 2, -image.height() / 2), image)
        painter.restore()

    return paint


_ENTRANCES: dict[str, Callable[[QImage, QPointF, Look, float, int, int], Paint]] = {
    "rise": _rise,
    "draw": _draw,
    "pop": _pop,
    "slam": _slam,
    "bleed": _bleed,
    "press": _press,
    "fade": _fade,
    "drop": _drop,
}
