"""A whole data directory in one file, consistent while a server works on it, and back.

The file is a ZIP: `manifest.json` (what is in it, with sha256 and size) and the files by their paths. Databases come by
SQLite's online backup, everything else as it lies there; contents are named by their digest and never change. Work
folders, joined models, logs and older copies stay out: they can be made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from server.config.directories import DataDirectory
from server.config.settings import SETTINGS, SETTINGS_FILE
from server.domain.errors import DomainError
from server.domain.times import utc_now, wire_time
from server.store.migrating import damaged

FORMAT = 1
MANIFEST = "manifest.json"
KEPT_DAYS = 7
"""Daily copies of the database that are kept."""
_PIECE = 1 << 20
_LEFT_OUT = frozenset({"work", "models", "logs", "backups"})
_SECRET_SETTINGS = frozenset(setting.name for setting in SETTINGS if setting.is_secret)
_PASSING = (".lock", ".part", "-wal", "-shm", "-journal")


class BackupFailed(DomainError):
    """The backup could not be written; nothing half-written stays."""

    code = "backup_failed"


class BackupUnusable(DomainError):
    """The file is no backup of Quillcast, or a damaged one; nothing was changed."""

    code = "backup_unusable"


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What a backup holds."""

    files: int
    size: int
    """Bytes of the files in it."""
    with_secrets: bool


