"""Tables measured: widths of columns, heights of rows, the parts that fit a page."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.documents import Table
from server.engine.papers.markdown import header, is_numeric
from server.engine.papers.palettes import Palette, best_on
from server.engine.plates.marks import Align, Field, Mark, Matrix, Shape, Words
from server.engine.plates.measuring import LEADING, fitted, width
from server.engine.plates.setting import shown

PAD_X, PAD_Y = 9.0, 6.0
_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
_CELL_LINES = 4


def matrices(
    table: Table, *, at: tuple[float, float, float, float], scale: float = 1.0, sizes: Sequence[float] = _SIZES
) -> list[Matrix]:
    """The table in parts that each fit the place, as few as the smallest size allows; each with the header."""
    x, y, w, h = at
    best: list[Matrix] = []
    for size in sizes:
        found = _parts(table, x=x, y=y, w=w, h=h, size=size * scale, scale=scale)
        if not best or len(found) < len(best):
            best = found
        if len(best) == 1:
            break
    return best


def _parts(table: Table, *, x: float, y: float, w: float, h: float, size: float, scale: float) -> list[Matrix]:
    columns = table.columns
    head = [shown(header(column)) for column in columns]
    body = [[shown(row[n].text) if n < len(row) else "" for n in range(len(columns))] for row in table.rows]
    widths = _widths([head, *body], room=w, size=size, scale=scale)
    ends = [is_numeric(column) for column in columns]

    def fields(texts: Sequence[str], *, is_head: bool = False) -> tuple[tuple[Field, ...], float]:
        limit = min(h * 0.45, _CELL_LINES * size * LEADING)
        out = []
        for n, (text, room, end) in enumerate(zip(texts, widths, ends, strict=True)):
            weight = 600 if is_head or not n else 400
            inner = room - 2 * PAD_X * scale
            smaller = [size, size * 0.9, size * 0.8, size * 0.7]
            out.append(Field(text, fitted(text, room=inner, height=limit, sizes=smaller, weight=weight), inner, end))
        return tuple(out), max(f.setting.height for f in out) + 2 * PAD_Y * scale

    top, top_height = fields(head, is_head=True)
    parts: list[Matrix] = []
    rows: list[tuple[Field, ...]] = [top]
    heights = [top_height]
    for texts in body:
        made, tall = fields(texts)
        if sum(heights) + tall > h and len(rows) > 1:
            parts.append(_matrix(table, place=(x, y, w), widths=widths, heights=heights, rows=rows))
            rows, heights = [top], [top_height]
        rows.append(made)
        heights.append(tall)
    parts.append(_matrix(table, place=(x, y, w), widths=widths, heights=heights, rows=rows))
    return parts


def _matrix(
    table: Table,
    *,
    place: tuple[float, float, float],
    widths: Sequence[float],
    heights: list[float],
    rows: list[tuple[Field, ...]],
) -> Matrix:
    x, y, w = place
    names = ", ".join(header(column) for column in table.columns)
    return Matrix(
        x=x,
        y=y,
        w=w,
        h=sum(heights),
        widths=tuple(widths),
        heights=tuple(heights),
        rows=tuple(rows),
        alt=f"{table.title}: {names}" if table.title else names,
    )


def _widths(rows: Sequence[Sequence[str]], *, room: float, size: float, scale: float) -> list[float]:
    """Columns as wide as their longest word needs, the rest shared out by their longest cells."""
    pad = 2 * PAD_X * scale
    least, best = [], []
    for n in range(len(rows[0])):
        cells = [row[n] for row in rows]
        words = [word for cell in cells for word in cell.split()] or ["x"]
        least.append(max(width(word, size=size, weight=600) for word in words) + pad)
        best.append(max(width(cell, size=size, weight=600) for cell in cells) + pad)
    if sum(best) <= room:
        spare = (room - sum(best)) / len(best)
        return [b + spare for b in best]
    if sum(least) >= room:
        capped = [min(low, 1.6 * room / len(least)) for low in least]
        return [low * room / sum(capped) for low in capped]
    spare, wish = room - sum(least), sum(best) - sum(least)
    return [low + (high - low) * spare / wish for low, high in zip(least, best, strict=True)]


def drawn_table(matrix: Matrix, palette: Palette, *, is_right_to_left: bool = False) -> list[Mark]:
    """A table's marks: a coloured header, rows with a line between them."""
    on_head = best_on(palette.primary)
    out: list[Mark] = [
        Shape(x=matrix.x, y=matrix.y, w=matrix.w, h=matrix.h, fill="#ffffff", radius=4),
        Shape(x=matrix.x, y=matrix.y, w=matrix.w, h=matrix.heights[0], fill=palette.primary, radius=4),
    ]
    y = matrix.y
    for number, (fields, tall) in enumerate(zip(matrix.rows, matrix.heights, strict=True)):
        if number and number % 2 == 0:
            out.append(Shape(x=matrix.x, y=y, w=matrix.w, h=tall, fill=palette.tint))
        x = matrix.x
        for index, (field, room) in enumerate(zip(fields, matrix.widths, strict=True)):
            pad = (room - field.room) / 2
            left = 2 * matrix.x + matrix.w - x - room if is_right_to_left else x
            ground = palette.primary if not number else palette.tint if number % 2 == 0 else "#ffffff"
            out.append(
                Words(
                    x=left + pad,
                    y=y,
                    w=room - 2 * pad,
                    h=tall,
                    setting=field.setting,
                    text=field.text,
                    color=on_head if not number else palette.ink,
                    on=ground,
                    weight=600 if not number or not index else 400,
                    align=Align.END if field.is_end else Align.START,
                    is_middle=True,
                )
            )
            x += room
        y += tall
    return out
