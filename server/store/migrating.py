"""Brings a database file to today's tables, or leaves it exactly as it was."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import peewee
from filelock import FileLock
from peewee import SqliteDatabase
from playhouse.migrations import Runner

from server.store.copies import HISTORY, newest_good_copy
from server.store.faults import DamagedDatabase, MigrationFailed, NewerDatabase

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
CHECKED_UP_TO = 256 * 1024 * 1024
"""Bytes of a database that is checked page by page at the start; of a larger one, only what opening it reads."""


def brought_up_to_date(path: Path, *, backups: Path, migrations: Path = MIGRATIONS) -> tuple[str, ...]:
    """Apply the migrations that are missing and return their names.

    The file is read first, and copied to `backups` before anything changes; a copy is put back when a migration fails.
    Processes that open the directory at the same time wait for each other.

    Raises:
        DamagedDatabase: it can't be read; nothing was written to it.
        NewerDatabase: a newer version wrote it.
        MigrationFailed: it is as it was before.
    """
    with FileLock(path.with_suffix(".migrating.lock")):
        applied = _read_history(path, backups)
        known = {file.stem for file in migrations.glob("[0-9]*.py")}
        if unknown := sorted(applied - known):
            raise NewerDatabase(
                f"{path} was written by a newer Quillcast ({unknown[-1]}): install that version, or restore a backup."
            )
        if known <= applied:
            return ()
        copy = _copy(path, backups, before=min(known - applied)) if applied else None
        try:
            return _run(path, migrations)
        except Exception as error:
            _put_back(path, copy)
            raise MigrationFailed(
                f"{path} could not be brought up to date and is as it was before: {error}."
            ) from error


def _read_history(path: Path, backups: Path) -> set[str]:
    """Names of the migrations applied. The file is opened for reading only, so that a damaged one stays as it is."""
    if not path.exists() or path.stat().st_size == 0:
        return set()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            if path.stat().st_size <= CHECKED_UP_TO:
                fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                if fault != "ok":
                    raise sqlite3.DatabaseError(fault)
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if HISTORY not in tables:
                raise sqlite3.DatabaseError("it is not a database of Quillcast")
            return {row[0] for row in connection.execute(f"SELECT name FROM {HISTORY}")}  # noqa: S608
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error), backups=backups) from error


def damaged(path: Path, fault: str, *, backups: Path) -> DamagedDatabase:
    """The error for a database that can't be read: it names the file and the newest sound copy."""
    newest = newest_good_copy(backups)
    hint = (
        f"The newest sound copy is {newest}: `quillcast restore {newest}` puts it back and keeps the damaged file."
        if newest
        else "There is no sound copy of it."
    )
    return DamagedDatabase(f"The database {path} is damaged ({fault}); it was left as it is. {hint}", copy=newest)


def _copy(path: Path, backups: Path, *, before: str) -> Path:
    copy = backups / f"before-{before}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.db"
    backups.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def _run(path: Path, migrations: Path) -> tuple[str, ...]:
    database = SqliteDatabase(str(path), pragmas={"journal_mode": "wal", "synchronous": "full", "foreign_keys": 0})
    try:
        database.connect()
        names = tuple(Runner(database, str(migrations), table_name=HISTORY).up())
        broken = database.connection().execute("PRAGMA foreign_key_check").fetchone()  # type: ignore[no-untyped-call]
        if broken is not None:
            raise peewee.IntegrityError(f"a row of {broken[0]} refers to nothing")
    finally:
        database.close()
    return names


def _put_back(path: Path, copy: Path | None) -> None:
    for part in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        part.unlink(missing_ok=True)
    if copy is not None:
        shutil.copyfile(copy, path)
