"""The owner's settings of the server itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from pydantic import AfterValidator, Field

from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.wire import I64_MAX, Order, no_nul
from server.services.server_settings import GroupState, SettingState

# ruff: noqa: N815 - the wire's names
routes = Routes("Settings")
PATH = "/studio/settings/server"
Name = Annotated[str, Field(max_length=100)]
Given = Annotated[str, Field(max_length=2_000), AfterValidator(no_nul)] | Annotated[int, Field(ge=0, le=I64_MAX)] | bool


class ServerSettingsOrder(Order):
    """What to set; what is left out stays."""

    values: Annotated[dict[Name, Given], Field(description="By the settings' names. Empty text forgets a secret.")]


class SettingReply(msgspec.Struct):
    """A setting: what it is called, what it may be, and what the next start will use.

    `origin` is default, file, environment or option; the last two can't be changed here. A secret's `value` is always
    empty. `waits` tells that the running server still uses another value.
    """

    name: str
    label: str
    help: str
    kind: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["text", "number", "switch", "secret"]})]
    value: str | int | bool
    default: str | int | bool
    least: int | None
    most: int | None
    origin: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["default", "file", "environment", "option"]})]
    isSet: bool
    waits: bool


class SettingsGroupReply(msgspec.Struct):
    """Settings that belong together."""

    name: str
    title: str
    words: str
    settings: list[SettingReply]


class ServerSettingsReply(msgspec.Struct):
    """The settings. `restart` tells that some of them wait for the next start."""

    dataDirectory: str
    restart: bool
    groups: list[SettingsGroupReply]


@routes.get(PATH, replies=(ServerSettingsReply,), scope=Scope.OWNER)
async def settings(call: Call) -> ServerSettingsReply:
    """List the settings of the server."""
    return _reply(call, await call.services.server_settings.get(by=call.by))


@routes.post(
    PATH,
    body=ServerSettingsOrder,
    replies=(ServerSettingsReply,),
    scope=Scope.OWNER,
    example={"values": {"workers": 2}},
)
async def save(call: Call, body: ServerSettingsOrder) -> ServerSettingsReply:
    """Keep settings in the settings file; they are used from the next start on."""
    return _reply(call, await call.services.server_settings.save(body.values, by=call.by))


def _reply(call: Call, groups: Sequence[GroupState]) -> ServerSettingsReply:
    return ServerSettingsReply(
        dataDirectory=str(call.services.server_settings.data_dir),
        restart=any(state.waits for group in groups for state in group.settings),
        groups=[
            SettingsGroupReply(
                each.group.key, each.group.title, each.group.words, [_setting(state) for state in each.settings]
            )
            for each in groups
        ],
    )


def _setting(state: SettingState) -> SettingReply:
    setting = state.setting
    kind = "switch" if isinstance(setting.default, bool) else "number" if isinstance(setting.default, int) else "text"
    return SettingReply(
        name=setting.name,
        label=setting.label,
        help=setting.help,
        kind="secret" if state.is_secret else kind,
        value=state.value,
        default=setting.default,
        least=setting.ge,
        most=setting.le,
        origin=state.origin.value,
        isSet=state.is_set,
        waits=state.waits,
    )
