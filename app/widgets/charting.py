"""The charts of a drawn page as pictures in the palette's colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.models.markup import Node
from app.theme.palettes import Palette, mixed

WIDEST = 600
"""Pixels of a chart across, where there is room."""
BAR_HEIGHT, BAR_SHARE = 14, 0.5
_SHAPES = ("rect", "line", "circle", "polyline", "text")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and the pixels it takes in the text."""

    image: QImage
    width: int
    height: int


def series_colours(palette: Palette) -> tuple[str, ...]:
    """The colours of a chart's series."""
    first = palette.accent
    others = (palette.good, palette.warning, palette.bad, mixed(palette.accent, palette.good, 0.5), palette.muted)
    return (first, *others)


def bar_picture(svg: Node, palette: Palette, *, width: int, ratio: float) -> Picture:
    """One bar on its rail, in a chart that is `width` pixels across."""
    size = (int(width * BAR_SHARE), BAR_HEIGHT)
    return _drawn(svg, palette, size=size, box=(size[0] * 3, size[1] * 3), ratio=ratio)


def chart_pictures(figure: Node, palette: Palette, *, width: int, ratio: float) -> Iterator[Picture]:
    """The pictures of a figure that is no table of bars."""
    for svg in figure.every("svg"):
        if svg.has("lines"):
            yield _drawn(svg, palette, size=(width, width * 260 // 720), box=(720, 260), ratio=ratio)
        elif svg.has("whole"):
            yield _drawn(svg, palette, size=(width, 28), box=(width, 28), ratio=ratio)


def _drawn(svg: Node, palette: Palette, *, size: tuple[int, int], box: tuple[int, int], ratio: float) -> Picture:
    shapes = "".join(_shape(child, palette, box) for child in svg.elements if child.name in _SHAPES)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[0]} {box[1]}">{shapes}</svg>'
    image = QImage(QSize(*size) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, size[0] * ratio, size[1] * ratio))
    painter.end()
    return Picture(image, *size)


def _shape(node: Node, palette: Palette, box: tuple[int, int]) -> str:
    given = {name: value for name, value in node.attributes.items() if name != "class"}
    for name, value in given.items():
        if value.endswith("%"):
            whole = box[1] if name in ("y", "height") else box[0]
            given[name] = f"{max(float(value[:-1]), 0) / 100 * whole:.2f}"
    given |= _dress(node, palette)
    inside = escape("".join(child for child in node.children if isinstance(child, str)))
    attributes = " ".join(f'{name}="{escape(value, quote=True)}"' for name, value in given.items())
    return f"<{node.name} {attributes}>{inside}</{node.name}>"


def _dress(node: Node, palette: Palette) -> dict[str, str]:
    kind = node.attributes.get("class", "")
    if node.name == "text":
        return {"fill": palette.muted, "font-family": "Inter", "font-size": "12"}
    if node.name == "line":
        return {"stroke": palette.line}
    if kind == "rail":
        return {"fill": mixed(palette.accent, palette.card, 0.10)}
    colours = series_colours(palette)
    colour = colours[int(kind[1:]) % len(colours)] if kind[1:].isdecimal() else palette.accent
    if node.name == "polyline":
        return {"stroke": colour, "stroke-width": "2.5", "fill": "none", "stroke-linejoin": "round"}
    return {"fill": colour}
