"""Notebooks of a licence: made, filled, asked and deleted; every change once under its Idempotency-Key."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from pydantic import BeforeValidator, Field

from server.domain.errors import FieldFault
from server.domain.notebooks import (
    EXTENSIONS,
    MAX_BATCH,
    MAX_NOTEBOOKS,
    MAX_QUESTION,
    MAX_SOURCES,
    Answer,
    AnswerCitation,
    Filled,
    Keyed,
    Notebook,
    NotebookSource,
    SourceInput,
    SourceOutcome,
)
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.problems import invalid
from server.http.registry import MIB, Routes
from server.http.source_files import unloaded_source
from server.http.spooled import Unloaded, read_spooled
from server.http.wire import Order, RequiredId, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Notebooks")

BODY_LIMIT = 256 * MIB
KEYED: dict[str, Any] = {"keyed": True, "errors": (403, 404, 409, 429)}


def _canonical_type(value: object) -> object:
    return "video_site" if value == "youtube" else value


class SourceItem(Order):
    """A source: a text, an address, or a file's bytes as base64 or as a base64 data URL."""

    type: Annotated[
        Literal["text", "website", "video_site", "pdf", "file"],
        BeforeValidator(_canonical_type),
        Field(description="`youtube` is taken as an alias of `video_site`."),
    ]
    content: str
    fileName: Annotated[
        str | None,
        Field(max_length=1000, description=f"Required for `file`; one of {' '.join(EXTENSIONS)}."),
    ] = None


class _Filling(Order):
    sources: Annotated[list[SourceItem], Field(max_length=MAX_BATCH, default_factory=list)]

    def is_keyed(self) -> bool:
        """See `server.http.bodies.Once`."""
        return True

    def unload(self, folder: Path) -> tuple[SourceInput, ...]:
        """See `server.http.spooled.Bulky`."""
        given = tuple(
            unloaded_source(source.type, source.content, source.fileName or "", folder / f"source-{number}")
            for number, source in enumerate(self.sources)
        )
        for source in self.sources:
            source.content = ""
        return given


class NewNotebook(_Filling):
    """A notebook to be made, with up to 20 first sources."""

    title: str | None = None


class MoreSources(_Filling):
    """Sources to be added."""

    sources: Annotated[list[SourceItem], Field(min_length=1, max_length=MAX_BATCH)]


class Question(Order):
    """What is asked; `conversationId` of an earlier answer goes on with its conversation."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
    conversationId: RequiredId | None = None

    def is_keyed(self) -> bool:
        """See `server.http.bodies.Once`."""
        return True


class NotebookSourceRecord(msgspec.Struct, kw_only=True):
    """A source of a notebook; `pages` where it has pages."""

    sourceId: str
    type: str
    title: str
    characters: int
    pages: int | UnsetType = UNSET
    createdOn: WireTime


class SourceResult(msgspec.Struct, kw_only=True):
    """What became of one source: its record, or why there is none."""

    success: bool
    sourceId: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    characters: int | UnsetType = UNSET
    pages: int | UnsetType = UNSET
    createdOn: WireTime | UnsetType = UNSET
    errorMessage: str | UnsetType = UNSET


class NotebookRecord(msgspec.Struct, kw_only=True):
    """A notebook and its sources, in the order in which they were added."""

    notebookId: str
    title: str
    createdOn: WireTime
    updatedOn: WireTime
    sourceCount: int
    sources: list[NotebookSourceRecord]


class NotebookList(msgspec.Struct):
    """The caller's notebooks, newest first."""

    notebooks: list[NotebookRecord]


class FilledNotebook(msgspec.Struct, kw_only=True):
    """The notebook; `sources` are those of this call, in the order sent. `replay`: it was done before."""

    success: bool
    replay: bool
    notebookId: str
    title: str
    createdOn: WireTime
    updatedOn: WireTime
    sourceCount: int
    sources: list[SourceResult]


class DeletedNotebook(msgspec.Struct, kw_only=True):
    """The notebook is gone; copies in backups go by `backupsUntil`."""

    success: bool
    notebookId: str
    replay: bool
    backupsUntil: WireTime


class AnswerCitationRecord(msgspec.Struct, kw_only=True):
    """Words of a source: code points `start` to `end` of the text under `/studio/sources/{sourceId}`."""

    sourceId: str
    source: str
    text: str
    page: int | UnsetType = UNSET
    timeMs: int | UnsetType = UNSET
    slide: int | UnsetType = UNSET
    row: int | UnsetType = UNSET
    start: int
    end: int


