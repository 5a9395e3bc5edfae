"""An infographic laid out: a head, a band of figures, and panels in columns, at the largest type that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from server.domain.infographics import Infographic, Orientation, Panel, PanelKind
from server.engine.papers.labels import labels_of
from server.engine.papers.palettes import best_on, mixed, readable
from server.engine.papers.references import clean, clipped
from server.engine.plates.charts import drawn_chart, height_wished
from server.engine.plates.icons import icon_for, svg_of
from server.engine.plates.marks import Align, Mark, Part, Path, Picture, Plate, Plot, Shape, Words, mirrored
from server.engine.plates.measuring import LEADING
from server.engine.plates.setting import common_size, height_of, spaced, steps_down, words
from server.engine.plates.slides import Brand, described, value_of, when
from server.engine.plates.tables import drawn_table, matrices
from server.engine.plates.words import is_right_to_left, said

PIXELS = 2400
"""On the long side."""
_MARGIN = 44.0
_GAP = 20.0
_PAD = 22.0
_MOST_HEIGHT = 3.2


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


@dataclass(frozen=True, slots=True)
class _Placed:
    """A panel's marks from its own corner, and the height that they take."""

    marks: tuple[Mark, ...]
    height: float


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
        laying = _Laying(piece, brand, shape, scale)
        plate = laying.plate(panels)
        if plate.height <= high + 0.5:
            best = plate
            break
    if best is None:
        return laying.plate([]) if not panels else None
    return _Laying(piece, brand, shape, scale).plate(panels, at_least=low) if best.height < low else best


