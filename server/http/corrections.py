"""Transcripts of episodes put right."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.feeds.transcripts import Cue
from server.http.calls import Call
from server.http.registry import MIB, Routes
from server.http.replies import Done
from server.http.wire import Order
from server.services.corrections import MAX_TURNS

# ruff: noqa: N815 - the wire's names
routes = Routes("Podcast episodes")

Seconds = Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)]


class TurnOrder(Order):
    """What one speaker says; times are in seconds."""

    speaker: Annotated[str, Field(min_length=1, max_length=200)]
    startTime: Seconds
    endTime: Seconds
    body: Annotated[str, Field(min_length=1, max_length=100_000)]


class TranscriptOrder(Order):
    """Everything that is said, in order."""

    segments: Annotated[list[TurnOrder], Field(min_length=1, max_length=MAX_TURNS)]


@routes.post(
    "/studio/episodes/{episodeId:int}/transcript",
    body=TranscriptOrder,
    limit=16 * MIB,
    replies=(Done,),
    errors=(404,),
)
async def correct(call: Call, body: TranscriptOrder) -> Done:
    """Publish another transcript of an episode: feed, share page and downloads have it at once."""
    turns = [
        Cue(round(turn.startTime * 1000), round(turn.endTime * 1000), turn.speaker, turn.body) for turn in body.segments
    ]
    await call.services.corrections.keep(int(call.params["episodeId"]), turns, by=call.by)
    return Done(success=True, message="The transcript is kept; the feed has it already.")
