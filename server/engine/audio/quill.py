"""The mark on every drawn cover: a quill whose barbs are the bars of a waveform."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]
Box = tuple[int, int, int, int]

_BARBS = 40
_BARE = 0.2
"""Share of the shaft, from the nib on, without barbs."""

_NIB = 0.12
"""Share of the shaft that is the nib."""

_STEEPEST = 0.62
"""Height of the quill over its width."""

_LEAN = math.radians(42)


@dataclass(frozen=True, slots=True)
class _Curve:
    """The shaft: a quadratic Bézier curve. `thickness` is a barb's, `reach` the longest barb's length."""

    start: Point
    bend: Point
    end: Point
    thickness: float
    reach: float

    @classmethod
    def across(cls, wide: float, high: float) -> _Curve:
        """From the lower left of a space to its upper right, never steeper than looks well."""
        across = wide * 0.80
        rise = min(high * 0.84, across * _STEEPEST)
        low = (high + rise) / 2 + high * 0.02
        start, end = (wide * 0.085, low), (wide * 0.085 + across, low - rise)
        bend = (start[0] + across * 0.48, low - rise * 0.24)
        return cls(start, bend, end, thickness=across / _BARBS * 0.42, reach=min(high * 0.46, across * 0.3))

    def along(self, at: float) -> tuple[Point, float]:
        """A point on the shaft, from 0 (the nib) to 1, and the direction there."""
        a, b, c = (1 - at) ** 2, 2 * (1 - at) * at, at**2
        path = tuple(zip(self.start, self.bend, self.end, strict=True))
        x, y = (a * s + b * m + c * e for s, m, e in path)
        dx, dy = (2 * (1 - at) * (m - s) + 2 * at * (e - m) for s, m, e in path)
        return (x, y), math.atan2(dy, dx)


def draw_quill(
    image: Image.Image,
    *,
    box: Box,
    colours: tuple[Colour, Colour, Colour],
    random: Random,
) -> None:
    """Draw a disc, and on it a quill from the lower left of `box` to its upper right.

    `colours` are the disc's, the upper barbs' with the shaft, and the lower barbs'. `random` gives the waveform.
    Everything is drawn at twice the size and reduced, so that its edges are smooth.
    """
    from PIL import Image, ImageDraw

    left, top, right, bottom = box
    size = (right - left, bottom - top)
    if min(size) < 40:
        return
    quill = _Curve.across(2.0 * size[0], 2.0 * size[1])
    talk = tuple(_loudness(random))
    disc, upper, lower = colours
    # One mask at a time: artwork for a show has 36 million points. The upper barbs carry the shaft and lie on top.
    layers: tuple[tuple[Colour, Callable[[ImageDraw.ImageDraw], None]], ...] = (
        (disc, lambda canvas: _disc(canvas, quill, radius=0.9 * min(size))),
        (lower, lambda canvas: _barbs(canvas, quill, talk, side=1, part=1.0)),
        (upper, lambda canvas: _feather_top(canvas, quill, talk)),
    )
    for colour, draw in layers:
        mask = Image.new("L", (2 * size[0], 2 * size[1]))
        draw(ImageDraw.Draw(mask))
        image.paste(colour, box, mask.resize(size, Image.Resampling.BOX))


def _disc(canvas: ImageDraw.ImageDraw, quill: _Curve, *, radius: float) -> None:
    (x, y), _ = quill.along(0.62)
    canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _feather_top(canvas: ImageDraw.ImageDraw, quill: _Curve, talk: Sequence[float]) -> None:
    _barbs(canvas, quill, talk, side=-1, part=0.86)
    _shaft(canvas, quill)


def _barbs(canvas: ImageDraw.ImageDraw, quill: _Curve, talk: Sequence[float], *, side: int, part: float) -> None:
    for index, loud in enumerate(talk):
        share = index / (_BARBS - 1)
        point, slope = quill.along(_BARE + (1 - _BARE) * share)
        outline = math.sin(math.pi * (0.06 + 0.90 * share) ** 0.8) ** 0.75
        angle = slope + side * _LEAN
        length = quill.reach * outline * part * (0.5 + 0.5 * loud)
        tip = (point[0] + math.cos(angle) * length, point[1] + math.sin(angle) * length)
        _capsule(canvas, point, tip, quill.thickness)


def _loudness(random: Random) -> Iterator[float]:
    """Something like the loudness of talk: syllables under the arcs of phrases, 0 to 1."""
    phase, pace = random.uniform(0, 6.28), random.uniform(0.5, 0.8)
    for index in range(_BARBS):
        phrase = 0.6 + 0.4 * math.sin(phase + index * pace)
        yield min(1.0, max(0.0, phrase * random.uniform(0.45, 1.15)))


def _capsule(canvas: ImageDraw.ImageDraw, a: Point, b: Point, thickness: float) -> None:
    radius = thickness / 2
    angle = math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2
    dx, dy = math.cos(angle) * radius, math.sin(angle) * radius
    sides = [(a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), (b[0] - dx, b[1] - dy), (a[0] - dx, a[1] - dy)]
    canvas.polygon(sides, fill=255)
    for x, y in (a, b):
        canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _girth(share: float) -> float:
    """Half the shaft's width over a barb's: a nib that swells and narrows, then a taper."""
    barrel = 0.62 * (1 - 0.75 * share)
    if share >= _NIB:
        return barrel
    swell = 0.55 * math.sin(math.pi * share / _NIB)
    return barrel * min(1.0, share / _NIB * 1.6) + swell


def _shaft(canvas: ImageDraw.ImageDraw, quill: _Curve) -> None:
    steps = 120
    edges: tuple[list[Point], list[Point]] = ([], [])
    for index in range(steps + 1):
        share = index / steps
        (x, y), slope = quill.along(share)
        half = quill.thickness * _girth(share)
        for edge, side in zip(edges, (-1, 1), strict=True):
            angle = slope + side * math.pi / 2
            edge.append((x + math.cos(angle) * half, y + math.sin(angle) * half))
    canvas.polygon([*edges[0], *reversed(edges[1])], fill=255)
