"""Infographics: sources, the panels that are written of them, and the picture."""

from __future__ import annotations

from server.domain.errors import CannotProduce
from server.domain.infographics import Detail, Infographic, Orientation
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.plates import MARKDOWN, PNG, draw_plates
from server.engine.stages.writing import language_of, write
from server.engine.workers import IMPORTING
from server.engine.writing.tasks import InfographicTask

ENDINGS = (".png", ".md")


def make_infographic(context: Context) -> RenderResult:
    """Write the panels and draw them.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    try:
        orientation = Orientation(spec.infographic_orientation or Orientation.LANDSCAPE)
        detail = Detail(spec.infographic_detail or Detail.STANDARD)
    except ValueError as error:
        raise CannotProduce(
            f"An infographic is {', '.join(Orientation)} in shape and {', '.join(Detail)} in detail; take one of each."
        ) from error
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    task = InfographicTask(
        sources=sources,
        language=language_of(spec, sources),
        instructions=spec.instructions,
        title=spec.title,
        avoid=spec.avoid,
        orientation=orientation,
        detail=detail,
    )
    piece = write(context, task, Infographic)
    paths, remarks = draw_plates(context, piece, sources)
    return RenderResult(
        title=piece.title,
        language=piece.language,
        response_text=paths[MARKDOWN].read_text("utf-8"),
        artefacts=(
            Artefact.of(paths[PNG], name="image", media_type="image/png"),
            Artefact.of(paths[MARKDOWN], name="document_md", media_type="text/markdown"),
        ),
        citations=citations(sources, piece.passages) if spec.include_citations else (),
        notes=notes + piece.notes + remarks,
        details={"written_by": piece.written_by},
        sources=sources,
    )
