"""What scenes of many kinds share: the heading at the top, and rows of one height."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF

from server.domain.storyboards import Scene, SceneItem
from server.engine.films.looks import BUSY
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward


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
