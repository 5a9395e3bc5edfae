"""The languages that can be asked for."""

from __future__ import annotations

from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import LanguageReply

routes = Routes("Voices")


@routes.get("/content/Languages", replies=(list[LanguageReply],))
async def languages(call: Call) -> list[LanguageReply]:
    """List the languages by their own names; `language` takes the name exactly."""
    return [
        LanguageReply(found.name, found.code, list(found.voices), found.engine, found.is_basic)
        for found in call.services.languages.list(by=call.by)
    ]
