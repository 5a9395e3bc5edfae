"""A backup holds everything while a server works, keeps secrets out, and comes back as it was."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from server.__main__ import main
from server.commands.token import make_token
from server.config.directories import DataDirectory
from server.config.secret_keys import signing_key
from server.domain.accounts import ClientChange
from server.domain.webhooks import Webhook
from server.store import backups, clients, contents, webhooks
from server.store.artefacts import FolderStorage
from server.store.backups import KEPT_DAYS, MANIFEST, BackupFailed, BackupUnusable, daily_copy, write_backup
from server.store.database import Store

SECRET = "whsec_c2VjcmV0LW9mLWEtaG9vaw=="


@pytest.fixture
def data(tmp_path: Path) -> DataDirectory:
    """A data directory with a client, a webhook, a stored file, settings, checkpoints and a log."""
    directory = DataDirectory(tmp_path / "data").prepare()
    make_token(directory.path, ClientChange(credits=77), client="alice")
    store = Store(directory.database, backups=directory.backups)
    store.write_and_wait(webhooks.register, Webhook("w1", "https://example.com/", SECRET), "alice", 1)
    storage = FolderStorage(directory.artefacts)
    with storage.draft() as draft:
        draft.write(b"sound" * 1000)
        content = draft.keep()
    store.write_and_wait(contents.add_blob, content, 1)
    store.close()
    (directory.path / "settings.json").write_text(
        json.dumps({"port": 9000, "free_tools_secret": "very-secret", "cloning_key": "sk-cloning"})
    )
    (directory.work / "request").mkdir()
    (directory.work / "request" / "line.pcm").write_bytes(b"x")
    (directory.logs / "server.jsonl").write_text("{}")
    return directory


def restored(tmp_path: Path, file: Path) -> tuple[int, DataDirectory]:
    directory = DataDirectory(tmp_path / "elsewhere")
    return main(["restore", str(file), "--data-dir", str(directory.path)]), directory


def hook_secret(directory: DataDirectory) -> str:
    with closing(sqlite3.connect(directory.database)) as database:
        return str(database.execute("SELECT secret FROM webhooks").fetchone()[0])


def test_everything_comes_back_with_secrets(data: DataDirectory, tmp_path: Path, capsys) -> None:
    file = tmp_path / "all.zip"
    assert main(["backup", str(file), "--data-dir", str(data.path), "--with-secrets"]) == 0
    assert "keep it safe" in capsys.readouterr().err

    code, there = restored(tmp_path, file)

    assert code == 0
    assert capsys.readouterr().out == ""
    assert signing_key(there.secrets) == signing_key(data.secrets)
    assert hook_secret(there) == SECRET
    (kept,) = [path for path in there.artefacts.rglob("*") if path.is_file()]
    assert kept.read_bytes() == b"sound" * 1000
    store = Store(there.database, backups=there.backups)
    client = store.read_here(clients.find, "alice")
    store.close()
    assert client is not None
    assert client.allowed == 77


def test_secrets_stay_out_unless_asked_for(data: DataDirectory, tmp_path: Path, capsys) -> None:
    file = tmp_path / "plain.zip"
    assert main(["backup", str(file), "--data-dir", str(data.path)]) == 0
    packed = file.read_bytes()
    assert b"very-secret" not in packed
    assert b"sk-cloning" not in packed
    assert SECRET.encode() not in packed
    assert signing_key(data.secrets).hex().encode() not in packed
    capsys.readouterr()

    code, there = restored(tmp_path, file)

    assert code == 0
    said = capsys.readouterr().err
    assert "issue tokens again" in said
    assert "1 webhooks their new secret" in said
    assert signing_key(there.secrets) != signing_key(data.secrets)
    assert hook_secret(there).startswith("whsec_")
    assert hook_secret(there) != SECRET
    assert json.loads((there.path / "settings.json").read_text()) == {"port": 9000}


def test_what_can_be_made_anew_stays_out(data: DataDirectory, tmp_path: Path) -> None:
    write_backup(data.path, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        names = {name.partition("/")[0] for name in archive.namelist()}
    assert names == {MANIFEST, "quillcast.db", "artefacts", "settings.json"}


def test_a_backup_of_a_database_that_is_being_written_is_sound(data: DataDirectory, tmp_path: Path) -> None:
    store = Store(data.database, backups=data.backups)
    ended = threading.Event()

    def write() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            store.write_and_wait(clients.save, f"client{number}", ClientChange(credits=number), 1)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            write_backup(data.path, tmp_path / f"{number}.zip")
    finally:
        ended.set()
        writer.join()
        store.close()
    for number in range(3):
        code, there = restored(tmp_path / str(number), tmp_path / f"{number}.zip")
        assert code == 0
        with closing(sqlite3.connect(there.database)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_restoring_keeps_what_was_there_aside(data: DataDirectory, tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    write_backup(data.path, file)
    make_token(data.path, ClientChange(credits=5), client="later")

    assert main(["restore", str(file), "--data-dir", str(data.path)]) == 0

    (aside,) = data.backups.glob("before-restoring-*")
    with closing(sqlite3.connect(aside / "quillcast.db")) as database:
        assert database.execute("SELECT count(*) FROM clients WHERE id = 'later'").fetchone() == (1,)
    with closing(sqlite3.connect(data.database)) as database:
        assert database.execute("SELECT count(*) FROM clients WHERE id = 'later'").fetchone() == (0,)


def test_nothing_is_restored_beside_a_running_server(data: DataDirectory, tmp_path: Path, capsys) -> None:
    file = tmp_path / "b.zip"
    write_backup(data.path, file)
    lock = data.lock()
    try:
        assert main(["restore", str(file), "--data-dir", str(data.path)]) == 3
    finally:
        lock.release()
    assert "Another Quillcast works on" in capsys.readouterr().err


def damaged(file: Path, kind: str) -> None:
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read(MANIFEST))
        held = {name: archive.read(name) for name in archive.namelist() if name != MANIFEST}
    if kind == "cut":
        file.write_bytes(file.read_bytes()[:-100])
        return
    if kind == "outside":
        held["../evil"] = b"x"
        manifest["files"]["../evil"] = {"sha256": "0", "size": 1}
    elif kind == "changed":
        name = next(name for name in held if name.startswith("artefacts/"))
        held[name] = b"other" * 1000
    elif kind == "missing":
        held.pop("quillcast.db")
    elif kind == "newer":
        manifest["format"] = 99
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in held.items():
            archive.writestr(name, content)
        archive.writestr(MANIFEST, json.dumps(manifest))


def listed(data: DataDirectory) -> list[Path]:
    return sorted(p.relative_to(data.path) for p in data.path.rglob("*") if p.suffix != ".lock")


@pytest.mark.parametrize("kind", ["cut", "outside", "changed", "missing", "newer"])
def test_a_damaged_backup_changes_nothing(data: DataDirectory, tmp_path: Path, kind: str, capsys) -> None:
    file = tmp_path / "b.zip"
    write_backup(data.path, file)
    damaged(file, kind)
    before = listed(data)

    assert main(["restore", str(file), "--data-dir", str(data.path)]) == 1

    assert capsys.readouterr().err.startswith("quillcast: ")
    assert listed(data) == before
    assert not (tmp_path / "evil").exists()


def test_a_backup_is_whole_or_not_there(data: DataDirectory, tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(BackupFailed, match="holds no data"):
        write_backup(tmp_path / "empty", tmp_path / "b.zip")

    def fail(*_: object) -> None:
        raise BackupUnusable("no")

    monkeypatch.setattr(backups, "_verified", fail)
    with pytest.raises(BackupFailed, match="could not be read back"):
        write_backup(data.path, tmp_path / "b.zip")
    assert not list(tmp_path.glob("*.zip*"))


@pytest.mark.parametrize("broken", ["all of it", "a page"])
def test_a_damaged_database_is_named_with_its_newest_copy(
    data: DataDirectory, tmp_path: Path, broken: str, capsys
) -> None:
    copy = daily_copy(data, day="2026-01-01")
    whole = data.database.read_bytes()
    at = 0 if broken == "all of it" else 8192
    data.database.write_bytes(whole[:at] + b"\xa5" * (len(whole) - at))
    file = tmp_path / "never.zip"

    assert main(["backup", str(file), "--data-dir", str(data.path)]) == 4

    said = capsys.readouterr().err
    assert str(data.database) in said
    assert str(copy) in said
    assert not file.exists()


def test_a_copy_a_day_and_few_are_kept(data: DataDirectory) -> None:
    for day in range(1, 12):
        assert daily_copy(data, day=f"2026-05-{day:02d}") is not None
    assert daily_copy(data, day="2026-05-11") is None
    kept = sorted(path.name for path in data.backups.glob("daily-*.db"))
    assert kept == [f"daily-2026-05-{day:02d}.db" for day in range(12 - KEPT_DAYS, 12)]
