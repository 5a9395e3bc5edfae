"""Copies of the database in the data directory: finding the newest good one, and putting it back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from server.config.directories import DataDirectory
from server.domain.errors import DomainError
from server.domain.times import utc_now

HISTORY = "schema_migrations"
"""The table of the migrations applied: every database of ours has it."""
_MAGIC = b"SQLite format 3\0"
_BESIDE = ("", "-wal", "-shm")


class CopyUnusable(DomainError):
    """The file is no sound copy of the database; nothing was changed."""

    code = "copy_unusable"


def is_database(path: Path) -> bool:
    """Whether a file is a database and not an archive, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def fault_of(path: Path) -> str:
    """What is wrong with a copy, read page by page; empty when it is sound. The file is only read."""
    if not is_database(path):
        return "it is no database"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            said = str(database.execute("PRAGMA integrity_check(1)").fetchone()[0])
            if said != "ok":
                return said
            wanted = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
            if database.execute(wanted, (HISTORY,)).fetchone() is None:
                return "it is not a database of Quillcast"
    except sqlite3.DatabaseError as error:
        return str(error)
    return ""


def newest_good_copy(backups: Path) -> Path | None:
    """The newest copy that is sound, if there is one; damaged ones are passed over."""
    copies = sorted(backups.glob("*.db"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    return next((copy for copy in copies if not fault_of(copy)), None)


def put_back(directory: DataDirectory, copy: Path) -> Path:
    """Make a copy the database again; where what was there lies now. Either all of it is done or nothing.

    The caller holds the directory's lock.

    Raises:
        CopyUnusable: the copy is damaged, or the disk can't take it.
    """
    if fault := fault_of(copy):
        raise CopyUnusable(f"{copy} can't be put back: {fault}. Nothing was changed.")
    database = directory.database
    part = database.with_name(f"{database.name}.part")
    aside = directory.backups / f"damaged-{utc_now():%Y%m%dT%H%M%S.%fZ}"
    moved: list[tuple[Path, Path]] = []
    try:
        shutil.copyfile(copy, part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        aside.mkdir(parents=True)
        for ending in _BESIDE:
            path = database.with_name(database.name + ending)
            if path.exists():
                path.rename(aside / path.name)
                moved.append((path, aside / path.name))
        part.replace(database)
        for ending in _BESIDE:
            # What is searched is read anew from the database that is now there.
            directory.search.with_name(directory.search.name + ending).unlink(missing_ok=True)
    except OSError as error:
        for before, now in reversed(moved):
            with contextlib.suppress(OSError):
                now.rename(before)
        raise CopyUnusable(f"{copy} could not be put back ({error.strerror or error}); nothing was changed.") from error
    finally:
        part.unlink(missing_ok=True)
    return aside
