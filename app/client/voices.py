"""Voices: the catalogue and a sample of each to hear."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, number, records, text


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice. `language` is an ISO 639-1 code, `grade` A to D or ``basic``; empty where the server doesn't say."""

    id: int
    name: str
    client_id: str = ""
    language: str = ""
    accent: str = ""
    sex: str = ""
    grade: str = ""
    available: bool = True
    needs: str = ""

    @property
    def label(self) -> str:
        """The name with what tells two voices apart."""
        traits = [t for t in (self.accent, self.sex, "basic" if self.grade == "basic" else "") if t]
        return f"{self.name} · {', '.join(traits)}" if traits else self.name


class Voices:
    """Calls about voices."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def catalogue(self) -> tuple[Voice, ...]:
        """Every voice the caller may use, in the server's order."""
        return tuple(voice_of(record) for record in records(await self._connection.get("/content/GetVoices")))

    def sample_path(self, voice_id: int) -> str:
        """Where a sentence spoken by this voice is."""
        return f"/studio/voices/{voice_id}/sample"

    async def sample(self, voice_id: int) -> bytes:
        """A sentence spoken by this voice, as an audio file."""
        return await self._connection.read(self.sample_path(voice_id))


def voice_of(record: Record) -> Voice:
    """Read one catalogue record."""
    return Voice(
        id=number(record, "id"),
        name=text(record, "name"),
        client_id=text(record, "clientId"),
        language=text(record, "language"),
        accent=text(record, "accent"),
        sex=text(record, "sex"),
        grade=text(record, "grade"),
        available=record.get("available") is not False,
        needs=text(record, "needs"),
    )