class AnswerRecord(msgspec.Struct, kw_only=True):
    """What the sources say to a question. `citations` are keyed by the markers in the answer."""

    success: bool
    replay: bool
    questionId: str
    conversationId: str
    notebookId: str
    question: str
    answer: str
    grounded: bool
    citations: dict[str, AnswerCitationRecord]
    createdOn: WireTime


class NumberUsage(msgspec.Struct):
    """How many there may be and are."""

    limit: int
    used: int


class LimitUsage(msgspec.Struct):
    """How many there may be."""

    limit: int


class CapabilityUsage(msgspec.Struct):
    """A window of 24 hours; null where there is no number. `resetsOn`: when the oldest use leaves the window."""

    limit: int | None
    used: int
    remaining: int | None
    resetsOn: WireTime | None


class NotebookUsageReply(msgspec.Struct):
    """What is used of the licence."""

    notebooks: NumberUsage
    sourcesPerNotebook: LimitUsage
    capabilities: dict[str, CapabilityUsage]


@routes.post(
    "/dedicated-account/notebooks",
    body=NewNotebook,
    spooled=True,
    status=201,
    other=(200,),
    replies=(FilledNotebook,),
    limit=BODY_LIMIT,
    example={"title": "The canal", "sources": [{"type": "text", "content": "The canal was opened in 1794."}]},
    leads_to=dict.fromkeys(
        (
            "get_dedicated_account_notebooks_id",
            "delete_dedicated_account_notebooks_id",
            "post_dedicated_account_notebooks_id_sources",
            "post_dedicated_account_notebooks_id_questions",
        ),
        "notebookId",
    ),
    **KEYED,
)
async def create(call: Call) -> FilledNotebook:
    """Make a notebook with up to 20 first sources.

    Each source is read on its own; one that can't be read says why and does not count. A replay answers 200.
    """
    await call.services.notebooks.usage(by=call.by)
    return await _fill(call, NewNotebook, "")


@routes.get("/dedicated-account/notebooks", replies=(NotebookList,), errors=(403,))
async def notebooks(call: Call) -> NotebookList:
    """List the caller's notebooks, newest first."""
    return NotebookList([notebook_record(each) for each in await call.services.notebooks.every(by=call.by)])


@routes.get("/dedicated-account/notebooks/{id}", replies=(NotebookRecord,), errors=(403, 404))
async def notebook(call: Call) -> NotebookRecord:
    """Read one notebook."""
    return notebook_record(await call.services.notebooks.get(call.params["id"], by=call.by))


@routes.delete("/dedicated-account/notebooks/{id}", replies=(DeletedNotebook,), **KEYED)
async def remove(call: Call) -> DeletedNotebook:
    """Delete a notebook with its sources, index, answers and replies."""
    gone = await call.services.notebooks.remove(call.params["id"], keyed=_keyed(call), by=call.by)
    return DeletedNotebook(
        success=True,
        notebookId=gone.value.notebook_id,
        replay=gone.replay,
        backupsUntil=wire_time(gone.value.backups_until),
    )


@routes.post(
    "/dedicated-account/notebooks/{id}/sources",
    body=MoreSources,
    spooled=True,
    replies=(FilledNotebook,),
    limit=BODY_LIMIT,
    example={"sources": [{"type": "text", "content": "The canal is 118 kilometres long."}]},
    **KEYED,
)
async def add(call: Call) -> FilledNotebook:
    """Add up to 20 sources to a notebook, which holds at most 100; one result for each, in the order sent."""
    await call.services.notebooks.require(call.params["id"], by=call.by)
    return await _fill(call, MoreSources, call.params["id"])


@routes.post(
    "/dedicated-account/notebooks/{id}/questions",
    body=Question,
    replies=(AnswerRecord,),
    example={"question": "When was the canal opened?"},
    **KEYED,
)
async def ask(call: Call, body: Question) -> AnswerRecord:
    """Answer a question from the notebook's sources, with citations; `grounded` is false when they don't say."""
    answered = await call.services.notebooks.ask(
        call.params["id"],
        body.question,
        conversation_id=body.conversationId or "",
        keyed=_keyed(call),
        by=call.by,
    )
    return answer_record(answered.value, replay=answered.replay)


