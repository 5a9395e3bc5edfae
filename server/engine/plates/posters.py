"""An infographic laid out: a head, a band of figures, and panels in columns, at the largest type that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.infographics import Infographic, Orientation, Panel, PanelKind
from server.engine.papers.labels import labels_of
from server.engine.papers.palettes import mixed
from server.engine.papers.references import clean, clipped
from server.engine.plates.brands import Brand
from server.engine.plates.marks import Mark, Part, Picture, Plate, Shape, mirrored
from server.engine.plates.poster_panels import GAP, Panels, Placed
from server.engine.plates.setting import steps_down, words
from server.engine.plates.words import is_right_to_left, said

PIXELS = 2400
"""On the long side."""
_MARGIN = 44.0
_MOST_AIR = 70.0
"""A card grows by at most so many points to end where its neighbours do."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A picture's shape: its width in points, the heights it may have, and the columns of its panels."""

    width: float
    heights: tuple[float, float]
    columns: int


_SHAPES = {
    Orientation.LANDSCAPE: _Shape(1280, (700, 1000), 3),
    Orientation.PORTRAIT: _Shape(860, (1110, 1900), 2),
    Orientation.SQUARE: _Shape(1080, (1080, 1080), 2),
}


def laid_out(piece: Infographic, *, brand: Brand) -> Plate:
    """The infographic as one plate. Panels that even the smallest type leaves no room for are named in `details`."""
    panels = list(piece.panels)
    dropped: list[str] = []
    while True:
        plate = _tried(piece, panels, brand)
        if plate is not None:
            break
        lost = panels.pop()
        dropped.append(clean(lost.heading) or said(lost.theme, piece.language))
    plate = replace(plate, details=tuple(dropped))
    return mirrored(plate) if is_right_to_left(piece.language) else plate


def pixels_an_inch(plate: Plate) -> float:
    """The resolution at which the long side has `PIXELS`."""
    return 72 * PIXELS / max(plate.width, plate.height)


def _tried(piece: Infographic, panels: Sequence[Panel], brand: Brand) -> Plate | None:
    shape = _SHAPES[piece.orientation]
    low, high = shape.heights
    best: Plate | None = None
    for scale in (1.7, 1.55, 1.4, 1.28, 1.16, 1.06, 0.97, 0.88, 0.8, 0.72, 0.65):
        laying = _laying(piece, brand, shape, scale)
        plate = laying.plate(panels)
        if plate.height <= high + 0.5:
            best = plate
            break
    if best is None:
        return laying.plate([]) if not panels else None
    return _laying(piece, brand, shape, scale).plate(panels, at_least=low) if best.height < low else best


def _laying(piece: Infographic, brand: Brand, shape: _Shape, scale: float) -> _Laying:
    return _Laying(piece, brand, shape, scale, Panels(piece, brand.palette, is_wide=shape.width > 1000, scale=scale))


