"""Notebooks: kept under a licence, filled, asked and deleted; every operation once under its key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.errors import (
    Cancelled,
    DomainError,
    GenerationError,
    InvalidField,
    NotFound,
    Unavailable,
)
from server.domain.identifiers import new_id
from server.domain.notebooks import (
    BACKUPS_KEPT,
    MAX_BATCH,
    MAX_TITLE,
    Filled,
    Keyed,
    Notebook,
    NotebookUsage,
    SourceInput,
    SourceProgress,
    require_licence,
)
from server.domain.sources import Source
from server.domain.times import Clock, from_ms, to_ms, utc_now
from server.engine.notebooks import files
from server.services.disk import HasRoom, plenty
from server.services.intake import AddressJudge
from server.services.notebook_operations import NotebookOperations, Replayable
from server.services.notebook_work import NotebookWork
from server.store import allowances, notebooks
from server.store.database import Store
from server.store.operations import Operation

log = logging.getLogger(__name__)
T = TypeVar("T")

UNTITLED = "Untitled notebook"
UNREAD = "It could not be read because of a fault inside; the log has the details. Send it again."


@dataclass(frozen=True, slots=True)
class Deleted:
    """A notebook is gone; copies in backups go by `backups_until`."""

    notebook_id: str
    backups_until: datetime


class Notebooks:
    """The caller's notebooks."""

    def __init__(
        self,
        store: Store,
        work: NotebookWork,
        *,
        folder: Path,
        judge: AddressJudge,
        allow_private_urls: bool = False,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._require_room = room
        self._work = work
        self._folder = folder
        self._judge = judge
        self._allow_private = allow_private_urls
        self._clock = clock
        self.operations = NotebookOperations(store, folder=folder, clock=clock)
        self._stop: Callable[[str], None] = lambda _: None
        self._requests_work: Path | None = None

    def follow(self, stop: Callable[[str], None], *, work: Path) -> None:
        """Be told who ends the processes of a request, and where its checkpoints lie."""
        self._stop = stop
        self._requests_work = work

    async def start(self) -> None:
        """Bring to an end what a crash left in the middle, and remove files that belong to nothing."""
        await asyncio.to_thread(self._clear_spool)
        await self.operations.start()
        known = await self._store.read(notebooks.ids)
        await asyncio.to_thread(self._remove_strangers, known)

    async def close(self) -> None:
        """End what runs; it came to nothing, and may be sent again."""
        self.operations.refuse()
        await self._work.close()
        await self.operations.close()

    def spool(self) -> Path:
        """A new folder for the contents of a call. Blocks."""
        folder = self._folder / "spool" / new_id()
        folder.mkdir(parents=True)
        return folder

    @staticmethod
    def discard(folder: Path) -> None:
        """Remove a call's folder. Blocks."""
        shutil.rmtree(folder, ignore_errors=True)

    async def every(self, *, by: Account) -> tuple[Notebook, ...]:
        """All notebooks of the caller, newest first."""
        paths = await self.paths(by=by)
        found = await asyncio.to_thread(files.notebooks_of, paths)
        return tuple(found[notebook_id] for notebook_id in paths if notebook_id in found)

    async def paths(self, *, by: Account) -> dict[str, Path]:
        """The files of the caller's notebooks by their ids, newest first."""
        require_licence(by)
        return {row.id: self.operations.path(row.id) for row in await self._store.read(notebooks.every, by.id)}

    async def get(self, notebook_id: str, *, by: Account) -> Notebook:
        """One notebook. Raises `NotFound`."""
        await self.require(notebook_id, by=by)
        return await self.operations.opened(files.notebook_of, notebook_id)

    async def usage(self, *, by: Account) -> NotebookUsage:
        """What the caller has used of its licence."""
        require_licence(by)
        return await self._store.read(allowances.usage, by.id, self._now_ms())

    async def require(self, notebook_id: str, *, by: Account) -> None:
        """Raise `Forbidden` without a licence and `NotFound` for what is no notebook of the caller."""
        require_licence(by)
        await self._store.read(notebooks.find, notebook_id, by.id)

    async def create(
        self, title: str, inputs: Sequence[SourceInput], *, keyed: Keyed, spool: Path, by: Account
    ) -> Replayable[Filled]:
        """Make a notebook with its first sources; those that can't be read say why.

        Raises:
            InvalidField: the title is too long, or there are too many sources.
            KeyReused, InFlight: of the key.
            CapacityReached: there are as many notebooks as there can be.
        """
        require_licence(by)
        by.require_subscription(self._clock())
        self._require_room()
        if len(title) > MAX_TITLE:
            raise InvalidField("title", f"must have at most {MAX_TITLE} characters")
        operation = self.operations.new("create", new_id(), keyed, by, reserved=_counted(inputs))
        return await self._filled(operation, notebooks.begin_making, title.strip() or UNTITLED, inputs, spool)

    async def add(
        self, notebook_id: str, inputs: Sequence[SourceInput], *, keyed: Keyed, spool: Path, by: Account
    ) -> Replayable[Filled]:
        """Add sources to a notebook; raises as `create`, and `NotFound`."""
        require_licence(by)
        by.require_subscription(self._clock())
        self._require_room()
        if not inputs:
            raise InvalidField("sources", "give at least one source")
        operation = self.operations.new("add", notebook_id, keyed, by, reserved=_counted(inputs))
        return await self._filled(operation, notebooks.begin_adding, "", inputs, spool)

    async def remove(self, notebook_id: str, *, keyed: Keyed, by: Account) -> Replayable[Deleted]:
        """Delete a notebook, with everything in it; again under the same key is no error.

        Raises:
            NotFound, KeyReused, InFlight, Conflict: there is none, or something is being done with it.
        """
        require_licence(by)
        now = self._clock()
        until = now + BACKUPS_KEPT
        reply = json.dumps({"backups_until": to_ms(until)})
        operation = self.operations.new("delete", notebook_id, keyed, by, done=True, reply=reply)
        earlier = await self.operations.begin(notebooks.remove, operation, to_ms(now))
        if earlier is not None:
            kept = from_ms(json.loads(earlier.reply)["backups_until"])
            return Replayable(Deleted(earlier.notebook_id, kept), replay=True)
        fault("after-notebook-deletion-commit")
        for owner in await self._store.read(allowances.owners, notebook_id):
            self._stop(owner)
            if self._requests_work is not None:
                await asyncio.to_thread(shutil.rmtree, self._requests_work / owner, ignore_errors=True)
        await asyncio.to_thread(self.operations.unlink, notebook_id)
        return Replayable(Deleted(notebook_id, until), replay=False)

    async def rename(self, notebook_id: str, title: str, *, by: Account) -> Notebook:
        """Give a notebook another title.

        Raises:
            InvalidField: there is none, or it is too long.
            NotFound: there is no such notebook.
        """
        await self.require(notebook_id, by=by)
        wanted = title.strip()
        if not wanted or len(wanted) > MAX_TITLE:
            raise InvalidField("title", f"must have 1 to {MAX_TITLE} characters")
        now_ms = self._now_ms()
        renamed = await self.operations.opened(files.rename, notebook_id, wanted, now_ms)
        await self._store.write(notebooks.announce, notebook_id, by.id, now_ms)
        return renamed

    async def remove_source(self, notebook_id: str, source_id: str, *, keyed: Keyed, by: Account) -> Replayable[Filled]:
        """Take a source out of a notebook; what is left of it then.

        Raises:
            NotFound: there is no such notebook or source.
            KeyReused, InFlight, Conflict: as `remove`.
        """
        await self.require(notebook_id, by=by)
        operation = self.operations.new("drop", notebook_id, keyed, by)
        earlier = await self.operations.begin(notebooks.begin_dropping, operation)
        if earlier is not None:
            return Replayable(await self.operations.kept(files.filled_of, earlier), replay=True)
        return Replayable(await self.operations.carry(operation, self._dropped(operation, source_id)), replay=False)

    async def _dropped(self, operation: Operation, source_id: str) -> Filled:
        path, now_ms = self.operations.path(operation.notebook_id), self._now_ms()
        left = await self._work.drop(path, source_id, operation_id=operation.id, now_ms=now_ms)
        if left is None:
            raise NotFound("There is no such source.", code="source_not_found")
        fault("after-notebook-file-commit")
        await self._store.write(notebooks.finish_filling, operation, now_ms, added=-1)
        return left

    async def sources(self, notebook_id: str, *, client_id: str) -> tuple[Source, ...]:
        """Every source of a notebook, whole, for a generation. Raises `GenerationError` when it is gone."""
        try:
            await self._store.read(notebooks.find, notebook_id, client_id)
            return await self.operations.opened(files.sources_of, notebook_id)
        except NotFound as error:
            raise GenerationError("The notebook that this is made from is deleted.", code="notebook_gone") from error

    async def _filled(
        self,
        operation: Operation,
        begin: Callable[..., Operation | None],
        title: str,
        inputs: Sequence[SourceInput],
        spool: Path,
    ) -> Replayable[Filled]:
        earlier = await self.operations.begin(begin, operation)
        if earlier is not None:
            return Replayable(await self.operations.kept(files.filled_of, earlier), replay=True)
        filling = self._fill(operation, title, inputs, spool)
        return Replayable(await self.operations.carry(operation, filling), replay=False)

    async def _fill(self, operation: Operation, title: str, inputs: Sequence[SourceInput], spool: Path) -> Filled:
        done = 0
        loop = asyncio.get_running_loop()

        async def one(number: int, given: SourceInput) -> tuple[Path | None, str]:
            nonlocal done

            def tell(fraction: float, _: str) -> None:
                # The importer's own sentence may hold words of the source, and events outlive the notebook.
                state = SourceProgress(number, "reading", fraction)
                text = f"Reading source {number + 1} of {len(inputs)}"
                asyncio.run_coroutine_threadsafe(self._tell(operation, done / len(inputs), text, state), loop)

            outcome = ""
            target = spool / f"prepared-{number}"
            try:
                outcome = given.fault or (self._judged(given) if given.address else "")
                if outcome:
                    return None, outcome
                await self._work.read(given, target, work=spool / f"work-{number}", tell=tell)
            except (Unavailable, Cancelled):
                raise
            except DomainError as error:
                outcome = error.message
                return None, outcome
            except Exception:
                log.exception("A source of notebook %s could not be read", operation.notebook_id)
                outcome = UNREAD
                return None, outcome
            finally:
                done += 1
                state = SourceProgress(number, "failed" if outcome else "ready", 1.0)
                await self._tell(operation, done / len(inputs), f"Read {done} of {len(inputs)} sources", state)
            return target, ""

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(number, given)) for number, given in enumerate(inputs)]
        items = [task.result() for task in tasks]
        now_ms = self._now_ms()
        notebook = Notebook(operation.notebook_id, title, now_ms, now_ms)
        filled = await self._work.fill(
            self.operations.path(operation.notebook_id),
            items,
            notebook=notebook,
            operation_id=operation.id,
            now_ms=now_ms,
        )
        fault("after-notebook-file-commit")
        added = sum(outcome.source is not None for outcome in filled.outcomes)
        await self._store.write(notebooks.finish_filling, operation, self._now_ms(), added=added)
        return filled

    def _judged(self, given: SourceInput) -> str:
        schemes = ("http", "https")
        return self._judge(given.address, schemes=schemes, allow_private=self._allow_private) or ""

    async def _tell(self, operation: Operation, done: float, text: str, state: SourceProgress) -> None:
        with contextlib.suppress(DomainError):
            await self._store.write(notebooks.tell, operation, self._now_ms(), done=done, text=text, source=state)

    def _clear_spool(self) -> None:
        self._folder.mkdir(exist_ok=True)
        shutil.rmtree(self._folder / "spool", ignore_errors=True)

    def _remove_strangers(self, known: frozenset[str]) -> None:
        for path in self._folder.glob("*.db*"):
            if path.name.partition(".")[0] not in known:
                path.unlink(missing_ok=True)

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _counted(inputs: Sequence[SourceInput]) -> int:
    if len(inputs) > MAX_BATCH:
        raise InvalidField("sources", f"at most {MAX_BATCH} sources a call: send the others in another one")
    return len(inputs)
