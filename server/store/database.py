"""The database: one writer, several readers, values in and out."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar, cast

from server.domain.events import StudioEvent
from server.store.faults import translated
from server.store.migrating import brought_up_to_date
from server.store.readers import Readers
from server.store.recollection import Recollection
from server.store.transactions import Snapshot, Transaction
from server.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
"""Threads that read. SQLite lets go of the interpreter's lock while it works, so a long list hinders no status."""
BUSY_TIMEOUT_MS = 10_000
"""How long a write waits for another process (`quillcast token`) that writes just now."""

Listener = Callable[[Sequence[StudioEvent]], None]


class Store:
    """A data directory's database, open. Write functions take a `Transaction` first, read functions a `Snapshot`."""

    def __init__(self, path: Path, *, backups: Path) -> None:
        """Open the file at `path`, made or brought up to date first.

        Raises:
            DamagedDatabase: it can't be read; nothing was written to it.
            NewerDatabase: a newer version wrote it.
            MigrationFailed: it could not be brought up to date; it is as it was.
        """
        brought_up_to_date(path, backups=backups)
        self.path = path
        self._listeners: list[Listener] = []
        self._local = threading.local()
        self._opened: list[Snapshot] = []
        self._opening = threading.Lock()
        self._closed = False
        self._recollection = Recollection()
        self._readers = Readers(self._connect_reader, threads=READERS)
        self._writer = Writer(self._connect_writer(), on_commit=self._tell)

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of events once they are on disk; it is called on the writer's thread."""
        self._listeners.append(listener)

    async def write(self, work: Callable[Concatenate[Transaction, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a write function in a transaction; the answer comes when it is on disk.

        Raises:
            Unavailable: the store is closed, or the disk can't take it.
            Exception: whatever `work` raises; its changes are taken back.
        """
        return cast("T", await self._writer.write(lambda transaction: work(transaction, *args, **kwargs)))

    def write_and_wait(self, work: Callable[Concatenate[Transaction, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` for commands, which have no event loop."""
        return cast("T", self._writer.write_and_wait(lambda transaction: work(transaction, *args, **kwargs)))

    async def read(self, work: Callable[Concatenate[Snapshot, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a read function on a reader's thread.

        Raises:
            Unavailable: the store is closed.
        """
        return cast("T", await self._readers.read(lambda snapshot: work(snapshot, *args, **kwargs)))

    def look(self, work: Callable[Concatenate[Snapshot, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a look-up of single rows by their key here and now, on the event loop's thread.

        Such a read takes some 20 microseconds and never waits for a writer (WAL); handing it to a thread and back
        costs ten times that, and up to two turns at the interpreter's lock while others compute.
        """
        return self.read_here(work, *args, **kwargs)

    def recall(
        self,
        is_light: Callable[[T], bool],
        work: Callable[Concatenate[Snapshot, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """`look`, or what it answered when it was asked the same and nothing has been committed since.

        For what callers poll, on the event loop's thread. Answers are shared, so they must be frozen; of those that
        are light thousands are kept.
        """
        asked, commits = (work, args, tuple(kwargs.items())), self._writer.commits
        known = self._recollection.of(asked, commits)
        if known is None:
            known = self.look(work, *args, **kwargs)
            if is_light(known):
                self._recollection.keep(asked, commits, known)
        return cast("T", known)

    def read_here(self, work: Callable[Concatenate[Snapshot, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a read function on this thread, which may block, with a connection of its own."""
        try:
            snapshot: Snapshot | None = getattr(self._local, "snapshot", None)
            if snapshot is None:
                snapshot = self._local.snapshot = self._connect_reader()
                with self._opening:
                    self._opened.append(snapshot)
            return work(snapshot, *args, **kwargs)
        except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            raise translated(error) from error

    def close(self) -> None:
        """Finish what was asked for and close every connection."""
        if self._closed:
            return
        self._closed = True
        self._readers.close()
        self._writer.close()
        with self._opening:
            for snapshot in self._opened:
                snapshot.connection.close()
            self._opened.clear()

    def _connect_writer(self) -> sqlite3.Connection:
        return self._connect(
            "journal_mode = wal",
            "synchronous = full",
            "wal_autocheckpoint = 2000",
            "journal_size_limit = 67108864",
            "cache_size = -8000",
            # What is deleted is overwritten at once; no slower here, since the pages are written anyway.
            "secure_delete = 1",
        )

    def _connect_reader(self) -> Snapshot:
        # Each connection fills its own; what it lacks the system's page cache has.
        return Snapshot(self._connect("query_only = 1", "cache_size = -2000"))

    def _connect(self, *pragmas: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False
        )
        for pragma in (f"busy_timeout = {BUSY_TIMEOUT_MS}", "foreign_keys = 1", *pragmas):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _tell(self, events: Sequence[StudioEvent]) -> None:
        for listener in self._listeners:
            listener(events)
