"""FAQ, study guide, timeline, briefing, quiz, data table: sources, what is written of them, and its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from server.domain.documents import Briefing, DataTable, Difficulty, Document, Faq, Quiz, StudyGuide, Timeline
from server.domain.errors import CannotProduce
from server.domain.requests import OutputType
from server.domain.sources import Source
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations
from server.engine.specs import Artefact, RenderSpec
from server.engine.stages.context import Context
from server.engine.stages.drawing import MEDIA_TYPES, Form, draw_document
from server.engine.stages.importing import import_sources
from server.engine.stages.writing import language_of, write
from server.engine.workers import IMPORTING
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    FaqTask,
    QuizTask,
    StudyGuideTask,
    Task,
    TimelineTask,
)

PDF, HTML, TEXT = "pdf", "html", "text"


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """How one output type is written, and which files it has: artefact names by form, the main one first."""

    result: type[Document]
    task: Callable[[RenderSpec, tuple[Source, ...]], Task[Any]]
    files: Mapping[Form, str]


def make_document(context: Context) -> RenderResult:
    """Write the document and draw it.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    kind = DOCUMENTS[spec.output_type]
    asked = _format(spec) if spec.output_type is OutputType.BRIEFING_DOC else ""
    files = _BRIEFINGS[asked] if asked else kind.files
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    document: Document = write(context, kind.task(spec, sources), kind.result)
    words = Form.QUIZ if isinstance(document, Quiz) else Form.MARKDOWN
    paths, remarks = draw_document(context, document, sources, tuple(dict.fromkeys((*files, words))))
    details: dict[str, Any] = {"written_by": document.written_by}
    if asked == HTML:
        details["document_content"] = paths[Form.HTML].read_text("utf-8")
    return RenderResult(
        title=document.title,
        language=document.language,
        response_text=paths[words].read_text("utf-8"),
        artefacts=tuple(
            Artefact.of(paths[form], name=name, media_type=MEDIA_TYPES[form]) for form, name in files.items()
        ),
        citations=citations(sources, _passages(document)) if spec.include_citations else (),
        document_format=asked,
        notes=notes + document.notes + remarks,
        details=details,
        sources=sources,
    )


def endings(spec: RenderSpec) -> tuple[str, ...]:
    """The endings of the files that a document's spec leads to (``.pdf``), the main one's first.

    Raises:
        CannotProduce: there is no such format.
    """
    is_briefing = spec.output_type is OutputType.BRIEFING_DOC
    files = _BRIEFINGS[_format(spec)] if is_briefing else DOCUMENTS[spec.output_type].files
    return tuple(f".{form}" for form in files)


def _passages(document: Document) -> tuple[Any, ...]:
    charts = document.charts if isinstance(document, Briefing) else ()
    tables = document.tables if isinstance(document, Briefing) else ()
    return (
        *document.passages,
        *(passage for chart in charts for passage in chart.passages),
        *(passage for table in tables for row in table.rows for cell in row for passage in cell.passages),
    )


def _format(spec: RenderSpec) -> str:
    asked = spec.format or PDF
    if asked not in _BRIEFINGS:
        raise CannotProduce(f"There is no format {asked[:40]!r} for a briefing; take one of: {', '.join(_BRIEFINGS)}.")
    return asked


def _briefing_task(spec: RenderSpec, sources: tuple[Source, ...]) -> BriefingTask:
    return BriefingTask(**_told(spec, sources), duration=spec.duration)


def _faq_task(spec: RenderSpec, sources: tuple[Source, ...]) -> FaqTask:
    return FaqTask(**_told(spec, sources), duration=spec.duration)


def _study_guide_task(spec: RenderSpec, sources: tuple[Source, ...]) -> StudyGuideTask:
    return StudyGuideTask(**_told(spec, sources), duration=spec.duration)


def _timeline_task(spec: RenderSpec, sources: tuple[Source, ...]) -> TimelineTask:
    return TimelineTask(**_told(spec, sources))


def _quiz_task(spec: RenderSpec, sources: tuple[Source, ...]) -> QuizTask:
    try:
        difficulty = Difficulty(spec.quiz_difficulty or Difficulty.MEDIUM)
    except ValueError as error:
        raise CannotProduce(
            f"There is no difficulty {spec.quiz_difficulty[:40]!r}; take one of: {', '.join(Difficulty)}."
        ) from error
    return QuizTask(**_told(spec, sources), difficulty=difficulty, duration=spec.duration)


def _data_table_task(spec: RenderSpec, sources: tuple[Source, ...]) -> DataTableTask:
    return DataTableTask(**_told(spec, sources))


def _told(spec: RenderSpec, sources: tuple[Source, ...]) -> dict[str, Any]:
    return {
        "sources": sources,
        "language": language_of(spec, sources),
        "instructions": spec.instructions,
        "title": spec.title,
        "avoid": spec.avoid,
    }


_READ = {Form.MARKDOWN: "document", Form.HTML: "document_html", Form.PDF: "document_pdf"}
_BRIEFINGS: Mapping[str, Mapping[Form, str]] = {
    TEXT: {Form.MARKDOWN: "document", Form.HTML: "document_html"},
    HTML: {Form.HTML: "document"},
    PDF: {Form.PDF: "briefing_doc", Form.HTML: "document_html"},
}
DOCUMENTS: Mapping[OutputType, DocumentKind] = {
    OutputType.FAQ: DocumentKind(Faq, _faq_task, _READ),
    OutputType.STUDY_GUIDE: DocumentKind(StudyGuide, _study_guide_task, _READ),
    OutputType.TIMELINE: DocumentKind(Timeline, _timeline_task, _READ),
    OutputType.BRIEFING_DOC: DocumentKind(Briefing, _briefing_task, _BRIEFINGS[PDF]),
    OutputType.QUIZ: DocumentKind(
        Quiz,
        _quiz_task,
        {Form.QUIZ: "quiz", Form.MARKDOWN: "document_md", Form.HTML: "document_html", Form.PDF: "document_pdf"},
    ),
    OutputType.DATATABLE: DocumentKind(
        DataTable,
        _data_table_task,
        {
            Form.WORKBOOK: "datatable",
            Form.CSV: "datatable_csv",
            Form.MARKDOWN: "document_md",
            Form.HTML: "document_html",
            Form.PDF: "document_pdf",
        },
    ),
}
"""How each document is made."""
