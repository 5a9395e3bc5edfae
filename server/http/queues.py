"""What waits and what runs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import Field

from server.domain.requests import QueueFilter
from server.http.calls import Call
from server.http.lists import DEFAULT_LIMIT, LAST_PAGE
from server.http.records import queue_item
from server.http.registry import Routes
from server.http.replies import QueueRequestSummary
from server.http.wire import PageLimit, PageNumber, Query

routes = Routes("Queue")


class QueueStatsReply(msgspec.Struct):
    """How many requests wait and run."""

    success: bool
    queued: int
    processing: int
    active: int


class QueueRequestsResponse(msgspec.Struct):
    """A page of the queue."""

    success: bool
    state: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["queued", "processing", "active"]})]
    ids: list[str]
    items: list[QueueRequestSummary]
    count: int
    total_count: int
    page: int
    page_size: int
    total_pages: int


class QueueQuery(Query):
    """Which part of the queue."""

    state: Annotated[
        Literal["queued", "processing", "active", "all"], Field(description="`all` is an alias of `active`.")
    ] = "active"
    page: PageNumber = 1
    limit: PageLimit = DEFAULT_LIMIT


@routes.get("/content/QueueStats", replies=(QueueStatsReply,))
async def stats(call: Call) -> QueueStatsReply:
    """Count the caller's waiting and running requests."""
    found = await call.services.queues.stats(by=call.by)
    return QueueStatsReply(success=True, queued=found.queued, processing=found.processing, active=found.active)


@routes.get("/content/QueueRequests", query=QueueQuery, replies=(QueueRequestsResponse,))
async def queue(call: Call, query: QueueQuery) -> QueueRequestsResponse:
    """List the caller's waiting and running requests, oldest first."""
    state = QueueFilter.ACTIVE if query.state == "all" else QueueFilter(query.state)
    page = await call.services.queues.page(min(query.page, LAST_PAGE), query.limit, state=state, by=call.by)
    items = [queue_item(item) for item in page.items]
    return QueueRequestsResponse(
        success=True,
        state=str(state),
        ids=[item.id for item in items],
        items=items,
        count=len(items),
        total_count=page.total,
        page=query.page,
        page_size=page.page_size,
        total_pages=page.total_pages,
    )
