"""A deck laid out: one grid of 960 by 540 points, one plate a slide; what has no room goes on on a further one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from server.domain.decks import Deck, Slide, SlideKind, Theme
from server.domain.documents import Chart, ChartKind, Figure, SourceNote
from server.engine.papers.labels import Labels, labels_of
from server.engine.papers.palettes import Palette, best_on, contrast, mixed, readable
from server.engine.papers.plotting import MOST_SHARES
from server.engine.papers.references import clean, clipped
from server.engine.plates.marks import Align, Mark, Part, Picture, Plate, Plot, Shape, Words, mirrored
from server.engine.plates.measuring import LEADING
from server.engine.plates.setting import common_size, height_of, line_width, spaced, steps_down, words
from server.engine.plates.tables import matrices
from server.engine.plates.words import is_right_to_left, said

WIDTH, HEIGHT = 960.0, 540.0
MARGIN = 56.0
FULL = WIDTH - 2 * MARGIN
TOP, BOTTOM = 150.0, 488.0
GAP = 18.0
TITLE = 300
"""Characters of a title at most."""
_BAR = 4.0


@dataclass(frozen=True, slots=True)
class Brand:
    """What a deck wears: colours, and a logo of 200×50 (PNG; empty for none)."""

    palette: Palette
    logo: bytes = b""
    logo_name: str = "Logo"
    is_own: bool = False
    """Whether the logo was chosen: then it stands on every slide, else on the title alone."""


def laid_out(deck: Deck, *, brand: Brand, day: str = "") -> list[Plate]:
    """The deck's slides in order, with their notes.

    Args:
        day: the day to stand on the title slide; none when empty.
    """
    laying = _Laying(deck, brand, labels_of(deck.language), day)
    plates = [plate for slide in deck.slides for plate in laying.slide(slide)]
    plates = [laying.numbered(plate, number) for number, plate in enumerate(plates, 1)]
    return [mirrored(plate) for plate in plates] if is_right_to_left(deck.language) else plates


class _Laying:
    def __init__(self, deck: Deck, brand: Brand, labels: Labels, day: str) -> None:
        self._deck, self._brand, self._labels, self._day = deck, brand, labels, day
        self._palette = brand.palette
        self.ground = mixed(brand.palette.tint, "#ffffff", 0.35)
        self._parts = 0

    def slide(self, slide: Slide) -> list[Plate]:
        """The plates of a slide, usually one."""
        making: Mapping[SlideKind, Callable[[Slide], list[Plate]]] = {
            SlideKind.TITLE: self._title,
            SlideKind.AGENDA: self._agenda,
            SlideKind.SECTION: self._section,
            SlideKind.STATEMENT: self._statement,
            SlideKind.POINTS: self._points,
            SlideKind.FIGURES: self._figures,
            SlideKind.CHART: self._chart,
            SlideKind.TABLE: self._table,
            SlideKind.TIMELINE: self._timeline,
            SlideKind.QUOTATION: self._quotation,
            SlideKind.STEPS: self._steps,
            SlideKind.RECAP: self._recap,
            SlideKind.SOURCES: self._sources,
        }
        notes = self._notes(slide)
        return [replace(plate, notes=notes, kind=slide.kind.value) for plate in making[slide.kind](slide)]

    def numbered(self, plate: Plate, number: int) -> Plate:
        """The plate with its footer."""
        if plate.kind in {SlideKind.TITLE, SlideKind.SECTION}:
            return plate
        palette = self._palette
        color, on = (palette.on_cover_soft, plate.ground) if plate.ground_end else (palette.soft, plate.ground)
        title = clipped(clean(self._deck.title), 90)
        marks: list[Mark] = [
            words(title, at=(MARGIN, 503, FULL - 60, 14), sizes=(9.5,), color=color, on=on, part=Part.FOOTER),
            words(
                str(number),
                at=(WIDTH - MARGIN - 50, 503, 50, 14),
                sizes=(9.5,),
                color=color,
                on=on,
                align=Align.END,
                part=Part.NUMBER,
            ),
        ]
        return replace(plate, marks=(*plate.marks, *marks))

    def heading_of(self, slide: Slide) -> str:
        """What the slide is called in an agenda."""
        return clean(slide.heading) or said(slide.theme, self._deck.language)

    def _notes(self, slide: Slide) -> str:
        """The talk and the passages that the slide rests on."""
        talk = [clean(s.text) for s in slide.talk if clean(s.text)]
        titles = {note.id: clean(note.title) or clean(note.address) for note in self._deck.sources}
        seen: dict[tuple[str, int, int], str] = {}
        for passage in slide.passages:
            place = f", {self._labels.page.format(n=passage.page)}" if passage.page is not None else ""
            title = titles.get(passage.source_id, "") or self._labels.source
            quote = clipped(clean(passage.text), 220)
            seen.setdefault((passage.source_id, passage.start, passage.end), f"– {title}{place}: “{quote}”")
        cited = [f"{self._labels.sources}:", *list(seen.values())[:24]] if seen else []
        return "\n".join((" ".join(talk), *([""] if talk and cited else []), *cited)).strip()

    def _plate(self, marks: Sequence[Mark], *, name: str, cover: bool = False) -> Plate:
        palette = self._palette
        ground, end = (palette.cover, palette.cover_end) if cover else (self.ground, "")
        return Plate(name=name, width=WIDTH, height=HEIGHT, ground=ground, ground_end=end, marks=tuple(marks))

    def _head(self, slide: Slide, *, cover: bool = False, part: str = "") -> list[Mark]:
        """The label and the heading that stand over a slide."""
        palette = self._palette
        label = said(slide.theme, self._deck.language) if slide.heading else ""
        heading = clipped(self.heading_of(slide) or clean(self._deck.title), TITLE) + part
        on = palette.cover if cover else self.ground
        out: list[Mark] = []
        room = FULL if not self._brand.is_own or cover else FULL - 110
        if label and label != heading:
            color = palette.on_cover_soft if cover else readable(palette.primary, on=on)
            out.append(spaced(label, at=(MARGIN, 44, room, 14), size=10.5, color=color, on=on))
        out.append(
            words(
                heading,
                at=(MARGIN, 62, room, 72),
                sizes=steps_down(30, 11),
                weight=700,
                color=palette.on_cover if cover else palette.ink,
                on=on,
                part=Part.TITLE,
            )
        )
        if self._brand.logo and self._brand.is_own and not cover:
            out.append(self._logo(WIDTH - MARGIN - 88, 40, 88, 22))
        return out

    def _logo(self, x: float, y: float, w: float, h: float) -> Picture:
        return Picture(x=x, y=y, w=w, h=h, content=self._brand.logo, alt=self._brand.logo_name)

    def _title(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        one = mixed(palette.cover_end, palette.on_cover, 0.16)
        two = palette.accent if contrast(palette.accent, palette.cover) > 1.3 else mixed(palette.cover, "#ffffff", 0.4)
        marks: list[Mark] = [
            Shape(x=640, y=-150, w=440, h=440, fill=mixed(one, palette.cover, 0.35), fill_end=one, is_ellipse=True),
            Shape(x=780, y=290, w=300, h=300, fill=two, fill_end=mixed(two, palette.cover, 0.3), is_ellipse=True),
        ]
        if self._brand.logo:
            marks.append(Shape(x=MARGIN, y=46, w=148, h=43, fill="#ffffff", radius=6))
            marks.append(self._logo(MARGIN + 8, 51.5, 132, 33))
        authors = " · ".join(clipped(clean(name), 60) for name in slide.names)
        if authors:
            marks.append(
                spaced(authors, at=(MARGIN, 132, 540, 16), size=12, color=palette.on_cover_soft, on=palette.cover)
            )
        marks.append(
            words(
                clipped(clean(slide.heading), TITLE) or self._labels.untitled,
                at=(MARGIN, 160, 560, 220),
                sizes=steps_down(46, 14),
                weight=700,
                color=palette.on_cover,
                on=palette.cover,
                part=Part.TITLE,
            )
        )
        count = len(self._deck.sources)
        about = self._labels.one_source if count == 1 else self._labels.many_sources.format(n=count)
        facts = " · ".join(filter(None, (self._day, about if count else "")))
        title = marks[-1]
        assert isinstance(title, Words)
        y = title.y + title.setting.height + 22
        if facts:
            marks.append(
                words(
                    facts,
                    at=(MARGIN, y, 540, 24),
                    sizes=(16, 14, 12, 10),
                    color=palette.on_cover_soft,
                    on=palette.cover,
                )
            )
        return [self._plate(marks, name=clean(slide.heading), cover=True)]

    def _section(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        self._parts += 1
        marks: list[Mark] = [
            words(
                f"{self._parts:02d}",
                at=(MARGIN, 168, 300, 60),
                sizes=(40,),
                weight=700,
                color=palette.on_cover_soft,
                on=palette.cover,
            ),
            Shape(x=MARGIN, y=238, w=72, h=_BAR, fill=palette.on_cover, radius=2),
            words(
                self.heading_of(slide),
                at=(MARGIN, 262, FULL, 160),
                sizes=steps_down(44, 14),
                weight=700,
                color=palette.on_cover,
                on=palette.cover,
                part=Part.TITLE,
            ),
        ]
        return [self._plate(marks, name=self.heading_of(slide), cover=True)]

    def _agenda(self, slide: Slide) -> list[Plate]:
        skipped = {SlideKind.TITLE, SlideKind.AGENDA, SlideKind.SECTION, SlideKind.SOURCES, SlideKind.RECAP}
        entries = [self.heading_of(each) for each in self._deck.slides if each.kind not in skipped]
        entries = list(dict.fromkeys(entry for entry in entries if entry)) or list(slide.names)
        return self._rows(slide, entries[:14], numbered=True, columns=2 if len(entries) > 4 else 1)

    def _statement(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        has_heading = bool(self.heading_of(slide))
        marks: list[Mark] = self._head(slide) if has_heading else []
        text = slide.points[0].text if slide.points else ""
        top, tall = (TOP, BOTTOM - TOP) if has_heading else (80.0, 380.0)
        part = Part.BODY if has_heading else Part.TITLE
        placed = words(
            text,
            at=(MARGIN + 30, top, FULL - 90, tall),
            sizes=steps_down(38, 10),
            weight=600,
            color=palette.ink,
            on=self.ground,
            is_middle=True,
            part=part,
        )
        bar = placed.setting.height
        marks.append(Shape(x=MARGIN, y=placed.top, w=6, h=bar, fill=palette.primary, radius=3))
        return [self._plate([*marks, placed], name=self.heading_of(slide) or clipped(clean(text), 80))]

    def _points(self, slide: Slide) -> list[Plate]:
        return self._rows(slide, [p.text for p in slide.points])

    def _rows(
        self, slide: Slide, texts: Sequence[str], *, numbered: bool = False, columns: int = 1, part: str = ""
    ) -> list[Plate]:
        """Cards, one under the other or in two columns; in two plates where they are too many for one."""
        palette = self._palette
        count = max(1, len(texts))
        per = -(-count // columns)
        gap = 12.0
        w = (FULL - GAP * (columns - 1)) / columns
        tall = min(156.0 if columns == 1 else 100.0, (BOTTOM - TOP - gap * (per - 1)) / per)
        lead = 60.0 if numbered else 26.0
        inner = w - lead - 20
        sizes = steps_down(24, 12)
        size = common_size(texts, room=inner, heights=tall - 14, sizes=sizes)
        fits = all(height_of(t, room=inner, size=size) <= tall - 13.9 for t in texts)
        if not fits and count > 1:
            half = -(-count // 2)
            first = self._rows(slide, texts[:half], numbered=numbered, columns=columns)
            return [*first, *self._rows(slide, texts[half:], numbered=numbered, columns=columns)]
        marks: list[Mark] = self._head(slide, part=part)
        if count == 1:
            tall = BOTTOM - TOP
        for index, text in enumerate(texts):
            x = MARGIN + (index // per) * (w + GAP)
            y = TOP + (index % per) * (tall + gap)
            marks.append(Shape(x=x, y=y, w=w, h=tall, fill="#ffffff", radius=8))
            if numbered:
                d = min(34.0, tall - 10)
                marks += self._chip(str(index + 1), x + 14, y + (tall - d) / 2, d)
            else:
                color = palette.series[0]
                marks.append(Shape(x=x, y=y + 10, w=_BAR, h=tall - 20, fill=color, radius=2))
            fitting = (size,) if fits else steps_down(12, 6)
            marks.append(
                words(
                    text,
                    at=(x + lead, y + 7, inner, tall - 14),
                    sizes=fitting,
                    color=palette.ink,
                    on="#ffffff",
                    is_middle=True,
                )
            )
        return [self._plate(marks, name=self.heading_of(slide))]

    def _chip(self, text: str, x: float, y: float, d: float) -> list[Mark]:
        """A number in a disc."""
        fill = self._palette.primary
        return [
            Shape(x=x, y=y, w=d, h=d, fill=fill, is_ellipse=True),
            words(
                text,
                at=(x, y, d, d),
                sizes=(d * 0.44, d * 0.3),
                weight=700,
                color=best_on(fill),
                on=fill,
                align=Align.CENTER,
                is_middle=True,
            ),
        ]

    def _figures(self, slide: Slide) -> list[Plate]:
        figures = slide.figures[:6]
        count = max(1, len(figures))
        columns = count if count <= 3 else 2 if count == 4 else 3
        rows = -(-count // columns)
        w = (FULL - GAP * (columns - 1)) / columns
        tall = min(250.0, (BOTTOM - TOP - GAP * (rows - 1)) / rows)
        marks = self._head(slide)
        inner = w - 44
        value_size = common_size(
            [value_of(f) for f in figures],
            room=inner,
            heights=60,
            sizes=steps_down(46 if rows == 1 else 34, 12),
            weight=700,
        )
        label_tall = tall - 46 - value_size * LEADING
        label_size = common_size([f.label for f in figures], room=inner, heights=label_tall, sizes=steps_down(17, 9))
        top = TOP if rows > 1 else TOP + (BOTTOM - TOP - tall) / 2 - 20
        for index, figure in enumerate(figures):
            x = MARGIN + (index % columns) * (w + GAP)
            y = top + (index // columns) * (tall + GAP)
            color = self._readable(index)
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
            below = y + 36 + placed.setting.height
            marks.append(
                words(
                    figure.label,
                    at=(x + 22, below, inner, y + tall - 10 - below),
                    sizes=steps_down(label_size, 6),
                    color=self._palette.soft,
                    on="#ffffff",
                )
            )
        return [self._plate(marks, name=self.heading_of(slide))]

    def _readable(self, index: int) -> str:
        palette = self._palette
        return readable((palette.primary, palette.accent, palette.series[2])[index % 3], on="#ffffff")

    def _chart(self, slide: Slide) -> list[Plate]:
        chart = slide.chart
        if chart is None:
            return self._points(slide)
        chart = as_drawn(chart)
        palette = self._palette
        marks = self._head(slide)
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
        marks.append(
            Plot(x=MARGIN + pad, y=top, w=w - 2 * pad, h=TOP + h - pad - top, chart=chart, alt=described(chart))
        )
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
        return [self._plate(marks, name=self.heading_of(slide))]

    def _table(self, slide: Slide) -> list[Plate]:
        if slide.table is None:
            return self._points(slide)
        parts = matrices(slide.table, at=(MARGIN, TOP - 6, FULL, BOTTOM - TOP + 6))
        return [
            self._plate(
                [*self._head(slide, part=f" ({n}/{len(parts)})" if len(parts) > 1 else ""), matrix],
                name=self.heading_of(slide),
            )
            for n, matrix in enumerate(parts, 1)
        ]

    def _timeline(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        events = slide.events
        count = max(1, len(events))
        if 4 < count <= 8 and (plate := self._rail(slide)) is not None:
            return [plate]
        w = (FULL - 16 * (count - 1)) / count
        tall = BOTTOM - TOP - 96
        texts = [e.text.text for e in events]
        size = common_size(texts, room=w, heights=tall, sizes=steps_down(18, 10.5))
        fits = all(height_of(t, room=w, size=size) <= tall for t in texts)
        if (not fits or count > 6) and count > 1:
            half = -(-count // 2)
            halves = (events[:half], events[half:])
            return [plate for some in halves for plate in self._timeline(replace(slide, events=some))]
        marks = self._head(slide)
        y = TOP + 50
        marks.append(Shape(x=MARGIN, y=y - 1.5, w=FULL, h=3, fill=mixed(palette.primary, "#ffffff", 0.6), radius=1.5))
        labels = [when(e.label, e.date, is_about=e.is_approximate, labels=self._labels) for e in events]
        bold = common_size(labels, room=w, heights=34, sizes=steps_down(17, 8), weight=700)
        for index, (label, text) in enumerate(zip(labels, texts, strict=True)):
            x = MARGIN + index * (w + 16)
            marks.append(Shape(x=x, y=y - 8, w=16, h=16, fill=palette.primary, is_ellipse=True))
            marks.append(Shape(x=x + 5, y=y - 3, w=6, h=6, fill="#ffffff", is_ellipse=True))
            marks.append(
                words(
                    label,
                    at=(x, TOP - 2, w, 38),
                    sizes=steps_down(bold, 6),
                    weight=700,
                    color=readable(palette.primary, on=self.ground),
                    on=self.ground,
                )
            )
            marks.append(
                words(text, at=(x, y + 24, w, tall), sizes=steps_down(size, 6), color=palette.ink, on=self.ground)
            )
        return [self._plate(marks, name=self.heading_of(slide))]

    def _rail(self, slide: Slide) -> Plate | None:
        """Events in two columns, down the first and then the second; nothing where they don't fit."""
        palette = self._palette
        events = slide.events
        per = -(-len(events) // 2)
        gap, lead = 40.0, 30.0
        w = (FULL - gap) / 2
        tall = (BOTTOM - TOP) / per
        room = w - lead
        texts = [e.text.text for e in events]
        labels = [when(e.label, e.date, is_about=e.is_approximate, labels=self._labels) for e in events]
        bold = common_size(labels, room=room, heights=22, sizes=steps_down(15, 9), weight=700)
        heights = tall - 24 - 14
        size = common_size(texts, room=room, heights=heights, sizes=steps_down(16, 10.5))
        if any(height_of(t, room=room, size=size) > heights for t in texts):
            return None
        marks = self._head(slide)
        rail = mixed(palette.primary, "#ffffff", 0.6)
        for column in range(2):
            some = len(events[column * per : (column + 1) * per])
            if some:
                x = MARGIN + column * (w + gap)
                marks.append(Shape(x=x + 6.5, y=TOP + 10, w=3, h=(some - 1) * tall + 24, fill=rail, radius=1.5))
        for index, (label, text) in enumerate(zip(labels, texts, strict=True)):
            x = MARGIN + (index // per) * (w + gap)
            y = TOP + (index % per) * tall
            marks.append(Shape(x=x, y=y + 3, w=16, h=16, fill=palette.primary, is_ellipse=True))
            marks.append(Shape(x=x + 5, y=y + 8, w=6, h=6, fill="#ffffff", is_ellipse=True))
            marks.append(
                words(
                    label,
                    at=(x + lead, y, room, 22),
                    sizes=steps_down(bold, 6),
                    weight=700,
                    is_middle=True,
                    color=readable(palette.primary, on=self.ground),
                    on=self.ground,
                )
            )
            marks.append(
                words(text, at=(x + lead, y + 24, room, heights), sizes=(size,), color=palette.ink, on=self.ground)
            )
        return self._plate(marks, name=self.heading_of(slide))

    def _quotation(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        on = palette.cover
        point = slide.points[0]
        theme = said(Theme.QUOTATION, self._deck.language)
        placed = words(
            f"“{clean(point.text)}”",
            at=(MARGIN + 60, 110, FULL - 150, 290),
            sizes=steps_down(40, 10),
            weight=600,
            color=palette.on_cover,
            on=on,
            is_middle=True,
            part=Part.TITLE,
        )
        placed = replace(placed, y=placed.top, h=placed.setting.height)
        marks: list[Mark] = [
            spaced(theme, at=(MARGIN + 60, 60, FULL - 150, 14), size=10.5, color=palette.on_cover_soft, on=on),
            Shape(x=MARGIN, y=placed.top, w=6, h=placed.setting.height, fill=palette.on_cover, radius=3),
            placed,
        ]
        name = clean(point.name) or self._source_of(slide)
        if name:
            marks.append(
                words(
                    f"— {clipped(name, 120)}",
                    at=(MARGIN + 60, placed.top + placed.setting.height + 22, FULL - 150, 44),
                    sizes=(18, 16, 14, 12, 10),
                    color=palette.on_cover_soft,
                    on=on,
                )
            )
        return [self._plate(marks, name=clipped(clean(point.text), 80), cover=True)]

    def _source_of(self, slide: Slide) -> str:
        ids = [p.source_id for p in slide.passages]
        return next((clean(note.title) for note in self._deck.sources if ids and note.id == ids[0]), "")

    def _steps(self, slide: Slide) -> list[Plate]:
        texts = [p.text for p in slide.points]
        count = len(texts)
        if count > 4 or count < 2:
            return self._rows(slide, texts, numbered=True, columns=2 if count > 4 else 1)
        palette = self._palette
        w = (FULL - 24 * (count - 1)) / count
        tall = BOTTOM - TOP - 90
        size = common_size(texts, room=w - 6, heights=tall, sizes=steps_down(22, 12))
        if any(height_of(t, room=w - 6, size=size) > tall for t in texts):
            return self._rows(slide, texts, numbered=True)
        marks = self._head(slide)
        y = TOP + 40
        last = MARGIN + (count - 1) * (w + 24)
        rail = mixed(palette.primary, "#ffffff", 0.65)
        marks.append(Shape(x=MARGIN + 26, y=y - 2, w=last - MARGIN, h=4, fill=rail, radius=2))
        for index, text in enumerate(texts):
            x = MARGIN + index * (w + 24)
            marks += self._chip(str(index + 1), x, y - 26, 52)
            marks.append(words(text, at=(x, y + 44, w - 6, tall), sizes=(size,), color=palette.ink, on=self.ground))
        return [self._plate(marks, name=self.heading_of(slide))]

    def _recap(self, slide: Slide) -> list[Plate]:
        palette = self._palette
        marks = self._head(slide, cover=True)
        texts = [p.text for p in slide.points]
        count = max(1, len(texts))
        each = min(96.0, (BOTTOM - TOP - 14 * (count - 1)) / count)
        size = common_size(texts, room=FULL - 70, heights=each, sizes=steps_down(24, 8))
        for index, text in enumerate(texts):
            y = TOP + index * (each + 14)
            marks.append(
                words(
                    f"{index + 1:02d}",
                    at=(MARGIN, y, 60, each),
                    sizes=(30, 24),
                    weight=700,
                    is_middle=True,
                    color=palette.on_cover_soft,
                    on=palette.cover,
                )
            )
            marks.append(
                words(
                    text,
                    at=(MARGIN + 70, y, FULL - 70, each),
                    sizes=steps_down(size, 6),
                    is_middle=True,
                    color=palette.on_cover,
                    on=palette.cover,
                    weight=500,
                )
            )
        return [self._plate(marks, name=self.heading_of(slide), cover=True)]

    def _sources(self, slide: Slide) -> list[Plate]:
        notes = self._deck.sources
        pages = [notes[n : n + 7] for n in range(0, len(notes), 7)] or [()]
        return [self._source_page(slide, page) for page in pages]

    def _source_page(self, slide: Slide, notes: Sequence[SourceNote]) -> Plate:
        palette = self._palette
        marks = self._head(slide)
        for index, note in enumerate(notes):
            y = TOP + index * 48
            title = clipped(clean(note.title) or clean(note.address) or self._labels.source, 200)
            facts = " · ".join(clipped(clean(f), 140) for f in (note.author, note.published, note.address) if clean(f))
            marks += self._chip(str(index + 1), MARGIN, y + 2, 26)
            tall = 20.0 if facts else 40.0
            marks.append(
                words(
                    title,
                    at=(MARGIN + 42, y + 3, FULL - 42, tall),
                    sizes=(15, 13.5, 12, 11, 10, 9, 8),
                    weight=600,
                    color=palette.ink,
                    on=self.ground,
                )
            )
            if facts and facts != title:
                marks.append(
                    words(
                        facts,
                        at=(MARGIN + 42, y + 24, FULL - 42, 17),
                        sizes=(11, 10, 9, 8),
                        color=palette.soft,
                        on=self.ground,
                    )
                )
        written = self._labels.written_by.format(name=clean(self._deck.written_by))
        marks.append(words(written, at=(MARGIN, 486, FULL, 14), sizes=(9.5, 8), color=palette.soft, on=self.ground))
        return self._plate(marks, name=self.heading_of(slide))


def value_of(figure: Figure) -> str:
    """A figure with its unit, as it stands on a card."""
    value, unit = clipped(clean(figure.value), 40), clipped(clean(figure.unit), 24)
    if not unit or unit.lower() in value.lower().split():
        return value
    return f"{value}\u00a0{unit}" if line_width(unit, size=1) < 3.2 else f"{value} {unit}"


def when(label: str, date: str, *, is_about: bool, labels: Labels) -> str:
    """An event's date as it is shown."""
    shown = clipped(clean(label) or date, 60)
    return f"{labels.approximate} {shown}" if is_about and labels.approximate not in shown.lower() else shown


def as_drawn(chart: Chart) -> Chart:
    """The chart as both the slides and their PDF can draw it: shares as bars with their per cent."""
    if chart.kind is ChartKind.SHARES and len(chart.labels) <= MOST_SHARES:
        return replace(chart, kind=ChartKind.BARS)
    return chart


def described(chart: Chart) -> str:
    """A chart in words, for who can't see it."""
    rows = []
    for name, values in chart.series:
        told = ", ".join(f"{clean(label)} {value:g}" for label, value in zip(chart.labels, values, strict=False))
        rows.append(f"{clean(name)}: {told}" if name else told)
    unit = f" ({clean(chart.unit)})" if chart.unit else ""
    return clipped(f"{clean(chart.title)}{unit}. {'; '.join(rows)}", 900)
