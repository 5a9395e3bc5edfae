"""Episode bundles: an episode as one file, out and in."""

from __future__ import annotations

import msgspec
from aiohttp import web

from server.domain.bundles import ENDING, MAX_BYTES, MEDIA_TYPE
from server.http.calls import Call
from server.http.exports import EXPECTED_HEADER
from server.http.media import disposition
from server.http.registry import MIB, Form, Routes
from server.http.uploads import FormReader
from server.services.archives import ENTRY_BYTES
from server.services.bundles import file_name

# ruff: noqa: N815 - the wire's names
routes = Routes("Requests")

FIELD = "bundle"


class BundleReply(msgspec.Struct):
    """The episode that a bundle became."""

    success: bool
    request_id: str
    episodeId: int
    title: str
    notes: list[str]
    """What of it does not work here."""


class PerformedReply(msgspec.Struct):
    """The request that speaks an episode again."""

    request_id: str
    status: int


@routes.get("/studio/requests/{id}/bundle", media_type=MEDIA_TYPE, replies=(str,), errors=(409,))
async def export(call: Call) -> web.StreamResponse:
    """Download a finished episode as one file: sources, script, voices, takes, settings and recordings.

    A ZIP file whose `manifest.json` names every member with its size and sha256. `POST /studio/bundles` takes it in,
    here or elsewhere. Voices of one's own go along; keys, tokens and passwords in addresses never do.
    """
    service = call.services.bundles
    request, items = await service.items(call.params["id"], by=call.by)
    response = web.StreamResponse(
        headers={
            "Content-Type": MEDIA_TYPE,
            "Content-Disposition": disposition(file_name(request, ENDING), download=True),
            "Cache-Control": "no-store",
            EXPECTED_HEADER: str(sum(item.member.size + ENTRY_BYTES for item in items)),
        }
    )
    return await call.send(response, service.pack(items))


@routes.post(
    "/studio/bundles",
    form=Form(file=FIELD, limit=MAX_BYTES),
    limit=MAX_BYTES + MIB,
    replies=(BundleReply,),
)
async def take(call: Call) -> BundleReply:
    """Make a finished episode of a bundle (multipart, field `bundle`): heard, edited and spoken again as if made here.

    It costs nothing and counts in no allowance. Sources, script and settings are those of the bundle; ids of shows,
    feeds and notebooks are not taken over.
    """
    part = await FormReader(call, field=FIELD).file()
    made = await call.services.bundles.take(part.chunks, by=call.by)
    return BundleReply(True, made.request_id, made.episode_id, made.title, list(made.notes))


@routes.post("/studio/requests/{id}/perform", replies=(PerformedReply,), errors=(409,))
async def perform(call: Call) -> PerformedReply:
    """Speak and mix a finished episode again as it was: the same words, voices, pronunciations and music.

    Nothing is imported or written. It is a new request of the same kind and price; the episode stays as it is.
    """
    accepted = await call.services.performances.again(call.params["id"], by=call.by)
    return PerformedReply(accepted.id, accepted.status)
