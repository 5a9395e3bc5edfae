"""What the engine needs to speak for somebody, beyond what the order says: own voices, the endpoint, the book."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from server.engine.specs import Spec
from server.services.pronunciations import Pronunciations
from server.services.voices import Voices


class Speaking:
    """Completes the specs of what is spoken."""

    def __init__(self, voices: Voices, book: Pronunciations) -> None:
        self._voices = voices
        self._book = book

    async def completed(self, spec: Spec, *, client_id: str, podcast_id: str = "") -> Spec:
        """The spec with what it has room for: `own_voices` of its `voices`, `speech_endpoint`, `pronunciations`."""
        room = {each.name for each in fields(spec)}
        added: dict[str, Any] = {}
        if {"own_voices", "voices"} <= room:
            await self._voices.settled()
            asked: tuple[int, ...] = getattr(spec, "voices")  # noqa: B009 - not every spec has it
            added["own_voices"] = self._voices.beyond_packaged(asked, client_id=client_id)
        if "speech_endpoint" in room:
            added["speech_endpoint"] = self._voices.endpoint
        if "pronunciations" in room and getattr(spec, "performance", None) is None:
            added["pronunciations"] = await self._book.holding(client_id=client_id, podcast_id=podcast_id)
        return replace(spec, **added) if added else spec
