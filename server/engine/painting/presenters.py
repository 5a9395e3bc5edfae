"""Eight drawn presenters: head and shoulders in a round window, whose mouth, eyes and head move with the speech."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from server.domain.presenters import PRESENTERS, Presenter
from server.engine.films.looks import Look
from server.engine.films.mouths import STEPS
from server.engine.films.plans import FPS
from server.engine.painting.canvas import color, painter_on, picture
from server.engine.papers.palettes import mixed

_BLINK_EVERY_S, _BLINK_S = 3.7, 0.16
DARK = "#2a1d1a"


@dataclass(frozen=True, slots=True)
class Face:
    """What a face does at one moment. `opened` and `wide` are of the mouth, 0 to 1."""

    opened: float = 0.0
    wide: float = 0.5
    shut_eyes: float = 0.0
    nod: float = 0.0
    """Degrees that the head is tilted."""


def face_at(mouth: int, frame: int, presenter: int) -> Face:
    """The face at a picture of its scene: its mouth as `engine.films.mouths` has it, blinking now and then."""
    seconds = frame / FPS
    phase = (seconds + presenter * 0.9) % _BLINK_EVERY_S
    shut = max(0.0, 1 - abs(phase - _BLINK_S / 2) / (_BLINK_S / 2)) if phase < _BLINK_S else 0.0
    opened = mouth // 10 / STEPS
    nod = 1.6 * math.sin(seconds * 1.1 + presenter) + 1.2 * opened * math.sin(seconds * 2.3)
    return Face(opened, mouth % 10 / STEPS, shut, nod)


def draw_presenter(painter: QPainter, presenter: Presenter, box: QRectF, face: Face, *, rim: str, ground: str) -> None:
    """Paint a presenter in a round window of `box` (a square)."""
    painter.save()
    side = box.width()
    window = QPainterPath()
    window.addEllipse(box)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(ground))
    painter.drawPath(window)
    painter.save()
    painter.setClipPath(window)
    painter.translate(box.left(), box.top())
    painter.scale(side / 200, side / 200)
    _figure(painter, presenter, face)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color(rim), side * 0.028))
    painter.drawEllipse(box.adjusted(side * 0.014, side * 0.014, -side * 0.014, -side * 0.014))
    painter.restore()


def portrait(number: int, pixels: int = 240) -> bytes:
    """A presenter with a friendly face, as PNG."""
    from PySide6.QtCore import QBuffer, QIODevice

    presenter = PRESENTERS[number - 1]
    image = picture(pixels, pixels)
    painter = painter_on(image)
    draw_presenter(
        painter, presenter, QRectF(0, 0, pixels, pixels), Face(0.25, 0.8), rim=presenter.top, ground=presenter.ground
    )
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def window_of(look: Look, presenter: Presenter) -> tuple[str, str]:
    """Rim and ground of the window, so that it belongs to the look."""
    return look.accents[0], mixed(presenter.ground, look.background[0], 0.25)


def _figure(painter: QPainter, who: Presenter, face: Face) -> None:
    """On a field of 200 by 200: shoulders, hair behind, head, hair in front, features."""
    painter.setPen(Qt.PenStyle.NoPen)
    _shoulders(painter, who)
    painter.save()
    painter.translate(100, 140)
    painter.rotate(face.nod)
    painter.translate(-100, -140)
    _hair_behind(painter, who)
    _head(painter, who)
    _features(painter, who, face)
    _hair_before(painter, who)
    _glasses(painter, who)
    painter.restore()


def _shoulders(painter: QPainter, who: Presenter) -> None:
    body = QPainterPath(QPointF(22, 210))
    body.cubicTo(QPointF(24, 168), QPointF(60, 158), QPointF(82, 152))
    body.lineTo(118, 152)
    body.cubicTo(QPointF(140, 158), QPointF(176, 168), QPointF(178, 210))
    body.closeSubpath()
    painter.setBrush(color(who.top))
    painter.drawPath(body)
    neck = mixed(who.skin, DARK, 0.16)
    painter.setBrush(color(neck))
    painter.drawRoundedRect(QRectF(84, 122, 32, 40), 12, 12)
    match who.clothes:
        case "suit":
            shirt = QPainterPath(QPointF(84, 152))
            for x, y in ((100, 196), (116, 152), (100, 164)):
                shirt.lineTo(x, y)
            painter.setBrush(color("#ffffff"))
            painter.drawPath(shirt)
            painter.setBrush(color(who.trim))
            tie = QPainterPath(QPointF(96, 163))
            for x, y in ((104, 163), (107, 196), (100, 204), (93, 196)):
                tie.lineTo(x, y)
            painter.drawPath(tie)
        case "jumper":
            painter.setPen(QPen(color(who.trim), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawArc(QRectF(78, 136, 44, 28), 190 * 16, 160 * 16)
            painter.setPen(Qt.PenStyle.NoPen)
        case "stripes":
            painter.save()
            painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
            painter.setBrush(color(who.trim))
            for y in (166, 182, 198):
                painter.drawRect(QRectF(10, y, 180, 7))
            painter.restore()
            painter.setBrush(color(neck))
            painter.drawEllipse(QRectF(82, 140, 36, 24))
        case "collar":
            painter.setBrush(color(who.trim))
            for sign in (-1, 1):
                wing = QPainterPath(QPointF(100, 166))
                for x, y in ((16, -18), (30, -8), (14, 14)):
                    wing.lineTo(100 + sign * x, 166 + y)
                painter.drawPath(wing)
        case "scarf":
            painter.setBrush(color(who.trim))
            painter.drawRoundedRect(QRectF(70, 142, 60, 22), 11, 11)
            painter.drawRoundedRect(QRectF(108, 154, 18, 48), 7, 7)
        case "hood":
            painter.setBrush(color(mixed(who.top, DARK, 0.25)))
            painter.drawEllipse(QRectF(62, 132, 76, 40))
            painter.setBrush(color(neck))
            painter.drawEllipse(QRectF(80, 134, 40, 28))
            painter.setPen(QPen(color(who.trim), 3.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(88, 164), QPointF(86, 186))
            painter.drawLine(QPointF(112, 164), QPointF(114, 186))
            painter.setPen(Qt.PenStyle.NoPen)


def _hair_behind(painter: QPainter, who: Presenter) -> None:
    painter.setBrush(color(who.hair))
    match who.cut:
        case "long":
            painter.drawRoundedRect(QRectF(50, 36, 100, 122), 44, 44)
        case "curls":
            for n in range(11):
                angle = math.pi * (0.92 + 1.16 * n / 10)
                painter.drawEllipse(QPointF(100 + 46 * math.cos(angle), 84 + 46 * math.sin(angle)), 19, 19)
            painter.drawEllipse(QRectF(52, 40, 96, 80))
        case "bun":
            painter.drawEllipse(QRectF(80, 14, 40, 36))
            painter.drawEllipse(QRectF(56, 38, 88, 90))
        case "bob":
            painter.drawRoundedRect(QRectF(52, 36, 96, 92), 40, 34)
        case "veil":
            painter.setBrush(color(who.trim))
            painter.drawRoundedRect(QRectF(48, 30, 104, 132), 50, 46)


def _head(painter: QPainter, who: Presenter) -> None:
    painter.setBrush(color(mixed(who.skin, DARK, 0.08)))
    if who.cut not in {"long", "bob", "veil"}:
        for x in (56, 144):
            painter.drawEllipse(QPointF(x, 92), 8, 11)
    painter.setBrush(color(who.skin))
    head = QPainterPath(QPointF(58, 82))
    head.cubicTo(QPointF(58, 34), QPointF(142, 34), QPointF(142, 82))
    head.cubicTo(QPointF(142, 112), QPointF(126, 140), QPointF(100, 140))
    head.cubicTo(QPointF(74, 140), QPointF(58, 112), QPointF(58, 82))
    painter.drawPath(head)
    if who.beard:
        beard = QPainterPath(QPointF(58, 90))
        beard.cubicTo(QPointF(60, 124), QPointF(78, 146), QPointF(100, 146))
        beard.cubicTo(QPointF(122, 146), QPointF(140, 124), QPointF(142, 90))
        beard.cubicTo(QPointF(134, 106), QPointF(118, 104), QPointF(100, 103))
        beard.cubicTo(QPointF(82, 104), QPointF(66, 106), QPointF(58, 90))
        painter.setBrush(color(who.hair))
        painter.drawPath(beard)


def _features(painter: QPainter, who: Presenter, face: Face) -> None:
    brow = mixed(who.hair, DARK, 0.45) if who.cut != "veil" else DARK
    for x in (82, 118):
        raised = 1.5 * face.opened
        painter.setPen(QPen(color(brow), 3.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(x - 8, 75 - raised), QPointF(x + 8, 75 - raised))
        painter.setPen(Qt.PenStyle.NoPen)
        if face.shut_eyes > 0.6:
            painter.setPen(QPen(color(DARK), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(x - 6, 88), QPointF(x + 6, 88))
            painter.setPen(Qt.PenStyle.NoPen)
            continue
        tall = 6.4 * (1 - face.shut_eyes)
        painter.setBrush(color("#ffffff"))
        painter.drawEllipse(QPointF(x, 88), 7.2, tall)
        painter.setBrush(color(DARK))
        painter.drawEllipse(QPointF(x, 88), 4.0, min(4.4, tall))
        painter.setBrush(color("#ffffff"))
        painter.drawEllipse(QPointF(x + 1.5, 86.2), 1.3, min(1.3, tall))
    painter.setPen(QPen(color(mixed(who.skin, DARK, 0.3)), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    nose = QPainterPath(QPointF(100, 90))
    nose.quadTo(QPointF(106, 104), QPointF(98, 104))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(nose)
    painter.setPen(Qt.PenStyle.NoPen)
    _mouth(painter, who, face)


def _mouth(painter: QPainter, who: Presenter, face: Face) -> None:
    """A smiling line when shut; open it is taller, and broader for bright sounds."""
    lip = who.lips
    if face.opened < 0.06:
        painter.setPen(QPen(color(lip), 3.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        smile = QPainterPath(QPointF(88, 116))
        smile.quadTo(QPointF(100, 123), QPointF(112, 116))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(smile)
        painter.setPen(Qt.PenStyle.NoPen)
        return
    half = 8 + 7 * face.wide
    tall = 3.5 + 15 * face.opened
    outer = QRectF(100 - half, 119 - tall * 0.45, half * 2, tall)
    mouth = QPainterPath()
    mouth.addRoundedRect(outer, min(half, tall * 0.6), tall * 0.5)
    painter.setBrush(color("#5a1620"))
    painter.setPen(QPen(color(lip), 3.0))
    painter.drawPath(mouth)
    painter.setPen(Qt.PenStyle.NoPen)
    if tall > 7:
        painter.save()
        painter.setClipPath(mouth, Qt.ClipOperation.IntersectClip)
        painter.setBrush(color("#ffffff"))
        painter.drawRect(QRectF(outer.left() + 2, outer.top() + 1, outer.width() - 4, min(4.2, tall * 0.3)))
        painter.setBrush(color("#c9515f"))
        painter.drawEllipse(QPointF(100, outer.bottom() + 1), half * 0.7, tall * 0.32)
        painter.restore()


def _hair_before(painter: QPainter, who: Presenter) -> None:
    painter.setBrush(color(who.hair))
    match who.cut:
        case "short":
            hair = QPainterPath(QPointF(55, 82))
            hair.cubicTo(QPointF(50, 26), QPointF(150, 26), QPointF(145, 82))
            hair.cubicTo(QPointF(138, 58), QPointF(120, 56), QPointF(100, 56))
            hair.cubicTo(QPointF(80, 56), QPointF(62, 58), QPointF(55, 82))
            painter.drawPath(hair)
        case "quiff":
            hair = QPainterPath(QPointF(56, 80))
            hair.cubicTo(QPointF(48, 34), QPointF(96, 16), QPointF(136, 26))
            hair.cubicTo(QPointF(152, 36), QPointF(146, 64), QPointF(144, 78))
            hair.cubicTo(QPointF(140, 58), QPointF(118, 64), QPointF(94, 54))
            hair.cubicTo(QPointF(74, 58), QPointF(62, 62), QPointF(56, 80))
            painter.drawPath(hair)
        case "long" | "bun":
            for sign in (-1, 1):
                side = QPainterPath(QPointF(100, 40))
                side.cubicTo(QPointF(100 + sign * 34, 38), QPointF(100 + sign * 48, 60), QPointF(100 + sign * 46, 92))
                side.cubicTo(QPointF(100 + sign * 40, 66), QPointF(100 + sign * 20, 60), QPointF(100, 40))
                painter.drawPath(side)
        case "bob":
            fringe = QPainterPath(QPointF(54, 84))
            fringe.cubicTo(QPointF(50, 26), QPointF(150, 26), QPointF(146, 84))
            fringe.cubicTo(QPointF(140, 64), QPointF(132, 66), QPointF(100, 66))
            fringe.cubicTo(QPointF(68, 66), QPointF(60, 64), QPointF(54, 84))
            painter.drawPath(fringe)
        case "curls":
            for x, y in ((64, 60), (82, 48), (102, 46), (122, 50), (138, 62)):
                painter.drawEllipse(QPointF(x, y), 14, 13)
        case "veil":
            band = QPainterPath(QPointF(56, 92))
            band.cubicTo(QPointF(52, 28), QPointF(148, 28), QPointF(144, 92))
            band.cubicTo(QPointF(138, 52), QPointF(62, 52), QPointF(56, 92))
            painter.setBrush(color(mixed(who.trim, DARK, 0.12)))
            painter.drawPath(band)
        case "bald":
            painter.setBrush(color("#ffffff", 0.16))
            painter.drawEllipse(QRectF(76, 48, 26, 12))


def _glasses(painter: QPainter, who: Presenter) -> None:
    if not who.glasses:
        return
    painter.setBrush(color("#ffffff", 0.12))
    painter.setPen(QPen(color(who.glasses), 3.2))
    painter.drawEllipse(QPointF(82, 88), 13, 12)
    painter.drawEllipse(QPointF(118, 88), 13, 12)
    painter.drawLine(QPointF(95, 87), QPointF(105, 87))
    painter.drawLine(QPointF(69, 86), QPointF(58, 82))
    painter.drawLine(QPointF(131, 86), QPointF(142, 82))
    painter.setPen(Qt.PenStyle.NoPen)
