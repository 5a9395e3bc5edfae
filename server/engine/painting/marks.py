"""Marks: the things a scene puts up, each with its moment, drawn in the line work of a look."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from server.engine.films.looks import Look
from server.engine.painting.canvas import color, painter_on, picture
from server.engine.painting.grounds import clouds, wash
from server.engine.papers.palettes import mixed

Paint = Callable[[QPainter, float], None]
PAD = 0.03
"""Room around a panel's picture for its line work, as a share of the unit."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that comes in at `enter` seconds within `seconds`; `paint` is told the share that is done (0 to 1).

    `box` is where it stands once it is there.
    """

    enter: float
    seconds: float
    paint: Paint
    box: QRectF

    @property
    def done(self) -> float:
        """When it has settled."""
        return self.enter + self.seconds


def eased(share: float) -> float:
    """Fast, then slow."""
    return 1 - (1 - max(0.0, min(1.0, share))) ** 3


def sprung(share: float) -> float:
    """Over the goal and back."""
    s = max(0.0, min(1.0, share)) - 1
    return 1 + 2.7 * s**3 + 1.7 * s**2


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
        for n in range(6, 0, -1):
            painter.setBrush(color("#10242c", 0.05))
            painter.drawPolygon([c + shift + QPointF(n * 0.8, n * 1.9) for c in corners])
        painter.setBrush(color(fill))
        painter.drawPolygon([c + shift for c in corners])


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
