"""The pronunciation book: entries, and a scan of a script for what a voice may say wrongly."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, number, records, text


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One entry. `said` is a respelling, or phonemes between slashes; `language` an ISO 639-1 code or empty."""

    word: str
    said: str
    id: str = ""
    language: str = ""
    podcast_id: str = ""
    voice_id: int | None = None
    note: str = ""
    for_everyone: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A word that a voice may say wrongly: ``name``, ``acronym``, ``mixed``, ``foreign`` or ``unknown``."""

    word: str
    reason: str
    count: int
    example: str
    guess: str


class Pronunciations:
    """Calls about the pronunciation book. `language` of a call is a language's own name, or empty."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Pronunciation, ...]:
        """The installation's entries and the caller's own, by word."""
        return tuple(entry_of(record) for record in records(await self._connection.get("/studio/pronunciations")))

    async def add(self, entry: Pronunciation, *, language: str = "") -> Pronunciation:
        """Write an entry."""
        return entry_of(await self._connection.post("/studio/pronunciations", _body(entry, language)))

    async def change(self, entry: Pronunciation, *, language: str = "") -> Pronunciation:
        """Write an entry anew, by its id."""
        path = f"/studio/pronunciations/{entry.id}"
        return entry_of(await self._connection.post(path, _body(entry, language)))

    async def remove(self, entry_id: str) -> None:
        """Take an entry out."""
        await self._connection.delete(f"/studio/pronunciations/{entry_id}")

    async def scan(self, script: str, *, language: str) -> tuple[Doubt, ...]:
        """Words of a script that a voice may say wrongly."""
        found = await self._connection.post("/studio/pronunciations/scan", {"script": script, "language": language})
        return tuple(
            Doubt(
                word=text(record, "word"),
                reason=text(record, "reason"),
                count=number(record, "count"),
                example=text(record, "example"),
                guess=text(record, "guess"),
            )
            for record in records(found)
        )


def entry_of(record: Record) -> Pronunciation:
    """Read one entry."""
    voice = record.get("voiceId")
    return Pronunciation(
        id=text(record, "id"),
        word=text(record, "word"),
        said=text(record, "said"),
        language=text(record, "language"),
        podcast_id=text(record, "podcastId"),
        voice_id=voice if isinstance(voice, int) else None,
        note=text(record, "note"),
        for_everyone=record.get("forEveryone") is True,
    )


def _body(entry: Pronunciation, language: str) -> dict[str, object]:
    body: dict[str, object] = {"word": entry.word, "said": entry.said, "note": entry.note}
    if language:
        body["language"] = language
    if entry.podcast_id:
        body["podcastId"] = entry.podcast_id
    if entry.voice_id is not None:
        body["voiceId"] = entry.voice_id
    if entry.for_everyone:
        body["forEveryone"] = True
    return body
