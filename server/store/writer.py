"""All writes run on one thread, many callers to a commit.

Group commit: calls that arrive while a commit waits for the disk go into the next one together. Each has a savepoint,
so that one that fails takes back only its own changes, and each is answered only after the commit is on disk.

What callers ask for in one turn of an event loop is handed over at its end, all at once: the writer would else wake at
the first of them, and take turns with the others at the interpreter's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from server.domain.errors import Unavailable
from server.domain.events import StudioEvent
from server.store.faults import CLOSED, translated
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

MAX_BATCH = 256
"""Calls after which a commit takes no more of them, so that the first does not wait long for the last."""

READ_WITHIN_MS = 50
"""How long a reader is waited for before the log of writes is emptied."""

OnCommit = Callable[[Sequence[StudioEvent]], None]


@dataclass(slots=True)
class _Call:
    work: Callable[[Transaction], Any]
    loop: asyncio.AbstractEventLoop | None
    answer: asyncio.Future[Any] | Future[Any]
    value: Any = None
    fault: BaseException | None = None
    events: list[StudioEvent] = field(default_factory=list)
    forgets: bool = False


class Writer:
    """The writer thread. It alone uses `connection`, and closes it at the end."""

    def __init__(self, connection: sqlite3.Connection, *, on_commit: OnCommit) -> None:
        self._connection = connection
        self._on_commit = on_commit
        self.commits = 0
        """Transactions on disk since the start; counted before their callers hear of it."""
        self._calls: queue.SimpleQueue[list[_Call] | None] = queue.SimpleQueue()
        self._asked: dict[asyncio.AbstractEventLoop, list[_Call]] = {}
        """What was asked for in this turn of a loop; only that loop's thread looks at its list."""
        self._gate = threading.Lock()
        self._closed = False
        self._forgetting = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Transaction], Any]) -> Any:
        """Run `work` in a transaction; its result comes when it is on disk.

        Cancelling the waiting caller does not undo the work.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        self._require_open()
        call = _Call(work, loop, answer)
        asked = self._asked.get(loop)
        if asked is None:
            self._asked[loop] = [call]
            loop.call_soon(self._hand_over, loop)
        else:
            asked.append(call)
        return await answer

    def write_and_wait(self, work: Callable[[Transaction], Any]) -> Any:
        """`write` for callers without an event loop."""
        answer: Future[Any] = Future()
        self._put([_Call(work, None, answer)])
        return answer.result()

    def close(self) -> None:
        """Finish what was asked for and end the thread. Later calls raise `Unavailable`."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._calls.put(None)
        self._thread.join()

    def _require_open(self) -> None:
        if self._closed:
            raise Unavailable(CLOSED, code="closing")

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        calls = self._asked.pop(loop)
        try:
            self._put(calls)
        except Unavailable as fault:
            for call in calls:
                call.fault = fault
            _settle_all(calls)

    def _put(self, calls: list[_Call]) -> None:
        with self._gate:
            self._require_open()
            for first in range(0, len(calls), MAX_BATCH):
                self._calls.put(calls[first : first + MAX_BATCH])

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._gather()
            if batch:
                self._commit(batch, self._connection)
                self._answer(batch)
        self._connection.close()

    def _gather(self) -> tuple[list[_Call], bool]:
        batch: list[_Call] = []
        calls = self._calls.get()
        while calls is not None:
            batch += calls
            if len(batch) >= MAX_BATCH:
                return batch, False
            try:
                calls = self._calls.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Call], connection: sqlite3.Connection) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for call in batch:
                self._perform(call, connection)
            connection.execute("COMMIT")
            self.commits += 1
        except (sqlite3.Error, MemoryError) as error:  # SQLITE_NOMEM is a MemoryError
            log.exception("A commit of %d calls failed", len(batch))
            with contextlib.suppress(sqlite3.Error, MemoryError):
                # One that fails here leaves a transaction that no later BEGIN takes up: each answers its callers so.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            for call in batch:
                call.fault = call.fault or translated(error)
            return
        self._forgetting = self._forgetting or any(call.forgets for call in batch)
        if self._forgetting:
            self._forget(connection)
        told = [event for call in batch for event in call.events]
        if told:
            try:
                self._on_commit(told)
            except Exception:
                # What is on disk is on disk; whoever did not hear of it can read it there.
                log.exception("%d events could not be told", len(told))

    def _forget(self, connection: sqlite3.Connection) -> None:
        """Empty the log of writes, which still holds what was deleted; after the next commit where somebody reads."""
        (waits_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        try:
            connection.execute(f"PRAGMA busy_timeout = {READ_WITHIN_MS}")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._forgetting = bool(busy)
        except sqlite3.Error:
            log.warning("The log of writes could not be emptied yet", exc_info=True)
        finally:
            connection.execute(f"PRAGMA busy_timeout = {waits_ms}")

    def _perform(self, call: _Call, connection: sqlite3.Connection) -> None:
        transaction = Transaction(connection)
        connection.execute("SAVEPOINT call")
        try:
            call.value = call.work(transaction)
        except Exception as error:
            if not connection.in_transaction:
                # The fault (a full disk, an I/O error) ended the whole transaction: nobody's changes are kept.
                raise sqlite3.OperationalError(str(error)) from error
            connection.execute("ROLLBACK TO call")
            connection.execute("RELEASE call")
            call.fault = translated(error)
            return
        connection.execute("RELEASE call")
        call.events, call.forgets = transaction.events, transaction.forgets

    @staticmethod
    def _answer(batch: Iterable[_Call]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[_Call]] = {}
        for call in batch:
            if call.loop is None:
                _settle(call)
            else:
                by_loop.setdefault(call.loop, []).append(call)
        for loop, calls in by_loop.items():
            try:
                loop.call_soon_threadsafe(_settle_all, calls)
            except RuntimeError:
                log.warning("%d callers had gone before their answer came", len(calls))


def _settle_all(calls: Iterable[_Call]) -> None:
    for call in calls:
        _settle(call)


def _settle(call: _Call) -> None:
    if call.answer.done():
        return
    if call.fault is not None:
        call.answer.set_exception(call.fault)
    else:
        call.answer.set_result(call.value)
