"""The voices that a caller can use."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Protocol

from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound
from server.domain.voices import Voice
from server.engine.speech.catalogue import samples_folder


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

    async def sample(self, voice_id: str, *, by: Account) -> bytes:
        """The recording (MP3) in which a voice is heard. Raises `NotFound`."""
        known = {str(voice.id) for voice in await self.list(by=by)}
        found = await asyncio.to_thread(_sample, voice_id) if voice_id in known else None
        if found is None:
            raise NotFound("No sample of such a voice is there.", code="sample_not_found")
        return found

    def names(self, voice_ids: Iterable[int | None]) -> tuple[str, ...]:
        """The names of voices by their ids; those that are unknown are left out."""
        known = {voice.id: voice.name for voice in self._catalogue.voices()}
        return tuple(known[number] for number in voice_ids if number in known)

    def require(self, voice_id: int, *, field: str) -> Voice:
        """The voice of an id that an order names. Raises `InvalidField`."""
        for voice in self._catalogue.voices():
            if voice.id == voice_id:
                if not voice.available:
                    raise InvalidField(field, f"the voice {voice.name} needs {voice.needs or 'a part not installed'}")
                return voice
        raise InvalidField(field, "no voice of yours has this id: GET /content/GetVoices lists them")


def _sample(voice_id: str) -> bytes | None:
    try:
        return (samples_folder() / f"{voice_id}.mp3").read_bytes()
    except FileNotFoundError:
        return None
