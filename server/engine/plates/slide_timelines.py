"""Slides of events in their order."""

from __future__ import annotations

from dataclasses import replace

from server.domain.decks import Slide
from server.engine.papers.palettes import mixed, readable
from server.engine.plates.marks import Plate, Shape
from server.engine.plates.setting import common_size, height_of, steps_down, words
from server.engine.plates.slide_grids import BOTTOM, FULL, MARGIN, TOP, Grid
from server.engine.plates.tellings import when

_PAD = 16.0


def timeline(grid: Grid, slide: Slide) -> list[Plate]:
    """Events along a line, or down two rails where they are many."""
    palette = grid.palette
    events = slide.events
    count = max(1, len(events))
    if 4 < count <= 8 and (plate := _rail(grid, slide)) is not None:
        return [plate]
    w = (FULL - 16 * (count - 1)) / count
    inner = w - 2 * _PAD
    tall = BOTTOM - TOP - 74 - 2 * _PAD
    texts = [e.text.text for e in events]
    size = common_size(texts, room=inner, heights=tall, sizes=steps_down(22, 10.5))
    fits = all(height_of(t, room=inner, size=size) <= tall for t in texts)
    if (not fits or count > 6) and count > 1:
        half = -(-count // 2)
        halves = (events[:half], events[half:])
        return [plate for some in halves for plate in timeline(grid, replace(slide, events=some))]
    marks = grid.head(slide)
    y = TOP + 50
    marks.append(Shape(x=MARGIN, y=y - 1.5, w=FULL, h=3, fill=mixed(palette.primary, "#ffffff", 0.6), radius=1.5))
    labels = [when(e.label, e.date, is_about=e.is_approximate, labels=grid.labels) for e in events]
    bold = common_size(labels, room=w, heights=34, sizes=steps_down(22, 8), weight=700)
    card = min(BOTTOM - y - 24, max(170.0, *(height_of(t, room=inner, size=size) + 2 * _PAD for t in texts)))
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
                color=readable(palette.primary, on=grid.ground),
                on=grid.ground,
            )
        )
        marks.append(Shape(x=x, y=y + 24, w=w, h=card, fill="#ffffff", radius=10))
        place = (x + _PAD, y + 24 + _PAD, inner, card - 2 * _PAD + 0.5)
        marks.append(words(text, at=place, sizes=steps_down(size, 6), color=palette.ink, on="#ffffff"))
    return [grid.plate(marks, name=grid.heading_of(slide))]


def _rail(grid: Grid, slide: Slide) -> Plate | None:
    """Events in two columns, down the first and then the second; nothing where they don't fit."""
    palette = grid.palette
    events = slide.events
    per = -(-len(events) // 2)
    gap, lead = 40.0, 30.0
    w = (FULL - gap) / 2
    tall = (BOTTOM - TOP) / per
    room = w - lead
    texts = [e.text.text for e in events]
    labels = [when(e.label, e.date, is_about=e.is_approximate, labels=grid.labels) for e in events]
    bold = common_size(labels, room=room, heights=22, sizes=steps_down(15, 9), weight=700)
    heights = tall - 24 - 14
    size = common_size(texts, room=room, heights=heights, sizes=steps_down(16, 10.5))
    if any(height_of(t, room=room, size=size) > heights for t in texts):
        return None
    marks = grid.head(slide)
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
                color=readable(palette.primary, on=grid.ground),
                on=grid.ground,
            )
        )
        marks.append(
            words(text, at=(x + lead, y + 24, room, heights), sizes=(size,), color=palette.ink, on=grid.ground)
        )
    return grid.plate(marks, name=grid.heading_of(slide))
