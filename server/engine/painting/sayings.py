"""Scenes of words: titles, statements, quotations and the recap."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from server.domain.storyboards import SceneItem, VideoFormat
from server.engine.films.looks import BUSY
from server.engine.films.plans import TimedScene
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward
from server.engine.painting.frames import above, beside, figures_in, kicker, pictured, rows_of
from server.engine.painting.moments import moments


def title(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """The opening of a film, or a title card."""
    area, scene, unit = board.area, timed.scene, board.unit
    if film is VideoFormat.SHORT:
        top = QRectF(area.left(), area.top(), area.width(), unit * 0.1)
        hook = QRectF(area.left(), top.bottom() + unit * 0.03, area.width(), area.bottom() - top.bottom() - unit * 0.06)
        if name := pictured(scene, board):
            hook = above(board, hook, name, 0.0)
        board.text(
            scene.heading, hook, 0.135, 0.0, head=True, emphasis=figures_in(scene.heading), seconds=0.3, align="center"
        )
        board.text(scene.text, top, 0.045, 0.25, ink=board.accent(0), align="center")
        if board.look.ground not in BUSY:
            y = hook.bottom() + unit * 0.01
            board.line(
                [QPointF(area.center().x() - unit * 0.2, y), QPointF(area.center().x() + unit * 0.2, y)],
                0.35,
                tone=1,
                width=0.009,
            )
        return
    if film is VideoFormat.CINEMATIC:
        middle = QRectF(area.left(), area.top() + area.height() * 0.14, area.width(), area.height() * 0.5)
        placed = board.text(scene.text, middle, 0.125, 0.5, head=True, align="center", valign=0.6, seconds=1.4)
        y = placed.bottom() + unit * 0.045
        for side in (-1, 1):
            board.line(
                [QPointF(area.center().x(), y), QPointF(area.center().x() + side * unit * 0.34, y)],
                1.3,
                tone=0,
                width=0.003,
                seconds=1.2,
            )
        below = QRectF(
            area.left() + area.width() * 0.1, y + unit * 0.04, area.width() * 0.8, area.bottom() - y - unit * 0.04
        )
        start = timed.lines[0][0] / 1000
        board.text(scene.heading, below, 0.05, start, align="center", valign=0.0, seconds=1.0)
        return
    right = is_rightward(scene.text)
    if name := pictured(scene, board):
        area = beside(board, area, name, first + 0.3, rightward=right)
    box = QRectF(area.left(), area.top() + area.height() * 0.08, area.width() * 0.94, area.height() * 0.5)
    placed = board.text(scene.text, box, 0.13, first, head=True, valign=1.0, seconds=0.6)
    y = placed.bottom() + unit * 0.025
    x = area.left() if right else box.right()
    reach = min(max(placed.width() * 0.6, unit * 0.3), area.width()) * (1 if right else -1)
    if board.look.ground not in BUSY:
        board.line([QPointF(x, y), QPointF(x + reach, y)], first + 0.5, tone=0, width=0.011, seconds=0.6)
    below = QRectF(area.left(), y + unit * 0.04, area.width() * 0.9, area.bottom() - y - unit * 0.04)
    board.text(scene.heading, below, 0.052, timed.lines[0][0] / 1000, valign=0.0, emphasis=figures_in(scene.heading))


def statement(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """One sentence, with what it leads to built up beside it."""
    area, scene = kicker(board, timed.scene, first), timed.scene
    unit = board.unit
    start = max(first + 0.2, timed.lines[0][0] / 1000 - 0.25)
    if not scene.items or film is VideoFormat.CINEMATIC:
        centered = film is not VideoFormat.EXPLAINER
        name = pictured(scene, board)
        if centered:
            if name:
                area = above(board, area, name, first + 0.1)
            board.text(scene.text, area, 0.078, start, align="center", emphasis=scene.emphasis, valign=0.4, seconds=0.7)
            return
        if name:
            area = beside(board, area, name, start + 0.2, rightward=is_rightward(scene.text))
        box = QRectF(area.left(), area.top() + area.height() * 0.06, area.width(), area.height() * 0.82)
        board.panel(box, first + 0.15, tone=1)
        inner = box.adjusted(unit * 0.06, unit * 0.045, -unit * 0.06, -unit * 0.045)
        board.text(scene.text, inner, 0.088, start, emphasis=scene.emphasis, on_panel=True)
        return
    if board.is_upright:
        text = QRectF(area.left(), area.top(), area.width(), area.height() * 0.55)
        nodes = QRectF(
            area.left(), text.bottom() + unit * 0.04, area.width(), area.bottom() - text.bottom() - unit * 0.04
        )
    else:
        text = QRectF(area.left(), area.top(), area.width() * 0.53, area.height() * 0.94)
        nodes = QRectF(area.left() + area.width() * 0.61, area.top(), area.width() * 0.39, area.height() * 0.94)
    board.text(scene.text, text, 0.068, start, emphasis=scene.emphasis)
    chain(board, nodes, scene.items, moments(timed))


def chain(board: Board, area: QRectF, items: tuple[SceneItem, ...], when: tuple[float, ...]) -> None:
    """Nodes under one another, joined by arrows as they come."""
    gap = board.unit * 0.065
    items = items[: max(1, int((area.height() + gap) / (board.unit * 0.09 + gap)))]
    tall = min(board.unit * 0.17, (area.height() - gap * (len(items) - 1)) / len(items))
    y = area.top() + (area.height() - tall * len(items) - gap * (len(items) - 1)) / 2
    for n, (item, at) in enumerate(zip(items, when, strict=False)):
        box = QRectF(area.left() + board.unit * 0.01, y, area.width() - board.unit * 0.02, tall)
        if n:
            x = box.center().x()
            board.line([QPointF(x, y - gap * 0.92), QPointF(x, y - gap * 0.32)], at, tone=n, arrow=True, seconds=0.3)
        board.card(item.text, box, 0.05, at + 0.15 * bool(n), tone=n, align="center")
        y += tall + gap


def quotation(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """What somebody said, and who."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
    mark = QRectF(area.left(), area.top() - unit * 0.02, unit * 0.3, unit * 0.24)
    board.text(
        "“" if is_rightward(scene.text) else "”",
        mark,
        0.42,
        first,
        head=True,
        ink=board.accent(0),
        valign=0.0,
        on_panel=True,
    )
    who = next((item.text for item in scene.items), "")
    foot = unit * (0.14 if who else 0.0)
    box = QRectF(
        area.left() + unit * 0.05,
        area.top() + unit * 0.16,
        area.width() - unit * 0.1,
        area.height() - unit * 0.18 - foot,
    )
    start = max(first, timed.lines[0][0] / 1000 - 0.2)
    placed = board.text(scene.text, box, 0.085, start, valign=0.3, seconds=0.9)
    if who:
        drop = unit * (0.055 if board.look.ground in BUSY else 0.03)
        line = QRectF(box.left(), placed.bottom() + drop, box.width(), unit * 0.07)
        board.text(f"— {who}", line, 0.05, start + 0.8, ink=board.accent(1), valign=0.5)


def recap(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """What to remember."""
    area, scene, unit = board.area, timed.scene, board.unit
    start = max(first, timed.lines[0][0] / 1000 - 0.2)
    if scene.items:
        when = moments(timed)
        for n, (item, row, at) in enumerate(
            zip(scene.items, rows_of(board, area, len(scene.items), most=0.2), when, strict=True)
        ):
            radius = min(row.height() * 0.3, unit * 0.045)
            board.card(item.text, row.adjusted(radius * 3.2, 0, 0, 0), 0.065, at, tone=n)
            board.tick(QPointF(row.left() + radius * 1.3, row.center().y()), radius * 0.9, at + 0.3, tone=n)
        return
    box = area.adjusted(area.width() * 0.04, area.height() * 0.1, -area.width() * 0.04, -area.height() * 0.1)
    if film is not VideoFormat.CINEMATIC:
        board.panel(box, first, tone=0)
    inner = box.adjusted(unit * 0.06, unit * 0.05, -unit * 0.06, -unit * 0.05)
    board.text(
        scene.text,
        inner,
        0.085,
        start,
        head=board.look.line != "marker",
        align="center",
        seconds=0.8,
        emphasis=figures_in(scene.text),
        on_panel=film is not VideoFormat.CINEMATIC,
    )
