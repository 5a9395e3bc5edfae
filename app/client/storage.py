"""The server's disk: what takes space, cleaning up, and copies of the data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, records, text

PATH = "/studio/storage"
BACKUPS = "/studio/backups"
REPORT = "/studio/report"


@dataclass(frozen=True, slots=True)
class Space:
    """What one kind of data takes; `size` in bytes."""

    kind: str
    files: int
    size: int


@dataclass(frozen=True, slots=True)
class Disk:
    """What takes space, the largest first, and the disk around it, in bytes. `quota` is 0 for no limit."""

    spaces: tuple[Space, ...]
    used: int
    files: int
    free: int
    total: int
    reserve: int
    quota: int


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What went, or would go."""

    dry_run: bool
    files: int
    size: int


@dataclass(frozen=True, slots=True)
class DatabaseCopy:
    """A copy of the database that the server made: ``daily``, or before a ``migration``."""

    name: str
    kind: str
    size: int
    made_on: datetime | None


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies, newest first, and where they lie on the server's machine."""

    folder: str
    data_directory: str
    copies: tuple[DatabaseCopy, ...]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written."""

    path: str
    files: int
    size: int
    with_secrets: bool


class Storage:
    """Calls about the server's disk."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def disk(self) -> Disk:
        """What takes how much."""
        reply = await self._connection.get(PATH)
        around = reply.get("disk") or {}
        return Disk(
            spaces=_spaces(reply),
            used=number(reply, "bytes"),
            files=number(reply, "files"),
            free=number(around, "free_bytes", "free"),
            total=number(around, "total_bytes", "total"),
            reserve=number(around, "reserve_bytes", "reserve"),
            quota=number(around, "quota_bytes", "quota"),
        )

    async def clean(self, *, dry_run: bool) -> Cleaned:
        """Remove what nothing refers to, or only tell what would go."""
        reply = await self._connection.post_long(f"{PATH}/clean", {"dryRun": dry_run})
        return Cleaned(flag(reply, "dryRun"), number(reply, "files"), number(reply, "bytes"))

    async def copies(self) -> Copies:
        """The copies of the database."""
        reply = await self._connection.get(BACKUPS)
        found = tuple(
            DatabaseCopy(text(each, "name"), text(each, "kind"), number(each, "bytes"), moment(each, "madeOn"))
            for each in records(reply.get("copies"))
        )
        return Copies(text(reply, "folder"), text(reply, "dataDirectory"), found)

    async def back_up(self, path: str, *, with_secrets: bool) -> Backup:
        """Write everything to a file on the server's machine; takes as long as the data is large."""
        reply = await self._connection.post_long(BACKUPS, {"path": path, "withSecrets": with_secrets})
        return Backup(text(reply, "path"), number(reply, "files"), number(reply, "bytes"), flag(reply, "withSecrets"))


def _spaces(reply: Record) -> tuple[Space, ...]:
    return tuple(
        Space(text(each, "kind"), number(each, "files"), number(each, "bytes")) for each in records(reply.get("spaces"))
    )
