"""How scenes meet: a shape of the look covers the picture at a scene's end and leaves it at the next one's start."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from server.engine.films.looks import Look
from server.engine.painting.canvas import color

COVER_S = 0.3
"""How long a cover takes to close, and to open."""


def cover(painter: QPainter, look: Look, width: int, height: int, share: float, *, leaving: bool) -> None:
    """Cover `share` (0 to 1) of the picture; at 1 nothing of it is seen, in every look."""
    if share <= 0:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(look.shade))
    if share >= 1:
        painter.drawRect(0, 0, width, height)
        return
    eased = share * share * (3 - 2 * share)
    _COVERS[look.cover](painter, look.shade, width, height, eased, leaving)


def _slide(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    for n, strength in ((2, 0.35), (1, 0.7), (0, 1.0)):
        wide = min(1.0, e * (1 + 0.18 * n)) * width
        painter.setBrush(color(shade, strength))
        painter.drawRect(QRectF(0 if leaving else width - wide, 0, wide, height))


def _wipe(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    edge = (width + height * 0.3) * e
    corners = [QPointF(0, 0), QPointF(edge, 0), QPointF(edge - height * 0.3, height), QPointF(0, height)]
    if leaving:
        corners = [QPointF(width - c.x(), c.y()) for c in corners]
    painter.drawPolygon(QPolygonF(corners))


def _circle(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    radius = math.hypot(width, height) / 2 * 1.02 * (1 - e)
    path = QPainterPath()
    path.addRect(QRectF(0, 0, width, height))
    path.addEllipse(QPointF(width / 2, height / 2), radius, radius)
    painter.drawPath(path)


def _burst(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    rng = Random(5)
    middle, reach = QPointF(width / 2, height / 2), math.hypot(width, height)
    for n in range(36):
        angle = 2 * math.pi * n / 36 + rng.uniform(-0.05, 0.05)
        inner = reach * 0.55 * (1 - e) * rng.uniform(0.8, 1.2)
        half = 0.1 * (0.3 + e)
        ends = ((angle, inner), (angle - half, reach), (angle + half, reach))
        painter.drawPolygon(QPolygonF([middle + QPointF(math.cos(a) * r, math.sin(a) * r) for a, r in ends]))
    painter.setBrush(color(shade, e**4))
    painter.drawRect(0, 0, width, height)


def _bleed(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    rng = Random(9)
    painter.setBrush(color(shade, min(1.0, 0.35 + e)))
    for _ in range(40):
        at = QPointF(rng.uniform(0, width), rng.uniform(0, height))
        radius = min(width, height) * 0.34 * max(0.0, e * 1.5 - rng.uniform(0, 0.5))
        painter.drawEllipse(at, radius, radius)
    painter.setBrush(color(shade, e**3))
    painter.drawRect(0, 0, width, height)


def _roll(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    strips = 7
    for n in range(strips):
        wide = width * max(0.0, min(1.0, e * 1.6 - 0.6 * n / strips))
        left = 0 if bool(n % 2) != leaving else width - wide
        painter.drawRect(QRectF(left, height * n / strips, wide, height / strips + 1))


def _fade(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    painter.setBrush(color(shade, e))
    painter.drawRect(0, 0, width, height)


def _sheet(painter: QPainter, shade: str, width: int, height: int, e: float, leaving: bool) -> None:
    """A sheet of paper that comes up from below and goes on upwards."""
    tall = height * e
    edge = height - tall if not leaving else tall
    for n in range(8, 0, -1):
        painter.setBrush(color("#10242c", 0.05))
        top = edge - n * 2 if not leaving else 0
        painter.drawRect(QRectF(0, top, width, height - top if not leaving else edge + n * 2))
    painter.setBrush(color(shade))
    painter.drawRect(QRectF(0, 0 if leaving else edge, width, tall + 1))


_COVERS: dict[str, Callable[[QPainter, str, int, int, float, bool], None]] = {
    "slide": _slide,
    "wipe": _wipe,
    "circle": _circle,
    "burst": _burst,
    "bleed": _bleed,
    "roll": _roll,
    "fade": _fade,
    "sheet": _sheet,
}
