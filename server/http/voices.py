"""The voice catalogue."""

from __future__ import annotations

from aiohttp import hdrs, web

from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import VoiceReply

routes = Routes("Voices")


@routes.get("/content/GetVoices", replies=(list[VoiceReply],))
async def voices(call: Call) -> list[VoiceReply]:
    """List the voices that can be named as `voice1` and `voice2`."""
    return [
        VoiceReply(
            id=voice.id,
            name=voice.name,
            clientId=None,
            language=voice.language,
            accent=voice.accent,
            sex=voice.sex,
            grade=voice.grade,
            available=voice.available,
        )
        for voice in await call.services.voices.list(by=call.by)
    ]


@routes.get("/studio/voices/{id}/sample", media_type="audio/mpeg")
async def sample(call: Call) -> web.Response:
    """Hear a voice: a sentence in its language as MP3, a few seconds long."""
    recording = await call.services.voices.sample(call.params["id"], by=call.by)
    headers = {hdrs.CONTENT_TYPE: "audio/mpeg", hdrs.CACHE_CONTROL: "private, max-age=86400"}
    return web.Response(body=recording, headers=headers)
