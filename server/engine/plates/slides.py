"""A deck laid out: one plate a slide; what has no room goes on on a further one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from server.domain.decks import Deck, Slide, SlideKind
from server.engine.papers.labels import labels_of
from server.engine.papers.references import clean, clipped
from server.engine.plates.brands import Brand
from server.engine.plates.marks import Align, Mark, Part, Plate, mirrored
from server.engine.plates.setting import words
from server.engine.plates.slide_covers import quotation, recap, section, statement, title
from server.engine.plates.slide_figures import chart, figures, table
from server.engine.plates.slide_grids import FULL, MARGIN, WIDTH, Grid
from server.engine.plates.slide_lists import agenda, points, steps
from server.engine.plates.slide_sources import notes_of, sources
from server.engine.plates.slide_timelines import timeline
from server.engine.plates.words import is_right_to_left

_DRAWN: Mapping[SlideKind, Callable[[Grid, Slide], list[Plate]]] = {
    SlideKind.TITLE: title,
    SlideKind.AGENDA: agenda,
    SlideKind.SECTION: section,
    SlideKind.STATEMENT: statement,
    SlideKind.POINTS: points,
    SlideKind.FIGURES: figures,
    SlideKind.CHART: chart,
    SlideKind.TABLE: table,
    SlideKind.TIMELINE: timeline,
    SlideKind.QUOTATION: quotation,
    SlideKind.STEPS: steps,
    SlideKind.RECAP: recap,
    SlideKind.SOURCES: sources,
}


def laid_out(deck: Deck, *, brand: Brand, day: str = "") -> list[Plate]:
    """The deck's slides in order, with their notes.

    Args:
        day: the day to stand on the title slide; none when empty.
    """
    grid = Grid(deck, brand, labels_of(deck.language), day)
    plates = [
        replace(plate, notes=notes_of(grid, slide), kind=slide.kind.value)
        for slide in deck.slides
        for plate in _DRAWN[slide.kind](grid, slide)
    ]
    plates = [_numbered(grid, plate, number) for number, plate in enumerate(plates, 1)]
    return [mirrored(plate) for plate in plates] if is_right_to_left(deck.language) else plates


def _numbered(grid: Grid, plate: Plate, number: int) -> Plate:
    """The plate with its footer."""
    if plate.kind in {SlideKind.TITLE, SlideKind.SECTION}:
        return plate
    palette = grid.palette
    color, on = (palette.on_cover_soft, plate.ground) if plate.ground_end else (palette.soft, plate.ground)
    shown = clipped(clean(grid.deck.title), 90)
    marks: list[Mark] = [
        words(shown, at=(MARGIN, 503, FULL - 60, 14), sizes=(9.5,), color=color, on=on, part=Part.FOOTER),
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
