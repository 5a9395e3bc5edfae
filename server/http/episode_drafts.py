"""The desk of an episode: its lines and their takes, its mix, its checks, and the rebuild that makes it anew."""

from __future__ import annotations

import asyncio

from aiohttp import hdrs, web

from server.http.calls import Call
from server.http.desk_orders import DraftOrder, LineOrder, draft_of, line_of
from server.http.desk_replies import (
    ChecksReply,
    DeskReply,
    FindingReply,
    NoRebuild,
    RebuildReply,
    TakeReply,
    desk_reply,
    rebuild_reply,
    take_reply,
)
from server.http.registry import MIB, Routes
from server.http.replies import Done

routes = Routes("Script desk")

LIMIT = 16 * MIB


@routes.get("/studio/requests/{id}/desk", replies=(DeskReply,), errors=(409,))
async def desk(call: Call) -> DeskReply:
    """Read the desk of a finished episode, or of one whose script waits for approval."""
    view = await call.services.episode_drafts.view(call.params["id"], by=call.by)
    return desk_reply(call, view)


@routes.post(
    "/studio/requests/{id}/desk",
    body=DraftOrder,
    limit=LIMIT,
    replies=(DeskReply,),
    errors=(409,),
    example={
        "version": 0,
        "title": "Tides",
        "lines": [{"id": "l1", "speaker": 0, "text": "Why does the sea rise twice a day?", "kind": "question"}],
        "cast": [{"speaker": 0, "voice": 1}],
    },
)
async def keep(call: Call, body: DraftOrder) -> DeskReply:
    """Keep a draft. Nothing is spoken: a rebuild, or the approval of a script that waits, makes it.

    Passages stay with the lines that they came with. A draft made from an older version is refused (409).
    """
    known = await call.services.episode_drafts.view(call.params["id"], by=call.by)
    draft = draft_of(body, language=known.kept.draft.language)
    view = await call.services.episode_drafts.keep(call.params["id"], draft, follows=body.version, by=call.by)
    return desk_reply(call, view)


@routes.get("/studio/requests/{id}/desk/versions/{number:int}", replies=(DeskReply,), errors=(409,))
async def version(call: Call) -> DeskReply:
    """Read the desk with what an earlier version was made of. Keep it, and a rebuild makes that version again."""
    view = await call.services.episode_drafts.version(call.params["id"], int(call.params["number"]), by=call.by)
    return desk_reply(call, view)


@routes.post("/studio/requests/{id}/desk/takes", body=LineOrder, replies=(TakeReply,), errors=(409,))
async def say(call: Call, body: LineOrder) -> TakeReply:
    """Speak one line as it is given here, and keep it as a take; what is kept already is not spoken again."""
    take = await call.services.episode_drafts.say(call.params["id"], line_of(body), by=call.by)
    return take_reply(call.params["id"], take)


@routes.get("/studio/requests/{id}/desk/takes/{key}", media_type="audio/flac")
async def sound(call: Call) -> web.Response:
    """Hear a take."""
    path = await call.services.episode_drafts.sound(call.params["id"], call.params["key"], by=call.by)
    headers = {hdrs.CONTENT_TYPE: "audio/flac", hdrs.CACHE_CONTROL: "private, max-age=86400"}
    return web.Response(body=await asyncio.to_thread(path.read_bytes), headers=headers)


@routes.delete("/studio/requests/{id}/desk/lines/{line}/takes/{key}", replies=(Done,), errors=(409,))
async def forget(call: Call) -> Done:
    """Let go of a take of a line."""
    await call.services.episode_drafts.forget_take(
        call.params["id"], call.params["line"], call.params["key"], by=call.by
    )
    return Done(success=True, message="The take is gone.")


@routes.post("/studio/requests/{id}/desk/checks", replies=(ChecksReply,), errors=(409,))
async def checks(call: Call) -> ChecksReply:
    """Look through the draft: repeated ideas, unsupported lines, long turns, balance of the speakers, length."""
    found = await call.services.episode_drafts.check(call.params["id"], by=call.by)
    return ChecksReply([FindingReply(f.kind.value, f.line, f.message, f.other or None) for f in found])


@routes.post("/studio/requests/{id}/desk/rebuild", replies=(RebuildReply,), errors=(409,))
async def rebuild(call: Call) -> RebuildReply:
    """Make a finished episode anew from its draft.

    Only lines whose words, voice or pace changed are spoken. Events `desk.progress` tell how far it is. The result
    takes the place of the episode's audio under the same guid, with transcript and chapters.
    """
    return rebuild_reply(await call.services.rebuilds.ask(call.params["id"], by=call.by))


@routes.delete("/studio/requests/{id}/desk/rebuild", replies=(RebuildReply, NoRebuild), errors=(409,))
async def stop(call: Call) -> RebuildReply | NoRebuild:
    """Stop the rebuild of an episode; the episode stays as it is."""
    left = await call.services.rebuilds.cancel(call.params["id"], by=call.by)
    return rebuild_reply(left) if left is not None else NoRebuild("none")
