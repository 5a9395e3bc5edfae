"""Notebooks of a licence: made, renamed, told of and deleted; every change once under its Idempotency-Key."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.notebooks import MAX_NOTEBOOKS, MAX_SOURCES, MAX_TITLE, Notebook
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.notebook_sources import (
    BODY_LIMIT,
    KEYED,
    FilledNotebook,
    NewNotebook,
    NotebookSourceRecord,
    fill,
    keyed,
    source_record,
)
from server.http.registry import Routes
from server.http.wire import Order, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Notebooks")


class NotebookRecord(msgspec.Struct, kw_only=True):
    """A notebook and its sources, in the order in which they were added."""

    notebookId: str
    title: str
    createdOn: WireTime
    updatedOn: WireTime
    sourceCount: int
    sources: list[NotebookSourceRecord]


class NotebookTitle(Order):
    """What a notebook is to be called."""

    title: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)]


class NotebookList(msgspec.Struct):
    """The caller's notebooks, newest first."""

    notebooks: list[NotebookRecord]


class DeletedNotebook(msgspec.Struct, kw_only=True):
    """The notebook is gone; copies in backups go by `backupsUntil`."""

    success: bool
    notebookId: str
    replay: bool
    backupsUntil: WireTime


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
    return await fill(call, NewNotebook, "")


@routes.get("/dedicated-account/notebooks", replies=(NotebookList,), errors=(403,))
async def notebooks(call: Call) -> NotebookList:
    """List the caller's notebooks, newest first."""
    return NotebookList([notebook_record(each) for each in await call.services.notebooks.every(by=call.by)])


@routes.get("/dedicated-account/notebooks/{id}", replies=(NotebookRecord,), errors=(403, 404))
async def notebook(call: Call) -> NotebookRecord:
    """Read one notebook."""
    return notebook_record(await call.services.notebooks.get(call.params["id"], by=call.by))


@routes.post("/studio/notebooks/{id}", body=NotebookTitle, replies=(NotebookRecord,), errors=(403, 404))
async def rename(call: Call, body: NotebookTitle) -> NotebookRecord:
    """Give a notebook another title."""
    return notebook_record(await call.services.notebooks.rename(call.params["id"], body.title, by=call.by))


@routes.delete("/dedicated-account/notebooks/{id}", replies=(DeletedNotebook,), **KEYED)
async def remove(call: Call) -> DeletedNotebook:
    """Delete a notebook with its sources, index, answers and replies."""
    gone = await call.services.notebooks.remove(call.params["id"], keyed=keyed(call), by=call.by)
    return DeletedNotebook(
        success=True,
        notebookId=gone.value.notebook_id,
        replay=gone.replay,
        backupsUntil=wire_time(gone.value.backups_until),
    )


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


def notebook_record(notebook: Notebook) -> NotebookRecord:
    """A notebook on the way out."""
    return NotebookRecord(
        notebookId=notebook.id,
        title=notebook.title,
        createdOn=wire_time(from_ms(notebook.created_ms)),
        updatedOn=wire_time(from_ms(notebook.updated_ms)),
        sourceCount=len(notebook.sources),
        sources=[source_record(source) for source in notebook.sources],
    )
