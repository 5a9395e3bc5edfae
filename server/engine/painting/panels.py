"""What a text stands on, in the material of each look."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF

from server.engine.films.looks import Look
from server.engine.painting.canvas import color, painter_on, picture
from server.engine.painting.strokes import wobbly
from server.engine.painting.textures import cut_out, wash
from server.engine.papers.palettes import mixed

PAD = 0.03
"""Room around a panel's picture for its line work, as a share of the unit."""


def panel_picture(
    width: float, height: float, look: Look, unit: float, *, tone: str, seed: int
) -> tuple[QImage, float]:
    """What a text stands on, `width` × `height`, and how far the picture reaches beyond it on every side.

    `tone` colours its line work; the text is read on `look.panel`.
    """
    pad = unit * PAD
    image = picture(width + 2 * pad, height + 2 * pad)
    painter = painter_on(image)
    _PANELS[look.line](painter, QRectF(pad, pad, width, height), look, unit, tone, seed)
    painter.end()
    return image, pad


def _clean(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    radius = unit * 0.018
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(4, 0, -1):
        painter.setBrush(color("#000000", 0.05))
        painter.drawRoundedRect(box.adjusted(-n, n, n, 3 * n), radius, radius)
    painter.setBrush(color(look.panel))
    painter.drawRoundedRect(box, radius, radius)
    clip = QPainterPath()
    clip.addRoundedRect(box, radius, radius)
    painter.setClipPath(clip)
    painter.fillRect(QRectF(box.left(), box.top(), unit * 0.007, box.height()), color(tone))


def _marker(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    painter.fillRect(box, color(look.panel))
    for n in range(2):
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(n * 3, -n * 2, n * 2, n * 3), unit * 0.02, unit * 0.02)
        pen = QPen(color(tone, 0.9 - 0.45 * n), unit * 0.0042)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(wobbly(path, unit * 0.0028, seed + n))


def _round(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    radius = min(unit * 0.055, box.height() / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(tone, 0.28))
    painter.drawRoundedRect(box.translated(0, unit * 0.012), radius, radius)
    painter.setBrush(color(look.panel))
    painter.setPen(QPen(color(tone), unit * 0.006))
    painter.drawRoundedRect(box, radius, radius)
    pen = QPen(color(mixed(tone, "#ffffff", 0.55)), unit * 0.0022)
    pen.setDashPattern([4, 4])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    gap = unit * 0.009
    painter.drawRoundedRect(box.adjusted(gap, gap, -gap, -gap), radius - gap, radius - gap)


def _ink(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    lean = min(unit * 0.02, box.width() * 0.04)
    corners = [
        QPointF(box.left() + lean * 0.2, box.top()),
        QPointF(box.right() + lean * 0.6, box.top() - lean * 0.2),
        QPointF(box.right() - lean * 0.1, box.bottom()),
        QPointF(box.left() - lean * 0.7, box.bottom() + lean * 0.25),
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(tone))
    painter.drawPolygon([c + QPointF(unit * 0.011, unit * 0.013) for c in corners])
    painter.setBrush(color(look.panel))
    pen = QPen(color("#10121a"), unit * 0.0065)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.drawPolygon(corners)


def _brush(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    pool = wash(int(box.height() * 1.5), mixed(tone, look.panel, 0.62), seed, stretch=box.width() / box.height())
    painter.setOpacity(0.8)
    painter.drawImage(QRectF(box.adjusted(-unit * 0.024, -unit * 0.024, unit * 0.024, unit * 0.024)), pool)
    painter.setOpacity(1)
    path = QPainterPath()
    path.addRoundedRect(box, unit * 0.03, unit * 0.03)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(look.panel, 0.72))
    painter.drawPath(wobbly(path, unit * 0.006, seed))


def _print(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    rng = Random(seed)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(tone, 0.9))
    painter.drawRect(box.translated(unit * 0.012, unit * 0.012))
    painter.setBrush(color(look.panel))
    painter.drawRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color(look.ink), unit * 0.0034))
    painter.drawRect(box.translated(rng.uniform(-3, 3), rng.uniform(-3, 3)))


def _engraved(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    painter.fillRect(box, color(look.panel, 0.82))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, thick in ((0.0, 0.0034), (0.008, 0.0014)):
        painter.setPen(QPen(color(tone), unit * thick))
        gap = unit * inset
        painter.drawRect(box.adjusted(gap, gap, -gap, -gap))
    painter.setPen(QPen(color(tone, 0.5), unit * 0.001))
    for n in range(6):
        gap = unit * 0.0024 * (n + 1)
        painter.drawLine(QPointF(box.left() + gap, box.bottom() + gap), QPointF(box.right() + gap, box.bottom() + gap))
        painter.drawLine(QPointF(box.right() + gap, box.top() + gap), QPointF(box.right() + gap, box.bottom() + gap))


def _cut(painter: QPainter, box: QRectF, look: Look, unit: float, tone: str, seed: int) -> None:
    rng = Random(seed)
    edge = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
    corners = [c + QPointF(rng.uniform(-4, 4), rng.uniform(-4, 4)) for c in edge]
    painter.setPen(Qt.PenStyle.NoPen)
    for layer, fill in ((1, tone), (0, look.panel)):
        shift = QPointF(unit * 0.007 * layer, unit * 0.009 * layer)
        sheet = QPainterPath()
        sheet.addPolygon(QPolygonF([c + shift for c in corners]))
        sheet.closeSubpath()
        cut_out(painter, sheet, fill, layers=6, step=QPointF(0.8, 1.9), strength=0.05)


_PANELS: dict[str, Callable[[QPainter, QRectF, Look, float, str, int], None]] = {
    "clean": _clean,
    "marker": _marker,
    "round": _round,
    "ink": _ink,
    "brush": _brush,
    "print": _print,
    "engraved": _engraved,
    "cut": _cut,
}
