"""What the desktop shows of a notebook beyond the contract: texts, overviews, suggestions, notes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.notebooks import Note
from server.domain.sources import BlockKind, Source
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.notebook_questions import AnswerCitationRecord, citation_record
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import Count, Order, Query, RequiredId, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Notebooks")


class RangeQuery(Query):
    """What is to be highlighted."""

    start: Annotated[Count | None, Field(description="First code point of a passage.")] = None
    end: Annotated[Count | None, Field(description="The code point after its last one.")] = None
    questionId: Annotated[
        RequiredId | None,
        Field(description="A question of the notebook: everything that its answer cites of this source."),
    ] = None


class Highlight(msgspec.Struct):
    """A passage of the text."""

    start: int
    end: int
    text: str


class CitedPassage(Highlight):
    """A passage that an answer cites; `marker` is the citation's key in the answer."""

    marker: str


class SourceSection(msgspec.Struct, kw_only=True):
    """A part of the text by its code points: what it is, and where it stood."""

    kind: str
    start: int
    end: int
    level: int
    page: int | None
    slide: int | None
    timeMs: int | None
    speaker: str


class SourceTextReply(msgspec.Struct, kw_only=True):
    """A source as it was read. All places count code points of `text`."""

    sourceId: str
    notebookId: str
    type: str
    title: str
    address: str
    language: str
    characters: int
    text: str
    sections: list[SourceSection]
    highlight: Highlight | None
    highlights: list[CitedPassage]


class SourceOverview(msgspec.Struct, kw_only=True):
    """What a source is about: its own most telling sentences, its key terms, and its length."""

    sourceId: str
    notebookId: str
    title: str
    language: str
    characters: int
    words: int
    pages: int | None
    summary: list[str]
    keyTerms: list[str]


class Suggestions(msgspec.Struct):
    """Questions that the notebook answers."""

    questions: list[str]


class NoteOrder(Order):
    """A note, of one's own or kept from an answer."""

    text: Annotated[
        str, Field(max_length=20_000, description="May be left out where `questionId` names an answer.")
    ] = ""
    questionId: RequiredId | None = None


class NoteRecord(msgspec.Struct):
    """A note. Kept from an answer it has its question, and the answer's citations by the markers in the text."""

    noteId: str
    text: str
    questionId: str | None
    question: str
    citations: dict[str, AnswerCitationRecord]
    createdOn: WireTime


class NoteList(msgspec.Struct):
    """Notes, newest first."""

    notes: list[NoteRecord]


@routes.get("/studio/sources/{id}", query=RangeQuery, replies=(SourceTextReply,), errors=(403, 404))
async def source(call: Call, query: RangeQuery) -> SourceTextReply:
    """Read a source's text, with the passages to be highlighted."""
    pages = call.services.notebook_pages
    notebook_id, found = await pages.source(call.params["id"], by=call.by)
    cited = await pages.passages(notebook_id, found.id, query.questionId) if query.questionId else ()
    return SourceTextReply(
        sourceId=found.id,
        notebookId=notebook_id,
        type=found.kind.value,
        title=found.title,
        address=found.address,
        language=found.language,
        characters=len(found.text),
        text=found.text,
        sections=[
            SourceSection(
                kind=block.kind.value,
                start=block.start,
                end=block.end,
                level=block.level,
                page=block.page,
                slide=block.slide,
                timeMs=block.time_ms,
                speaker=block.speaker,
            )
            for block in found.blocks
        ],
        highlight=_highlight(found, query),
        highlights=[CitedPassage(start, end, found.text[start:end], marker) for marker, start, end in cited],
    )


@routes.get("/studio/sources/{id}/overview", replies=(SourceOverview,), errors=(403, 404))
async def overview(call: Call) -> SourceOverview:
    """Tell what a source is about."""
    notebook_id, found = await call.services.notebook_pages.source(call.params["id"], by=call.by)
    summary, terms = await call.services.notebook_pages.overview(notebook_id, found)
    pages = [block.page for block in found.blocks if block.page is not None]
    return SourceOverview(
        sourceId=found.id,
        notebookId=notebook_id,
        title=found.title,
        language=found.language,
        characters=len(found.text),
        words=sum(len(found.block_text(block).split()) for block in found.blocks if block.kind is not BlockKind.NOTE),
        pages=max(pages) if pages else None,
        summary=list(summary),
        keyTerms=list(terms),
    )


@routes.get("/studio/notebooks/{id}/suggestions", replies=(Suggestions,), errors=(403, 404))
async def suggestions(call: Call) -> Suggestions:
    """Suggest questions that the sources answer."""
    return Suggestions(list(await call.services.notebook_pages.suggestions(call.params["id"], by=call.by)))


@routes.get("/studio/notebooks/{id}/notes", replies=(NoteList,), errors=(403, 404))
async def notes(call: Call) -> NoteList:
    """List the notes of a notebook, newest first."""
    return NoteList([_note(each) for each in await call.services.notebook_pages.notes(call.params["id"], by=call.by)])


@routes.post("/studio/notebooks/{id}/notes", body=NoteOrder, replies=(NoteRecord,), errors=(403, 404))
async def add_note(call: Call, body: NoteOrder) -> NoteRecord:
    """Keep a note."""
    service = call.services.notebook_pages
    return _note(await service.add_note(call.params["id"], body.text, question_id=body.questionId or "", by=call.by))


@routes.delete("/studio/notebooks/{id}/notes/{noteId}", replies=(Done,), errors=(403, 404))
async def remove_note(call: Call) -> Done:
    """Delete a note."""
    await call.services.notebook_pages.remove_note(call.params["id"], call.params["noteId"], by=call.by)
    return Done(success=True, message="The note is deleted.")


def _highlight(source: Source, query: RangeQuery) -> Highlight | None:
    if query.start is None or query.end is None:
        return None
    start = min(query.start, len(source.text))
    end = max(start, min(query.end, len(source.text)))
    return Highlight(start, end, source.text[start:end])


def _note(note: Note) -> NoteRecord:
    return NoteRecord(
        note.id,
        note.text,
        note.question_id or None,
        note.question,
        {marker: citation_record(each) for marker, each in note.citations.items()},
        wire_time(from_ms(note.created_ms)),
    )
