"""The voice catalogue."""

from __future__ import annotations

from aiohttp import hdrs, web

from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import Done, VoiceReply
from server.http.wire import Integer, Order

routes = Routes("Voices")


class VoiceId(Order):
    """The voice that is meant."""

    id: Integer


@routes.get("/content/GetVoices", replies=(list[VoiceReply],))
async def voices(call: Call) -> list[VoiceReply]:
    """List the voices that can be named as `voice1` and `voice2`."""
    own = await call.services.custom_voices.list(by=call.by)
    return [
        VoiceReply(
            id=voice.id,
            name=voice.name,
            clientId=voice.client_id or None,
            language=voice.language,
            accent=voice.accent,
            sex=voice.sex,
            grade=voice.grade,
            available=voice.available,
        )
        for voice in (*await call.services.voices.list(by=call.by), *own)
    ]


@routes.post("/content/RemoveVoice", body=VoiceId, replies=(Done,), errors=(404,))
async def remove(call: Call, body: VoiceId) -> Done:
    """Remove a voice that was made of a recording, with its files."""
    await call.services.custom_voices.remove(body.id, by=call.by)
    return Done(success=True, message="The voice is removed, with the recording it was made of.")


@routes.get("/studio/voices/{id}/sample", media_type="audio/mpeg")
async def sample(call: Call) -> web.Response:
    """Hear a voice: a sentence in its language as MP3, a few seconds long."""
    recording = await call.services.voices.sample(call.params["id"], by=call.by)
    headers = {hdrs.CONTENT_TYPE: "audio/mpeg", hdrs.CACHE_CONTROL: "private, max-age=86400"}
    return web.Response(body=recording, headers=headers)
