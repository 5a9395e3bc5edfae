"""Where everything of a scene stands and when it comes: one layout for each kind of scene, wide and upright."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from server.domain.storyboards import Scene, SceneItem, SceneKind, VideoFormat
from server.engine.films.looks import BUSY, Look
from server.engine.films.plans import TimedScene
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward
from server.engine.painting.charts import put_chart
from server.engine.painting.marks import Mark, stroke
from server.engine.papers.palettes import mixed

_CHECKED = 6


def composed(
    timed: TimedScene,
    look: Look,
    *,
    size: tuple[int, int],
    film: VideoFormat,
    language: str,
    seed: int,
    has_presenter: bool = False,
) -> Board:
    """The board of a scene with all its marks; beside a presenter, who stands at the right of a wide film."""
    width, height = size
    area = {
        VideoFormat.EXPLAINER: QRectF(width * 0.07, height * 0.08, width * 0.86, height * 0.78),
        VideoFormat.SHORT: QRectF(width * 0.08, height * 0.11, width * 0.84, height * 0.5),
        VideoFormat.CINEMATIC: QRectF(width * 0.12, height * 0.185, width * 0.76, height * 0.5),
    }[film]
    if has_presenter and film is VideoFormat.EXPLAINER:
        area.setWidth(width * 0.7)
    board = Board(look, area, min(width, height), language, seed)
    first = 0.0 if film is VideoFormat.SHORT else 0.15
    _LAYOUTS[timed.scene.kind](board, timed, film, first)
    return board


def moments(timed: TimedScene) -> tuple[float, ...]:
    """When each item of a scene comes, in seconds: with its line, and within a line when its words are said."""
    out: list[float] = []
    items = timed.scene.items
    for n, item in enumerate(items):
        line = min(item.line, len(timed.lines) - 1)
        start, end = timed.lines[line]
        own = [m for m, other in enumerate(items) if other.line == item.line]
        said = timed.scene.lines[line].text.lower()
        at = said.find(item.text.lower().rstrip("."))
        if len(own) == 1:
            share = 0.0
        elif at >= 0:
            share = at / max(1, len(said))
        else:
            share = own.index(n) / len(own)
        out.append(max(0.0, (start + (end - start) * share * 0.92) / 1000 - 0.12))
    for n in range(1, len(out)):
        out[n] = max(out[n], out[n - 1] + 0.2)
    return tuple(out)


def _kicker(board: Board, scene: Scene, first: float) -> QRectF:
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


def _title(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = board.area, timed.scene, board.unit
    if film is VideoFormat.SHORT:
        top = QRectF(area.left(), area.top(), area.width(), unit * 0.1)
        hook = QRectF(area.left(), top.bottom() + unit * 0.03, area.width(), area.bottom() - top.bottom() - unit * 0.06)
        board.text(
            scene.heading, hook, 0.135, 0.0, head=True, emphasis=_figures(scene.heading), seconds=0.3, align="center"
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
    box = QRectF(area.left(), area.top() + area.height() * 0.08, area.width() * 0.94, area.height() * 0.5)
    placed = board.text(scene.text, box, 0.13, first, head=True, valign=1.0, seconds=0.6)
    y = placed.bottom() + unit * 0.025
    right = is_rightward(scene.text)
    x = area.left() if right else box.right()
    reach = min(max(placed.width() * 0.6, unit * 0.3), area.width()) * (1 if right else -1)
    if board.look.ground not in BUSY:
        board.line([QPointF(x, y), QPointF(x + reach, y)], first + 0.5, tone=0, width=0.011, seconds=0.6)
    below = QRectF(area.left(), y + unit * 0.04, area.width() * 0.8, area.bottom() - y - unit * 0.04)
    board.text(scene.heading, below, 0.048, timed.lines[0][0] / 1000, valign=0.0, emphasis=_figures(scene.heading))


def _statement(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene = _kicker(board, timed.scene, first), timed.scene
    unit = board.unit
    start = max(first + 0.2, timed.lines[0][0] / 1000 - 0.25)
    if not scene.items or film is VideoFormat.CINEMATIC:
        centered = film is not VideoFormat.EXPLAINER
        if centered:
            board.text(scene.text, area, 0.078, start, align="center", emphasis=scene.emphasis, valign=0.4, seconds=0.7)
            return
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
    _chain(board, nodes, scene.items, moments(timed))


def _chain(board: Board, area: QRectF, items: tuple[SceneItem, ...], when: tuple[float, ...]) -> None:
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


def _number(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
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
    centered = "center" if board.is_upright or film is VideoFormat.CINEMATIC else "start"
    value = QRectF(area.left(), area.top(), area.width(), area.height() * 0.5)
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


def is_reading_backwards(items: tuple[SceneItem, ...]) -> bool:
    """Whether what comes one after the other comes from right to left."""
    return bool(items) and not is_rightward(items[0].text)


def _rows(board: Board, area: QRectF, count: int, *, most: float) -> list[QRectF]:
    """Rows of one height, centred in the area; `most` is the tallest, as a share of the unit."""
    gap = min(board.unit * 0.028, area.height() * 0.04)
    tall = min(board.unit * most, (area.height() - gap * (count - 1)) / count)
    top = area.top() + (area.height() - tall * count - gap * (count - 1)) / 2
    return [QRectF(area.left(), top + n * (tall + gap), area.width(), tall) for n in range(count)]


def _list(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
    if scene.text:
        lead = QRectF(area.left(), area.top(), area.width(), area.height() * 0.22)
        board.text(scene.text, lead, 0.06, max(first, timed.lines[0][0] / 1000 - 0.2), valign=0.3)
        area = QRectF(
            area.left(), lead.bottom() + unit * 0.02, area.width(), area.bottom() - lead.bottom() - unit * 0.02
        )
    items, when = scene.items[:_CHECKED], moments(timed)
    columns = 2 if not board.is_upright and len(items) >= 4 and all(len(i.text) < 32 for i in items) else 1
    per = -(-len(items) // columns)
    gap = unit * 0.04
    wide = (area.width() - gap * (columns - 1)) / columns
    narrow = [row.adjusted(unit * 0.08, 0, 0, 0) for row in _rows(board, area, per, most=0.15)]
    for row in narrow:
        row.setWidth(wide - unit * 0.08)
    size = board.common_size([item.text for item in items], narrow * columns, 0.05)
    for c in range(columns):
        box = QRectF(area.left() + c * (wide + gap), area.top(), wide, area.height())
        own = items[c * per : (c + 1) * per]
        for n, row in enumerate(_rows(board, box, per, most=0.15)[: len(own)]):
            k = c * per + n
            radius = min(row.height() * 0.3, unit * 0.034)
            rightward = is_rightward(own[n].text)
            left = row.left() + radius * 2.4 if rightward else row.left()
            board.card(
                own[n].text, QRectF(left, row.top(), row.width() - radius * 2.4, row.height()), size, when[k], tone=k
            )
            x = row.left() + radius if rightward else row.right() - radius
            board.badge(
                "•" if board.look.line != "round" else "♥", QPointF(x, row.center().y()), radius, when[k], tone=k
            )


def _steps(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
    items, when = scene.items[:_CHECKED], moments(timed)
    backwards = is_reading_backwards(items)
    if not board.is_upright and len(items) <= 4 and all(len(i.text) < 90 for i in items):
        gap = unit * 0.05
        wide = (area.width() - gap * (len(items) - 1)) / len(items)
        radius = unit * 0.05
        y = area.top() + area.height() * 0.16
        own = QRectF(0, 0, wide, area.height() * 0.62)
        size = board.common_size([item.text for item in items], [own] * len(items), 0.05)
        for n, (item, at) in enumerate(zip(items, when, strict=False)):
            place = len(items) - 1 - n if backwards else n
            x = area.left() + place * (wide + gap) + wide / 2
            if n:
                side = 1 if backwards else -1
                board.line(
                    [QPointF(x + side * (wide + gap - radius * 1.3), y), QPointF(x + side * radius * 1.5, y)],
                    at - 0.1,
                    tone=1,
                    arrow=True,
                )
            board.badge(str(n + 1), QPointF(x, y), radius, at + 0.1, tone=n)
            box = QRectF(x - wide / 2, y + radius * 1.7, wide, area.height() * 0.62)
            board.card(item.text, box, size, at + 0.2, tone=n, align="center")
        return
    rows = _rows(board, area, len(items), most=0.16)
    radius = min(rows[0].height() * 0.36, unit * 0.045)
    size = board.common_size(
        [item.text for item in items], [row.adjusted(radius * 2.8, 0, 0, 0) for row in rows], 0.052
    )
    x = rows[0].right() - radius if backwards else rows[0].left() + radius
    for n, (item, row, at) in enumerate(zip(items, rows, when, strict=False)):
        if n:
            board.line(
                [QPointF(x, rows[n - 1].center().y() + radius), QPointF(x, row.center().y() - radius)],
                at - 0.15,
                tone=1,
                seconds=0.3,
            )
        board.badge(str(n + 1), QPointF(x, row.center().y()), radius, at, tone=n)
        beside = row.adjusted(0, 0, -radius * 2.8, 0) if backwards else row.adjusted(radius * 2.8, 0, 0, 0)
        board.card(item.text, beside, size, at + 0.12, tone=n)


def _comparison(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
    when = moments(timed)
    gap = unit * 0.13
    if board.is_upright:
        tall = (area.height() - gap) / 2
        boxes = [QRectF(area.left(), area.top() + n * (tall + gap), area.width(), tall) for n in range(2)]
        middle = QPointF(area.center().x(), boxes[0].bottom() + gap / 2)
    else:
        wide = (area.width() - gap) / 2
        boxes = [
            QRectF(area.left() + n * (wide + gap), area.top() + area.height() * 0.08, wide, area.height() * 0.8)
            for n in range(2)
        ]
        middle = QPointF(area.center().x(), boxes[0].center().y())
    for n, (item, box) in enumerate(zip(scene.items[:2], boxes, strict=True)):
        board.card(item.text, box, 0.07, when[n], tone=n, label=item.label, align="center")
    board.badge("↔" if not board.is_upright else "↕", middle, gap * 0.36, when[-1] - 0.1, tone=2)


def _chart(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area = _kicker(board, timed.scene, first)
    assert timed.scene.chart is not None
    put_chart(board, timed.scene.chart, area, max(first + 0.2, timed.lines[0][0] / 1000 - 0.3))


def _timeline(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
    items, when = scene.items, moments(timed)
    count = len(items)
    if board.is_upright:
        rows = _rows(board, area, count, most=0.3)
        x = area.left() + unit * 0.03
        boxes = [row.adjusted(unit * 0.08, 0, 0, 0) for row in rows]
        size = board.common_size([item.text for item in items], boxes, 0.045, is_labelled=True)
        board.line([QPointF(x, area.top()), QPointF(x, area.bottom())], first, tone=1, width=0.006, seconds=1.0)
        for n, (item, row, at) in enumerate(zip(items, rows, when, strict=True)):
            board.badge("", QPointF(x, row.center().y()), unit * 0.018, at, tone=n)
            board.card(item.text, row.adjusted(unit * 0.08, 0, 0, 0), size, at + 0.1, tone=n, label=item.label)
        return
    y = area.center().y()
    backwards = is_reading_backwards(items)
    ends = [QPointF(area.left(), y), QPointF(area.right(), y)]
    board.line(ends[::-1] if backwards else ends, first, tone=1, width=0.007, seconds=1.2)
    wide = area.width() / count
    tall = area.height() / 2 - unit * 0.055
    over = 1.55 if count >= 3 else 1.0
    own = QRectF(0, 0, min(wide * over - unit * 0.03, area.width()), tall)
    size = board.common_size([item.text for item in items], [own] * count, 0.042, is_labelled=True)
    for n, (item, at) in enumerate(zip(items, when, strict=True)):
        x = area.left() + ((count - 1 - n if backwards else n) + 0.5) * wide
        w = wide * over - unit * 0.03
        left = min(max(area.left(), x - w / 2), area.right() - w)
        top = y - tall - unit * 0.055 if n % 2 == 0 else y + unit * 0.055
        edge = y - unit * 0.055 if n % 2 == 0 else y + unit * 0.055
        board.line([QPointF(x, y), QPointF(x, edge)], at, tone=n, seconds=0.2)
        board.badge("", QPointF(x, y), unit * 0.017, at, tone=n)
        board.card(item.text, QRectF(left, top, w, tall), size, at + 0.12, tone=n, label=item.label)


def _quotation(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = _kicker(board, timed.scene, first), timed.scene, board.unit
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
    foot = unit * (0.1 if who else 0.0)
    box = QRectF(
        area.left() + unit * 0.05,
        area.top() + unit * 0.16,
        area.width() - unit * 0.1,
        area.height() - unit * 0.18 - foot,
    )
    start = max(first, timed.lines[0][0] / 1000 - 0.2)
    placed = board.text(scene.text, box, 0.085, start, valign=0.3, seconds=0.9)
    if who:
        line = QRectF(box.left(), placed.bottom() + unit * 0.03, box.width(), unit * 0.07)
        board.text(f"— {who}", line, 0.05, start + 0.8, ink=board.accent(1), valign=0.5)


def _terms(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = board.area, timed.scene, board.unit
    items, when = scene.items, moments(timed)
    middle = area.center()
    wide, tall = (
        (area.width() * 0.3, area.height() * 0.24)
        if not board.is_upright
        else (area.width() * 0.6, area.height() * 0.18)
    )
    center = QRectF(middle.x() - wide / 2, middle.y() - tall / 2, wide, tall)
    places = _around(board, len(items))
    for n, (box, at) in enumerate(zip(places, when, strict=True)):
        start = _edge(center, box.center())
        board.line([start, _edge(box, middle)], at, tone=n, width=0.0055, seconds=0.4)
    board.panel(center, first, tone=0)
    inner = center.adjusted(unit * 0.02, unit * 0.015, -unit * 0.02, -unit * 0.015)
    board.text(scene.text, inner, 0.062, first + 0.15, head=True, align="center", ink=board.accent(0), on_panel=True)
    for n, (item, box, at) in enumerate(zip(items, places, when, strict=True)):
        board.card(item.text, box, 0.056, at + 0.25, tone=n, align="center")


def _around(board: Board, count: int) -> list[QRectF]:
    area = board.area
    if board.is_upright:
        tall = area.height() * 0.13
        tops = [area.top(), area.bottom() - tall, area.top() + tall * 1.3, area.bottom() - tall * 2.3]
        return [
            QRectF(area.left() + (n % 2) * area.width() * 0.1, tops[n], area.width() * 0.9, tall) for n in range(count)
        ]
    wide, tall = area.width() * 0.3, area.height() * 0.22
    spots = {3: ((0, 0), (1, 0), (0.5, 1)), 4: ((0, 0), (1, 0), (0, 1), (1, 1))}
    default = tuple(
        (0.5 + 0.5 * math.cos(2 * math.pi * n / count), 0.5 + 0.5 * math.sin(2 * math.pi * n / count))
        for n in range(count)
    )
    return [
        QRectF(area.left() + x * (area.width() - wide), area.top() + y * (area.height() - tall), wide, tall)
        for x, y in spots.get(count, default)
    ]


def _edge(box: QRectF, to: QPointF) -> QPointF:
    """Where a line from the middle of a box to a point leaves it."""
    middle = box.center()
    dx, dy = to.x() - middle.x(), to.y() - middle.y()
    scale = min(
        box.width() / 2 / abs(dx) if dx else math.inf,
        box.height() / 2 / abs(dy) if dy else math.inf,
    )
    return QPointF(middle.x() + dx * scale, middle.y() + dy * scale)


def _recap(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    area, scene, unit = board.area, timed.scene, board.unit
    start = max(first, timed.lines[0][0] / 1000 - 0.2)
    if scene.items:
        when = moments(timed)
        for n, (item, row, at) in enumerate(
            zip(scene.items, _rows(board, area, len(scene.items), most=0.2), when, strict=True)
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
        emphasis=_figures(scene.text),
        on_panel=film is not VideoFormat.CINEMATIC,
    )


def _figures(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[0-9][0-9.,]*[0-9]|[0-9]", text))[:3]


_LAYOUTS: dict[SceneKind, Callable[[Board, TimedScene, VideoFormat, float], None]] = {
    SceneKind.TITLE: _title,
    SceneKind.STATEMENT: _statement,
    SceneKind.NUMBER: _number,
    SceneKind.LIST: _list,
    SceneKind.COMPARISON: _comparison,
    SceneKind.CHART: _chart,
    SceneKind.TIMELINE: _timeline,
    SceneKind.QUOTATION: _quotation,
    SceneKind.TERMS: _terms,
    SceneKind.STEPS: _steps,
    SceneKind.RECAP: _recap,
}
