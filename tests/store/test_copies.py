"""A damaged database is kept aside, and the newest sound copy takes its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.__main__ import main
from server.commands.token import make_token
from server.config.directories import DataDirectory
from server.domain.accounts import ClientChange
from server.store.backups import daily_copy
from server.store.copies import CopyUnusable, fault_of, newest_good_copy, put_back
from server.store.database import Store
from server.store.faults import DamagedDatabase


def clients_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as database:
        return {row[0] for row in database.execute("SELECT id FROM clients")}


def damage(path: Path) -> bytes:
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = b"\xa5" * (len(content) // 2 - 4096)
    path.write_bytes(content)
    return bytes(content)


@pytest.fixture
def data(tmp_path: Path) -> DataDirectory:
    """A database with `early`, copied, then `late`; the copies in between are of different worth."""
    directory = DataDirectory(tmp_path / "data").prepare()
    make_token(directory.path, ClientChange(), client="early")
    good = daily_copy(directory, day="2026-05-01")
    assert good is not None
    make_token(directory.path, ClientChange(), client="late")
    with closing(sqlite3.connect(directory.database)) as database:
        database.execute("PRAGMA wal_checkpoint(truncate)")
    torn = directory.backups / "daily-2026-05-02.db"
    shutil.copyfile(good, torn)
    damage(torn)
    (directory.backups / "daily-2026-05-03.db").write_bytes(b"")
    for age, path in enumerate(sorted(directory.backups.glob("*.db"), reverse=True)):
        os.utime(path, (1_800_000_000 - age * 100, 1_800_000_000 - age * 100))
    return directory


def test_damaged_copies_are_passed_over(data: DataDirectory) -> None:
    found = newest_good_copy(data.backups)
    assert found is not None
    assert found.name == "daily-2026-05-01.db"
    assert fault_of(data.backups / "daily-2026-05-03.db") == "it is no database"
    assert newest_good_copy(data.notebooks) is None


def test_a_damaged_database_is_kept_and_the_copy_it_names_is_put_back(data: DataDirectory, capsys) -> None:
    damaged = damage(data.database)
    with pytest.raises(DamagedDatabase) as told:
        Store(data.database, backups=data.backups)
    assert told.value.copy == data.backups / "daily-2026-05-01.db"
    assert f"quillcast restore {told.value.copy}" in told.value.message

    assert main(["restore", str(told.value.copy), "--data-dir", str(data.path)]) == 0

    assert clients_in(data.database) == {"early"}
    (aside,) = data.backups.glob("damaged-*")
    assert (aside / "quillcast.db").read_bytes() == damaged
    assert str(aside) in capsys.readouterr().err
    Store(data.database, backups=data.backups).close()


def test_what_the_log_of_a_damaged_database_held_does_not_come_into_the_copy(data: DataDirectory) -> None:
    log = data.database.with_name("quillcast.db-wal")
    log.write_bytes(b"frames of another database")
    aside = put_back(data, data.backups / "daily-2026-05-01.db")
    assert not log.exists()
    assert (aside / log.name).read_bytes() == b"frames of another database"


def test_a_damaged_copy_changes_nothing(data: DataDirectory, capsys) -> None:
    before = data.database.read_bytes()
    with pytest.raises(CopyUnusable, match="Nothing was changed"):
        put_back(data, data.backups / "daily-2026-05-02.db")
    code = main(["restore", str(data.backups / "daily-2026-05-02.db"), "--data-dir", str(data.path)])
    assert (code, data.database.read_bytes()) == (1, before)
    assert not list(data.backups.glob("damaged-*"))


def test_a_copy_is_not_put_back_beside_a_running_server(data: DataDirectory) -> None:
    lock = data.lock()
    try:
        assert main(["restore", str(data.backups / "daily-2026-05-01.db"), "--data-dir", str(data.path)]) == 3
    finally:
        lock.release()
    assert clients_in(data.database) == {"early", "late"}


def test_what_fails_half_way_is_taken_back(data: DataDirectory, monkeypatch) -> None:
    before = data.database.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CopyUnusable, match="No space left"):
        put_back(data, data.backups / "daily-2026-05-01.db")
    assert data.database.read_bytes() == before
    assert not list(data.path.glob("*.part"))
