"""The languages that can be asked for."""

from __future__ import annotations

import msgspec

from server.http.calls import Call
from server.http.registry import Routes

# ruff: noqa: N815 - the wire's names
routes = Routes("Voices")


class LanguageReply(msgspec.Struct):
    """A language by its own name, with the ids of the voices that speak it, those of its best engine first."""

    name: str
    code: str
    voices: list[int]
    engine: str
    basic: bool
    wordErrors: float | None
    """Those of the voices that speak where none is named, as the packaged listener hears them; null: not measured."""
    offeredByDefault: bool
    """Whether those are at most 3 %."""


@routes.get("/content/Languages", replies=(list[LanguageReply],))
async def languages(call: Call) -> list[LanguageReply]:
    """List the languages by their own names; `language` takes the name exactly."""
    return [
        LanguageReply(
            found.name,
            found.code,
            list(found.voices),
            found.engine,
            found.is_basic,
            found.word_errors,
            found.by_default,
        )
        for found in call.services.languages.list(by=call.by)
    ]