@dataclass(slots=True)
class _Laying:
    piece: Infographic
    brand: Brand
    shape: _Shape
    scale: float
    panels: Panels

    def plate(self, panels: Sequence[Panel], *, at_least: float = 0.0) -> Plate:
        """The whole picture; stretched where it would be too low."""
        palette = self.brand.palette
        w = self.shape.width
        inner = w - 2 * _MARGIN
        marks, y = self._head()
        bands = [p for p in panels if p.kind is PanelKind.FIGURES]
        rest = [p for p in panels if p.kind is not PanelKind.FIGURES]
        for panel in bands:
            placed = self.panels.figures(panel, inner)
            marks += _moved(placed.marks, _MARGIN, y)
            y += placed.height + GAP
        foot = 44.0
        room, columns = self._columns(rest, inner, tall=self.shape.heights[1] - y - foot)
        tallest = max((sum(p.height + GAP for p in c) for c in columns), default=0.0)
        spare = max(0.0, at_least - (y + tallest + foot))
        tallest += spare
        for n, column in enumerate(columns):
            x = _MARGIN + n * (room + GAP)
            at = y
            for placed, tall in self._stretched(column, tallest, room):
                marks.append(Shape(x=x, y=at, w=room, h=tall, fill="#ffffff", radius=12))
                marks += _moved(placed.marks, x, at)
                at += tall + GAP
        height = y + tallest + foot
        ground = mixed(palette.tint, "#ffffff", 0.2)
        marks += self._foot(height, ground)
        return Plate(
            name=clean(self.piece.title),
            width=w,
            height=round(height, 2),
            ground=ground,
            marks=tuple(marks),
            kind="infographic",
        )

    def _stretched(self, column: Sequence[Placed], tallest: float, room: float) -> list[tuple[Placed, float]]:
        """A column's panels with their cards' heights: charts grow to where the others end, then cards by a little."""
        extra = tallest - sum(p.height + GAP for p in column)
        stretch = sum(p.stretch for p in column)
        out: list[tuple[Placed, float]] = []
        for placed in column:
            more = min(placed.stretch, extra * placed.stretch / stretch) if stretch else 0.0
            drawn = self.panels.panel(placed.panel, room, more=more) if placed.panel and more > 1 else placed
            out.append((drawn, drawn.height))
        extra = max(0.0, tallest - sum(tall + GAP for _, tall in out))
        return [(drawn, tall + min(extra / len(column), _MOST_AIR)) for drawn, tall in out]

    def _columns(self, panels: Sequence[Panel], inner: float, *, tall: float) -> tuple[float, list[list[Placed]]]:
        """The panels in as many columns as fit and leave least of the picture empty, and a column's width."""
        most = min(self.shape.columns, max(1, len(panels)))
        taken = set(self.panels.taken)
        tried: list[tuple[float, float, list[list[Placed]]]] = []
        for count in range(most, max(0, most - 2), -1):
            self.panels.taken = set(taken)
            columns: list[list[Placed]] = [[] for _ in range(count)]
            room = (inner - GAP * (count - 1)) / count
            ready = [self.panels.panel(panel, room) for panel in panels]
            for placed in sorted(ready, key=lambda p: -p.height):
                min(columns, key=lambda c: sum(p.height + GAP for p in c)).append(placed)
            columns = [sorted(c, key=ready.index) for c in columns]
            columns.sort(key=lambda c: min((ready.index(p) for p in c), default=99))
            heights = [sum(p.height + GAP for p in c) for c in columns]
            tallest = max(1.0, *heights)
            filled = [
                min(tallest, height + sum(p.stretch for p in c)) for height, c in zip(heights, columns, strict=True)
            ]
            empty = 1 - sum(filled) / (tallest * count)
            over = max(0.0, tallest / max(1.0, tall) - 1)
            tried.append((10 * over + empty + 0.06 * (most - count), room, columns))
        _, room, columns = min(tried, key=lambda t: t[0])
        return room, columns

    def _head(self) -> tuple[list[Mark], float]:
        palette = self.brand.palette
        w = self.shape.width
        k = min(1.15, max(0.85, self.scale))
        room = w - 2 * _MARGIN - (170 if self.brand.logo else 0)
        labels = labels_of(self.piece.language)
        title = words(
            clipped(clean(self.piece.title), 200) or labels.untitled,
            at=(_MARGIN, 38, room, 120 * k),
            sizes=steps_down(46 * k, 12),
            weight=700,
            color=palette.on_cover,
            on=palette.cover,
            part=Part.TITLE,
        )
        y = 38 + title.setting.height + 10
        inside: list[Mark] = [title]
        if self.piece.lead is not None:
            lead = words(
                self.piece.lead.text,
                at=(_MARGIN, y, min(room, 860.0), 90 * k),
                sizes=steps_down(19 * k, 8),
                color=palette.on_cover,
                on=palette.cover,
            )
            inside.append(lead)
            y += lead.setting.height
        y += 30
        if self.brand.logo:
            x = w - _MARGIN - 148
            inside.append(Shape(x=x, y=38, w=148, h=43, fill="#ffffff", radius=6))
            inside.append(Picture(x=x + 8, y=43.5, w=132, h=33, content=self.brand.logo, alt=self.brand.logo_name))
        band = Shape(x=0, y=0, w=w, h=y, fill=palette.cover, fill_end=palette.cover_end)
        return [band, *inside], y + GAP + 4

    def _foot(self, height: float, ground: str) -> list[Mark]:
        labels = labels_of(self.piece.language)
        names = "; ".join(clipped(clean(n.title) or clean(n.address), 90) for n in self.piece.sources[:4])
        if len(self.piece.sources) > 4:
            names += f" +{len(self.piece.sources) - 4}"
        text = f"{labels.sources}: {names}" if names else labels.written_by.format(name=clean(self.piece.written_by))
        at = (_MARGIN, height - 38, self.shape.width - 2 * _MARGIN, 22.0)
        return [
            words(
                text,
                at=at,
                sizes=(11, 10, 9, 8, 7),
                color=self.brand.palette.soft,
                on=ground,
                is_middle=True,
                part=Part.FOOTER,
            )
        ]


def _moved(marks: Sequence[Mark], dx: float, dy: float) -> list[Mark]:
    return [replace(mark, x=mark.x + dx, y=mark.y + dy) for mark in marks]
