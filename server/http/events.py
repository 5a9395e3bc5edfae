"""What happens, as a stream of server-sent events."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Annotated, Any

import msgspec
from aiohttp import web
from pydantic import Field

from server.domain.events import StudioEvent
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.problems import Problem
from server.http.registry import Routes
from server.http.wire import Count, Query

routes = Routes("Studio")
HEARTBEAT_S = 15.0
RETRY_MS = 2000
_NUMBER = re.compile(r"[0-9]{1,18}")
_ENCODER = msgspec.json.Encoder()


class EventQuery(Query):
    """For clients that can't send the header `Last-Event-ID`."""

    after: Annotated[Count | None, Field(description="Id of the last event seen.")] = None


@routes.get("/studio/events", query=EventQuery, media_type="text/event-stream", replies=(str,))
async def events(call: Call, query: EventQuery) -> web.StreamResponse:
    """Follow what happens to the caller's own records, as server-sent events.

    Ids only grow. `Last-Event-ID` (or `after`) goes on after the last event seen; when the events in between are
    gone, one `refresh` comes instead. A comment every 15 seconds keeps the line open.
    """
    after = _last_seen(call, query)
    response = web.StreamResponse(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.content_type = "text/event-stream"
    response.charset = "utf-8"
    await call.start(response)
    if call.wants_body:
        await response.write(b"retry: %d\n\n" % RETRY_MS)
        with suppress(ConnectionError):
            await _send(call, response, call.services.events.follow(by=call.by, after=after))
    with suppress(ConnectionError):
        await response.write_eof()
    response.force_close()
    return response


async def _send(call: Call, response: web.StreamResponse, stream: AsyncIterator[StudioEvent]) -> None:
    """Write events as they come until the stream ends, the caller goes or the server closes."""
    closing = asyncio.create_task(call.closing.wait())
    async with aclosing(stream) as source:  # type: ignore[type-var]
        waiting: asyncio.Task[StudioEvent | None] = asyncio.create_task(_next(source))
        try:
            while not closing.done():
                await asyncio.wait({waiting, closing}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED)
                if closing.done():
                    return
                if not waiting.done():
                    await response.write(b": still here\n\n")
                    continue
                event = waiting.result()
                if event is None:
                    return
                waiting = asyncio.create_task(_next(source))
                await response.write(as_text(event))
        finally:
            for task in (waiting, closing):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


async def _next(stream: AsyncIterator[StudioEvent]) -> StudioEvent | None:
    return await anext(stream, None)


def as_text(event: StudioEvent) -> bytes:
    """An event as the stream writes it."""
    data: dict[str, Any] = {
        "id": event.id,
        "event": str(event.kind),
        "subject": event.subject,
        "createdOn": wire_time(event.created_on),
        **event.data,
    }
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, str(event.kind).encode(), _ENCODER.encode(data))


def _last_seen(call: Call, query: EventQuery) -> int | None:
    header = call.request.headers.get("Last-Event-ID")
    if header is None or header == "":
        return query.after
    if not _NUMBER.fullmatch(header):
        raise Problem(400, "invalid_field", "Last-Event-ID: must be the id of an event")
    return int(header)
