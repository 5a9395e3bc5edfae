"""Copies of the data: those that are made by themselves, and a whole backup where the owner wants one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from server.config.directories import DataDirectory
from server.domain.accounts import Account
from server.domain.errors import Conflict, InvalidField
from server.store.backups import BackupSummary, write_backup

ENDING = ".zip"


class CopyKind(StrEnum):
    """Why a copy of the database was made."""

    DAILY = "daily"
    MIGRATION = "migration"
    """Before a newer version changed it."""


@dataclass(frozen=True, slots=True)
class DatabaseCopy:
    """A copy of the database in the data directory."""

    name: str
    kind: CopyKind
    size: int
    """Bytes."""
    made_on: datetime


class Backups:
    """The owner's copies."""

    def __init__(self, directory: DataDirectory) -> None:
        self._directory = directory
        self._writing = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """Where the copies lie that are made by themselves."""
        return self._directory.backups

    async def copies(self, *, by: Account) -> tuple[DatabaseCopy, ...]:
        """The copies of the database, newest first. Owner only."""
        by.require_owner()
        return await asyncio.to_thread(self._copies)

    async def make(self, path: str, *, with_secrets: bool, by: Account) -> BackupSummary:
        """Write everything to a file on this machine, which appears whole and checked, or not at all. Owner only.

        Raises:
            InvalidField: ``path`` can't be a backup's.
            Conflict: ``backup_runs``: another one is being written.
            BackupFailed: the disk can't take it.
        """
        by.require_owner()
        target = Path(path)
        fault = await asyncio.to_thread(self._fault_of, target)
        if fault:
            raise InvalidField("path", fault)
        if self._writing.locked():
            raise Conflict("A backup is being written already: wait until it is done.", code="backup_runs")
        async with self._writing:
            return await asyncio.to_thread(write_backup, self._directory.path, target, with_secrets=with_secrets)

    def _fault_of(self, target: Path) -> str:
        if not target.is_absolute():
            return "must be the whole path of a file"
        if target.suffix.lower() != ENDING:
            return f"must end in {ENDING}"
        if not target.parent.is_dir():
            return "names a folder that is not there"
        if target.exists():
            return "names a file that is there already: choose another name"
        if self._directory.path.resolve() in target.resolve().parents:
            return "lies in the data directory: a backup belongs elsewhere, best on another disk"
        return ""

    def _copies(self) -> tuple[DatabaseCopy, ...]:
        found = []
        for path in self._directory.backups.glob("*.db"):
            try:
                facts = path.stat()
            except OSError:
                continue  # it went just now
            kind = CopyKind.DAILY if path.name.startswith("daily-") else CopyKind.MIGRATION
            found.append(DatabaseCopy(path.name, kind, facts.st_size, datetime.fromtimestamp(facts.st_mtime, UTC)))
        return tuple(sorted(found, key=lambda each: each.made_on, reverse=True))
