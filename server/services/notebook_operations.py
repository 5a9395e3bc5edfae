"""What is done once under its key, whatever happens to caller and server: begun, seen through, settled, replayed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from server.domain.accounts import Account
from server.domain.errors import DomainError, NotFound, Unavailable
from server.domain.identifiers import new_id
from server.domain.notebooks import InFlight, Keyed
from server.domain.times import Clock, to_ms, utc_now
from server.engine.notebooks import files
from server.store import notebooks, operations
from server.store.database import Store
from server.store.operations import Operation

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Replayable(Generic[T]):
    """What an operation answers, and whether it was done before."""

    value: T
    replay: bool


class NotebookOperations:
    """Operations on notebooks, and the files that they change."""

    def __init__(self, store: Store, *, folder: Path, clock: Clock = utc_now) -> None:
        self._store = store
        self._folder = folder
        self._clock = clock
        self._running: dict[str, asyncio.Task[object]] = {}
        self._settling = asyncio.Lock()
        self._closing = False

    async def start(self) -> None:
        """Bring to an end what a crash left in the middle."""
        for operation in await self._store.read(operations.running):
            await self._settle(operation)

    def refuse(self) -> None:
        """Begin nothing from now on."""
        self._closing = True

    async def close(self) -> None:
        """Wait for what runs; it was ended before, and may be sent again."""
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def path(self, notebook_id: str) -> Path:
        """The file of a notebook."""
        return self._folder / f"{notebook_id}.db"

    def new(
        self,
        kind: str,
        notebook_id: str,
        keyed: Keyed,
        by: Account,
        *,
        reserved: int = 0,
        done: bool = False,
        reply: str = "",
    ) -> Operation:
        """An operation that has not begun. Raises `Unavailable` when the server is closing."""
        if self._closing:
            raise Unavailable("The server is closing: send it again when it is back.", code="closing")
        return Operation(
            id=new_id(),
            client_id=by.id,
            key=keyed.key,
            input=keyed.input,
            kind=kind,
            notebook_id=notebook_id,
            reserved=reserved,
            done=done,
            reply=reply,
            created_ms=to_ms(self._clock()),
        )

    async def begin(self, begin: Callable[..., Operation | None], operation: Operation, *more: int) -> Operation | None:
        """Begin an operation; what was done under its key before, or None."""
        try:
            return await self._store.write(begin, operation, *more)
        except InFlight:
            known = await self._store.read(operations.find, operation.client_id, operation.key, operation.created_ms)
            if known is None or known.id in self._running:
                raise
            # It was interrupted and could not be ended then, for want of a disk maybe.
            await self._settle(known)
            return await self._store.write(begin, operation, *more)

    async def carry(self, operation: Operation, work: Awaitable[T]) -> T:
        """See an operation through, also when its caller has gone; what fails is taken back."""

        async def carried() -> T:
            try:
                return await work
            except BaseException as error:
                await self._settle(operation)
                if isinstance(error, BaseExceptionGroup):
                    raise error.exceptions[0] from error
                raise
            finally:
                self._running.pop(operation.id, None)

        task = asyncio.create_task(carried())
        self._running[operation.id] = task
        return await asyncio.shield(task)

    async def _settle(self, operation: Operation) -> None:
        """End an operation that was interrupted: what its file holds is done, anything else never was."""
        path = self.path(operation.notebook_id)
        async with self._settling:
            try:
                if operation.kind == "ask":
                    if await asyncio.to_thread(files.answer_of, path, operation.id) is not None:
                        await self._store.write(operations.finish, operation.id)
                        return
                else:
                    filled = await asyncio.to_thread(files.filled_of, path, operation.id)
                    if filled is not None:
                        added = sum(outcome.source is not None for outcome in filled.outcomes)
                        if operation.kind == "drop":
                            added = -1
                        await self._store.write(notebooks.finish_filling, operation, to_ms(self._clock()), added=added)
                        return
                    if operation.kind == "create":
                        await asyncio.to_thread(self.unlink, operation.notebook_id)
                await self._store.write(notebooks.withdraw, operation)
            except (DomainError, sqlite3.Error, OSError) as error:
                log.warning("Operation %s will be settled later: %s", operation.id, error)

    async def kept(self, read: Callable[[Path, str], T | None], earlier: Operation) -> T:
        """What was answered for an operation. Raises `NotFound` when its notebook is gone."""
        kept = None
        with contextlib.suppress(sqlite3.Error):
            kept = await asyncio.to_thread(read, self.path(earlier.notebook_id), earlier.id)
        if kept is None:
            raise NotFound("The notebook of this operation is deleted.", code="notebook_not_found")
        return kept

    async def opened(self, work: Callable[..., T], notebook_id: str, /, *args: object, **kwargs: object) -> T:
        """What a function of `engine.notebooks.files` does with a notebook's file. Raises `NotFound`, `Unavailable`."""
        try:
            return await asyncio.to_thread(partial(work, self.path(notebook_id), *args, **kwargs))
        except sqlite3.OperationalError as error:
            if not await asyncio.to_thread(self.path(notebook_id).exists):
                raise NotFound(notebooks.GONE, code="notebook_not_found") from error
            raise Unavailable("The notebook can't be read just now: try again.") from error

    def unlink(self, notebook_id: str) -> None:
        """Remove a notebook's file. Blocks."""
        path = self.path(notebook_id)
        for each in (path, path.with_name(path.name + "-journal")):
            each.unlink(missing_ok=True)
