"""The pronunciation book: who may write what into it, and what of it holds for a piece of work."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, replace
from functools import cache

from server.domain.accounts import Account
from server.domain.errors import GenerationError, InvalidField, NotFound, Unavailable
from server.domain.identifiers import new_id
from server.domain.pronunciations import Doubt, Pronunciation
from server.domain.times import Clock, to_ms, utc_now
from server.engine.speech.catalogue import voices_folder
from server.engine.speech.desk import Desk
from server.services.voices import Voices
from server.store import pronunciations, shows
from server.store.database import Store

LONGEST_WORD = 100
LONGEST_SAID = 200
LONGEST_SCRIPT = 200_000
_PHONEMES = re.compile(r"/([^/\[\]()]+)/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What an entry shall say. `for_everyone` is the installation's book, which is the owner's."""

    word: str
    said: str
    language: str = ""
    podcast_id: str = ""
    voice_id: int = 0
    note: str = ""
    for_everyone: bool = False


class Pronunciations:
    """The book."""

    def __init__(self, store: Store, voices: Voices, *, desk: Desk, clock: Clock = utc_now) -> None:
        self._store = store
        self._voices = voices
        self._desk = desk
        self._clock = clock

    async def list(self, *, by: Account) -> tuple[Pronunciation, ...]:
        """The installation's entries and the caller's own, by word."""
        return await self._store.read(pronunciations.known_to, by.id)

    async def add(self, entry: Entry, *, by: Account) -> Pronunciation:
        """Write an entry.

        Raises:
            InvalidField: the word or what is said can't be used, or the show or voice is not the caller's.
            Forbidden: only the owner writes for everyone.
            Conflict: the book already says how this word is said there.
        """
        checked = await self._checked(entry, new_id(), by=by)
        return await self._store.write(pronunciations.save, checked, to_ms(self._clock()))

    async def change(self, entry_id: str, entry: Entry, *, by: Account) -> Pronunciation:
        """Write an entry anew. Raises as `add`, and `NotFound`."""
        await self._own(entry_id, by=by)
        checked = await self._checked(entry, entry_id, by=by)
        return await self._store.write(pronunciations.save, checked, to_ms(self._clock()))

    async def remove(self, entry_id: str, *, by: Account) -> None:
        """Take an entry out. Raises `NotFound`, `Forbidden`."""
        await self._own(entry_id, by=by)
        await self._store.write(pronunciations.remove, entry_id)

    async def holding(self, *, client_id: str, podcast_id: str = "") -> tuple[Pronunciation, ...]:
        """What holds for a client's work, for a show of its where one is named."""
        known = await self._store.read(pronunciations.known_to, client_id)
        return tuple(entry for entry in known if not entry.podcast_id or entry.podcast_id == podcast_id)

    async def doubts(self, script: str, *, language: str, by: Account) -> tuple[Doubt, ...]:
        """Words of a script that a voice may say wrongly."""
        book = await self.holding(client_id=by.id)
        try:
            return await asyncio.to_thread(self._desk.doubts, script, language, book)
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_scan") from error

    async def _own(self, entry_id: str, *, by: Account) -> Pronunciation:
        found = await self._store.read(pronunciations.find, entry_id, by.id)
        if found is None:
            raise NotFound("The book has no such entry.", code="pronunciation_not_found")
        if not found.client_id:
            by.require_owner()
        return found

    async def _checked(self, entry: Entry, entry_id: str, *, by: Account) -> Pronunciation:
        word, said = " ".join(entry.word.split()), " ".join(entry.said.split())
        if not any(letter.isalnum() for letter in word) or re.search(r"[\[\]()/*]", word):
            raise InvalidField("word", "give a word or a few, without brackets, slashes and asterisks")
        if said.startswith("/") or said.endswith("/"):
            phonemes = _PHONEMES.fullmatch(said)
            unknown = "".join(sorted(set(phonemes[1]) - await asyncio.to_thread(_symbols))) if phonemes else ""
            if phonemes is None:
                raise InvalidField("said", "phonemes stand between two slashes, such as /kˈɪtən/")
            if unknown:
                raise InvalidField("said", f"the voices do not know the symbols {unknown[:20]!r}")
        elif not any(letter.isalnum() for letter in said) or re.search(r"[\[\]()*]", said):
            raise InvalidField("said", "give a respelling such as Shiv-awn, or phonemes between slashes")
        if entry.for_everyone:
            by.require_owner()
        if entry.podcast_id and await self._store.read(shows.find, entry.podcast_id, by.id) is None:
            raise InvalidField("podcastId", "no show of yours has this id")
        if entry.voice_id:
            self._voices.require(entry.voice_id, field="voiceId", by=by)
        made = Pronunciation(entry_id, word, said, entry.language, by.id, entry.podcast_id, entry.voice_id, entry.note)
        return replace(made, client_id="") if entry.for_everyone else made


@cache
def _symbols() -> frozenset[str]:
    table: dict[str, dict[str, int]] = json.loads((voices_folder() / "kokoro-vocab.json").read_text("utf-8"))
    return frozenset(table["vocab"]) | {" "}
