"""What a drawing stands on: a disc in the material of each look."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from server.engine.films.looks import Look
from server.engine.painting.canvas import color, painter_on, picture
from server.engine.painting.strokes import wobbly
from server.engine.painting.textures import cut_out, wash
from server.engine.papers.palettes import mixed

REACH = 1.22
"""How far the picture reaches from its middle, in radii."""


def medallion(radius: float, look: Look, unit: float, *, tone: str, seed: int) -> QImage:
    """A disc of `radius` pixels in the middle of a square of `2 · REACH · radius`."""
    image = picture(2 * REACH * radius, 2 * REACH * radius)
    painter = painter_on(image)
    painter.translate(REACH * radius, REACH * radius)
    painter.setPen(Qt.PenStyle.NoPen)
    _MADE[look.line](painter, radius, look, unit, tone, seed)
    painter.end()
    return image


def pale(look: Look, tone: str) -> str:
    """What the disc of a look is filled with; its drawing is read on it."""
    return mixed(tone, look.panel, {"clean": 0.86, "round": 0.84, "print": 0.9, "cut": 0.88}.get(look.line, 0.94))


def _disc(painter: QPainter, radius: float) -> None:
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def _clean(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    painter.setBrush(color(pale(look, tone)))
    _disc(painter, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color(tone, 0.35), unit * 0.003))
    _disc(painter, radius * 1.1)
    pen = QPen(color(tone), unit * 0.006)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    start = 40 + seed % 4 * 30
    ring = QRectF(-radius * 1.1, -radius * 1.1, radius * 2.2, radius * 2.2)
    painter.drawArc(ring, start * 16, 70 * 16)


def _marker(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    circle = QPainterPath()
    circle.addEllipse(QPointF(0, 0), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for n in range(2):
        painter.setPen(QPen(color(tone, 0.85 - 0.4 * n), unit * 0.005))
        painter.drawPath(wobbly(circle.translated(n * 2, -n * 3), unit * 0.004, seed + n))


def _round(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    petals = QPainterPath()
    petals.setFillRule(Qt.FillRule.WindingFill)
    count = 12
    for n in range(count):
        angle = 2 * math.pi * n / count
        middle = QPointF(math.cos(angle), math.sin(angle)) * radius * 0.9
        petals.addEllipse(middle, radius * 0.25, radius * 0.25)
    painter.setBrush(color(mixed(tone, "#ffffff", 0.62)))
    painter.drawPath(petals)
    painter.setBrush(color("#ffffff"))
    _disc(painter, radius * 0.92)
    pen = QPen(color(mixed(tone, "#ffffff", 0.4)), unit * 0.003)
    pen.setDashPattern([4, 4])
    painter.setPen(pen)
    _disc(painter, radius * 0.85)
    painter.setPen(Qt.PenStyle.NoPen)
    for side in (-1, 1):
        painter.setBrush(color("#ff9cc2", 0.55))
        painter.drawEllipse(QPointF(side * radius * 0.66, radius * 0.42), radius * 0.12, radius * 0.07)


def _ink(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    rng = Random(seed)
    count = 22
    burst = QPainterPath()
    for n in range(2 * count):
        angle = math.pi * n / count
        reach = radius * (1.0 if n % 2 else rng.uniform(1.1, 1.2))
        point = QPointF(math.cos(angle) * reach, math.sin(angle) * reach)
        burst.lineTo(point) if n else burst.moveTo(point)
    burst.closeSubpath()
    painter.setBrush(color(tone))
    painter.drawPath(burst.translated(unit * 0.01, unit * 0.012))
    painter.setBrush(color("#ffe14d"))
    painter.setPen(QPen(color("#10121a"), unit * 0.0065))
    painter.drawPath(burst)
    painter.setBrush(color("#ffffff"))
    painter.setPen(Qt.PenStyle.NoPen)
    _disc(painter, radius * 0.82)


def _brush(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    pool = wash(int(radius * 2), mixed(tone, look.panel, 0.45), seed)
    whole = QRectF(-radius * REACH, -radius * REACH, 2 * radius * REACH, 2 * radius * REACH)
    painter.setOpacity(0.6)
    painter.drawImage(whole, pool)
    painter.setOpacity(1)
    painter.setBrush(color(look.panel, 0.6))
    _disc(painter, radius * 0.72)


def _print(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    painter.setBrush(color("#2a9d9a", 0.75))
    painter.drawEllipse(QPointF(unit * 0.012, unit * 0.01), radius, radius)
    painter.setBrush(color(pale(look, tone)))
    _disc(painter, radius)
    clip = QPainterPath()
    clip.addEllipse(QPointF(0, 0), radius, radius)
    painter.setClipPath(clip)
    painter.setBrush(color("#e8654a", 0.5))
    step = unit * 0.013
    rows = int(2 * radius / step)
    for row in range(rows):
        y = -radius + row * step
        dot = step * 0.5 * row / rows
        for n in range(rows + 1):
            painter.drawEllipse(QPointF(-radius + (n + 0.5 * (row % 2)) * step, y), dot, dot)
    painter.setClipping(False)
    painter.setBrush(color(look.panel, 0.8))
    _disc(painter, radius * 0.66)


def _engraved(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    painter.setBrush(color(look.panel, 0.85))
    _disc(painter, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color(tone), unit * 0.0035))
    _disc(painter, radius)
    painter.setPen(QPen(color(tone), unit * 0.0015))
    _disc(painter, radius * 0.86)
    count = 96
    for n in range(count):
        angle = 2 * math.pi * n / count
        way = QPointF(math.cos(angle), math.sin(angle))
        painter.drawLine(way * radius * (0.93 if n % 2 else 0.89), way * radius * 0.985)
    for n in range(4):
        angle = math.pi / 4 + n * math.pi / 2
        painter.drawEllipse(QPointF(math.cos(angle), math.sin(angle)) * radius * 1.1, radius * 0.04, radius * 0.04)


def _cut(painter: QPainter, radius: float, look: Look, unit: float, tone: str, seed: int) -> None:
    rng = Random(seed)
    for share, fill in ((1.08, tone), (0.96, pale(look, tone)), (0.8, look.panel)):
        layer = QPainterPath()
        for n in range(40):
            angle = 2 * math.pi * n / 40
            reach = radius * share * rng.uniform(0.985, 1.015)
            point = QPointF(math.cos(angle) * reach, math.sin(angle) * reach)
            layer.lineTo(point) if n else layer.moveTo(point)
        layer.closeSubpath()
        cut_out(painter, layer, fill, layers=5, step=QPointF(0.9, 2.0), strength=0.06)


_MADE: dict[str, Callable[[QPainter, float, Look, float, str, int], None]] = {
    "clean": _clean,
    "marker": _marker,
    "round": _round,
    "ink": _ink,
    "brush": _brush,
    "print": _print,
    "engraved": _engraved,
    "cut": _cut,
}
