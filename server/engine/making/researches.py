"""A research: a topic, sources about it, and a cited report."""

from __future__ import annotations

from typing import Any

from server.domain.documents import Briefing
from server.domain.sources import Passage
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.drawing import MEDIA_TYPES, Form, draw_document
from server.engine.stages.importing import import_sources
from server.engine.stages.writing import language_of, write
from server.engine.workers import IMPORTING
from server.engine.writing.tasks import ResearchTask

FILES = {Form.MARKDOWN: "document", Form.HTML: "document_html", Form.PDF: "document_pdf"}


def make_research(context: Context) -> RenderResult:
    """Write the report; its Markdown is the result.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    spec = context.spec
    task = ResearchTask(
        sources=sources,
        language=language_of(spec, sources),
        instructions=spec.instructions,
        title=spec.title,
        duration=spec.duration,
    )
    report = write(context, task, Briefing)
    paths, remarks = draw_document(context, report, sources, tuple(FILES))
    return RenderResult(
        title=report.title,
        language=report.language,
        response_text=paths[Form.MARKDOWN].read_text("utf-8"),
        artefacts=tuple(
            Artefact.of(paths[form], name=name, media_type=MEDIA_TYPES[form]) for form, name in FILES.items()
        ),
        citations=citations(sources, _passages(report)),
        notes=notes + report.notes + remarks,
        details={"written_by": report.written_by},
        sources=sources,
    )


def _passages(report: Briefing) -> tuple[Passage, ...]:
    others: list[Any] = [*report.charts]
    return (
        *report.passages,
        *(passage for chart in others for passage in chart.passages),
        *(passage for table in report.tables for row in table.rows for cell in row for passage in cell.passages),
    )
