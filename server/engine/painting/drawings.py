"""Drawings of what a scene speaks of: the strokes of an icon, in the order in which a hand would draw them.

The icons are Lucide's, on a field of 24 by 24. Of SVG only what they use is read: paths, circles, ellipses, rectangles,
lines and chains of points (https://www.w3.org/TR/SVG11/paths.html).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from server.engine.plates.icons import svg_of

FIELD = 24.0
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ARC = re.compile(
    r"\s*,?\s*".join(
        [rf"({_NUMBER.pattern})"] * 3 + [r"([01])"] * 2 + [rf"({_NUMBER.pattern})"] * 2,
    )
)
_WANTED = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@cache
def strokes_of(name: str) -> tuple[QPainterPath, ...]:
    """The strokes of an icon, each without a break, on the icon's own field."""
    root = ElementTree.fromstring(svg_of(name, color="#000000"))  # noqa: S314 - our own files
    out: list[QPainterPath] = []
    for element in root.iter():
        make = _ELEMENTS.get(element.tag.rpartition("}")[2])
        if make is not None:
            out += make(element)
    return tuple(path for path in out if path.length() > 0)


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0"))


def _ellipse(element: ElementTree.Element) -> list[QPainterPath]:
    across = _number(element, "rx") or _number(element, "r")
    down = _number(element, "ry") or _number(element, "r")
    path = QPainterPath()
    path.addEllipse(QPointF(_number(element, "cx"), _number(element, "cy")), across, down)
    return [path]


def _rectangle(element: ElementTree.Element) -> list[QPainterPath]:
    path = QPainterPath()
    radius = _number(element, "rx") or _number(element, "ry")
    x, y, w, h = (_number(element, name) for name in ("x", "y", "width", "height"))
    path.addRoundedRect(QRectF(x, y, w, h), radius, radius)
    return [path]


def _line(element: ElementTree.Element) -> list[QPainterPath]:
    path = QPainterPath(QPointF(_number(element, "x1"), _number(element, "y1")))
    path.lineTo(QPointF(_number(element, "x2"), _number(element, "y2")))
    return [path]


def _chain(element: ElementTree.Element) -> list[QPainterPath]:
    numbers = [float(found) for found in _NUMBER.findall(element.get("points", ""))]
    points = [QPointF(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    if element.tag.endswith("polygon"):
        path.closeSubpath()
    return [path]


def read_path(element: ElementTree.Element) -> list[QPainterPath]:
    """A path's parts, each from one pen-down to the next."""
    out: list[QPainterPath] = []
    now = start = before = QPointF(0, 0)
    curve = ""
    for letter, rest in _COMMAND.findall(element.get("d", "")):
        kind, is_relative = letter.upper(), letter.islower()
        for given in _given(kind, rest):
            base = now if is_relative else QPointF(0, 0)
            if kind == "H":
                points = [QPointF(given[0] + base.x(), now.y())]
            elif kind == "V":
                points = [QPointF(now.x(), given[0] + base.y())]
            elif kind == "A":
                points = [QPointF(given[5], given[6]) + base]
            else:
                points = [QPointF(x, y) + base for x, y in zip(given[::2], given[1::2], strict=True)]
            mirrored = now * 2 - before
            if kind == "M":
                out.append(QPainterPath(points[0]))
                start = points[0]
                kind = "L"
            elif kind == "Z":
                out[-1].closeSubpath()
                points = [start]
            elif kind in "LHV":
                out[-1].lineTo(points[0])
            elif kind in "CS":
                first = points[0] if kind == "C" else mirrored if curve in "CS" else now
                out[-1].cubicTo(first, points[-2], points[-1])
                before = points[-2]
            elif kind in "QT":
                middle = points[0] if kind == "Q" else mirrored if curve in "QT" else now
                out[-1].quadTo(middle, points[-1])
                before = middle
            else:
                _arc(out[-1], now, points[0], given[0], given[1], given[2], large=given[3] > 0, sweep=given[4] > 0)
            curve = kind
            now = points[-1]
    return out


def _given(kind: str, text: str) -> list[tuple[float, ...]]:
    """The numbers of a command, in the groups that it repeats with."""
    if kind == "Z":
        return [()]
    if kind == "A":
        return [tuple(float(part) for part in found) for found in _ARC.findall(text)]
    numbers = [float(found) for found in _NUMBER.findall(text)]
    size = _WANTED[kind]
    return [tuple(numbers[n : n + size]) for n in range(0, len(numbers) - size + 1, size)]


def _arc(
    path: QPainterPath, a: QPointF, b: QPointF, rx: float, ry: float, turned: float, *, large: bool, sweep: bool
) -> None:
    """An elliptical arc as curves of a quarter turn at most (SVG 1.1, appendix F.6)."""
    if rx == 0 or ry == 0 or a == b:
        path.lineTo(b)
        return
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    dx, dy = (a.x() - b.x()) / 2, (a.y() - b.y()) / 2
    x, y = cos * dx + sin * dy, -sin * dx + cos * dy
    grown = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = abs(rx) * grown, abs(ry) * grown
    rest = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2) / ((rx * y) ** 2 + (ry * x) ** 2)
    share = math.sqrt(rest) * (1 if large != sweep else -1)
    mx, my = share * rx * y / ry, -share * ry * x / rx
    center = QPointF(cos * mx - sin * my + (a.x() + b.x()) / 2, sin * mx + cos * my + (a.y() + b.y()) / 2)
    first = math.atan2((y - my) / ry, (x - mx) / rx)
    last = math.atan2((-y - my) / ry, (-x - mx) / rx)
    span = (last - first) % (2 * math.pi)
    span = span if sweep else span - 2 * math.pi
    count = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-6))
    step = span / count
    reach = 4 / 3 * math.tan(step / 4)

    def at(across: float, down: float) -> QPointF:
        across, down = across * rx, down * ry
        return QPointF(cos * across - sin * down, sin * across + cos * down) + center

    for n in range(count):
        one, two = first + n * step, first + (n + 1) * step
        path.cubicTo(
            at(math.cos(one) - reach * math.sin(one), math.sin(one) + reach * math.cos(one)),
            at(math.cos(two) + reach * math.sin(two), math.sin(two) - reach * math.cos(two)),
            b if n == count - 1 else at(math.cos(two), math.sin(two)),
        )


_ELEMENTS: dict[str, Callable[[ElementTree.Element], list[QPainterPath]]] = {
    "path": read_path,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "rect": _rectangle,
    "line": _line,
    "polyline": _chain,
    "polygon": _chain,
}
