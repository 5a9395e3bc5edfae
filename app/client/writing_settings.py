"""Who writes: the built-in writer, a model behind an address, or a model file; set by the server's owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.client.connection import Connection, Json
from app.client.readings import Record, flag, number, records, text

PATH = "/studio/settings/writing"
TRIAL_SECONDS = 200.0
"""How long a test may take: a model file is loaded for it."""


@dataclass(frozen=True, slots=True)
class Writing:
    """The choice as it stands. Limits in tokens, 0 for none; the key itself is never told."""

    writer: str = "built_in"
    endpoint: str = ""
    model: str = ""
    has_key: bool = False
    gguf: str = ""
    context_tokens: int = 8192
    request_tokens: int = 0
    day_tokens: int = 0
    spent_today: int = 0
    timeout_seconds: int = 120
    falls_back: bool = False
    encyclopaedia: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a test found; `fault` says what is wrong, and is empty when nothing is."""

    model: str = ""
    models: tuple[str, ...] = ()
    form: str = ""
    """How the model answers in a shape: ``json_schema``, ``json_object`` or ``prompt``."""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class FoundEndpoint:
    """Something on the server's machine that answers as a model; used only once it is chosen."""

    endpoint: str
    name: str
    models: tuple[str, ...] = ()
    needs_key: bool = False


class WritingSettings:
    """Calls about who writes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self) -> Writing:
        """The choice as it stands."""
        return writing_of(await self._connection.get(PATH))

    async def save(self, change: Mapping[str, Json]) -> Writing:
        """Set what `change` names, by the wire's names; the rest stays."""
        return writing_of(await self._connection.post(PATH, change, within=TRIAL_SECONDS))

    async def test(self, change: Mapping[str, Json]) -> Trial:
        """Ask the model that the settings with this change would name for one word; nothing is kept."""
        reply = await self._connection.post(f"{PATH}/test", change, within=TRIAL_SECONDS)
        return Trial(
            model=text(reply, "model"),
            models=_names(reply.get("models")),
            form=text(reply, "structuredOutput"),
            fault="" if flag(reply, "reachable") else text(reply, "error") or "The model did not answer.",
        )

    async def models(self, endpoint: str, *, key: str = "") -> tuple[str, ...]:
        """The models that an endpoint lists; `key` instead of the one that is kept."""
        body = {"endpoint": endpoint} | ({"key": key} if key else {})
        return _names((await self._connection.post(f"{PATH}/models", body, within=TRIAL_SECONDS)).get("models"))

    async def found(self) -> tuple[FoundEndpoint, ...]:
        """What answers on the server's machine."""
        return tuple(
            FoundEndpoint(
                endpoint=text(record, "endpoint"),
                name=text(record, "name"),
                models=_names(record.get("models")),
                needs_key=flag(record, "needsKey"),
            )
            for record in records(await self._connection.get(f"{PATH}/found"))
        )


def writing_of(record: Record) -> Writing:
    """Read the settings."""
    return Writing(
        writer=text(record, "writer") or "built_in",
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


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(entry) for entry in value) if isinstance(value, list) else ()
