"""The voices that a caller can use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from server.domain.accounts import Account
from server.domain.voices import Voice


class VoiceCatalogue(Protocol):
    """What the services need to know of voices."""

    def voices(self) -> Sequence[Voice]:
        """Every voice of this installation, by id."""
        ...


class Voices:
    """The voice catalogue."""

    async def list(self, *, by: Account) -> tuple[Voice, ...]:
        """Every voice that the caller can use now."""
        raise NotImplementedError

    def require(self, voice_id: int, *, field: str) -> Voice:
        """The voice of an id that an order names. Raises `InvalidField`."""
        raise NotImplementedError
