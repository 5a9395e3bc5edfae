"""The owner's settings of writing: who writes, what it may cost, what is found on the server's machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, flag, number, records, sentence, text

PATH = "/studio/settings/writing"
TRIAL_S = 200.0
"""How long a test may take: a model file is loaded for it, an encyclopaedia opened."""


@dataclass(frozen=True, slots=True)
class WritingSettings:
    """Who writes: ``built_in``, ``endpoint`` or ``gguf``. The key itself is never told."""

    writer: str = "built_in"
    endpoint: str = ""
    model: str = ""
    has_key: bool = False
    gguf: str = ""
    context_tokens: int = 0
    request_tokens: int = 0
    """0 for no limit, as for `day_tokens`."""
    day_tokens: int = 0
    spent_today: int = 0
    timeout_seconds: int = 0
    falls_back: bool = False
    encyclopaedia: str = ""


@dataclass(frozen=True, slots=True)
class WritingTest:
    """What a test found; `error` says what is wrong where it is not reachable."""

    is_reachable: bool
    model: str = ""
    models: tuple[str, ...] = ()
    structured_output: str = ""
    """``json_schema``, ``json_object`` or ``prompt``."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class FoundEndpoint:
    """Something that answers on the server's machine."""

    endpoint: str
    name: str
    models: tuple[str, ...] = ()
    needs_key: bool = False


class Writing:
    """Calls about the settings of writing. Fields are named as on the wire: ``writer``, ``contextTokens``, ``key`` …"""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def settings(self) -> WritingSettings:
        """The settings as they stand."""
        return settings_of(await self._connection.get(PATH))

    async def save(self, fields: Mapping[str, str | int | bool]) -> WritingSettings:
        """Set the given fields; an empty ``key`` is forgotten."""
        return settings_of(await self._connection.post(PATH, dict(fields), within=TRIAL_S))

    async def test(self, fields: Mapping[str, str | int | bool]) -> WritingTest:
        """Ask the model of the settings, with these fields in their place, for one word; nothing is kept."""
        record = await self._connection.post(f"{PATH}/test", dict(fields), within=TRIAL_S)
        return WritingTest(
            is_reachable=flag(record, "reachable"),
            model=text(record, "model"),
            models=_names(record),
            structured_output=text(record, "structuredOutput"),
            error=sentence(record, "error"),
        )

    async def models(self, endpoint: str, *, key: str = "") -> tuple[str, ...]:
        """The models that an endpoint lists."""
        body = {"endpoint": endpoint, **({"key": key} if key else {})}
        return _names(await self._connection.post(f"{PATH}/models", body, within=TRIAL_S))

    async def found(self) -> tuple[FoundEndpoint, ...]:
        """What answers on the usual ports of the server's machine."""
        return tuple(
            FoundEndpoint(text(each, "endpoint"), text(each, "name"), _names(each), flag(each, "needsKey"))
            for each in records(await self._connection.get(f"{PATH}/found"))
        )


def settings_of(record: Record) -> WritingSettings:
    """Read the settings."""
    return WritingSettings(
        writer=text(record, "writer"),
        endpoint=text(record, "endpoint"),
        model=text(record, "model"),
        has_key=flag(record, "hasKey"),
        gguf=text(record, "gguf"),
        context_tokens=number(record, "contextTokens"),
        request_tokens=number(record, "requestTokens"),
        day_tokens=number(record, "dayTokens"),
        spent_today=number(record, "spentToday"),
        timeout_seconds=number(record, "timeoutSeconds"),
        falls_back=flag(record, "fallsBack"),
        encyclopaedia=text(record, "encyclopaedia"),
    )


def _names(record: Record) -> tuple[str, ...]:
    names = record.get("models")
    return tuple(str(name) for name in names) if isinstance(names, list) else ()
