"""Languages that can be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import number, records, text


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its own name, its ISO 639-1 code, and how many voices speak it."""

    name: str
    code: str
    voices: int


class Languages:
    """Calls about languages."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Language, ...]:
        """Every language the server takes."""
        return tuple(
            Language(text(record, "name"), text(record, "code"), _voices(record.get("voices")))
            for record in records(await self._connection.get("/content/Languages"))
        )


def _voices(value: object) -> int:
    """The wire gives either the voices themselves or their number."""
    if isinstance(value, list):
        return len(value)
    return number({"n": value}, "n")
