"""Keys of endpoints: in the keyring where there is one, else in a file for its owner only; settings beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import PasswordDeleteError

from server.config.secret_keys import SecretsUnreadable, forget_secret, keep_secret, secret, signing_key
from server.config.writing import (
    WritingUnreadable,
    endpoint_key,
    key_name,
    load_writing,
    save_endpoint_key,
    save_writing,
)
from server.domain.writing import WriterChoice, WritingSettings


class Remembering(KeyringBackend):
    """A keyring in memory."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError("not there")
        del self.kept[service, username]


@pytest.fixture(params=[Remembering, fail.Keyring])
def ring(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A desktop's keyring, and a machine without one."""
    before, made = keyring.get_keyring(), request.param()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_key_is_kept_read_and_forgotten(ring: Any, tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    signed = signing_key(path)
    assert secret(path, "one") == ""
    keep_secret(path, "one", "first")
    keep_secret(path, "one", "second")
    keep_secret(path, "two", "other")
    assert (secret(path, "one"), secret(path, "two")) == ("second", "other")
    filed = json.loads(path.read_text())
    assert ("one" in filed) == isinstance(ring, fail.Keyring)
    assert path.stat().st_mode & 0o777 == 0o600
    forget_secret(path, "one")
    forget_secret(path, "one")
    assert (secret(path, "one"), secret(path, "two")) == ("", "other")
    assert signing_key(path) == signed


def test_data_directories_have_keys_of_their_own(ring: Any, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    keep_secret(tmp_path / "a" / "secrets.json", "one", "mine")
    assert secret(tmp_path / "b" / "secrets.json", "one") == ""


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    keyring.set_keyring(fail.Keyring())
    (tmp_path / "secrets.json").write_text("{")
    with pytest.raises(SecretsUnreadable):
        secret(tmp_path / "secrets.json", "one")


def test_a_key_belongs_to_a_host(ring: Any, tmp_path: Path) -> None:
    save_endpoint_key(tmp_path, "https://Models.example/v1", "k")
    assert endpoint_key(tmp_path, "https://models.example/v2") == "k"
    assert endpoint_key(tmp_path, "http://models.example/v1") == "", "not without encryption where it came with it"
    assert endpoint_key(tmp_path, "https://models.example:444/v1") == ""
    assert endpoint_key(tmp_path, "") == ""
    assert "secret" not in key_name("https://me:secret@models.example/v1")


def test_settings_come_back_and_the_file_is_the_owners(tmp_path: Path) -> None:
    assert load_writing(tmp_path) == WritingSettings()
    chosen = WritingSettings(writer=WriterChoice.GGUF, gguf="/models/a.gguf", day_tokens=7, falls_back=True)
    save_writing(tmp_path, chosen)
    assert load_writing(tmp_path) == chosen
    assert (tmp_path / "writing.json").stat().st_mode & 0o777 == 0o600
    (tmp_path / "writing.json").write_text('{"writer": "built_in", "of_a_newer_version": 1}')
    assert load_writing(tmp_path) == WritingSettings()
    for damaged in ("{", "[]", '{"writer": "oracle"}'):
        (tmp_path / "writing.json").write_text(damaged)
        with pytest.raises(WritingUnreadable):
            load_writing(tmp_path)
