"""Scenes built up piece by piece: lists, steps, comparisons, timelines and maps of terms."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF

from server.domain.storyboards import VideoFormat
from server.engine.films.plans import TimedScene
from server.engine.painting.boards import Board
from server.engine.painting.canvas import is_rightward
from server.engine.painting.frames import is_reading_backwards, kicker, rows_of
from server.engine.painting.moments import moments

_CHECKED = 6


def listed(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """Entries that come with their words."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
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
    narrow = [row.adjusted(unit * 0.08, 0, 0, 0) for row in rows_of(board, area, per, most=0.15)]
    for row in narrow:
        row.setWidth(wide - unit * 0.08)
    size = board.common_size([item.text for item in items], narrow * columns, 0.05)
    for c in range(columns):
        box = QRectF(area.left() + c * (wide + gap), area.top(), wide, area.height())
        own = items[c * per : (c + 1) * per]
        for n, row in enumerate(rows_of(board, box, per, most=0.15)[: len(own)]):
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


def steps(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """What is done one after the other."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
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
    rows = rows_of(board, area, len(items), most=0.16)
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


def comparison(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """Two sides and what stands between them."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
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


def timeline(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """Events along a line."""
    area, scene, unit = kicker(board, timed.scene, first), timed.scene, board.unit
    items, when = scene.items, moments(timed)
    count = len(items)
    if board.is_upright:
        rows = rows_of(board, area, count, most=0.3)
        x = area.left() + unit * 0.03
        boxes = [row.adjusted(unit * 0.08, 0, 0, 0) for row in rows]
        size = board.common_size([item.text for item in items], boxes, 0.045, is_labelled=True)
        board.line([QPointF(x, area.top()), QPointF(x, area.bottom())], first, tone=1, width=0.006, seconds=1.0)
        for n, (item, row, at) in enumerate(zip(items, rows, when, strict=True)):
            board.badge("", QPointF(x, row.center().y()), unit * 0.018, at, tone=n)
            board.card(item.text, row.adjusted(unit * 0.08, 0, 0, 0), size, at + 0.1, tone=n, label=item.label)
        return
    if film is VideoFormat.CINEMATIC:
        _dates_in_a_row(board, timed, area, first)
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


def _dates_in_a_row(board: Board, timed: TimedScene, area: QRectF, first: float) -> None:
    """Dates along a line and what happened under each: between the bars of a letterbox is no room for two rows."""
    unit, items, when = board.unit, timed.scene.items, moments(timed)
    backwards = is_reading_backwards(items)
    y = area.top() + unit * 0.085
    ends = [QPointF(area.left(), y), QPointF(area.right(), y)]
    board.line(ends[::-1] if backwards else ends, first, tone=1, width=0.004, seconds=1.6)
    gap = unit * 0.035
    wide = (area.width() - gap * (len(items) - 1)) / len(items)
    top = y + unit * 0.035
    boxes = [QRectF(area.left() + n * (wide + gap), top, wide, area.bottom() - top) for n in range(len(items))]
    size = board.common_size([item.text for item in items], boxes, 0.046)
    for n, (item, at) in enumerate(zip(items, when, strict=True)):
        box = boxes[len(items) - 1 - n if backwards else n]
        label = QRectF(box.left(), area.top(), box.width(), unit * 0.065)
        board.text(item.label, label, 0.05, at, head=True, ink=board.accent(0), valign=0.4, seconds=1.0)
        board.badge("", QPointF(box.right() if backwards else box.left(), y), unit * 0.011, at, tone=0)
        board.text(item.text, box, size, at + 0.3, valign=0.0, seconds=1.0)


def terms(board: Board, timed: TimedScene, film: VideoFormat, first: float) -> None:
    """A word and what belongs to it around it."""
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