def write_backup(data_dir: Path, target: Path, *, with_secrets: bool = False) -> BackupSummary:
    """Write everything of a data directory to `target`, which appears whole and checked, or not at all.

    Without secrets, the signing key, keys of endpoints and secrets of webhooks stay out.

    Raises:
        BackupFailed: there is nothing to back up, or the disk can't take it.
        DamagedDatabase: the database can't be read.
    """
    directory = DataDirectory(data_dir)
    if not directory.database.exists():
        raise BackupFailed(f"There is nothing to back up: {data_dir} holds no data of Quillcast.")
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
            written = _write(directory, part, Path(folder), with_secrets=with_secrets)
        _verified(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.chmod(0o600)
        part.replace(target)
    except sqlite3.OperationalError as error:
        raise BackupFailed(f"{target} could not be written ({error}): nothing was left of it.") from error
    except BackupUnusable as error:
        raise BackupFailed(f"The backup could not be read back: {error.message}") from error
    except OSError as error:
        raise BackupFailed(
            f"{target} could not be written ({error.strerror or error}): nothing was left of it."
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return written


def restore_backup(source: Path, data_dir: Path) -> BackupSummary:
    """Make a data directory what a backup holds; what was there before is kept beside it, in ``backups/before-…``.

    The caller holds the directory's lock.

    Raises:
        BackupUnusable: the file is none of ours or damaged; nothing was changed.
        BackupFailed: the disk can't take it; nothing was changed.
    """
    directory = DataDirectory(data_dir)
    staged = data_dir / f".restoring-{os.getpid()}"
    try:
        summary = _verified(source)
        with zipfile.ZipFile(source) as archive:
            for name in _names(archive):
                path = staged / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as packed, path.open("wb") as out:
                    shutil.copyfileobj(packed, out, _PIECE)
                    out.flush()
                    os.fsync(out.fileno())
        for database in staged.rglob("*.db"):
            _check_database(database)
        _exchange(directory, staged)
    except OSError as error:
        raise BackupFailed(f"{data_dir} could not be written ({error.strerror or error}): it is as it was.") from error
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return summary


def daily_copy(directory: DataDirectory, *, day: str) -> Path | None:
    """Today's copy of the database, if there is none yet; copies older than the newest seven go."""
    copy = directory.backups / f"daily-{day}.db"
    if copy.exists():
        return None
    part = copy.with_suffix(".part")
    try:
        _copy_database(directory.database, part)
        part.replace(copy)
    finally:
        part.unlink(missing_ok=True)
    for old in sorted(directory.backups.glob("daily-*.db"))[:-KEPT_DAYS]:
        old.unlink(missing_ok=True)
    return copy


def _write(directory: DataDirectory, part: Path, scratch: Path, *, with_secrets: bool) -> BackupSummary:
    entries: dict[str, dict[str, object]] = {}
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for path in _files(directory):
            name = path.relative_to(directory.path).as_posix()
            if path == directory.secrets and not with_secrets:
                continue
            packed = path
            if path.suffix == ".db":
                packed = scratch / "copy.db"
                try:
                    _copy_database(path, packed)
                except sqlite3.OperationalError:
                    raise
                except (sqlite3.DatabaseError, BackupUnusable) as error:
                    raise damaged(path, str(error), backups=directory.backups) from error
                if path == directory.database and not with_secrets:
                    _take_secrets_out(packed)
            elif name == SETTINGS_FILE and not with_secrets:
                packed = scratch / "settings.json"
                packed.write_text(_settings_without_secrets(path), "utf-8")
            try:
                entries[name] = _add(archive, packed, name)
            except FileNotFoundError:
                continue  # nothing refers to it any more: it was being removed just now
            if packed != path:
                packed.unlink()
        manifest = {
            "format": FORMAT,
            "created_on": wire_time(utc_now()),
            "with_secrets": with_secrets,
            "files": entries,
        }
        archive.writestr(MANIFEST, json.dumps(manifest))
    return BackupSummary(len(entries), sum(int(str(e["size"])) for e in entries.values()), with_secrets)


def _files(directory: DataDirectory) -> Iterator[Path]:
    # Databases first: what they refer to is there when its turn comes, for it is only removed after them.
    found = [
        path
        for path in sorted(directory.path.rglob("*"))
        if path.relative_to(directory.path).parts[0] not in _LEFT_OUT
        and not path.name.endswith(_PASSING)
        and not path.name.startswith(".restoring-")
        and "drafts" not in path.relative_to(directory.path).parts
        and path.is_file()
        and not path.is_symlink()
    ]
    yield from sorted(found, key=lambda path: path.suffix != ".db")


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> dict[str, object]:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file, archive.open(zipfile.ZipInfo(name, time.gmtime()[:6]), "w", force_zip64=True) as out:
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
            out.write(piece)
    return {"sha256": digest.hexdigest(), "size": size}


def _copy_database(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=30)) as source:
        with closing(sqlite3.connect(copy)) as target:
            source.backup(target, pages=2_000, sleep=0.001)
            target.execute("PRAGMA journal_mode = delete")
        _check_database(copy)


def _take_secrets_out(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = 1")
        database.execute("UPDATE webhooks SET secret = '', previous_secret = '', previous_until = NULL")
        database.execute("VACUUM")


def _settings_without_secrets(path: Path) -> str:
    try:
        settings = json.loads(path.read_text("utf-8"))
    except ValueError:
        return "{}"
    return json.dumps({name: value for name, value in settings.items() if name not in _SECRET_SETTINGS}, indent=2)


def _check_database(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            fault = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        fault = str(error)
    if fault != "ok":
        raise BackupUnusable(f"The database in it is damaged ({fault}).")


@contextmanager
def _opened(source: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError as error:
        raise BackupUnusable(f"There is no file {source}.") from error
    except (zipfile.BadZipFile, ValueError, KeyError, EOFError, NotImplementedError, RuntimeError) as error:
        raise BackupUnusable(f"{source} is no backup of Quillcast, or a damaged one: nothing was changed.") from error


def _names(archive: zipfile.ZipFile) -> list[str]:
    return [info.filename for info in archive.infolist() if info.filename != MANIFEST]


def _verified(source: Path) -> BackupSummary:
    """Every file of a backup has the digest that the manifest names, and none lies outside."""
    with _opened(source) as archive:
        with archive.open(MANIFEST) as file:
            manifest = json.loads(file.read(1 << 28))
        if manifest["format"] != FORMAT:
            raise BackupUnusable(f"{source} was written by a newer Quillcast: install that version first.")
        entries = manifest["files"]
        if set(entries) != set(_names(archive)) or DataDirectory(Path()).database.name not in entries:
            raise ValueError("what the manifest names is not what is there")
        size = 0
        for name, entry in entries.items():
            _require_inside(name)
            with archive.open(name) as packed:
                digest, count = _digest(packed, limit=int(entry["size"]))
            if digest != entry["sha256"] or count != entry["size"]:
                raise ValueError(name)
            size += count
    return BackupSummary(len(entries), size, bool(manifest["with_secrets"]))


def _digest(packed: IO[bytes], *, limit: int) -> tuple[str, int]:
    digest, count = hashlib.sha256(), 0
    while (piece := packed.read(_PIECE)) and count <= limit:
        digest.update(piece)
        count += len(piece)
    return digest.hexdigest(), count


def _require_inside(name: str) -> None:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts or path.parts[0] in _LEFT_OUT:
        raise ValueError("a name leads outside")


def _exchange(directory: DataDirectory, staged: Path) -> None:
    aside = directory.backups / f"before-restoring-{utc_now():%Y%m%dT%H%M%SZ}"
    moved: list[tuple[Path, Path]] = []
    try:
        for path in sorted(directory.path.iterdir()):
            if path.name in _LEFT_OUT - {"work"} or path == staged or path.name.endswith(".lock"):
                continue
            aside.mkdir(parents=True, exist_ok=True)
            path.rename(aside / path.name)
            moved.append((path, aside / path.name))
        for path in sorted(staged.iterdir()):
            path.rename(directory.path / path.name)
            moved.append((staged / path.name, directory.path / path.name))
    except OSError:
        for before, now in reversed(moved):
            now.rename(before)
        raise
