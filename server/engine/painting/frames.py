"""What scenes of many kinds share: the heading at the top, and rows of one height."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF

from server.domain.storyboards import Scene, SceneItem
from server.engine.films.looks import BUSY
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward
from server.engine.painting.medallions import REACH
from server.engine.plates.icons import icon_meant


def kicker(board: Board, scene: Scene, first: float) -> QRectF:
    """The heading at the top; the area that is left below it."""
    area = board.area
    heading = scene.heading or scene.chapter
    if not heading:
        return area
    tall = board.unit * 0.085
    box = QRectF(area.left(), area.top(), area.width(), tall)
    placed = board.text(heading, box, 0.05, first, head=True, ink=board.accent(0), valign=0.5)
    y = box.bottom() + board.unit * 0.006
    reach = min(area.width(), max(placed.width() * 0.5, board.unit * 0.12))
    start, end = QPointF(area.left(), y), QPointF(area.left() + reach, y)
    if not is_rightward(heading):
        start, end = QPointF(area.right(), y), QPointF(area.right() - reach, y)
    if board.look.ground not in BUSY:
        board.line([start, end], first + 0.2, tone=1, width=0.005)
    top = box.bottom() + board.unit * 0.045
    return QRectF(area.left(), top, area.width(), area.bottom() - top)


def pictured(scene: Scene, board: Board) -> str:
    """The icon of what a scene speaks of; empty where there is none, or no room for it."""
    if not board.has_drawings:
        return ""
    figure = f"{scene.figure.unit} {scene.figure.label}" if scene.figure is not None else ""
    for text in (figure, scene.text, scene.heading, *(line.text for line in scene.lines)):
        if name := icon_meant(text):
            return name
    return ""


def beside(board: Board, area: QRectF, name: str, enter: float, *, rightward: bool = True, tone: int = 1) -> QRectF:
    """Put a drawing where reading ends; the area that is left for the text."""
    radius = min(board.unit * 0.21, area.height() * 0.4, area.width() * 0.17)
    side = radius * 2 * REACH
    x = area.right() - side / 2 if rightward else area.left() + side / 2
    board.drawing(name, QPointF(x, area.center().y()), radius, enter, tone=tone)
    left = 0.0 if rightward else side + board.unit * 0.05
    right = side + board.unit * 0.05 if rightward else 0.0
    return area.adjusted(left, 0, -right, 0)


def above(board: Board, area: QRectF, name: str, enter: float, *, share: float = 0.2, tone: int = 1) -> QRectF:
    """Put a drawing over a text of an upright film, with that share of the height as its radius; the area below."""
    radius = min(board.unit * 0.19, area.height() * share)
    board.drawing(name, QPointF(area.center().x(), area.top() + radius * REACH), radius, enter, tone=tone)
    return area.adjusted(0, radius * 2 * REACH + board.unit * 0.03, 0, 0)


def rows_of(board: Board, area: QRectF, count: int, *, most: float) -> list[QRectF]:
    """Rows of one height, centred in the area; `most` is the tallest, as a share of the unit."""
    gap = min(board.unit * 0.028, area.height() * 0.04)
    tall = min(board.unit * most, (area.height() - gap * (count - 1)) / count)
    top = area.top() + (area.height() - tall * count - gap * (count - 1)) / 2
    return [QRectF(area.left(), top + n * (tall + gap), area.width(), tall) for n in range(count)]


def is_reading_backwards(items: tuple[SceneItem, ...]) -> bool:
    """Whether what comes one after the other comes from right to left."""
    return bool(items) and not is_rightward(items[0].text)


def figures_in(text: str) -> tuple[str, ...]:
    """The numbers of a text, at most three."""
    return tuple(re.findall(r"[0-9][0-9.,]*[0-9]|[0-9]", text))[:3]
