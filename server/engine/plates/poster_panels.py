"""The panels of an infographic: each drawn from its own corner, at one scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from server.domain.infographics import Infographic, Panel, PanelKind
from server.engine.papers.labels import labels_of
from server.engine.papers.palettes import Palette, best_on, mixed, readable
from server.engine.papers.references import clean, clipped
from server.engine.plates.charts import drawn_chart, height_wished
from server.engine.plates.headlines import headline
from server.engine.plates.icons import icon_for, svg_of
from server.engine.plates.marks import Align, Mark, Path, Picture, Plot, Shape, Words
from server.engine.plates.measuring import LEADING
from server.engine.plates.setting import common_size, height_of, line_width, spaced, steps_down, words
from server.engine.plates.tables import drawn_table, matrices
from server.engine.plates.tellings import described, quoted, value_of, when
from server.engine.plates.words import is_right_to_left, said

GAP = 20.0
_PAD = 22.0
_MOST_HEIGHT = 3.2
_STRETCH = 0.9
"""A chart may be so much higher than it needs to be."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A panel's marks from its own corner, and the height that they take."""

    marks: tuple[Mark, ...]
    height: float
    panel: Panel | None = None
    stretch: float = 0.0
    """By how much it could be drawn higher, for the better."""


@dataclass(slots=True)
class Panels:
    """Draws panels for a picture; an icon that one has is not taken again while another is left."""

    piece: Infographic
    palette: Palette
    is_wide: bool
    scale: float
    taken: set[str] = field(default_factory=set)

    def panel(self, panel: Panel, w: float, *, more: float = 0.0) -> Placed:
        """A panel with its heading, so wide; a chart may be drawn `more` points higher than it needs."""
        making: Mapping[PanelKind, Callable[[Panel, float, float], Placed]] = {
            PanelKind.FIGURES: lambda p, room, _y: self.figures(p, room),
            PanelKind.CHART: lambda p, room, y: self._chart(p, room, y, more=more),
            PanelKind.TABLE: self._table,
            PanelKind.TIMELINE: self._timeline,
            PanelKind.STEPS: self._steps,
            PanelKind.PLACES: self._places,
            PanelKind.QUOTATION: self._quotation,
            PanelKind.POINTS: self._points,
        }
        head, y = self._title(panel, w)
        body = making[panel.kind](panel, w, y)
        return Placed((*head, *body.marks), body.height, panel, body.stretch)

    def figures(self, panel: Panel, w: float) -> Placed:
        """Figures in cards of their own, side by side."""
        figures = panel.figures
        count = len(figures)
        wide = self.is_wide
        per = count if wide and count <= 4 else 3 if count in {3, 5, 6} else min(count, 2)
        rows = -(-count // per)
        k = self.scale
        each = (w - GAP * (per - 1)) / per
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
                x = (n - row * per) * (each + GAP)
                figure = figures[n]
                color = self._color(n)
                marks.append(Shape(x=x, y=y, w=each, h=tall, fill="#ffffff", radius=12))
                top = y + _PAD * 0.8
                marks += self._icon(f"{figure.unit} {figure.label}", x + _PAD, top + (tops - d) / 2, d, color=color)
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
                        color=self.palette.soft,
                        on="#ffffff",
                    )
                )
            y += tall + (GAP if row < rows - 1 else 0)
        return Placed(tuple(marks), y)

    def _title(self, panel: Panel, w: float) -> tuple[list[Mark], float]:
        palette = self.palette
        k = self.scale
        inner = w - 2 * _PAD
        label = said(panel.theme, self.piece.language)
        heading = clipped(clean(panel.heading), 120)
        if (line := headline(panel, self.piece.language)) and line_width(
            (heading or label).upper(), size=10.5 * k, weight=600
        ) + 1.1 * k * len(heading or label) < inner:
            label, heading = heading or label, line
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

    def _chart(self, panel: Panel, w: float, y: float, *, more: float) -> Placed:
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
                    color=self.palette.soft,
                    on="#ffffff",
                )
            )
            y += 14 * k
        plot = Plot(x=_PAD, y=y, w=w - 2 * _PAD, h=1, chart=panel.chart, alt=described(panel.chart))
        wished = height_wished(plot, scale=k)
        plot = replace(plot, h=wished + more)
        rtl = is_right_to_left(self.piece.language)
        drawn: list[Mark] = drawn_chart(plot, self.palette, is_right_to_left=rtl, scale=k)
        if rtl:
            drawn = [_flipped(mark, w) for mark in drawn]
        return Placed((*marks, *drawn), y + plot.h + _PAD, stretch=wished * _STRETCH)

    def _table(self, panel: Panel, w: float, y: float) -> Placed:
        if panel.table is None:
            return self._points(panel, w, y)
        k = self.scale
        sizes = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
        found = matrices(panel.table, at=(_PAD, y, w - 2 * _PAD, _MOST_HEIGHT * w), scale=k, sizes=sizes)
        matrix = found[0]
        rtl = is_right_to_left(self.piece.language)
        drawn = drawn_table(matrix, self.palette, is_right_to_left=rtl)
        if rtl:
            drawn = [_flipped(mark, w) for mark in drawn]
        return Placed(tuple(drawn), y + matrix.h + _PAD)

    def _timeline(self, panel: Panel, w: float, y: float) -> Placed:
        palette = self.palette
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
        return Placed((rail, *marks), y - 12 * k + _PAD)

    def _text(self, text: str, x: float, y: float, room: float, *, weight: int = 400) -> tuple[Words, float]:
        size = 14.5 * self.scale
        tall = height_of(text, room=room, size=size, weight=weight)
        made = words(
            text,
            at=(x, y, room, tall + 0.5),
            sizes=steps_down(size, 5),
            weight=weight,
            color=self.palette.ink,
            on="#ffffff",
        )
        return made, tall

    def _points(self, panel: Panel, w: float, y: float) -> Placed:
        return self._listed(panel, w, y)

    def _steps(self, panel: Panel, w: float, y: float) -> Placed:
        return self._listed(panel, w, y, numbered=True)

    def _places(self, panel: Panel, w: float, y: float) -> Placed:
        return self._listed(panel, w, y, icon="map-pin")

    def _listed(self, panel: Panel, w: float, y: float, *, numbered: bool = False, icon: str = "") -> Placed:
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
                fill = self.palette.primary
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
        return Placed(tuple(marks), y - 13 * k + _PAD)

    def _quotation(self, panel: Panel, w: float, y: float) -> Placed:
        palette = self.palette
        k = self.scale
        point = panel.points[0]
        room = w - 2 * _PAD - 20 * k
        size = 20 * k
        text = quoted(point.text, self.piece.language)
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
        return Placed(tuple(marks), y + _PAD - 4 * k)

    def _icon(self, text: str, x: float, y: float, d: float, *, color: str, name: str = "") -> list[Mark]:
        """An icon on a pale disc."""
        chosen = name or icon_for(text, taken=frozenset(self.taken))
        self.taken.add(chosen)
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
        palette = self.palette
        return readable((palette.primary, palette.accent, palette.series[2])[index % 3], on="#ffffff")


def _dropped(mark: Mark, dy: float) -> Mark:
    return replace(mark, y=mark.y + dy)


def _flipped(mark: Mark, w: float) -> Mark:
    """A mark mirrored within a width, so that mirroring the whole brings it back."""
    made = replace(mark, x=w - mark.x - mark.w)
    return replace(made, points=tuple((made.w - x, y) for x, y in made.points)) if isinstance(made, Path) else made
