"""Slide decks: sources, the slides that are written of them, and their files."""

from __future__ import annotations

from server.domain.decks import Deck, DeckFormat
from server.domain.errors import CannotProduce
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.plates import MARKDOWN, PDF, PPTX, draw_plates
from server.engine.stages.writing import language_of, write
from server.engine.workers import IMPORTING
from server.engine.writing.tasks import DeckTask

ENDINGS = (".pptx", ".pdf", ".md")
_PPTX_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def make_slide_deck(context: Context) -> RenderResult:
    """Write the slides and draw them.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    try:
        asked = DeckFormat(spec.slide_deck_format or DeckFormat.DETAILED)
    except ValueError as error:
        raise CannotProduce(
            f"There is no slide deck format {spec.slide_deck_format[:40]!r}; take one of: {', '.join(DeckFormat)}."
        ) from error
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    task = DeckTask(
        sources=sources,
        language=language_of(spec, sources),
        instructions=spec.instructions,
        title=spec.title,
        avoid=spec.avoid,
        format=asked,
        duration=spec.duration,
    )
    deck = write(context, task, Deck)
    paths, remarks = draw_plates(context, deck, sources)
    return RenderResult(
        title=deck.title,
        language=deck.language,
        response_text=paths[MARKDOWN].read_text("utf-8"),
        artefacts=(
            Artefact.of(paths[PPTX], name="slide_deck", media_type=_PPTX_TYPE),
            Artefact.of(paths[PDF], name="slide_deck_pdf", media_type="application/pdf"),
            Artefact.of(paths[MARKDOWN], name="document_md", media_type="text/markdown"),
        ),
        citations=citations(sources, deck.passages) if spec.include_citations else (),
        notes=notes + deck.notes + remarks,
        details={"written_by": deck.written_by},
        sources=sources,
    )