@routes.get("/dedicated-account/usage", replies=(NotebookUsageReply,), errors=(403,))
async def usage(call: Call) -> NotebookUsageReply:
    """Tell what is used of the licence, and when it comes back."""
    used = await call.services.notebooks.usage(by=call.by)
    return NotebookUsageReply(
        notebooks=NumberUsage(MAX_NOTEBOOKS, used.notebooks),
        sourcesPerNotebook=LimitUsage(MAX_SOURCES),
        capabilities={
            capability.value: CapabilityUsage(
                each.limit, each.used, each.remaining, wire_time(each.resets_on) if each.resets_on else None
            )
            for capability, each in used.capabilities.items()
        },
    )


async def _fill(call: Call, model: type[_Filling], notebook_id: str) -> FilledNotebook:
    service = call.services.notebooks
    key = call.key
    spool = await asyncio.to_thread(service.spool)
    try:
        read: Unloaded = await read_spooled(call.request, model, bodies=call.bodies, folder=spool, limit=call.limit)
        call.warnings.extend(read.warnings)
        call.digest = read.digest
        faults = list(_broken_rules(read.order.sources)) if isinstance(read.order, _Filling) else []
        if faults:
            raise invalid(faults)
        keyed = Keyed(key=key, input=call.input)
        if isinstance(read.order, NewNotebook):
            done = await service.create(read.order.title or "", read.contents, keyed=keyed, spool=spool, by=call.by)
        else:
            done = await service.add(notebook_id, read.contents, keyed=keyed, spool=spool, by=call.by)
    finally:
        await asyncio.to_thread(service.discard, spool)
    call.status = 200 if done.replay else 0
    return _filled(done.value, replay=done.replay)


def _broken_rules(sources: list[SourceItem]) -> list[FieldFault]:
    return [
        FieldFault(f"sources[{number}].fileName", "is required for a source of type file")
        for number, source in enumerate(sources)
        if source.type == "file" and not (source.fileName or "").strip()
    ]


def _keyed(call: Call) -> Keyed:
    return Keyed(key=call.key, input=call.input)


def notebook_record(notebook: Notebook) -> NotebookRecord:
    """A notebook on the way out."""
    return NotebookRecord(
        notebookId=notebook.id,
        title=notebook.title,
        createdOn=wire_time(from_ms(notebook.created_ms)),
        updatedOn=wire_time(from_ms(notebook.updated_ms)),
        sourceCount=len(notebook.sources),
        sources=[_source(source) for source in notebook.sources],
    )


def _source(source: NotebookSource) -> NotebookSourceRecord:
    return NotebookSourceRecord(
        sourceId=source.id,
        type=source.kind.value,
        title=source.title,
        characters=source.characters,
        pages=UNSET if source.pages is None else source.pages,
        createdOn=wire_time(from_ms(source.created_ms)),
    )


def _filled(filled: Filled, *, replay: bool) -> FilledNotebook:
    notebook = filled.notebook
    return FilledNotebook(
        success=True,
        replay=replay,
        notebookId=notebook.id,
        title=notebook.title,
        createdOn=wire_time(from_ms(notebook.created_ms)),
        updatedOn=wire_time(from_ms(notebook.updated_ms)),
        sourceCount=len(notebook.sources),
        sources=[_result(outcome) for outcome in filled.outcomes],
    )


def _result(outcome: SourceOutcome) -> SourceResult:
    if outcome.source is None:
        return SourceResult(success=False, errorMessage=outcome.fault)
    known = _source(outcome.source)
    return SourceResult(
        success=True,
        sourceId=known.sourceId,
        type=known.type,
        title=known.title,
        characters=known.characters,
        pages=known.pages,
        createdOn=known.createdOn,
    )


def answer_record(answer: Answer, *, replay: bool) -> AnswerRecord:
    """An answer on the way out."""
    return AnswerRecord(
        success=True,
        replay=replay,
        questionId=answer.id,
        conversationId=answer.conversation_id,
        notebookId=answer.notebook_id,
        question=answer.question,
        answer=answer.answer,
        grounded=answer.grounded,
        citations={marker: citation_record(each) for marker, each in answer.citations.items()},
        createdOn=wire_time(from_ms(answer.created_ms)),
    )


def citation_record(citation: AnswerCitation) -> AnswerCitationRecord:
    """A citation on the way out."""
    return AnswerCitationRecord(
        sourceId=citation.source_id,
        source=citation.source,
        text=citation.text,
        page=UNSET if citation.page is None else citation.page,
        timeMs=UNSET if citation.time_ms is None else citation.time_ms,
        slide=UNSET if citation.slide is None else citation.slide,
        row=UNSET if citation.row is None else citation.row,
        start=citation.start,
        end=citation.end,
    )
