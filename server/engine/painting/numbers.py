"""Scenes of numbers: a figure that counts up, a share in a ring, a chart."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from server.domain.storyboards import VideoFormat
from server.engine.films.looks import BUSY
from server.engine.films.plans import TimedScene
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward
from server.engine.painting.charts import put_chart
from server.engine.painting.frames import above, beside, kicker, pictured
from server.engine.painting.marks import Mark
from server.engine.painting.strokes import stroke
from server.engine.papers.palettes import mixed


def number(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """A figure that counts up; a share fills a ring."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
    figure = scene.figure
    assert figure is not None
    start = max(first, timed.lines[0][0] / 1000 - 0.2)
    # Between the bars of a letterbox there is no room for a row of its own for the unit.
    is_tight = area.height() < unit * 0.42 and not board.is_upright
    joined = is_tight or figure.unit == "%"
    shown = f"{figure.value} {figure.unit}".strip() if joined else figure.value
    share = _share(figure.value) if figure.unit == "%" else None
    if share is not None:
        _share_of_a_ring(board, area, figure.label, share, shown, start)
        return
    name = pictured(scene, board)
    if name:
        if board.is_upright:
            area = above(board, area, name, start + 0.1, share=0.14)
        else:
            area = beside(board, area, name, start + 0.3, rightward=is_rightward(figure.label))
    centered = "center" if board.is_upright or film is VideoFormat.CINEMATIC else "start"
    share_of_value = 0.36 if name and board.is_upright else 0.5
    value = QRectF(area.left(), area.top(), area.width(), area.height() * share_of_value)
    letters = board.letters(shown, value, 0.3, head=True)
    x = value.left() if centered == "start" else value.center().x() - letters.width / 2
    y = value.top() + (value.height() - letters.height) * 0.6
    ink, final = board.accent(0), letters.text

    def count(painter: QPainter, done: float) -> None:
        counted = (
            letters
            if done >= 1
            else type(letters)(_counted(final, done), letters.font, letters.width, letters.height, letters.natural, 1)
        )
        painter.setOpacity(min(1.0, done * 3))
        counted.draw(painter, QPointF(x, y), ink, align=centered)
        painter.setOpacity(1)

    if board.look.ground in BUSY:
        grow = unit * 0.03
        left = x if centered == "start" else area.center().x() - letters.natural / 2
        plate = QRectF(left - grow, y - grow * 0.4, letters.natural + 2 * grow, letters.height + grow * 0.8)
        board.panel(plate, start - 0.1, tone=0)
    board.grown(count, QRectF(x, y, letters.width, letters.height), start, 1.1)
    board.texts.append((letters, value, board.look.background[0]))
    below = y + letters.height + unit * 0.012
    if figure.unit and not joined:
        below += unit * 0.04 if board.look.ground in BUSY else 0.0
        unit_box = QRectF(area.left(), below, area.width(), unit * 0.075)
        placed = board.text(figure.unit, unit_box, 0.06, start + 0.4, ink=board.accent(1), align=centered, valign=0.0)
        below = max(placed.bottom(), below + unit * 0.04)
    below += unit * 0.03
    x0 = area.left() if centered == "start" else area.center().x() - unit * 0.15
    if board.look.ground not in BUSY:
        board.line([QPointF(x0, below), QPointF(x0 + unit * 0.3, below)], start + 0.5, tone=1, width=0.009)
    label_box = QRectF(
        area.left(),
        below + unit * 0.035,
        area.width() * (1 if centered == "center" else 0.86),
        area.bottom() - below - unit * 0.035,
    )
    board.text(figure.label, label_box, 0.06, start + 0.7, align=centered, valign=0.0)


def _share_of_a_ring(board: Board, area: QRectF, label: str, share: float, shown: str, start: float) -> None:
    unit = board.unit
    if not board.is_upright:
        radius = min(area.height() * 0.4, area.width() * 0.2)
        center = QPointF(area.left() + radius + unit * 0.06, area.center().y())
        _ring(board, center, radius, share, shown, start)
        left = center.x() + radius + unit * 0.1
        beside = QRectF(left, area.top() + area.height() * 0.12, area.right() - left, area.height() * 0.76)
        board.text(label, beside, 0.072, start + 0.6)
        return
    radius = min(area.height() * 0.27, area.width() * 0.32)
    center = QPointF(area.center().x(), area.top() + radius + unit * 0.03)
    _ring(board, center, radius, share, shown, start)
    top = center.y() + radius + unit * 0.05
    below = QRectF(area.left(), top, area.width(), area.bottom() - top)
    board.text(label, below, 0.06, start + 0.6, align="center", valign=0.2)


def _ring(board: Board, center: QPointF, radius: float, share: float, shown: str, start: float) -> None:
    circle = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    if board.look.ground in BUSY:
        board.panel(
            circle.adjusted(-board.unit * 0.05, -board.unit * 0.05, board.unit * 0.05, board.unit * 0.05),
            start - 0.3,
            tone=1,
        )
    whole = QPainterPath()
    whole.addEllipse(circle)
    thick = board.unit * 0.04
    path = QPainterPath(QPointF(center.x(), circle.top()))
    path.arcTo(circle, 90, -359.9 * min(1.0, share))
    tone = mixed(board.look.panel, board.look.ink, 0.13)
    faint = stroke(whole, tone, thick, board.look, seed=board.seed)
    full = stroke(path, board.accent(0), thick, board.look, seed=board.seed + 1)
    board.marks.append(Mark(start - 0.1, 0.3, faint, circle))
    board.marks.append(Mark(start + 0.1, 1.0, full, circle))
    inner = QRectF(center.x() - radius * 0.66, center.y() - radius * 0.45, radius * 1.32, radius * 0.9)
    board.text(shown, inner, 0.16, start + 0.2, head=True, align="center", ink=board.look.ink, on_panel=True)


def _counted(final: str, done: float) -> str:
    """A number on its way: every run of digits shows its share, as wide as it will be."""

    def part(found: re.Match[str]) -> str:
        digits = found[0].replace(",", "").replace(".", "").replace(" ", "")
        value = str(int(int(digits) * done)).rjust(len(digits), "0")
        out, at = "", 0
        for character in found[0]:
            out += value[at] if character.isdigit() else character
            at += character.isdigit()
        return out

    return re.sub(r"[0-9][0-9.,  ]*", part, final, count=1)


def _share(value: str) -> float | None:
    try:
        share = float(value.replace(",", ".")) / 100
    except ValueError:
        return None
    return share if 0 < share <= 1 else None


def chart(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """A chart that grows."""
    area = kicker(board, timed.scene, first)
    assert timed.scene.chart is not None
    put_chart(board, timed.scene.chart, area, max(first + 0.2, timed.lines[0][0] / 1000 - 0.3))
