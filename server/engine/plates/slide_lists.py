"""Slides of entries: points, the agenda and steps."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.decks import Slide, SlideKind
from server.engine.papers.palettes import mixed
from server.engine.plates.marks import Mark, Plate, Shape
from server.engine.plates.setting import common_size, height_of, steps_down, words
from server.engine.plates.slide_grids import BAR, BOTTOM, FULL, GAP, MARGIN, TOP, Grid


def agenda(grid: Grid, slide: Slide) -> list[Plate]:
    """What the deck goes through, in its order."""
    skipped = {SlideKind.TITLE, SlideKind.AGENDA, SlideKind.SECTION, SlideKind.SOURCES, SlideKind.RECAP}
    entries = [grid.heading_of(each) for each in grid.deck.slides if each.kind not in skipped]
    entries = list(dict.fromkeys(entry for entry in entries if entry)) or list(slide.names)
    return rows(grid, slide, entries[:14], numbered=True, columns=2 if len(entries) > 4 else 1)


def points(grid: Grid, slide: Slide) -> list[Plate]:
    """What is found, a card each."""
    texts = [p.text for p in slide.points]
    lead = texts.pop(0).rstrip(".") if slide.has_lead and len(texts) > 1 else ""
    return rows(grid, slide, texts, line=lead)


def rows(
    grid: Grid,
    slide: Slide,
    texts: Sequence[str],
    *,
    numbered: bool = False,
    columns: int = 1,
    line: str = "",
    first: int = 1,
) -> list[Plate]:
    """Cards, one under the other or in two columns; in two plates where they are too many for one.

    Args:
        line: what stands over them instead of the slide's heading.
        first: the number of the first.
    """
    palette = grid.palette
    count = max(1, len(texts))
    per = -(-count // columns)
    gap = 12.0
    w = (FULL - GAP * (columns - 1)) / columns
    tall = min(156.0 if columns == 1 else 100.0, (BOTTOM - TOP - gap * (per - 1)) / per)
    lead = 60.0 if numbered else 26.0
    inner = w - lead - 20
    sizes = steps_down(26 if columns == 1 else 24, 12)
    size = common_size(texts, room=inner, heights=tall - 14, sizes=sizes)
    fits = all(height_of(t, room=inner, size=size) <= tall - 13.9 for t in texts)
    if not fits and count > 1:
        half = -(-count // 2)
        begun = rows(grid, slide, texts[:half], numbered=numbered, columns=columns, line=line, first=first)
        more = rows(grid, slide, texts[half:], numbered=numbered, columns=columns, line=line, first=first + half)
        return [*begun, *more]
    marks: list[Mark] = grid.head(slide, line=line)
    if count == 1:
        tall = BOTTOM - TOP
    for index, text in enumerate(texts):
        x = MARGIN + (index // per) * (w + GAP)
        y = TOP + (index % per) * (tall + gap)
        marks.append(Shape(x=x, y=y, w=w, h=tall, fill="#ffffff", radius=8))
        if numbered:
            d = min(34.0, tall - 10)
            marks += grid.chip(str(index + first), x + 14, y + (tall - d) / 2, d)
        else:
            color = palette.series[0]
            marks.append(Shape(x=x, y=y + 10, w=BAR, h=tall - 20, fill=color, radius=2))
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
    return [grid.plate(marks, name=grid.heading_of(slide))]


def steps(grid: Grid, slide: Slide) -> list[Plate]:
    """What is done one after the other: along a rail where it fits, else in rows."""
    texts = [p.text for p in slide.points]
    count = len(texts)
    if count > 4 or count < 2:
        return rows(grid, slide, texts, numbered=True, columns=2 if count > 4 else 1)
    palette = grid.palette
    w = (FULL - 24 * (count - 1)) / count
    tall = BOTTOM - TOP - 90
    size = common_size(texts, room=w - 6, heights=tall, sizes=steps_down(22, 12))
    if any(height_of(t, room=w - 6, size=size) > tall for t in texts):
        return rows(grid, slide, texts, numbered=True)
    marks = grid.head(slide)
    y = TOP + 40
    last = MARGIN + (count - 1) * (w + 24)
    rail = mixed(palette.primary, "#ffffff", 0.65)
    marks.append(Shape(x=MARGIN + 26, y=y - 2, w=last - MARGIN, h=4, fill=rail, radius=2))
    for index, text in enumerate(texts):
        x = MARGIN + index * (w + 24)
        marks += grid.chip(str(index + 1), x, y - 26, 52)
        marks.append(words(text, at=(x, y + 44, w - 6, tall), sizes=(size,), color=palette.ink, on=grid.ground))
    return [grid.plate(marks, name=grid.heading_of(slide))]
