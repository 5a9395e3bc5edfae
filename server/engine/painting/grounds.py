"""What lies behind everything: a picture made once for each scene, and what stirs in it."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from server.engine.films.looks import Look, veil_of
from server.engine.painting.canvas import color, painter_on, picture
from server.engine.painting.textures import clouds, cut_out, grain, toned, wash
from server.engine.papers.palettes import mixed


def ground(look: Look, width: int, height: int, seed: int) -> QImage:
    """The still picture behind a scene: opaque, `width` × `height`."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = painter_on(image)
    sweep = QLinearGradient(0, 0, 0, height)
    sweep.setColorAt(0, color(look.background[0]))
    sweep.setColorAt(1, color(look.background[1]))
    painter.fillRect(0, 0, width, height, QBrush(sweep))
    _GROUNDS[look.ground](painter, look, width, height, Random(seed))
    painter.end()
    return image


def backdrop(look: Look, width: int, height: int, path: Path) -> QImage:
    """A picture behind a scene, under as much of the look's own ground as the texts need to be read."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    found = QImage(str(path)).scaled(
        width, height, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    painter = painter_on(image)
    painter.drawImage(QPointF((width - found.width()) / 2, (height - found.height()) / 2), found)
    share = veil_of(look)
    sweep = QLinearGradient(0, 0, 0, height)
    sweep.setColorAt(0, color(look.background[0], share))
    sweep.setColorAt(1, color(look.background[1], share))
    painter.fillRect(0, 0, width, height, QBrush(sweep))
    painter.end()
    return image


def stir(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    """What moves behind the scene, drawn over its ground at a moment of it."""
    _STIRS[look.ground](painter, look, width, height, seconds)


def _gradient(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    step = min(width, height) / 18
    painter.setPen(QPen(color(look.ink, 0.045), 1.4))
    for n in range(1, int(width / step) + 1):
        painter.drawLine(QPointF(n * step, 0), QPointF(n * step, height))
    for n in range(1, int(height / step) + 1):
        painter.drawLine(QPointF(0, n * step), QPointF(width, n * step))
    glow = QRadialGradient(width * rng.uniform(0.6, 0.95), height * rng.uniform(-0.05, 0.3), max(width, height) * 0.6)
    glow.setColorAt(0, color(look.accents[1], 0.2))
    glow.setColorAt(1, color(look.accents[1], 0.0))
    painter.fillRect(0, 0, width, height, QBrush(glow))


def _stir_gradient(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    unit = min(width, height)
    for n in range(3):
        angle = seconds * (0.22 + 0.07 * n) + n * 2.1
        at = QPointF(width * (0.9 + 0.05 * math.cos(angle)), height * (0.14 + 0.05 * math.sin(angle * 1.3)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color(look.accents[n], 0.5), unit * 0.004))
        painter.drawEllipse(at, unit * (0.05 + 0.035 * n), unit * (0.05 + 0.035 * n))


def _board(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    for _ in range(16):
        smear = QLinearGradient(0, 0, width, 0)
        smear.setColorAt(rng.uniform(0, 0.3), color("#9fb0bd", 0.0))
        smear.setColorAt(rng.uniform(0.4, 0.6), color("#9fb0bd", rng.uniform(0.04, 0.1)))
        smear.setColorAt(rng.uniform(0.7, 1), color("#9fb0bd", 0.0))
        painter.save()
        painter.translate(width * rng.uniform(-0.2, 0.5), height * rng.uniform(0, 1))
        painter.rotate(rng.uniform(-14, 10))
        painter.fillRect(QRectF(0, 0, width, height * rng.uniform(0.015, 0.06)), QBrush(smear))
        painter.restore()
    rim = min(width, height) * 0.018
    painter.setPen(QPen(color("#aab4bb"), rim))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(rim / 2, rim / 2, width - rim, height - rim))
    painter.setPen(QPen(color("#7f8a92"), rim * 0.16))
    painter.drawRect(QRectF(rim, rim, width - 2 * rim, height - 2 * rim))


def _stir_board(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    glare = QLinearGradient(0, 0, width, height)
    at = 0.5 + 0.35 * math.sin(seconds * 0.35)
    glare.setColorAt(max(0.0, at - 0.08), color("#ffffff", 0.0))
    glare.setColorAt(at, color("#ffffff", 0.5))
    glare.setColorAt(min(1.0, at + 0.08), color("#ffffff", 0.0))
    painter.fillRect(QRectF(unit * 0.03, unit * 0.03, width - unit * 0.06, unit * 0.05), QBrush(glare))


def _dots(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    step = min(width, height) / 11
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color("#ffffff", 0.5))
    for row in range(int(height / step) + 2):
        for column in range(int(width / step) + 2):
            painter.drawEllipse(QPointF((column + row % 2 / 2) * step, row * step), step * 0.14, step * 0.14)
    painter.setBrush(color("#ffffff", 0.75))
    base = height * 0.94
    path = QPainterPath(QPointF(0, height))
    x, bump = 0.0, step * 1.1
    path.lineTo(0, base)
    while x < width:
        path.arcTo(QRectF(x, base - bump / 2, bump, bump), 180, -180)
        x += bump
    path.lineTo(width, height)
    painter.drawPath(path)


def _stir_dots(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(9):
        x = width * (0.03 if n % 2 else 0.97)  # beside the texts, never behind them
        rise = (seconds * (0.03 + 0.006 * (n % 3)) + n * 0.37) % 1.15
        size = unit * (0.016 + 0.007 * (n % 3))
        at = QPointF(x + math.sin(seconds * 1.2 + n) * unit * 0.015, height * (1.05 - rise))
        painter.setBrush(color(("#ff8fb8", "#b89cf2", "#7fd8cf")[n % 3], 0.75))
        painter.drawPath(_heart(at, size) if n % 2 else _star(at, size, points=5))


def _heart(at: QPointF, size: float) -> QPainterPath:
    path = QPainterPath(QPointF(at.x(), at.y() + size))
    path.cubicTo(
        QPointF(at.x() - size * 2, at.y() - size * 0.2),
        QPointF(at.x() - size * 0.8, at.y() - size * 1.5),
        QPointF(at.x(), at.y() - size * 0.4),
    )
    path.cubicTo(
        QPointF(at.x() + size * 0.8, at.y() - size * 1.5),
        QPointF(at.x() + size * 2, at.y() - size * 0.2),
        QPointF(at.x(), at.y() + size),
    )
    return path


def _star(at: QPointF, size: float, *, points: int, inner: float = 0.5) -> QPainterPath:
    corners = []
    for n in range(points * 2):
        radius = size * (1.2 if n % 2 == 0 else 1.2 * inner)
        angle = math.pi * n / points - math.pi / 2
        corners.append(QPointF(at.x() + math.cos(angle) * radius, at.y() + math.sin(angle) * radius))
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path


def _sky(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for layer, (tone, base) in enumerate((("#bfe6ff", 0.7), ("#e4f5ff", 0.8), ("#ffffff", 0.9))):
        painter.setBrush(color(tone))
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        x = -unit * 0.1
        while x < width + unit * 0.1:
            radius = unit * rng.uniform(0.07, 0.16) * (1.1 - 0.15 * layer)
            path.addEllipse(QPointF(x, height * base + rng.uniform(-0.4, 0.3) * radius), radius, radius)
            x += radius * rng.uniform(0.9, 1.3)
        path.addRect(QRectF(0, height * base, width, height))
        painter.drawPath(path)
    painter.setBrush(color("#ffffff", 0.9))
    for _ in range(5):
        painter.drawPath(
            _star(QPointF(rng.uniform(0, width), rng.uniform(0, height * 0.4)), unit * 0.012, points=4, inner=0.25)
        )


def _stir_sky(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    frame = int(seconds * 12)
    rng = Random(frame // 2)
    middle = QPointF(width / 2, height * 0.46)
    reach = math.hypot(width, height) / 2
    painter.setBrush(color("#ffffff", 0.55))
    for n in range(44):
        angle = 2 * math.pi * (n + rng.uniform(-0.3, 0.3)) / 44
        inner = reach * rng.uniform(0.78, 0.95)
        half = 0.006 + 0.008 * rng.random()
        painter.drawPolygon(
            QPolygonF(
                [
                    middle + QPointF(math.cos(angle) * inner, math.sin(angle) * inner),
                    middle + QPointF(math.cos(angle - half) * reach * 1.3, math.sin(angle - half) * reach * 1.3),
                    middle + QPointF(math.cos(angle + half) * reach * 1.3, math.sin(angle + half) * reach * 1.3),
                ]
            )
        )


def _washes(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    tones = ("#8fc4c6", "#e9b09a", "#e6cf8a", "#a9b8dc")
    spots = ((0.02, 0.05), (0.98, 0.08), (0.04, 0.96), (0.96, 0.94), (0.5, -0.02), (0.5, 1.04))
    for n, (x, y) in enumerate(spots):
        blob = wash(int(min(width, height) * rng.uniform(0.5, 0.72)), tones[n % 4], rng.randrange(1 << 30))
        painter.drawImage(QPointF(width * x - blob.width() / 2, height * y - blob.height() / 2), blob)
    painter.drawImage(0, 0, grain(width, height, rng.randrange(1 << 30), strength=0.022))


def _stir_washes(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(7):
        life = (seconds * 0.11 + n * 0.29) % 1
        x, y = ((n * 0.618 + 0.1) % 1) * width, (0.05 if n % 2 else 0.95) * height
        radius = unit * (0.01 + 0.05 * life)
        bloom = QRadialGradient(QPointF(x, y), radius)
        tone = ("#5fa3a8", "#d98d74", "#c9a94e")[n % 3]
        bloom.setColorAt(0, color(tone, 0.0))
        bloom.setColorAt(0.8, color(tone, 0.34 * (1 - life)))
        bloom.setColorAt(1, color(tone, 0.0))
        painter.setBrush(QBrush(bloom))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _halftone(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    step = min(width, height) / 62
    corner = rng.choice([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    for tone, ox, oy, (cx, cy) in (
        ("#2a9d9a", 0.0, 0.0, corner),
        ("#e8654a", 0.5, 0.3, (1 - corner[0], 1 - corner[1])),
    ):
        painter.setBrush(color(tone, 0.62))
        reach = math.hypot(width, height) * 0.52
        for row in range(int(height / step) + 2):
            for column in range(int(width / step) + 2):
                x, y = (column + ox + row % 2 * 0.5) * step, (row + oy) * step
                near = 1 - math.hypot(x - cx * width, y - cy * height) / reach
                if near > 0.04:
                    radius = step * 0.62 * math.sqrt(near)
                    painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.drawImage(0, 0, grain(width, height, rng.randrange(1 << 30), strength=0.045))


def _stir_halftone(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    turn = int(seconds * 12) * 1.5
    painter.save()
    painter.translate(width * 0.93, height * 0.11)
    painter.rotate(turn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color("#e0a526"))
    painter.drawPath(_star(QPointF(0, 0), unit * 0.062, points=14, inner=0.72))
    painter.setBrush(color(look.background[0]))
    painter.drawEllipse(QPointF(0, 0), unit * 0.026, unit * 0.026)
    painter.restore()


def _vellum(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    cloud = clouds(height // 6, width // 6, rng.randrange(1 << 30), 5)
    stain = toned(np.clip((cloud - 0.45) * 0.9, 0, 0.28), "#9a7a45")
    painter.drawImage(QRectF(0, 0, width, height), stain)
    dark = QRadialGradient(QPointF(width / 2, height / 2), math.hypot(width, height) * 0.56)
    dark.setColorAt(0.55, color("#4a3418", 0.0))
    dark.setColorAt(1, color("#4a3418", 0.55))
    painter.fillRect(0, 0, width, height, QBrush(dark))
    unit = min(width, height)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, thick in ((0.032, 0.005), (0.043, 0.0016), (0.05, 0.0016)):
        painter.setPen(QPen(color("#4a3418", 0.85), unit * thick))
        painter.drawRect(QRectF(unit * inset, unit * inset, width - 2 * unit * inset, height - 2 * unit * inset))
    for x, y, turn in ((0, 0, 0), (width, 0, 90), (width, height, 180), (0, height, 270)):
        painter.save()
        painter.translate(x, y)
        painter.rotate(turn)
        painter.setPen(QPen(color("#4a3418", 0.9), unit * 0.0026))
        for n in range(4):
            radius = unit * (0.024 + 0.017 * n)
            painter.drawArc(
                QRectF(unit * 0.05 - radius, unit * 0.05 - radius, 2 * radius, 2 * radius), 270 * 16, 90 * 16
            )
        painter.drawPath(_star(QPointF(unit * 0.07, unit * 0.07), unit * 0.012, points=8, inner=0.4))
        painter.restore()


def _stir_vellum(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(14):
        x = ((n * 0.618 + 0.006 * seconds * (1 + n % 3)) % 1) * width
        y = ((n * 0.377 + 0.004 * seconds * (1 + n % 2)) % 1) * height
        painter.setBrush(color("#6b4d22", 0.16 + 0.1 * math.sin(seconds * 0.9 + n)))
        painter.drawEllipse(QPointF(x, y), unit * 0.0035, unit * 0.0035)


def _hills(painter: QPainter, look: Look, width: int, height: int, rng: Random) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color("#f3b65a"))
    sun = QPointF(width * rng.uniform(0.78, 0.9), height * 0.15)
    for n in range(4, 0, -1):
        painter.setBrush(color("#7a4a10", 0.07))
        painter.drawEllipse(
            sun + QPointF(unit * 0.006, unit * 0.01), unit * (0.085 + 0.005 * n), unit * (0.085 + 0.005 * n)
        )
    painter.setBrush(color("#f3b65a"))
    painter.drawEllipse(sun, unit * 0.085, unit * 0.085)
    tones = ("#8cc7b5", "#57a08f", "#2f7f78", "#1f5f62")
    for layer, tone in enumerate(tones):
        base = height * (0.76 + 0.065 * layer)
        path = QPainterPath(QPointF(-10, height + 10))
        phase, wide = rng.uniform(0, 6), width / rng.uniform(1.2, 2.2)
        for n in range(61):
            x = width * n / 60
            y = (
                base
                + math.sin(x / wide * 2 * math.pi + phase) * unit * 0.05
                + math.sin(x / wide * 5 + phase) * unit * 0.012
            )
            path.lineTo(x, y)
        path.lineTo(width + 10, height + 10)
        path.closeSubpath()
        cut_out(painter, path, tone, layers=6, step=QPointF(0, -unit * 0.0026), strength=0.045)
    painter.drawImage(0, 0, grain(width, height, rng.randrange(1 << 30), strength=0.03))


def _stir_hills(painter: QPainter, look: Look, width: int, height: int, seconds: float) -> None:
    unit = min(width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    stepped = int(seconds * 12) / 12
    for n in range(3):
        x = ((n * 0.37 + 0.012 * stepped * (1 + 0.4 * n)) % 1.2 - 0.1) * width
        y = height * (0.05 + 0.035 * n)
        for dy, tone, alpha in ((unit * 0.008, "#10242c", 0.16), (0.0, "#ffffff", 1.0)):
            path = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
            for k, radius in enumerate((0.018, 0.028, 0.02)):
                path.addEllipse(QPointF(x + (k - 1) * unit * 0.03, y + dy), unit * radius, unit * radius)
            path.addRoundedRect(QRectF(x - unit * 0.055, y + dy, unit * 0.11, unit * 0.024), unit * 0.012, unit * 0.012)
            painter.setBrush(color(tone, alpha))
            painter.drawPath(path)


_GROUNDS = {
    "gradient": _gradient,
    "board": _board,
    "dots": _dots,
    "sky": _sky,
    "washes": _washes,
    "halftone": _halftone,
    "vellum": _vellum,
    "hills": _hills,
}
_STIRS = {
    "gradient": _stir_gradient,
    "board": _stir_board,
    "dots": _stir_dots,
    "sky": _stir_sky,
    "washes": _stir_washes,
    "halftone": _stir_halftone,
    "vellum": _stir_vellum,
    "hills": _stir_hills,
}


def layers(look: Look, width: int, height: int, seed: int) -> tuple[QImage, tuple[QImage, ...]]:
    """For slow camera moves: a ground larger than the frame, and ridges in front of it that move at other paces."""
    back = ground(look, int(width * 1.12), int(height * 1.12), seed)
    rng = Random(seed + 1)
    ridges = []
    for layer in range(3):
        ridge = picture(width * (1.16 + 0.12 * layer), height * (0.23 - 0.04 * layer))
        painter = painter_on(ridge)
        far = 0.72 - 0.2 * layer
        tone = mixed(mixed(look.accents[(layer + 1) % 3], look.ink, 0.25), look.background[1], far)
        sweep = QLinearGradient(0, 0, 0, ridge.height())
        sweep.setColorAt(0, color(tone, 0.9))
        sweep.setColorAt(1, color(mixed(tone, look.background[1], 0.3), 1.0))
        path = QPainterPath(QPointF(0, ridge.height()))
        waves = [(rng.uniform(1.2, 5.5), rng.uniform(0, 6.3), rng.uniform(0.08, 0.26)) for _ in range(4)]
        for n in range(121):
            x = n / 120
            y = 0.5 + sum(math.sin(x * count * 6.3 + phase) * reach / count * 1.6 for count, phase, reach in waves)
            path.lineTo(x * ridge.width(), ridge.height() * min(0.97, max(0.02, y)))
        path.lineTo(ridge.width(), ridge.height())
        path.closeSubpath()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(sweep))
        painter.drawPath(path)
        painter.end()
        ridges.append(ridge)
    return back, tuple(ridges)
