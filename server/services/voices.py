"""The voices that a caller can use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.voices import Voice


class VoiceCatalogue(Protocol):
    """What the services need to know of voices."""

    def voices(self) -> Sequence[Voice]:
        """Every voice of this installation, by id."""
        ...


class Voices:
    """The voice catalogue."""

    def __init__(self, catalogue: VoiceCatalogue) -> None:
        self._catalogue = catalogue

    async def list(self, *, by: Account) -> tuple[Voice, ...]:  # noqa: ARG002 - cloned voices are their owner's
        """Every voice that the caller can use now."""
        return tuple(voice for voice in self._catalogue.voices() if voice.available)

    def require(self, voice_id: int, *, field: str) -> Voice:
        """The voice of an id that an order names. Raises `InvalidField`."""
        for voice in self._catalogue.voices():
            if voice.id == voice_id:
                if not voice.available:
                    raise InvalidField(field, f"the voice {voice.name} needs {voice.needs or 'a part not installed'}")
                return voice
        raise InvalidField(field, "no voice of yours has this id: GET /content/GetVoices lists them")
