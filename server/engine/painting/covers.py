"""How scenes meet: a shape of the look that covers the picture at a scene's end and leaves it at the next one's start."""

from __future__ import annotations

import math
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from server.engine.films.looks import Look
from server.engine.painting.canvas import color

COVER_S = 0.3


def cover(painter: QPainter, look: Look, width: int, height: int, share: float, *, leaving: bool) -> None:
    """Cover `share` (0 to 1) of the picture; at 1 nothing of it is seen, in every look."""
    if share <= 0:
        return
    tone = color(look.shade)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    if share >= 1:
        painter.drawRect(0, 0, width, height)
        return
    e = share * share * (3 - 2 * share)
    match look.cover:
        case "slide":
            for n, strength in ((2, 0.35), (1, 0.7), (0, 1.0)):
                wide = min(1.0, e * (1 + 0.18 * n)) * width
                painter.setBrush(color(look.shade, strength))
                painter.drawRect(QRectF(width - wide if not leaving else 0, 0, wide, height))
        case "wipe":
            edge = width * 1.3 * e
            corners = [QPointF(0, 0), QPointF(edge, 0), QPointF(edge - height * 0.3, height), QPointF(0, height)]
            if leaving:
                corners = [QPointF(width - c.x(), c.y()) for c in corners]
            painter.drawPolygon(QPolygonF(corners))
        case "circle":
            reach = math.hypot(width, height) / 2 * 1.02
            hole = reach * (1 - e)
            _around_hole(painter, width, height, hole)
        case "burst":
            rng = Random(5)
            middle, reach = QPointF(width / 2, height / 2), math.hypot(width, height)
            for n in range(36):
                angle = 2 * math.pi * n / 36 + rng.uniform(-0.05, 0.05)
                inner = reach * 0.55 * (1 - e) * rng.uniform(0.8, 1.2)
                half = 0.1 * (0.3 + e)
                painter.drawPolygon(
                    QPolygonF(
                        [
                            middle + QPointF(math.cos(angle) * inner, math.sin(angle) * inner),
                            middle + QPointF(math.cos(angle - half) * reach, math.sin(angle - half) * reach),
                            middle + QPointF(math.cos(angle + half) * reach, math.sin(angle + half) * reach),
                        ]
                    )
                )
            painter.setBrush(color(look.shade, e**4))
            painter.drawRect(0, 0, width, height)
        case "bleed":
            rng = Random(9)
            painter.setBrush(color(look.shade, min(1.0, 0.35 + e)))
            for _ in range(40):
                at = QPointF(rng.uniform(0, width), rng.uniform(0, height))
                radius = min(width, height) * 0.34 * max(0.0, e * 1.5 - rng.uniform(0, 0.5))
                painter.drawEllipse(at, radius, radius)
            painter.setBrush(color(look.shade, e**3))
            painter.drawRect(0, 0, width, height)
        case "roll":
            strips = 7
            for n in range(strips):
                own = max(0.0, min(1.0, e * 1.6 - 0.6 * n / strips))
                top = height * n / strips
                wide = width * own
                painter.drawRect(QRectF(0 if (n % 2) ^ leaving else width - wide, top, wide, height / strips + 1))
        case "sheet":
            tall = height * e * 1.04
            for n in range(6, 0, -1):
                painter.setBrush(color("#10242c", 0.05))
                y = (height - tall - n * 3) if not leaving else tall + n * 3 - height - 6
                painter.drawRect(QRectF(0, y, width, height + 6))
            painter.setBrush(tone)
            painter.drawRect(QRectF(0, height - tall if not leaving else tall - height, width, height))
        case _:
            painter.setBrush(color(look.shade, e))
            painter.drawRect(0, 0, width, height)


def _around_hole(painter: QPainter, width: int, height: int, radius: float) -> None:
    from PySide6.QtGui import QPainterPath

    path = QPainterPath()
    path.addRect(QRectF(0, 0, width, height))
    path.addEllipse(QPointF(width / 2, height / 2), radius, radius)
    painter.drawPath(path)