@dataclass(slots=True)
class _Laying:
    piece: Infographic
    brand: Brand
    shape: _Shape
    scale: float
    _taken: set[str] = field(default_factory=set)

    def plate(self, panels: Sequence[Panel], *, at_least: float = 0.0) -> Plate:
        """The whole picture; stretched where it would be too low."""
        palette = self.brand.palette
        w = self.shape.width
        inner = w - 2 * _MARGIN
        marks, y = self._head()
        bands = [p for p in panels if p.kind is PanelKind.FIGURES]
        rest = [p for p in panels if p.kind is not PanelKind.FIGURES]
        for panel in bands:
            placed = self._figures(panel, inner)
            marks += _moved(placed.marks, _MARGIN, y)
            y += placed.height + _GAP
        count = min(self.shape.columns, max(1, len(rest)))
        columns: list[list[_Placed]] = [[] for _ in range(count)]
        room = (inner - _GAP * (count - 1)) / count
        ready = [self._panel(panel, room) for panel in rest]
        for placed in sorted(ready, key=lambda p: -p.height):
            min(columns, key=lambda c: sum(p.height + _GAP for p in c)).append(placed)
        columns = [sorted(c, key=ready.index) for c in columns]
        columns.sort(key=lambda c: min((ready.index(p) for p in c), default=99))
        tallest = max((sum(p.height + _GAP for p in c) for c in columns), default=0.0)
        foot = 44.0
        spare = max(0.0, at_least - (y + tallest + foot))
        tallest += spare
        for n, column in enumerate(columns):
            x = _MARGIN + n * (room + _GAP)
            extra = tallest - sum(p.height + _GAP for p in column)
            at = y
            for placed in column:
                tall = placed.height + extra / len(column)
                marks.append(Shape(x=x, y=at, w=room, h=tall, fill="#ffffff", radius=12))
                marks += _moved(placed.marks, x, at)
                at += tall + _GAP
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
        return [band, *inside], y + _GAP + 4

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

    def _icon(self, text: str, x: float, y: float, d: float, *, color: str, name: str = "") -> list[Mark]:
        """An icon on a pale disc."""
        chosen = name or icon_for(text, taken=frozenset(self._taken))
        self._taken.add(chosen)
        pale = mixed(color, "#ffffff", 0.88)
        return [
            Shape(x=x, y=y, w=d, h=d, fill=pale, is_ellipse=True),
            Picture(
                x=x + d * 0.24,
                y=y + d * 0.24,
                w=d * 0.52,
                h=d * 0.52,
                content=svg_of(chosen, color=readable(color, on=pale, ratio=3.0)),
                alt=chosen,
                is_svg=True,
            ),
        ]

    def _color(self, index: int) -> str:
        palette = self.brand.palette
        return readable((palette.primary, palette.accent, palette.series[2])[index % 3], on="#ffffff")

    def _figures(self, panel: Panel, w: float) -> _Placed:
        figures = panel.figures
        count = len(figures)
        wide = self.shape.width > 1000
        per = count if wide and count <= 4 else 3 if count in {3, 5, 6} else min(count, 2)
        rows = -(-count // per)
        k = self.scale
        each = (w - _GAP * (per - 1)) / per
        inner = each - 2 * _PAD
        d = 40 * k
        value = common_size(
            [value_of(f) for f in figures], room=inner - d - 12, heights=44 * k, sizes=steps_down(34 * k, 9), weight=700
        )
        label = 14.5 * k
        tops = max(d, value * LEADING)
        labels = [height_of(f.label, room=inner, size=label) for f in figures]
        marks: list[Mark] = []
        y = 0.0
        for row in range(rows):
            some = range(row * per, min(count, (row + 1) * per))
            tall = tops + 12 + max(labels[n] for n in some) + 2 * _PAD * 0.8
            for n in some:
                x = (n - row * per) * (each + _GAP)
                figure = figures[n]
                color = self._color(n)
                marks.append(Shape(x=x, y=y, w=each, h=tall, fill="#ffffff", radius=12))
                top = y + _PAD * 0.8
                marks += self._icon(f"{figure.label} {figure.unit}", x + _PAD, top + (tops - d) / 2, d, color=color)
                marks.append(
                    words(
                        value_of(figure),
                        at=(x + _PAD + d + 12, top, inner - d - 12, tops),
                        is_middle=True,
                        sizes=steps_down(value, 5),
                        weight=700,
                        color=color,
                        on="#ffffff",
                    )
                )
                marks.append(
                    words(
                        figure.label,
                        at=(x + _PAD, top + tops + 12, inner, labels[n] + 0.5),
                        sizes=steps_down(label, 5),
                        color=self.brand.palette.soft,
                        on="#ffffff",
                    )
                )
            y += tall + (_GAP if row < rows - 1 else 0)
        return _Placed(tuple(marks), y)

    def _panel(self, panel: Panel, w: float) -> _Placed:
        making: Mapping[PanelKind, Callable[[Panel, float, float], _Placed]] = {
            PanelKind.FIGURES: lambda p, room, _y: self._figures(p, room),
            PanelKind.CHART: self._chart,
            PanelKind.TABLE: self._table,
            PanelKind.TIMELINE: self._timeline,
            PanelKind.STEPS: self._steps,
            PanelKind.PLACES: self._places,
            PanelKind.QUOTATION: self._quotation,
            PanelKind.POINTS: self._points,
        }
        head, y = self._title(panel, w)
        body = making[panel.kind](panel, w, y)
        return _Placed((*head, *body.marks), body.height)

    def _title(self, panel: Panel, w: float) -> tuple[list[Mark], float]:
        palette = self.brand.palette
        k = self.scale
        inner = w - 2 * _PAD
        label = said(panel.theme, self.piece.language)
        heading = clipped(clean(panel.heading), 120)
        marks: list[Mark] = []
        y = _PAD
        if heading and heading != label:
            if label:
                marks.append(
                    spaced(label, at=(_PAD, y, inner, 14 * k), size=10.5 * k, color=palette.primary, on="#ffffff")
                )
                y += 17 * k
        else:
            heading = label
        if heading:
            placed = words(
                heading,
                at=(_PAD, y, inner, 3 * 21 * k * LEADING),
                sizes=(21 * k, 18 * k, 15 * k, 12 * k),
                weight=700,
                color=palette.ink,
                on="#ffffff",
            )
            marks.append(placed)
            y += placed.setting.height + 12 * k
        return marks, y

    def _chart(self, panel: Panel, w: float, y: float) -> _Placed:
        if panel.chart is None:
            return self._points(panel, w, y)
        k = self.scale
        marks: list[Mark] = []
        unit = "" if panel.chart.unit == "%" else clean(panel.chart.unit)
        if unit:
            marks.append(
                words(
                    unit,
                    at=(_PAD, y - 8 * k, w - 2 * _PAD, 14 * k * LEADING),
                    sizes=steps_down(12 * k, 6),
                    color=self.brand.palette.soft,
                    on="#ffffff",
                )
            )
            y += 14 * k
        plot = Plot(x=_PAD, y=y, w=w - 2 * _PAD, h=1, chart=panel.chart, alt=described(panel.chart))
        plot = replace(plot, h=height_wished(plot, scale=k))
        rtl = is_right_to_left(self.piece.language)
        drawn: list[Mark] = drawn_chart(plot, self.brand.palette, is_right_to_left=rtl, scale=k)
        if rtl:
            drawn = [_flipped(mark, w) for mark in drawn]
        return _Placed((*marks, *drawn), y + plot.h + _PAD)

    def _table(self, panel: Panel, w: float, y: float) -> _Placed:
        if panel.table is None:
            return self._points(panel, w, y)
        k = self.scale
        sizes = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
        found = matrices(panel.table, at=(_PAD, y, w - 2 * _PAD, _MOST_HEIGHT * w), scale=k, sizes=sizes)
        matrix = found[0]
        rtl = is_right_to_left(self.piece.language)
        drawn = drawn_table(matrix, self.brand.palette, is_right_to_left=rtl)
        if rtl:
            drawn = [_flipped(mark, w) for mark in drawn]
        return _Placed(tuple(drawn), y + matrix.h + _PAD)

    def _timeline(self, panel: Panel, w: float, y: float) -> _Placed:
        palette = self.brand.palette
        k = self.scale
        d, lead = 14 * k, 28 * k
        room = w - 2 * _PAD - lead
        marks: list[Mark] = []
        labels = labels_of(self.piece.language)
        first = y
        last = y
        for event in panel.events:
            last = y
            label = when(event.label, event.date, is_about=event.is_approximate, labels=labels)
            head = words(
                label,
                at=(_PAD + lead, y, room, 2 * 14 * k * LEADING),
                sizes=steps_down(14 * k, 6),
                weight=700,
                color=palette.primary,
                on="#ffffff",
            )
            marks.append(head)
            marks.append(Shape(x=_PAD, y=y + 2 * k, w=d, h=d, fill=palette.primary, is_ellipse=True))
            marks.append(
                Shape(x=_PAD + d * 0.3, y=y + 2 * k + d * 0.3, w=d * 0.4, h=d * 0.4, fill="#ffffff", is_ellipse=True)
            )
            y += head.setting.height + 1
            body, tall = self._text(event.text.text, _PAD + lead, y, room)
            marks.append(body)
            y += tall + 12 * k
        rail = Shape(
            x=_PAD + d / 2 - 1.5,
            y=first + d / 2,
            w=3,
            h=max(1.0, last - first + d / 2),
            radius=1.5,
            fill=mixed(palette.primary, "#ffffff", 0.65),
        )
        return _Placed((rail, *marks), y - 12 * k + _PAD)

    def _text(self, text: str, x: float, y: float, room: float, *, weight: int = 400) -> tuple[Words, float]:
        size = 14.5 * self.scale
        tall = height_of(text, room=room, size=size, weight=weight)
        made = words(
            text,
            at=(x, y, room, tall + 0.5),
            sizes=steps_down(size, 5),
            weight=weight,
            color=self.brand.palette.ink,
            on="#ffffff",
        )
        return made, tall

    def _points(self, panel: Panel, w: float, y: float) -> _Placed:
        return self._listed(panel, w, y)

    def _steps(self, panel: Panel, w: float, y: float) -> _Placed:
        return self._listed(panel, w, y, numbered=True)

    def _places(self, panel: Panel, w: float, y: float) -> _Placed:
        return self._listed(panel, w, y, icon="map-pin")

    def _listed(self, panel: Panel, w: float, y: float, *, numbered: bool = False, icon: str = "") -> _Placed:
        """Entries one under the other, each with a number or an icon, and its name where it has one."""
        k = self.scale
        d = 34 * k
        lead = d + 14 * k
        room = w - 2 * _PAD - lead
        marks: list[Mark] = []
        for n, point in enumerate(panel.points, 1):
            name = clipped(clean(point.name), 80)
            head: list[Mark] = []
            head_tall = 0.0
            if name:
                placed = words(
                    name,
                    at=(_PAD + lead, y, room, 2 * 15 * k * LEADING),
                    sizes=steps_down(15 * k, 6),
                    weight=700,
                    color=self._color(0),
                    on="#ffffff",
                )
                head, head_tall = [placed], placed.setting.height
            body, tall = self._text(point.text, _PAD + lead, y + head_tall, room)
            block = head_tall + tall
            offset = max(0.0, (d - block) / 2)
            marks += [_dropped(mark, offset) for mark in (*head, body)]
            at = y + max(0.0, (min(block, 2 * d) - d) / 2)
            if numbered:
                fill = self.brand.palette.primary
                marks.append(Shape(x=_PAD, y=at, w=d, h=d, fill=fill, is_ellipse=True))
                marks.append(
                    words(
                        str(n),
                        at=(_PAD, at, d, d),
                        sizes=(d * 0.45,),
                        weight=700,
                        color=best_on(fill),
                        on=fill,
                        align=Align.CENTER,
                        is_middle=True,
                    )
                )
            else:
                marks += self._icon(point.text, _PAD, at, d, color=self._color(n - 1), name=icon)
            y += max(d, block) + 13 * k
        return _Placed(tuple(marks), y - 13 * k + _PAD)

    def _quotation(self, panel: Panel, w: float, y: float) -> _Placed:
        palette = self.brand.palette
        k = self.scale
        point = panel.points[0]
        room = w - 2 * _PAD - 20 * k
        size = 20 * k
        text = f"“{clean(point.text)}”"
        tall = height_of(text, room=room, size=size, weight=600)
        placed = words(
            text,
            at=(_PAD + 20 * k, y, room, tall + 0.5),
            sizes=steps_down(size, 6),
            weight=600,
            color=palette.ink,
            on="#ffffff",
        )
        marks: list[Mark] = [Shape(x=_PAD, y=y, w=5, h=tall, fill=palette.primary, radius=2.5), placed]
        y += tall + 10 * k
        if name := clipped(clean(point.name), 100):
            by = words(
                f"— {name}",
                at=(_PAD + 20 * k, y, room, 2 * 14 * k * LEADING),
                sizes=steps_down(14 * k, 6),
                color=palette.soft,
                on="#ffffff",
            )
            marks.append(by)
            y += by.setting.height + 4 * k
        return _Placed(tuple(marks), y + _PAD - 4 * k)


def _moved(marks: Sequence[Mark], dx: float, dy: float) -> list[Mark]:
    return [replace(mark, x=mark.x + dx, y=mark.y + dy) for mark in marks]


def _dropped(mark: Mark, dy: float) -> Mark:
    return replace(mark, y=mark.y + dy)


def _flipped(mark: Mark, w: float) -> Mark:
    """A mark mirrored within a width, so that mirroring the whole brings it back."""
    made = replace(mark, x=w - mark.x - mark.w)
    return replace(made, points=tuple((made.w - x, y) for x, y in made.points)) if isinstance(made, Path) else made
