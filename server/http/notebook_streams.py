"""Answers as they are written: server-sent events, a sentence at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from aiohttp import web

from server.domain.errors import DomainError
from server.domain.notebooks import Answer, Keyed
from server.http.calls import Call
from server.http.notebook_conversations import ChosenQuestion, studio_answer
from server.http.notebook_sources import KEYED
from server.http.problems import answer as told
from server.http.problems import as_problem
from server.http.registry import Routes
from server.services.notebook_operations import Replayable

routes = Routes("Notebooks")
OPENS_AFTER_S = 2.0
"""What is refused within this time is refused with its own status; later on the stream is open already."""
HEARTBEAT_S = 15.0
_ENCODER = msgspec.json.Encoder()


class Sentence(msgspec.Struct):
    """A sentence of the answer with its markers."""

    text: str


@routes.post(
    "/studio/notebooks/{id}/questions/stream",
    body=ChosenQuestion,
    media_type="text/event-stream",
    replies=(str,),
    example={"question": "When was the canal opened?"},
    **KEYED,
)
async def ask_streamed(call: Call, body: ChosenQuestion) -> web.StreamResponse:
    """Answer a question and send each sentence once it has been checked against its sources.

    Events: `sentence` (`text`, with its markers), then one `answer`, as the same question without `/stream` answers
    it, or one `problem`. The answer counts: it may hold other sentences than those sent before. What is refused at
    once is refused with its own status and no stream. A caller who goes may send the identical call again.
    """
    heard: asyncio.Queue[str] = asyncio.Queue()
    asked: asyncio.Task[Replayable[Answer]] = asyncio.create_task(
        call.services.notebook_questions.ask(
            call.params["id"],
            body.question,
            conversation_id=body.conversationId or "",
            source_ids=body.sourceIds,
            keyed=Keyed(key=call.key, input=call.input),
            by=call.by,
            hear=heard.put_nowait,
        )
    )
    try:
        await asyncio.wait({asked}, timeout=OPENS_AFTER_S)
        if asked.done():
            asked.result()
        response = web.StreamResponse(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        response.content_type = "text/event-stream"
        response.charset = "utf-8"
        await call.start(response)
        with suppress(ConnectionError):
            await _send(response, asked, heard)
            await response.write_eof()
    finally:
        # The operation itself is seen through, also when its caller has gone.
        asked.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await asked
    return response


async def _send(
    response: web.StreamResponse, asked: asyncio.Task[Replayable[Answer]], heard: asyncio.Queue[str]
) -> None:
    while not asked.done():
        hearing = asyncio.create_task(heard.get())
        try:
            await asyncio.wait({asked, hearing}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                await response.write(_event("sentence", Sentence(hearing.result())))
            elif not asked.done():
                await response.write(b": still here\n\n")
        finally:
            hearing.cancel()
    while not heard.empty():
        await response.write(_event("sentence", Sentence(heard.get_nowait())))
    try:
        done = asked.result()
    except DomainError as error:
        body = told(as_problem(error)).body
        await response.write(b"event: problem\ndata: %s\n\n" % bytes(body if isinstance(body, bytes) else b"{}"))
        return
    await response.write(_event("answer", studio_answer(done.value, replay=done.replay)))


def _event(name: str, data: object) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), _ENCODER.encode(data))
