"""Notebooks: kept under a licence, filled, asked and deleted; every operation once under its key."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

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
    MAX_QUESTION,
    Answer,
    Filled,
    InFlight,
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
from server.engine.specs import WriterSpec
from server.services.disk import HasRoom, plenty
from server.services.intake import AddressJudge
from server.services.notebook_work import Asked, NotebookWork
from server.store import allowances, notebooks, operations
from server.store.database import Store
from server.store.operations import Operation

log = logging.getLogger(__name__)
T = TypeVar("T")

UNTITLED = "Untitled notebook"
MAX_TITLE = 500
UNREAD = "It could not be read because of a fault inside; the log has the details. Send it again."


@dataclass(frozen=True, slots=True)
class Replayable(Generic[T]):
    """What an operation answers, and whether it was done before."""

    value: T
    replay: bool


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
        self._running: dict[str, asyncio.Task[object]] = {}
        self._settling = asyncio.Lock()
        self._closing = False
        self._stop: Callable[[str], None] = lambda _: None
        self._requests_work: Path | None = None
        self._writer: Callable[[], Awaitable[WriterSpec | None]] = _built_in

    def follow(
        self, stop: Callable[[str], None], *, work: Path, writer: Callable[[], Awaitable[WriterSpec | None]]
    ) -> None:
        """Be told who ends the processes of a request, where its checkpoints lie, and which model is connected."""
        self._stop = stop
        self._requests_work = work
        self._writer = writer

    async def start(self) -> None:
        """Bring to an end what a crash left in the middle, and remove files that belong to nothing."""
        await asyncio.to_thread(self._clear_spool)
        for operation in await self._store.read(operations.running):
            await self._settle(operation)
        known = await self._store.read(notebooks.ids)
        await asyncio.to_thread(self._remove_strangers, known)

    async def close(self) -> None:
        """End what runs; it came to nothing, and may be sent again."""
        self._closing = True
        await self._work.close()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

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
        return {row.id: self.path(row.id) for row in await self._store.read(notebooks.every, by.id)}

    async def get(self, notebook_id: str, *, by: Account) -> Notebook:
        """One notebook. Raises `NotFound`."""
        await self.require(notebook_id, by=by)
        return await self.opened(files.notebook_of, notebook_id)

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
        operation = self._operation("create", new_id(), keyed, by, reserved=_counted(inputs))
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
        operation = self._operation("add", notebook_id, keyed, by, reserved=_counted(inputs))
        return await self._filled(operation, notebooks.begin_adding, "", inputs, spool)

    async def ask(
        self,
        notebook_id: str,
        question: str,
        *,
        conversation_id: str,
        keyed: Keyed,
        by: Account,
        source_ids: Sequence[str] = (),
        hear: Callable[[str], None] | None = None,
    ) -> Replayable[Answer]:
        """Answer a question from a notebook's sources.

        Args:
            source_ids: the sources that count; empty for all.
            hear: takes each sentence that a connected model writes, once it is checked.

        Raises:
            InvalidField: the question is empty or too long, or there is no such conversation or source.
            NotFound, KeyReused, InFlight, CapacityReached: as `add`; of the questions of 24 hours.
        """
        require_licence(by)
        by.require_subscription(self._clock())
        if not question.strip():
            raise InvalidField("question", "ask something")
        if len(question) > MAX_QUESTION:
            raise InvalidField("question", f"must have at most {MAX_QUESTION:,} characters")
        operation = self._operation("ask", notebook_id, keyed, by)
        refers = bool(conversation_id or source_ids)
        if refers and await self._store.read(operations.find, by.id, keyed.key, self._now_ms()) is None:
            await self._check_asked(notebook_id, conversation_id, source_ids, by)
        earlier = await self._begin(notebooks.begin_asking, operation)
        if earlier is not None:
            kept = await self._kept(files.answer_of, earlier)
            return Replayable(kept, replay=True)
        blank = Answer(
            id=new_id(),
            notebook_id=notebook_id,
            conversation_id=conversation_id or new_id(),
            question=question,
            answer="",
            grounded=False,
            citations={},
            created_ms=operation.created_ms,
            source_ids=tuple(dict.fromkeys(source_ids)),
        )
        return Replayable(await self._carry(operation, self._asked(operation, blank, hear)), replay=False)

    async def _check_asked(
        self, notebook_id: str, conversation_id: str, source_ids: Sequence[str], by: Account
    ) -> None:
        """Raise what is wrong with what a question refers to."""
        await self.require(notebook_id, by=by)
        if conversation_id and not await self.opened(files.conversation, notebook_id, conversation_id, most=1):
            raise InvalidField("conversationId", "this notebook has no such conversation")
        if source_ids:
            known = {source.id for source in (await self.opened(files.notebook_of, notebook_id)).sources}
            for place, source_id in enumerate(source_ids):
                if source_id not in known:
                    raise InvalidField(f"sourceIds[{place}]", "this notebook has no such source")

    async def remove(self, notebook_id: str, *, keyed: Keyed, by: Account) -> Replayable[Deleted]:
        """Delete a notebook, with everything in it; again under the same key is no error.

        Raises:
            NotFound, KeyReused, InFlight, Conflict: there is none, or something is being done with it.
        """
        require_licence(by)
        now = self._clock()
        until = now + BACKUPS_KEPT
        reply = json.dumps({"backups_until": to_ms(until)})
        operation = self._operation("delete", notebook_id, keyed, by, done=True, reply=reply)
        earlier = await self._begin(notebooks.remove, operation, to_ms(now))
        if earlier is not None:
            kept = from_ms(json.loads(earlier.reply)["backups_until"])
            return Replayable(Deleted(earlier.notebook_id, kept), replay=True)
        fault("after-notebook-deletion-commit")
        for owner in await self._store.read(allowances.owners, notebook_id):
            self._stop(owner)
            if self._requests_work is not None:
                await asyncio.to_thread(shutil.rmtree, self._requests_work / owner, ignore_errors=True)
        await asyncio.to_thread(self._unlink, notebook_id)
        return Replayable(Deleted(notebook_id, until), replay=False)

    async def sources(self, notebook_id: str, *, client_id: str) -> tuple[Source, ...]:
        """Every source of a notebook, whole, for a generation. Raises `GenerationError` when it is gone."""
        try:
            await self._store.read(notebooks.find, notebook_id, client_id)
            return await self.opened(files.sources_of, notebook_id)
        except NotFound as error:
            raise GenerationError("The notebook that this is made from is deleted.", code="notebook_gone") from error

    def path(self, notebook_id: str) -> Path:
        """The file of a notebook."""
        return self._folder / f"{notebook_id}.db"

    def _operation(
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
            created_ms=self._now_ms(),
        )

    async def _begin(
        self, begin: Callable[..., Operation | None], operation: Operation, *more: int
    ) -> Operation | None:
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

    async def _filled(
        self,
        operation: Operation,
        begin: Callable[..., Operation | None],
        title: str,
        inputs: Sequence[SourceInput],
        spool: Path,
    ) -> Replayable[Filled]:
        earlier = await self._begin(begin, operation)
        if earlier is not None:
            return Replayable(await self._kept(files.filled_of, earlier), replay=True)
        filling = self._fill(operation, title, inputs, spool)
        return Replayable(await self._carry(operation, filling), replay=False)

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
            self.path(operation.notebook_id), items, notebook=notebook, operation_id=operation.id, now_ms=now_ms
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

    async def _asked(self, operation: Operation, blank: Answer, hear: Callable[[str], None] | None) -> Answer:
        path = self.path(operation.notebook_id)
        writer = await self._writer()
        if writer is None:
            answer = await self._work.answer(path, blank.question, answer=blank, operation_id=operation.id)
        else:
            loop = asyncio.get_running_loop()

            def said(sentence: str) -> None:
                if hear is not None:
                    loop.call_soon_threadsafe(hear, sentence)

            asked = Asked(said, self._folder / "spool" / operation.id)
            answer = await self._work.worded(
                path, blank.question, answer=blank, operation_id=operation.id, writer=writer, asked=asked
            )
        fault("after-notebook-file-commit")
        await self._store.write(operations.finish, operation.id)
        return answer

    async def _carry(self, operation: Operation, work: Awaitable[T]) -> T:
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
                        await self._store.write(notebooks.finish_filling, operation, self._now_ms(), added=added)
                        return
                    if operation.kind == "create":
                        await asyncio.to_thread(self._unlink, operation.notebook_id)
                await self._store.write(notebooks.withdraw, operation)
            except (DomainError, sqlite3.Error, OSError) as error:
                log.warning("Operation %s will be settled later: %s", operation.id, error)

    async def _kept(self, read: Callable[[Path, str], T | None], earlier: Operation) -> T:
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

    def _unlink(self, notebook_id: str) -> None:
        path = self.path(notebook_id)
        for each in (path, path.with_name(path.name + "-journal")):
            each.unlink(missing_ok=True)

    def _clear_spool(self) -> None:
        self._folder.mkdir(exist_ok=True)
        shutil.rmtree(self._folder / "spool", ignore_errors=True)

    def _remove_strangers(self, known: frozenset[str]) -> None:
        for path in self._folder.glob("*.db*"):
            if path.name.partition(".")[0] not in known:
                path.unlink(missing_ok=True)

    def _now_ms(self) -> int:
        return to_ms(self._clock())


async def _built_in() -> WriterSpec | None:
    return None


def _counted(inputs: Sequence[SourceInput]) -> int:
    if len(inputs) > MAX_BATCH:
        raise InvalidField("sources", f"at most {MAX_BATCH} sources a call: send the others in another one")
    return len(inputs)
