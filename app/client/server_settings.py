"""The owner's settings of the server itself, as the server declares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, flag, records, text

PATH = "/studio/settings/server"
Value = str | int | bool


@dataclass(frozen=True, slots=True)
class ServerSetting:
    """One setting. `kind` is ``text``, ``number``, ``switch`` or ``secret``; a secret's value is never told.

    `origin` is ``default``, ``file``, ``environment`` or ``option``; the last two can't be changed from here. `waits`
    tells that the running server still uses another value.
    """

    name: str
    label: str
    help: str
    kind: str
    value: Value
    default: Value
    least: int | None = None
    most: int | None = None
    origin: str = "default"
    is_set: bool = False
    waits: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether it is set where this window can't change it."""
        return self.origin in ("environment", "option")


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """Settings that belong together."""

    name: str
    title: str
    words: str
    settings: tuple[ServerSetting, ...]


@dataclass(frozen=True, slots=True)
class ServerState:
    """All of them; `restart` tells that some wait for the next start."""

    groups: tuple[SettingsGroup, ...]
    restart: bool
    data_directory: str


class ServerSettings:
    """Calls about the server's settings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> ServerState:
        """Every setting as it stands."""
        return _state(await self._connection.get(PATH))

    async def save(self, values: Mapping[str, Value]) -> ServerState:
        """Keep these values; they are used from the server's next start on."""
        return _state(await self._connection.post(PATH, {"values": dict(values)}))


def _state(record: Record) -> ServerState:
    groups = tuple(
        SettingsGroup(
            text(each, "name"),
            text(each, "title"),
            text(each, "words"),
            tuple(_setting(one) for one in records(each.get("settings"))),
        )
        for each in records(record.get("groups"))
    )
    return ServerState(groups, flag(record, "restart"), text(record, "dataDirectory"))


def _setting(record: Record) -> ServerSetting:
    least, most = record.get("least"), record.get("most")
    return ServerSetting(
        name=text(record, "name"),
        label=text(record, "label"),
        help=text(record, "help"),
        kind=text(record, "kind"),
        value=_value(record.get("value")),
        default=_value(record.get("default")),
        least=least if isinstance(least, int) else None,
        most=most if isinstance(most, int) else None,
        origin=text(record, "origin"),
        is_set=flag(record, "isSet"),
        waits=flag(record, "waits"),
    )


def _value(given: object) -> Value:
    return given if isinstance(given, str | int | bool) else ""
