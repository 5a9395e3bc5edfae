"""Slides that say one thing: titles, parts, statements, quotations and the recap."""

from __future__ import annotations

from dataclasses import replace

from server.domain.decks import Slide, Theme
from server.engine.papers.palettes import contrast, mixed, readable
from server.engine.papers.references import clean, clipped
from server.engine.plates.marks import Mark, Part, Plate, Shape, Words
from server.engine.plates.setting import common_size, spaced, steps_down, words
from server.engine.plates.slide_grids import BAR, BOTTOM, FULL, MARGIN, TITLE, TOP, Grid
from server.engine.plates.tellings import quoted
from server.engine.plates.words import said


def title(grid: Grid, slide: Slide) -> list[Plate]:
    """The deck's cover."""
    palette = grid.palette
    one = mixed(palette.cover_end, palette.on_cover, 0.16)
    two = palette.accent if contrast(palette.accent, palette.cover) > 1.3 else mixed(palette.cover, "#ffffff", 0.4)
    marks: list[Mark] = [
        Shape(x=640, y=-150, w=440, h=440, fill=mixed(one, palette.cover, 0.35), fill_end=one, is_ellipse=True),
        Shape(x=780, y=290, w=300, h=300, fill=two, fill_end=mixed(two, palette.cover, 0.3), is_ellipse=True),
    ]
    if grid.brand.logo:
        marks.append(Shape(x=MARGIN, y=46, w=148, h=43, fill="#ffffff", radius=6))
        marks.append(grid.logo(MARGIN + 8, 51.5, 132, 33))
    authors = " · ".join(clipped(clean(name), 60) for name in slide.names)
    if authors:
        marks.append(spaced(authors, at=(MARGIN, 132, 540, 16), size=12, color=palette.on_cover_soft, on=palette.cover))
    marks.append(
        words(
            clipped(clean(slide.heading), TITLE) or grid.labels.untitled,
            at=(MARGIN, 160, 560, 180),
            sizes=steps_down(50, 14),
            weight=700,
            color=palette.on_cover,
            on=palette.cover,
            part=Part.TITLE,
        )
    )
    count = len(grid.deck.sources)
    about = grid.labels.one_source if count == 1 else grid.labels.many_sources.format(n=count)
    facts = " · ".join(filter(None, (grid.day, about if count else "")))
    title = marks[-1]
    assert isinstance(title, Words)
    y = title.y + title.setting.height + 22
    if slide.points:
        lead = words(
            slide.points[0].text,
            at=(MARGIN, y, 540, 96),
            sizes=steps_down(20, 9),
            color=palette.on_cover,
            on=palette.cover,
        )
        marks.append(lead)
        y += lead.setting.height + 22
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
    return [grid.plate(marks, name=clean(slide.heading), cover=True)]


def section(grid: Grid, slide: Slide) -> list[Plate]:
    """The page before a part, with its number."""
    palette = grid.palette
    grid.parts += 1
    marks: list[Mark] = [
        words(
            f"{grid.parts:02d}",
            at=(MARGIN, 168, 300, 60),
            sizes=(40,),
            weight=700,
            color=palette.on_cover_soft,
            on=palette.cover,
        ),
        Shape(x=MARGIN, y=238, w=72, h=BAR, fill=palette.on_cover, radius=2),
        words(
            grid.heading_of(slide),
            at=(MARGIN, 262, FULL, 160),
            sizes=steps_down(44, 14),
            weight=700,
            color=palette.on_cover,
            on=palette.cover,
            part=Part.TITLE,
        ),
    ]
    return [grid.plate(marks, name=grid.heading_of(slide), cover=True)]


def statement(grid: Grid, slide: Slide) -> list[Plate]:
    """One sentence, large."""
    palette = grid.palette
    label = clipped(grid.heading_of(slide), 90)
    color = readable(palette.primary, on=grid.ground)
    marks: list[Mark] = []
    if label:
        marks.append(spaced(label, at=(MARGIN, 44, FULL - 110, 14), size=10.5, color=color, on=grid.ground))
    text = slide.points[0].text if slide.points else ""
    top, tall = 80.0, 380.0
    placed = words(
        text,
        at=(MARGIN + 30, top, FULL - 90, tall),
        sizes=steps_down(42, 10),
        weight=600,
        color=palette.ink,
        on=grid.ground,
        is_middle=True,
        part=Part.TITLE,
    )
    bar = placed.setting.height
    marks.append(Shape(x=MARGIN, y=placed.top, w=6, h=bar, fill=palette.primary, radius=3))
    return [grid.plate([*marks, placed], name=grid.heading_of(slide) or clipped(clean(text), 80))]


def quotation(grid: Grid, slide: Slide) -> list[Plate]:
    """What somebody said, and who."""
    palette = grid.palette
    on = palette.cover
    point = slide.points[0]
    theme = said(Theme.QUOTATION, grid.deck.language)
    placed = words(
        quoted(point.text, grid.deck.language),
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
    name = clean(point.name) or _source_of(grid, slide)
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
    return [grid.plate(marks, name=clipped(clean(point.text), 80), cover=True)]


def _source_of(grid: Grid, slide: Slide) -> str:
    ids = [p.source_id for p in slide.passages]
    return next((clean(note.title) for note in grid.deck.sources if ids and note.id == ids[0]), "")


def recap(grid: Grid, slide: Slide) -> list[Plate]:
    """What to take away, numbered."""
    palette = grid.palette
    marks = grid.head(slide, cover=True)
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
    return [grid.plate(marks, name=grid.heading_of(slide), cover=True)]
