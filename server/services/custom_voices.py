"""The voices that clients have made for themselves."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.accounts import Account
from server.domain.custom_voices import CustomVoice
from server.domain.errors import NotFound
from server.domain.voices import SpeechEngine, Voice
from server.services.files import on_disk
from server.store import custom_voices
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.transactions import Reading, Transaction


class CustomVoices:
    """Custom voices are seen and used by their client only. A `VoiceSource`: what it holds is what the store holds."""

    def __init__(self, store: Store, storage: Storage) -> None:
        self._store = store
        self._storage = storage
        self._held: dict[str, tuple[Voice, ...]] = {}

    async def start(self) -> None:
        """Read what is there."""
        for client_id in await self._store.read(custom_voices.clients):
            await self._store.read(self.hold, client_id)

    def hold(self, reading: Reading, client_id: str) -> None:
        """Take over a client's voices as they are in the store; called by the writer when one was made or removed."""
        found = custom_voices.of_client(reading, client_id)
        self._held[client_id] = tuple(as_voice(voice, self._storage) for voice in found)

    def voices(self, *, client_id: str) -> Sequence[Voice]:
        """A client's voices, ready to speak."""
        return self._held.get(client_id, ())

    async def remove(self, voice_id: int, *, by: Account) -> None:
        """Remove a voice with its files: its profile and the recording it was made of.

        Raises:
            NotFound: the caller has no such custom voice; packaged voices can't be removed.
        """
        loose = await self._store.write(self._remove, voice_id, by.id)
        if loose is None:
            raise NotFound("There is no custom voice of yours with this id.", code="voice_not_found")
        for sha256 in loose:
            await on_disk(self._storage.path(sha256).unlink, missing_ok=True)

    def _remove(self, transaction: Transaction, voice_id: int, client_id: str) -> tuple[str, ...] | None:
        loose = custom_voices.remove(transaction, voice_id, client_id)
        self.hold(transaction, client_id)
        return loose


def as_voice(voice: CustomVoice, storage: Storage) -> Voice:
    """A custom voice as the engine speaks it: its source is its profile's file."""
    return Voice(
        id=voice.id,
        name=voice.name,
        engine=SpeechEngine(voice.engine),
        key=voice.profile,
        language=voice.language,
        accent=voice.accent,
        sex=voice.sex,
        grade="match" if voice.engine == SpeechEngine.MATCHED else "cloned",
        client_id=voice.client_id,
        source=str(storage.path(voice.profile)),
    )
