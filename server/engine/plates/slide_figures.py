"""Slides of numbers: figures, charts and tables."""

from __future__ import annotations

from dataclasses import replace

from server.domain.decks import Slide
from server.engine.papers.references import clean
from server.engine.plates.marks import Matrix, Plate, Plot, Shape, Words
from server.engine.plates.measuring import LEADING
from server.engine.plates.setting import common_size, steps_down, words
from server.engine.plates.slide_grids import BOTTOM, FULL, GAP, MARGIN, TOP, Grid
from server.engine.plates.slide_lists import points
from server.engine.plates.tables import matrices
from server.engine.plates.tellings import as_drawn, described, value_of


def figures(grid: Grid, slide: Slide) -> list[Plate]:
    """Up to six figures, a card each."""
    figures = slide.figures[:6]
    count = max(1, len(figures))
    columns = count if count <= 3 else 2 if count == 4 else 3
    rows = -(-count // columns)
    w = (FULL - GAP * (columns - 1)) / columns
    tall = min(290.0, (BOTTOM - TOP - GAP * (rows - 1)) / rows)
    marks = grid.head(slide)
    inner = w - 44
    value_size = common_size(
        [value_of(f) for f in figures],
        room=inner,
        heights=80,
        sizes=steps_down(60 if rows == 1 else 38, 12),
        weight=700,
    )
    label_tall = tall - 54 - value_size * LEADING
    label_size = common_size(
        [f.label for f in figures], room=inner, heights=label_tall, sizes=steps_down(22 if rows == 1 else 17, 9)
    )
    top = TOP
    for index, figure in enumerate(figures):
        x = MARGIN + (index % columns) * (w + GAP)
        y = top + (index // columns) * (tall + GAP)
        color = grid.readable(index)
        marks.append(Shape(x=x, y=y, w=w, h=tall, fill="#ffffff", radius=10))
        marks.append(Shape(x=x + 22, y=y + 20, w=44, h=5, fill=color, radius=2.5))
        marks.append(
            words(
                value_of(figure),
                at=(x + 22, y + 32, inner, max(60.0, value_size * LEADING)),
                sizes=steps_down(value_size, 8),
                weight=700,
                color=color,
                on="#ffffff",
            )
        )
        placed = marks[-1]
        assert isinstance(placed, Words)
        below = y + 40 + placed.setting.height
        marks.append(
            words(
                figure.label,
                at=(x + 22, below, inner, y + tall - 10 - below),
                sizes=steps_down(label_size, 6),
                color=grid.palette.soft,
                on="#ffffff",
            )
        )
    return [grid.plate(marks, name=grid.heading_of(slide))]


def chart(grid: Grid, slide: Slide) -> list[Plate]:
    """A chart, and beside it what it shows."""
    chart = slide.chart
    if chart is None:
        return points(grid, slide)
    chart = as_drawn(chart)
    palette = grid.palette
    marks = grid.head(slide)
    texts = [p.text for p in slide.points]
    w = FULL if not texts else 560.0
    h = BOTTOM - TOP
    marks.append(Shape(x=MARGIN, y=TOP, w=w, h=h, fill="#ffffff", radius=10))
    pad = 20.0
    unit = "" if chart.unit == "%" else clean(chart.unit)
    top = TOP + pad
    if unit:
        marks.append(
            words(
                unit,
                at=(MARGIN + pad, TOP + 14, w - 2 * pad, 16),
                sizes=(11, 10, 9, 8),
                color=palette.soft,
                on="#ffffff",
            )
        )
        top += 16
    marks.append(Plot(x=MARGIN + pad, y=top, w=w - 2 * pad, h=TOP + h - pad - top, chart=chart, alt=described(chart)))
    if texts:
        x = MARGIN + w + GAP
        side = FULL - w - GAP
        marks.append(Shape(x=x, y=TOP, w=side, h=h, fill=palette.cover, fill_end=palette.cover_end, radius=10))
        each = (h - 44 - 20 * (len(texts) - 1)) / len(texts)
        size = common_size(texts, room=side - 44, heights=each, sizes=steps_down(20, 7))
        y = TOP + 22
        for index, text in enumerate(texts):
            placed = words(
                text,
                at=(x + 22, y, side - 44, each),
                sizes=steps_down(size, 6),
                color=palette.on_cover,
                on=palette.cover,
                weight=600 if not index else 400,
            )
            marks.append(placed)
            y += min(each, placed.setting.height) + 20
    return [grid.plate(marks, name=grid.heading_of(slide))]


def table(grid: Grid, slide: Slide) -> list[Plate]:
    """A table, on as many slides as it needs."""
    if slide.table is None:
        return points(grid, slide)
    parts = [_roomy(m) for m in matrices(slide.table, at=(MARGIN, TOP - 6, FULL, BOTTOM - TOP + 6))]
    return [
        grid.plate(
            [*grid.head(slide, part=f" ({n}/{len(parts)})" if len(parts) > 1 else ""), matrix],
            name=grid.heading_of(slide),
        )
        for n, matrix in enumerate(parts, 1)
    ]


def _roomy(matrix: Matrix) -> Matrix:
    """A low table with higher rows."""
    share = min(1.55, (BOTTOM - TOP + 6) / matrix.h)
    return (
        replace(matrix, h=matrix.h * share, heights=tuple(h * share for h in matrix.heights)) if share > 1 else matrix
    )
