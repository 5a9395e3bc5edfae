"""Text: sources, and a piece written of them."""

from __future__ import annotations

from server.domain.scripts import Composition
from server.domain.sources import Passage
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.writing import language_of, style_of, write
from server.engine.workers import IMPORTING
from server.engine.workfolders import key_of
from server.engine.writing.tasks import TextTask


def make_article(context: Context) -> RenderResult:
    """Write the piece; its Markdown is the result and the artefact.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    spec = context.spec
    task = TextTask(
        sources=sources,
        language=language_of(spec, sources),
        instructions=spec.instructions,
        title=spec.title,
        avoid=spec.avoid,
        style=style_of(spec),
        duration=spec.duration,
    )
    composition = write(context, task, Composition)
    markdown = composition.as_markdown()
    path = context.work.file("text", key_of(markdown), ".md")
    context.work.write(path, markdown.encode())
    return RenderResult(
        title=composition.title,
        language=composition.language,
        response_text=markdown,
        artefacts=(Artefact.of(path, name="document", media_type="text/markdown"),),
        citations=citations(sources, _passages(composition)) if context.spec.include_citations else (),
        notes=notes + composition.notes,
        details={"written_by": composition.written_by},
        sources=sources,
    )


def _passages(composition: Composition) -> tuple[Passage, ...]:
    return tuple(passage for statement in composition.statements for passage in statement.passages)
