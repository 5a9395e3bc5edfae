"""The owner's settings of the server itself: kept in the settings file, used from the next start on."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from server.config.groups import CHECKS, GROUPS, Group
from server.config.settings import (
    SETTINGS,
    SETTINGS_FILE,
    BadSetting,
    ServerConfig,
    Setting,
    Value,
    load_config,
    read_settings_file,
)
from server.domain.accounts import Account
from server.domain.errors import FieldFault, Invalid, InvalidField

_BY_NAME = {setting.name: setting for setting in SETTINGS}


class Origin(StrEnum):
    """Where a setting's value comes from. What the environment or an option says can't be changed here."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class SettingState:
    """A setting as it stands.

    `value` is what the next start will use; a secret's is empty. `is_set` tells whether there is a secret, `waits`
    whether the running server still uses another value.
    """

    setting: Setting
    value: Value
    origin: Origin
    is_secret: bool
    is_set: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group and its settings as they stand."""

    group: Group
    settings: tuple[SettingState, ...]


class ServerSettings:
    """Reads and writes the settings file for the owner.

    Args:
        running: what this server was started with.
    """

    def __init__(self, running: ServerConfig, *, environ: Mapping[str, str] = os.environ) -> None:
        self._running = running
        self._environ = environ
        resolved = load_config(running.data_dir, environ=environ)
        names = [setting.name for setting in SETTINGS]
        self._options = {name for name in names if getattr(running, name) != getattr(resolved, name)}
        self._lock = asyncio.Lock()

    @property
    def data_dir(self) -> Path:
        """Where this server keeps its data."""
        return self._running.data_dir

    async def get(self, *, by: Account) -> tuple[GroupState, ...]:
        """Every setting, group by group. Owner only. Raises `BadSetting` where the file can't be read."""
        by.require_owner()
        return await asyncio.to_thread(self._states)

    async def save(self, values: Mapping[str, object], *, by: Account) -> tuple[GroupState, ...]:
        """Keep these values; one that equals the standard leaves the file. Owner only.

        Raises:
            Forbidden: ``owner_only``.
            Invalid: values are unknown, of the wrong type, out of range, or set elsewhere; nothing was kept.
        """
        by.require_owner()
        checked = self._checked(values)
        fault = await asyncio.to_thread(self._listening_fault, checked)
        if fault is not None:
            raise InvalidField(fault.field, fault.message)
        async with self._lock:
            await asyncio.to_thread(self._write, checked)
            return await asyncio.to_thread(self._states)

    def _checked(self, values: Mapping[str, object]) -> dict[str, Value]:
        faults: list[FieldFault] = []
        checked: dict[str, Value] = {}
        for name, given in values.items():
            setting = _BY_NAME.get(name)
            if setting is None:
                faults.append(FieldFault(name, "is no setting of the server"))
                continue
            fixed = self._fixed(setting)
            if fixed is not None:
                faults.append(FieldFault(name, _ELSEWHERE[fixed].format(variable=setting.environment)))
                continue
            try:
                value = setting.read(given, origin=name)
            except BadSetting as error:
                faults.append(FieldFault(name, error.message.partition(f"{name}: {name} ")[2].rstrip(".")))
                continue
            fault = CHECKS[name](value) if name in CHECKS and isinstance(value, str) else ""
            if fault:
                faults.append(FieldFault(name, fault))
            checked[name] = value
        if len(faults) == 1:
            raise InvalidField(faults[0].field, faults[0].message)
        if faults:
            raise Invalid(f"{len(faults)} settings can't be kept as they are.", details=tuple(faults))
        return checked

    def _listening_fault(self, values: Mapping[str, Value]) -> FieldFault | None:
        """Why the server could not listen with these values: it would not start again."""
        host = str(values.get("host", self._running.host))
        ports = [name for name in ("port", "public_port") if values.get(name)]
        if "host" in values and not can_listen(host, 0):
            return FieldFault("host", "is no address of this machine")
        for name in ports:
            port = int(values[name])
            if port != getattr(self._running, name) and not can_listen(host, port):
                return FieldFault(name, "is in use by another program, or not allowed")
        return None

    def _fixed(self, setting: Setting) -> Origin | None:
        if setting.name in self._options:
            return Origin.OPTION
        return Origin.ENVIRONMENT if setting.environment in self._environ else None

    def _states(self) -> tuple[GroupState, ...]:
        filed = read_settings_file(self.data_dir / SETTINGS_FILE)
        return tuple(GroupState(group, tuple(self._state(each, filed) for each in group.settings)) for group in GROUPS)

    def _state(self, setting: Setting, filed: Mapping[str, object]) -> SettingState:
        running: Value = getattr(self._running, setting.name)
        value, origin = setting.default, Origin.DEFAULT
        if setting.name in filed:
            value, origin = setting.read(filed[setting.name], origin=SETTINGS_FILE), Origin.FILE
        fixed = self._fixed(setting)
        if fixed is not None:
            value, origin = running, fixed
        secret = setting.is_secret
        return SettingState(
            setting, "" if secret else value, origin, secret, is_set=bool(value), waits=value != running
        )

    def _write(self, values: Mapping[str, Value]) -> None:
        path = self.data_dir / SETTINGS_FILE
        kept = dict(read_settings_file(path))
        for name, value in values.items():
            if value == _BY_NAME[name].default:
                kept.pop(name, None)
            else:
                kept[name] = value
        descriptor, part = tempfile.mkstemp(dir=path.parent, prefix=".settings-", suffix=".part")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=2, sort_keys=True)
                file.flush()
                os.fsync(file.fileno())
            Path(part).replace(path)
        finally:
            Path(part).unlink(missing_ok=True)


def can_listen(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    try:
        (family, kind, *_, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError:
        return False
    return True


_ELSEWHERE = {
    Origin.ENVIRONMENT: "is set by {variable} in the environment and can't be changed here",
    Origin.OPTION: "is set by an option of the command line and can't be changed here",
}
