"""Where things lie, who works there, and what only its owner reads."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.config.directories import DataDirectory, DataDirectoryInUse, DataDirectoryUnusable, resolve_data_dir
from server.config.faults import POINTS, fault
from server.config.secret_keys import SecretsUnreadable, signing_key


def test_the_directory_asked_for_stands_above_the_environments(tmp_path) -> None:
    environ = {"QUILLCAST_DATA_DIR": str(tmp_path / "variable")}

    assert resolve_data_dir(tmp_path / "asked", environ=environ) == tmp_path / "asked"
    assert resolve_data_dir(environ=environ) == tmp_path / "variable"
    assert resolve_data_dir(environ={}).name == "quillcast"


def test_only_one_server_has_it(tmp_path) -> None:
    directory = DataDirectory(tmp_path).prepare()
    taken = directory.lock()

    with pytest.raises(DataDirectoryInUse, match=str(tmp_path)):
        DataDirectory(tmp_path).lock()
    taken.release()
    DataDirectory(tmp_path).lock().release()


def test_a_killed_server_has_it_no_more(tmp_path) -> None:
    DataDirectory(tmp_path).prepare()
    code = (
        "import os, sys; from pathlib import Path; from server.config.directories import DataDirectory;"
        "lock = DataDirectory(Path(sys.argv[1])).lock(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 9

    DataDirectory(tmp_path).lock().release()


def test_a_directory_that_can_not_be_is_told_plainly(tmp_path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DataDirectoryUnusable, match="can't be used"):
        DataDirectory(tmp_path / "file" / "inside").prepare()


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path) -> None:
    path = tmp_path / "secrets.json"
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: signing_key(path), range(8)))

    assert len(keys) == 1
    assert len(keys.pop()) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "[]", '{"signing_key": 5}', '{"signing_key": "zz"}', "\xff"])
def test_a_damaged_key_is_never_replaced(tmp_path, content: str) -> None:
    path = tmp_path / "secrets.json"
    path.write_text(content, encoding="latin-1")

    with pytest.raises(SecretsUnreadable):
        signing_key(path)
    assert path.read_text(encoding="latin-1") == content


@pytest.mark.parametrize(("wanted", "code"), [("during-storing:2", 137), ("during-storing:3", 0), ("other", 0)])
def test_a_fault_point_kills_at_the_named_passage(wanted: str, code: int) -> None:
    script = "from server.config.faults import fault; fault('during-storing'); fault('during-storing')"
    root = Path(__file__).parent.parent.parent

    ended = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "QUILLCAST_FAULT": wanted}, cwd=root, check=False
    )

    assert ended.returncode == code


def test_without_a_wish_no_point_does_anything(monkeypatch) -> None:
    monkeypatch.delenv("QUILLCAST_FAULT", raising=False)

    assert [fault(point) for point in POINTS] == [None] * len(POINTS)
