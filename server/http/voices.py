"""The voice catalogue."""

from __future__ import annotations

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
        )
        for voice in await call.services.voices.list(by=call.by)
    ]
