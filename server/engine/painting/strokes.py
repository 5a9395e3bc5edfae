"""Lines that are drawn from their beginning to their end, in the line work of a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from server.engine.films.looks import Look
from server.engine.painting.canvas import color
from server.engine.painting.marks import Paint, eased


def stroke(path: QPainterPath, ink: str, width: float, look: Look, *, seed: int = 0) -> Paint:
    """A line that is drawn from its beginning to its end, in the look's line work."""
    if look.line in {"marker", "brush"}:
        path = wobbly(path, width * 0.55, seed)
    length = max(1.0, path.length())
    cap = Qt.PenCapStyle.FlatCap if look.line in {"engraved", "ink", "print"} else Qt.PenCapStyle.RoundCap

    def paint(painter: QPainter, share: float) -> None:
        pen = QPen(color(ink, 0.72 if look.line == "brush" else 1.0), width)
        pen.setCapStyle(cap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if share < 1:
            pen.setDashPattern([max(0.01, eased(share) * length / width), (length + 9) / width])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if look.line == "cut":
            shadow = QPen(pen)
            shadow.setColor(color("#10242c", 0.25))
            painter.setPen(shadow)
            painter.drawPath(path.translated(width * 0.3, width * 0.5))
        painter.setPen(pen)
        painter.drawPath(path)
        if look.entrance == "draw" and share < 1:
            pen_at(painter, path.pointAtPercent(path.percentAtLength(eased(share) * length)), width * 180, ink)

    return paint


def sketch(paths: Sequence[QPainterPath], ink: str, width: float, look: Look, *, seed: int = 0) -> Paint:
    """Several lines drawn one after the other, as long each as it takes."""
    lengths = [max(1.0, path.length()) for path in paths]
    whole = sum(lengths)
    if look.line in {"marker", "brush"}:
        paths = [wobbly(path, width * 0.11, seed + n, step=width * 0.8) for n, path in enumerate(paths)]
        look = replace(look, line="")
    paints = [stroke(path, ink, width, look, seed=seed + n) for n, path in enumerate(paths)]

    def paint(painter: QPainter, share: float) -> None:
        begun = 0.0
        for own, length in zip(paints, lengths, strict=True):
            part = 1.0 if share >= 1 else (share * whole - begun) / length
            if part <= 0:
                break
            own(painter, min(1.0, part))
            begun += length

    return paint


def wobbly(path: QPainterPath, reach: float, seed: int, *, step: float = 12.0) -> QPainterPath:
    """A path as a hand draws it, from point to point at least `step` pixels apart."""
    rng = Random(seed)
    length = path.length()
    count = max(3, int(length / max(step, reach * 12)))
    points = [path.pointAtPercent(path.percentAtLength(length * n / count)) for n in range(count + 1)]
    moved = [p + QPointF(rng.uniform(-reach, reach), rng.uniform(-reach, reach)) for p in points]
    made = QPainterPath(moved[0])
    for n in range(1, len(moved)):
        middle = (moved[n - 1] + moved[n]) / 2
        made.quadTo(moved[n - 1], middle)
    made.lineTo(moved[-1])
    return made


def pen_at(painter: QPainter, tip: QPointF, unit: float, ink: str) -> None:
    """A marker whose tip is there."""
    painter.save()
    painter.translate(tip)
    painter.rotate(-38)
    size = unit * 0.034
    painter.setPen(QPen(color("#2b2f36"), unit * 0.002))
    painter.setBrush(color(ink))
    painter.drawPolygon([QPointF(0, 0), QPointF(size, -size * 0.3), QPointF(size, size * 0.3)])
    painter.setBrush(color("#f2f3f5"))
    painter.drawRoundedRect(QRectF(size, -size * 0.42, size * 4.6, size * 0.84), size * 0.2, size * 0.2)
    painter.setBrush(color(ink))
    painter.drawRoundedRect(QRectF(size * 4.6, -size * 0.46, size * 1.5, size * 0.92), size * 0.2, size * 0.2)
    painter.restore()
