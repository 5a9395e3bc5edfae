"""Charts that grow: bars and lines over time; every value stands beside its mark as the source has it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from server.domain.documents import Chart, ChartKind
from server.engine.films.looks import BUSY
from server.engine.painting.boards import Board
from server.engine.painting.canvas import color
from server.engine.painting.marks import Mark
from server.engine.painting.strokes import stroke
from server.engine.papers.palettes import mixed
from server.engine.papers.plotting import places_of, shown

_MOST_BARS = 8
_LEAST_ROW = 0.07
"""Of the unit, a bar with the room around it: where that is too much, the largest bars are shown."""


def put_chart(board: Board, chart: Chart, area: QRectF, start: float) -> None:
    """Put up a chart in an area, from `start` seconds on."""
    is_line = chart.kind is ChartKind.LINE and len(chart.labels) >= 3 and places_of(chart.labels)
    if is_line or board.look.ground in BUSY:
        board.panel(area, max(0.0, start - 0.3), tone=1)
        area = area.adjusted(board.unit * 0.03, board.unit * 0.02, -board.unit * 0.03, -board.unit * 0.02)
    if chart.unit and chart.unit != "%":
        box = QRectF(area.left(), area.top(), area.width(), board.unit * 0.05)
        board.text(chart.unit, box, 0.036, start, ink=board.accent(1), valign=0.2, on_panel=True)
        area = area.adjusted(0, board.unit * 0.06, 0, 0)
    if is_line:
        _lines(board, chart, area, start)
    else:
        _bars(board, chart, area, start)


def _bars(board: Board, chart: Chart, area: QRectF, start: float) -> None:
    _, values = chart.series[-1]
    pairs = list(zip(chart.labels, values, strict=True))
    most = min(_MOST_BARS, max(3, int(area.height() / (board.unit * _LEAST_ROW))))
    if len(pairs) > most:
        pairs = sorted(pairs, key=lambda pair: -abs(pair[1]))[:most]
    top = max((abs(value) for _, value in pairs), default=1.0) or 1.0
    gap = area.height() * 0.045
    tall = min(board.unit * 0.11, (area.height() - gap * (len(pairs) - 1)) / len(pairs))
    y = area.top() + (area.height() - tall * len(pairs) - gap * (len(pairs) - 1)) / 2
    name_w, value_w = area.width() * 0.27, area.width() * 0.13
    longest = area.width() - name_w - value_w - board.unit * 0.05
    for n, (label, value) in enumerate(pairs):
        at = start + 0.18 * n
        board.text(label, QRectF(area.left(), y, name_w, tall), 0.042, at, on_panel=True)
        wide = max(board.unit * 0.006, longest * abs(value) / top)
        box = QRectF(area.left() + name_w + board.unit * 0.02, y + tall * 0.08, wide, tall * 0.84)
        _bar(board, box, at, n)
        number = QRectF(box.right() + board.unit * 0.015, y, area.right() - box.right() - board.unit * 0.015, tall)
        board.text(shown(value, chart.unit), number, 0.044, at + 0.5, on_panel=True)
        y += tall + gap


def _bar(board: Board, box: QRectF, at: float, n: int) -> None:
    tone = board.accent(n)
    look = board.look

    def paint(painter: QPainter, done: float) -> None:
        grown = QRectF(box.left(), box.top(), box.width() * done, box.height())
        painter.setPen(Qt.PenStyle.NoPen)
        if look.line == "cut":
            painter.setBrush(color("#10242c", 0.22))
            painter.drawRect(grown.translated(board.unit * 0.005, board.unit * 0.008))
        if look.line == "print":
            painter.setBrush(color("#2a9d9a", 0.6))
            painter.drawRect(grown.translated(board.unit * 0.005, board.unit * 0.005))
        if look.line == "marker":
            painter.setClipRect(grown)
            pen = color(tone)
            painter.setPen(pen)
            for k in range(int(box.width() / (board.unit * 0.008)) + 6):
                x = box.left() + k * board.unit * 0.008
                painter.drawLine(QPointF(x, box.bottom()), QPointF(x - box.height() * 0.6, box.top()))
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setBrush(color(tone, 0.78 if look.line == "brush" else 1.0))
        if look.line == "ink":
            painter.setPen(color("#10121a"))
        radius = (
            grown.height() / 2 if look.line in {"round", "brush"} else board.unit * 0.006 if look.line == "clean" else 0
        )
        painter.drawRoundedRect(grown, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        if look.line == "engraved":
            painter.setPen(color(mixed(tone, look.panel, 0.5)))
            step = board.unit * 0.006
            for k in range(1, int(grown.height() / step)):
                painter.drawLine(
                    QPointF(grown.left(), grown.top() + k * step), QPointF(grown.right(), grown.top() + k * step)
                )

    board.grown(paint, box, at, 0.8)


def _lines(board: Board, chart: Chart, area: QRectF, start: float) -> None:
    unit = board.unit
    foot, head = unit * 0.07, unit * 0.07
    legend = unit * 0.065 if len(chart.series) > 1 else 0.0
    plot = QRectF(
        area.left() + unit * 0.02, area.top() + head, area.width() - unit * 0.04, area.height() - foot - head - legend
    )
    every = [value for _, values in chart.series for value in values]
    low, high = min(0.0, *every), max(every)
    span = (high - low) or 1.0
    count = len(chart.labels)
    places = places_of(chart.labels)
    inner = plot.adjusted(unit * 0.06, 0, -unit * 0.06, 0)

    def at(n: int, value: float) -> QPointF:
        x = inner.left() + inner.width() * places[n]
        return QPointF(x, plot.bottom() - plot.height() * (value - low) / span)

    skip = math.ceil(count / 8)
    wide = inner.width() / max(1, count - 1) * skip * 0.92
    for n in range(0, count, skip):
        x = at(n, low).x()
        label = QRectF(
            x - min(wide, unit * 0.3) / 2, plot.bottom() + unit * 0.012, min(wide, unit * 0.3), foot - unit * 0.02
        )
        board.text(chart.labels[n], label, 0.034, start + 0.05 * n, align="center", on_panel=True)
    for k, (_, values) in enumerate(chart.series[:4]):
        path = QPainterPath(at(0, values[0]))
        for n, value in enumerate(values[1:], 1):
            path.lineTo(at(n, value))
        paint = stroke(path, board.accent(k), unit * 0.009, board.look, seed=board.seed + k)
        board.marks.append(Mark(start + 0.3 * k, 1.6, paint, path.boundingRect()))
        for n in {0, count - 1} if len(chart.series) > 1 or count > 8 else range(count):
            point = at(n, values[n])
            when = start + 0.3 * k + 1.6 * places[n]
            board.badge("", point, unit * 0.011, when, tone=k)
            if len(chart.series) == 1:
                top = QRectF(
                    point.x() - unit * 0.09, max(area.top() + 4, point.y() - unit * 0.062), unit * 0.18, unit * 0.048
                )
                top.moveLeft(min(max(top.left(), area.left() + 4), area.right() - top.width() - 4))
                board.text(
                    shown(values[n], chart.unit), top, 0.04, when + 0.1, head=True, align="center", on_panel=True
                )
    if legend:
        wide = area.width() / min(4, len(chart.series))
        for k, (name, values) in enumerate(chart.series[:4]):
            spot = QPointF(area.left() + k * wide + unit * 0.02, area.bottom() - legend * 0.4)
            board.badge("", spot, unit * 0.013, start + 0.2 * k, tone=k)
            told = f"{name}: {shown(values[-1], chart.unit)}"
            board.text(
                told,
                QRectF(spot.x() + unit * 0.03, area.bottom() - legend * 0.85, wide - unit * 0.06, legend * 0.9),
                0.038,
                start + 0.2 * k,
                on_panel=True,
            )
