"""What plates are made of: shapes, words, lines, pictures, charts and tables, in points from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from server.domain.documents import Chart
from server.engine.plates.measuring import LEADING, Setting


class Align(StrEnum):
    """Where words stand in their place, in the direction of reading."""

    START = "start"
    CENTER = "center"
    END = "end"


class Part(StrEnum):
    """What words are to their slide; an office program's outline shows titles."""

    TITLE = "title"
    BODY = "body"
    FOOTER = "footer"
    NUMBER = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Anything at a place."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape(Mark):
    """A filled rectangle or ellipse; colours are ``#rrggbb``."""

    fill: str
    fill_end: str = ""
    """Where the colour runs to, corner to corner; empty for one colour."""
    radius: float = 0.0
    is_ellipse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Mark):
    """Set words, in the middle of their height or at its top."""

    setting: Setting
    color: str
    on: str
    """The colour behind them."""
    text: str
    weight: int = 400
    align: Align = Align.START
    is_middle: bool = False
    is_tracked: bool = False
    """Small capitals' spacing; measured by `spaced`."""
    part: Part = Part.BODY

    @property
    def top(self) -> float:
        """Where the first line begins."""
        return self.y + (self.h - self.setting.height) / 2 if self.is_middle else self.y

    @property
    def line_height(self) -> float:
        """Points from line to line."""
        return self.setting.size * LEADING


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Mark):
    """A line through points, which are relative to the mark's corner."""

    points: tuple[tuple[float, float], ...]
    color: str
    thickness: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(Mark):
    """A PNG or an SVG."""

    content: bytes
    alt: str
    is_svg: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot(Mark):
    """A chart; drawn natively where there are native charts."""

    chart: Chart
    alt: str


@dataclass(frozen=True, slots=True)
class Field:
    """A table's cell."""

    text: str
    setting: Setting
    room: float
    """Points that its words may be wide."""
    is_end: bool = False
    """Numbers stand at the end of their column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix(Mark):
    """A table: the first row is its header."""

    widths: tuple[float, ...]
    heights: tuple[float, ...]
    rows: tuple[tuple[Field, ...], ...]
    alt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """One page: a slide or a poster."""

    name: str
    """What it is, in the words of its own language."""
    width: float
    height: float
    ground: str
    ground_end: str = ""
    marks: tuple[Mark, ...] = ()
    notes: str = ""
    kind: str = ""
    is_right_to_left: bool = False
    details: tuple[str, ...] = field(default=())
    """What did not find room, for a person to be told."""


def mirrored(plate: Plate) -> Plate:
    """The plate for a script that is read from right to left."""
    marks = tuple(replace(mark, x=plate.width - mark.x - mark.w) for mark in plate.marks)
    marks = tuple(
        replace(m, points=tuple((m.w - x, y) for x, y in m.points)) if isinstance(m, Path) else m for m in marks
    )
    return replace(plate, marks=marks, is_right_to_left=True)
