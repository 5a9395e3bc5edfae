"""The server's settings over HTTP: declared once, kept in the file, used from the next start on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from live_server import LiveServer, live_server

from server.config.groups import GROUPS
from server.config.settings import SETTINGS, ServerConfig, load_config
from server.services.server_settings import ServerSettings

PATH = "/studio/settings/server"


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveServer]:
    async with live_server(tmp_path) as server:
        yield server


def by_name(body: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for group in body["groups"] for each in group["settings"]}


def test_every_setting_stands_in_one_group() -> None:
    assert sorted(name for group in GROUPS for name in group.names) == sorted(each.name for each in SETTINGS)
    assert all(group.title and group.words.endswith(".") for group in GROUPS)


async def test_settings_are_kept_told_and_used_at_the_next_start(api: Any, live: LiveServer, tmp_path: Path) -> None:
    owner = {"Authorization": f"Bearer {await live.owner()}"}
    before = (await api.get(PATH, headers=owner)).body
    assert before["restart"] is False
    assert by_name(before)["port"]["origin"] == "option"
    kept = tmp_path / "settings.json"
    await asyncio.to_thread(kept.write_text, '{"prices": {"slide_deck": 3}}')

    values = {"public_url": "https://cast.example", "allow_local_webhooks": True, "speech_endpoint_key": "sk-1"}
    saved = await api.post(PATH, {"values": values}, headers=owner)
    assert saved.status == 200, saved.body
    told = by_name(saved.body)
    assert (saved.body["restart"], told["public_url"]["value"], told["public_url"]["waits"]) == (
        True,
        "https://cast.example",
        True,
    )
    assert (told["speech_endpoint_key"]["value"], told["speech_endpoint_key"]["isSet"]) == ("", True)
    assert "sk-1" not in json.dumps(saved.body)
    assert json.loads(await asyncio.to_thread(kept.read_text)) == {"prices": {"slide_deck": 3}} | values
    assert kept.stat().st_mode & 0o777 == 0o600
    config = await asyncio.to_thread(load_config, tmp_path, environ={})
    assert (config.public_url, config.allow_local_webhooks, config.prices["slide_deck"]) == (
        "https://cast.example",
        True,
        3,
    )

    undone = await api.post(PATH, {"values": dict.fromkeys(("public_url", "speech_endpoint_key"), "")}, headers=owner)
    assert json.loads(await asyncio.to_thread(kept.read_text)) == {
        "prices": {"slide_deck": 3},
        "allow_local_webhooks": True,
    }
    assert by_name(undone.body)["speech_endpoint_key"]["isSet"] is False


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        ({"public_port": 70_000}, {"public_port": "must be between 0 and 65535"}),
        ({"public_port": True}, {"public_port": "must be a whole number"}),
        ({"public_url": "cast.example"}, {"public_url": "must be an http or https address, or empty"}),
        ({"colour": "red"}, {"colour": "is no setting of the server"}),
        ({"port": 9000, "host": ""}, {"port": "is set by an option", "host": "must not be empty"}),
    ],
)
async def test_what_cannot_be_used_is_refused_whole(
    api: Any, live: LiveServer, tmp_path: Path, values: dict[str, Any], faults: dict[str, str]
) -> None:
    owner = {"Authorization": f"Bearer {await live.owner()}"}
    refused = await api.post(PATH, {"values": values | {"websub_hub": ""}}, headers=owner)
    assert refused.status == 400
    told = {each["field"]: each["message"] for each in refused.body["details"]}
    assert set(told) == set(faults)
    assert all(told[name].startswith(words) for name, words in faults.items())
    assert not (tmp_path / "settings.json").exists()


async def test_an_address_that_it_could_not_listen_on_is_refused(live: LiveServer, tmp_path: Path) -> None:
    from live_server import OWNER_ACCOUNT

    from server.domain.errors import InvalidField

    made = ServerSettings(ServerConfig(data_dir=tmp_path), environ={})
    taken = int(live.address.rpartition(":")[2])
    with pytest.raises(InvalidField, match="in use"):
        await made.save({"port": taken}, by=OWNER_ACCOUNT)
    with pytest.raises(InvalidField, match="no address of this machine"):
        await made.save({"host": "192.0.2.1"}, by=OWNER_ACCOUNT)
    await made.save({"host": "127.0.0.1", "public_port": 0}, by=OWNER_ACCOUNT)


async def test_only_the_owner_may(api: Any) -> None:
    assert (await api.get(PATH)).status == 403
    assert (await api.post(PATH, {"values": {}})).status == 403


async def test_what_the_environment_says_stays(tmp_path: Path) -> None:
    from live_server import OWNER_ACCOUNT

    environ = {"QUILLCAST_PUBLIC_PORT": "8900"}
    made = ServerSettings(load_config(tmp_path, environ=environ), environ=environ)
    states = {each.setting.name: each for group in await made.get(by=OWNER_ACCOUNT) for each in group.settings}
    assert (states["public_port"].value, states["public_port"].origin) == (8900, "environment")
    assert {name for name, state in states.items() if state.is_secret} == {
        setting.name for setting in SETTINGS if setting.is_secret
    }
