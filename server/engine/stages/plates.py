"""From a written deck or infographic to its files, in one piece: laid out once, drawn in every form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from server.domain.decks import Deck
from server.domain.errors import RenderingFailed
from server.domain.infographics import Infographic
from server.domain.requests import Stage
from server.domain.sources import Source
from server.engine.papers.references import Origin, origin_of
from server.engine.specs import Brand
from server.engine.stages.context import Context
from server.engine.stages.drawn import drawn_once
from server.engine.stages.logos import brand_logo
from server.engine.workers import DRAWING
from server.engine.workfolders import WorkFolder, key_of

if TYPE_CHECKING:
    from server.engine.plates.brands import Brand as Worn
    from server.engine.plates.marks import Plate

FORMAT = 2
"""Counts up when the same piece is drawn differently."""
MARKDOWN, PPTX, PDF, PNG = "md", "pptx", "pdf", "png"
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Look:
    """What drawing needs beside the piece."""

    origins: tuple[Origin, ...]
    brand: Brand
    logo: Path
    """A PNG of 200×50."""
    day: date
    with_notes: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What a person should be told of the drawing."""

    notes: tuple[str, ...]


def draw_plates(
    context: Context, piece: Deck | Infographic, sources: tuple[Source, ...]
) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Draw a deck or an infographic.

    Returns:
        Its files by their endings, and what a person should be told.

    Raises:
        SourceNotImported: the brand's logo can't be had, or is no picture to be drawn with.
        RenderingFailed: a file did not pass its check.
    """
    spec = context.spec
    look = Look(
        origins=tuple(origin_of(source) for source in sources),
        brand=spec.brand,
        logo=brand_logo(context),
        day=datetime.now().astimezone().date(),
        with_notes=spec.include_citations,
    )
    forms = (PPTX, PDF, MARKDOWN) if isinstance(piece, Deck) else (PNG, MARKDOWN)
    key = key_of(FORMAT, type(piece).__name__, piece, look)
    paths = {form: context.work.file("plates", key, f".{form}") for form in forms}
    facts = context.work.file("plates", key, ".facts")

    def draw() -> None:
        context.workers.run(DRAWING, context.supervision, _draw_piece, piece, look, paths, facts=facts)

    what = "the slides" if isinstance(piece, Deck) else "the infographic"
    told = drawn_once(context, draw, facts, Facts, paths=paths.values(), what=what)
    context.report(Stage.DRAWING, 1.0, "Drawn")
    return paths, told.notes


def _draw_piece(piece: Deck | Infographic, look: Look, paths: dict[str, Path], *, facts: Path) -> None:
    folder = WorkFolder(facts.parent)
    with folder.in_use():
        try:
            made, notes = drawn_deck(piece, look) if isinstance(piece, Deck) else drawn_infographic(piece, look)
        except MemoryError as error:
            raise RenderingFailed("There is too much to be drawn; ask for a shorter one.") from error
        for form, content in made.items():
            folder.write(paths[form], content)
        folder.save(facts, Facts(notes))


def drawn_deck(deck: Deck, look: Look) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The checked files of a deck by their endings, and what to tell.

    Raises:
        RenderingFailed: a file did not pass its check.
    """
    from server.engine.papers.checking import check_pdf
    from server.engine.papers.labels import day_in
    from server.engine.plates.checking import check_pptx
    from server.engine.plates.office import as_pptx
    from server.engine.plates.outlining import deck_markdown
    from server.engine.plates.slides import laid_out
    from server.engine.plates.typesetting import draw

    brand = _worn(look)
    plates = laid_out(deck, brand=brand, day=day_in(deck.language, look.day))
    drawing = draw(plates, palette=brand.palette, language=deck.language, title=deck.title)
    pages = check_pdf(drawing.files[0])
    author = deck.sources[0].author if deck.sources else ""
    slides = as_pptx(plates, palette=brand.palette, title=deck.title, language=deck.language, author=author)
    check_pptx(slides, slides=pages)
    if pages != len(plates):
        raise RenderingFailed("The PDF and the slides differ; run it again.")
    text = deck_markdown(deck, origins=look.origins, with_notes=look.with_notes)
    return {PPTX: slides, PDF: drawing.files[0], MARKDOWN: text.encode()}, (*_cut(plates), *_told(drawing.missing))


def drawn_infographic(piece: Infographic, look: Look) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The checked files of an infographic by their endings, and what to tell.

    Raises:
        RenderingFailed: a file did not pass its check.
    """
    from server.engine.plates.checking import check_png
    from server.engine.plates.outlining import infographic_markdown
    from server.engine.plates.posters import laid_out, pixels_an_inch
    from server.engine.plates.typesetting import draw

    brand = _worn(look)
    plate = laid_out(piece, brand=brand)
    drawing = draw(
        [plate],
        palette=brand.palette,
        language=piece.language,
        title=piece.title,
        form="png",
        ppi=pixels_an_inch(plate),
    )
    check_png(drawing.files[0])
    text = infographic_markdown(piece, origins=look.origins, with_notes=look.with_notes)
    left_out = tuple(f"There was no room on the picture for: {name}." for name in plate.details)
    return {PNG: drawing.files[0], MARKDOWN: text.encode()}, (*left_out, *_cut([plate]), *_told(drawing.missing))


def _worn(look: Look) -> Worn:
    from server.engine.papers.palettes import light_palette
    from server.engine.plates.brands import Brand as Worn

    brand = look.brand
    palette = light_palette(
        brand=brand.brand_color, accent=brand.accent_color, background=brand.background_color, text=brand.text_color
    )
    name = brand.name or (brand.logo.name if brand.logo else "Quillcast")
    return Worn(palette, look.logo.read_bytes(), name, is_own=brand.logo is not None)


def _cut(plates: Sequence[Plate]) -> tuple[str, ...]:
    from server.engine.plates.marks import Matrix, Words

    settings = [
        *(m.setting for plate in plates for m in plate.marks if isinstance(m, Words)),
        *(f.setting for plate in plates for m in plate.marks if isinstance(m, Matrix) for row in m.rows for f in row),
    ]
    count = sum(setting.is_cut for setting in settings)
    return (f"{count} texts were too long for their places and end in an ellipsis.",) if count else ()


def _told(missing: str) -> tuple[str, ...]:
    if not missing:
        return ()
    named = " ".join(missing[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
    return (f"There are no glyphs for some characters ({named}): letters stand as ▯ and pictures are left out.",)
