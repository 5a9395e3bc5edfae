"""Transcripts: list them, read them with their times, download them."""

from __future__ import annotations

from typing import Annotated, Literal, NoReturn

import msgspec
from aiohttp import hdrs, web
from pydantic import BeforeValidator, Field

from server.domain.errors import Invalid
from server.domain.requests import RecordingFilter
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PodcastQuery, paging, stream_array
from server.http.media import disposition
from server.http.records import transcript_record
from server.http.registry import Routes
from server.http.replies import TranscriptRecord
from server.http.wire import Query, WireTime
from server.services.transcripts import MEDIA_TYPES, Form

# ruff: noqa: N815 - the wire's names
routes = Routes("Transcripts")


class TranscriptPage(msgspec.Struct):
    """A page of the transcript list."""

    transcripts: list[TranscriptRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class TranscriptReply(msgspec.Struct):
    """A transcript with its times; `transcript` is a string that holds JSON in the Podcasting 2.0 form."""

    success: bool
    episodeId: str
    requestId: str
    transcript: str
    createdOn: WireTime


class DownloadQuery(Query):
    """Which form."""

    format: Annotated[
        Literal["json", "srt", "vtt", "txt"],
        BeforeValidator(lambda value: "txt" if value == "text" else value),
        Field(description="`text` is taken as an alias of `txt`."),
    ] = "txt"


@routes.get("/content/Transcripts", query=PodcastQuery, replies=(list[TranscriptRecord], TranscriptPage))
async def transcripts(call: Call, query: PodcastQuery) -> TranscriptPage | web.StreamResponse:
    """List the transcripts, newest first: one page, or without page and limit a plain array."""
    requests, links = call.services.requests, call.services.media
    status = RecordingFilter(query.status)
    if not query.wants_page:
        everything = requests.every_transcript(status=status, by=call.by)
        return await stream_array(call, everything, lambda item: transcript_record(item, links))
    page = await requests.transcripts_page(query.number, query.size, status=status, by=call.by)
    return TranscriptPage(
        transcripts=[transcript_record(item, links) for item in page.items],
        **paging(query, page),
    )


@routes.get("/content/GetTranscript", replies=(TranscriptReply,))
async def without_id(call: Call) -> NoReturn:  # noqa: ARG001 - every handler takes the call
    """Always an error: the episode's id is missing."""
    raise Invalid("Give the id of an episode or a request: GET /content/GetTranscript/{episodeId}.")


@routes.get("/content/GetTranscript/{episodeId}", replies=(TranscriptReply,))
async def transcript(call: Call) -> TranscriptReply:
    """Read a transcript with the times of its words, by an episode's id or a request's."""
    found = await call.services.transcripts.get(call.params["episodeId"], by=call.by)
    return TranscriptReply(
        success=True,
        episodeId=found.episode_id,
        requestId=found.request_id,
        transcript=found.transcript,
        createdOn=wire_time(found.created_on),
    )


@routes.get("/studio/transcripts/{id}", query=DownloadQuery, media_type="text/plain")
async def download(call: Call, query: DownloadQuery) -> web.Response:
    """Download a transcript as JSON, SubRip, WebVTT or plain text."""
    form = Form(query.format)
    body = await call.services.transcripts.download(call.params["id"], form, by=call.by)
    headers = {
        hdrs.CONTENT_TYPE: f"{MEDIA_TYPES[form]}; charset=utf-8",
        hdrs.CONTENT_DISPOSITION: disposition(f"transcript.{form}", download=True),
    }
    return web.Response(body=body, headers=headers)
