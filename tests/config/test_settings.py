"""Standards, then the file, then the environment, then the options."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from server.config.settings import SETTINGS, BadSetting, ServerConfig, load_config


def test_without_anything_the_standards_hold(tmp_path) -> None:
    config = load_config(tmp_path, environ={})

    assert config == ServerConfig(data_dir=tmp_path)
    assert (config.host, config.port) == ("127.0.0.1", 8787)
    assert config.concurrency >= 1


def test_each_place_stands_above_the_one_before(tmp_path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"port": 1, "host": "a", "public_url": "p", "workers": 3}))
    environ = {"QUILLCAST_PORT": "2", "QUILLCAST_HOST": "b", "QUILLCAST_ALLOW_PRIVATE_URLS": "yes"}

    config = load_config(tmp_path, options={"port": 0, "host": None}, environ=environ)

    assert (config.port, config.host, config.public_url, config.workers) == (0, "b", "p", 3)
    assert config.allow_private_urls


def test_every_setting_is_a_field_with_the_same_standard(tmp_path) -> None:
    config = ServerConfig(data_dir=tmp_path)

    for setting in SETTINGS:
        assert getattr(config, setting.name) == setting.default
    assert {setting.name for setting in SETTINGS} | {"data_dir", "prices"} == {each.name for each in fields(config)}


@pytest.mark.parametrize(
    "filed",
    [
        {"port": "x"},
        {"port": 70_000},
        {"port": True},
        {"host": 5},
        {"allow_private_urls": "perhaps"},
        {"prices": {"nothing": 1}},
        {"prices": {"output": -1}},
        {"prices": []},
        [],
    ],
)
def test_a_bad_setting_is_named_with_its_place(tmp_path, filed) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(filed))

    with pytest.raises(BadSetting, match=r"settings\.json"):
        load_config(tmp_path, environ={})


def test_a_bad_variable_is_named(tmp_path) -> None:
    with pytest.raises(BadSetting, match="QUILLCAST_PORT"):
        load_config(tmp_path, environ={"QUILLCAST_PORT": "-1"})


def test_single_prices_can_be_set(tmp_path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"prices": {"output": 3}}))

    prices = load_config(tmp_path, environ={}).prices

    assert (prices["output"], prices["slide_deck"]) == (3, 30)


def test_no_secret_is_an_option_of_a_command_line() -> None:
    """Every user of a machine can read the words of every command line; the desktop's are tested with it."""
    from server.commands.serve import OPTIONS

    secret = {setting.name for setting in SETTINGS if setting.is_secret}
    assert {"transcription_key", "cloning_key", "speech_endpoint_key", "free_tools_secret"} <= secret
    assert not secret & set(OPTIONS)
