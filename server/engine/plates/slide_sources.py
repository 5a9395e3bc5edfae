"""The slides that name the sources, and the notes that cite them."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.decks import Slide, SlideKind
from server.domain.documents import SourceNote
from server.engine.papers.palettes import readable
from server.engine.papers.references import clean, clipped
from server.engine.plates.marks import Mark, Plate, Shape
from server.engine.plates.setting import steps_down, words
from server.engine.plates.slide_grids import FULL, GAP, MARGIN, TOP, Grid
from server.engine.plates.tellings import quoted

_FEW = 2
"""So many sources leave room for what was taken from them."""
_UNPROVED = frozenset({SlideKind.TITLE, SlideKind.AGENDA, SlideKind.SECTION, SlideKind.RECAP, SlideKind.SOURCES})


def sources(grid: Grid, slide: Slide) -> list[Plate]:
    """The sources, seven to a slide."""
    notes = grid.deck.sources
    pages = [notes[n : n + 7] for n in range(0, len(notes), 7)] or [()]
    return [_source_page(grid, slide, page) for page in pages]


def _source_page(grid: Grid, slide: Slide, notes: Sequence[SourceNote]) -> Plate:
    palette = grid.palette
    marks = grid.head(slide)
    for index, note in enumerate(notes):
        y = TOP + index * 48
        title = clipped(clean(note.title) or clean(note.address) or grid.labels.source, 200)
        facts = " · ".join(clipped(clean(f), 140) for f in (note.author, note.published, note.address) if clean(f))
        marks += grid.chip(str(index + 1), MARGIN, y + 2, 26)
        tall = 20.0 if facts else 40.0
        marks.append(
            words(
                title,
                at=(MARGIN + 42, y + 3, FULL - 42, tall),
                sizes=(15, 13.5, 12, 11, 10, 9, 8),
                weight=600,
                color=palette.ink,
                on=grid.ground,
            )
        )
        if facts and facts != title:
            marks.append(
                words(
                    facts,
                    at=(MARGIN + 42, y + 24, FULL - 42, 17),
                    sizes=(11, 10, 9, 8),
                    color=palette.soft,
                    on=grid.ground,
                )
            )
    if len(notes) <= _FEW:
        marks += _proofs(grid, TOP + 48 * len(notes) + 14)
    written = grid.labels.written_by.format(name=clean(grid.deck.written_by))
    marks.append(words(written, at=(MARGIN, 486, FULL, 14), sizes=(9.5, 8), color=palette.soft, on=grid.ground))
    return grid.plate(marks, name=grid.heading_of(slide))


def _proofs(grid: Grid, top: float) -> list[Mark]:
    """What the slides rest on, word for word: of each the first passage, in two columns."""
    found: list[tuple[str, str]] = []
    for slide in grid.deck.slides:
        quote = next((clean(p.text) for p in slide.passages if len(clean(p.text)) > 24), "")
        if quote and slide.kind not in _UNPROVED and grid.heading_of(slide):
            found.append((clipped(grid.heading_of(slide), 60), quoted(clipped(quote, 150), grid.deck.language)))
    marks: list[Mark] = []
    wide, tall = (FULL - GAP) / 2, 64.0
    rows = int((478 - top) / (tall + 8))
    for n, (name, quote) in enumerate(found[: 2 * rows]):
        x, y = MARGIN + n % 2 * (wide + GAP), top + n // 2 * (tall + 8)
        marks.append(Shape(x=x, y=y, w=wide, h=tall, fill="#ffffff", radius=8))
        at = (x + 16, y + 8, wide - 32, 16.0)
        color = readable(grid.palette.primary, on="#ffffff")
        marks.append(words(name, at=at, sizes=(11.5, 10, 9, 8), weight=600, color=color, on="#ffffff"))
        at = (x + 16, y + 25, wide - 32, tall - 31)
        marks.append(words(quote, at=at, sizes=steps_down(12.5, 6), color=grid.palette.ink, on="#ffffff"))
    return marks


def notes_of(grid: Grid, slide: Slide) -> str:
    """The talk, and the passages that the slide rests on."""
    talk = [clean(s.text) for s in slide.talk if clean(s.text)]
    titles = {note.id: clean(note.title) or clean(note.address) for note in grid.deck.sources}
    seen: dict[tuple[str, int, int], str] = {}
    for passage in slide.passages:
        place = f", {grid.labels.page.format(n=passage.page)}" if passage.page is not None else ""
        title = titles.get(passage.source_id, "") or grid.labels.source
        quote = clipped(clean(passage.text), 220)
        seen.setdefault(
            (passage.source_id, passage.start, passage.end), f"– {title}{place}: {quoted(quote, grid.deck.language)}"
        )
    cited = [f"{grid.labels.sources}:", *list(seen.values())[:24]] if seen else []
    return "\n".join((" ".join(talk), *([""] if talk and cited else []), *cited)).strip()
