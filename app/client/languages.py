"""Languages that can be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import number, real, records, text
from app.client.voices import told_errors
from app.language import tr


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its own name, its ISO 639-1 code, and how many voices speak it."""

    name: str
    code: str
    voices: int
    word_errors: float | None = None
    """Those of the voices that speak it where none is named; None where they were not measured."""
    by_default: bool = True
    """Whether those are so few that nothing is told of them."""


class Languages:
    """Calls about languages."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Language, ...]:
        """Every language the server takes."""
        return tuple(
            Language(
                text(record, "name"),
                text(record, "code"),
                _voices(record.get("voices")),
                real(record, "wordErrors") if record.get("wordErrors") is not None else None,
                record.get("offeredByDefault") is not False,
            )
            for record in records(await self._connection.get("/content/Languages"))
        )


def automatic(language: Language | None) -> str:
    """What the choice of no voice is called; with the word errors of those that speak then, where they are not few."""
    errors = told_errors(language.word_errors, by_default=language.by_default) if language else ""
    return f"{tr('Automatic')} · {errors}" if errors else tr("Automatic")


def _voices(value: object) -> int:
    """The wire gives either the voices themselves or their number."""
    if isinstance(value, list):
        return len(value)
    return number({"n": value}, "n")
