"""The sources of a notebook: sent with it or added to it, each read on its own, and taken out again."""

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
    Filled,
    Keyed,
    NotebookSource,
    SourceInput,
    SourceOutcome,
    require_licence,
)
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.problems import invalid
from server.http.registry import MIB, Routes
from server.http.source_files import unloaded_source
from server.http.spooled import Unloaded, read_spooled
from server.http.wire import Order, WireTime

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


class Filling(Order):
    sources: Annotated[list[SourceItem], Field(max_length=MAX_BATCH)]

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


class NewNotebook(Filling):
    """A notebook to be made: `sources` are its first ones, 20 at most, or an empty list."""

    title: str | None = None


class MoreSources(Filling):
    """Sources to be added."""

    sources: Annotated[list[SourceItem], Field(min_length=1, max_length=MAX_BATCH)]


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


class NotebookSources(msgspec.Struct, kw_only=True):
    """The sources that a notebook holds, in the order in which they were added. `replay`: it was done before."""

    success: bool
    replay: bool
    notebookId: str
    sources: list[NotebookSourceRecord]


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
    return await fill(call, MoreSources, call.params["id"])


@routes.delete("/studio/notebooks/{id}/sources/{sourceId}", replies=(NotebookSources,), **KEYED)
async def remove(call: Call) -> NotebookSources:
    """Take a source out of a notebook, with its text, index and vectors.

    Answers and notes that quote it stay as they are; the passages that they name can no longer be opened.
    """
    left = await call.services.notebooks.remove_source(
        call.params["id"], call.params["sourceId"], keyed=keyed(call), by=call.by
    )
    return NotebookSources(
        success=True,
        replay=left.replay,
        notebookId=left.value.notebook.id,
        sources=[source_record(each) for each in left.value.notebook.sources],
    )


async def fill(call: Call, model: type[Filling], notebook_id: str) -> FilledNotebook:
    """Read what a call sends, and put it into a new notebook or the one that is named."""
    service = call.services.notebooks
    key = call.key
    spool = await asyncio.to_thread(service.spool)
    try:
        read: Unloaded = await read_spooled(call.request, model, bodies=call.bodies, folder=spool, limit=call.limit)
        call.warnings.extend(read.warnings)
        call.digest = read.digest
        faults = list(_broken_rules(read.order.sources)) if isinstance(read.order, Filling) else []
        if faults:
            raise invalid(faults)
        under = Keyed(key=key, input=call.input)
        if isinstance(read.order, NewNotebook):
            done = await service.create(read.order.title or "", read.contents, keyed=under, spool=spool, by=call.by)
        else:
            done = await service.add(notebook_id, read.contents, keyed=under, spool=spool, by=call.by)
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


def keyed(call: Call) -> Keyed:
    """The key of a call, with what it was sent with. Whoever has no licence is told that first."""
    require_licence(call.by)
    return Keyed(key=call.key, input=call.input)


def source_record(source: NotebookSource) -> NotebookSourceRecord:
    """A source on the way out."""
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
    known = source_record(outcome.source)
    return SourceResult(
        success=True,
        sourceId=known.sourceId,
        type=known.type,
        title=known.title,
        characters=known.characters,
        pages=known.pages,
        createdOn=known.createdOn,
    )
