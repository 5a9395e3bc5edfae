"""What is done with notebooks in worker processes: reading sources, indexing them, answering."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import msgspec

from server.domain.decoding import from_json
from server.domain.errors import Cancelled, CannotProduce, Refused, Unavailable, WorkerLost
from server.domain.notebooks import Answer, Filled, Notebook, SourceInput
from server.domain.sources import Source, SourceKind
from server.engine.notebooks.files import drop, fill, keep_answer
from server.engine.notebooks.pieces import answered, evident, make_ready, prepare, worded

if TYPE_CHECKING:
    from server.engine.notebooks.wording import Evidence
    from server.engine.specs import WriterSpec
    from server.engine.workers import Supervision, Workers, WorkKind

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

IDLE_S = 120.0
"""Processes end after this long without work. An answer's process has two models to load."""
LOOKED_EVERY_S = 0.1
AT_ONCE = 4
"""Sources that are read at a time, over all calls; as many run as there are cores."""
CLOSING = "The server is closing: send it again when it is back."
Tell = Callable[[float, str], None]
INDEXING, ANSWERING, TELLING = "indexing", "answering", "telling of sources"
"""Indexing has a process for each core; answering one, which keeps what it has loaded; what tells of sources another,
because the questions that it suggests take much longer to find than one takes to answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who hears the sentences of an answer while it is written, and where they lie until then."""

    hear: Callable[[str], None]
    """Called from another thread."""
    folder: Path


@contextlib.contextmanager
def _followed(telling: Path, hear: Callable[[str], None]) -> Iterator[None]:
    """While the block lasts, hand on every sentence that the worker tells."""
    over = threading.Event()
    told = 0

    def look() -> None:
        nonlocal told
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            sentences = from_json(telling.read_bytes(), list[str])
            for sentence in sentences[told:]:
                hear(sentence)
            told = max(told, len(sentences))

    def follow() -> None:
        while not over.wait(LOOKED_EVERY_S):
            look()
        look()

    thread = threading.Thread(target=follow, name="quillcast-heard", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _kind(name: str) -> WorkKind:
    from server.engine.workers import WorkKind

    return WorkKind(
        name,
        processes=0 if name == INDEXING else 1,
        timeout_s=120,
        memory_mib=1500 if name == INDEXING else 2500,
        # Sources are read for minutes, and a question is asked meanwhile.
        at_once=name == ANSWERING,
    )


class NotebookWork:
    """The processes of the notebooks, started when needed.

    Args:
        models: the cache of model files.
        workers: runs the pieces; processes of its own by default.
    """

    def __init__(self, *, models: Path, allow_private_urls: bool = False, workers: Workers | None = None) -> None:
        self._models = models
        self._allow_private = allow_private_urls
        self._workers = workers
        self._lock = threading.Lock()
        self._supervisions: set[Supervision] = set()
        self._closed = False
        self._places = asyncio.Semaphore(AT_ONCE)
        self._getting_ready: dict[Path, asyncio.Task[None]] = {}

    async def read(self, given: SourceInput, target: Path, *, work: Path, tell: Tell) -> None:
        """Import and index a source; it lies ready in `target` then.

        Raises:
            SourceNotImported, NothingUsable: why there is none, in a sentence.
            Unavailable: the server is closing.
        """
        async with self._places:
            await asyncio.to_thread(self._read, given, target, work, tell)

    def _read(self, given: SourceInput, target: Path, work: Path, tell: Tell) -> None:
        from server.engine.specs import SourceSpec
        from server.engine.stages.importing import import_one
        from server.engine.workfolders import WorkFolder

        if given.kind is SourceKind.TEXT and given.path is not None:
            spec = SourceSpec(SourceKind.TEXT, given.path.read_text("utf-8"), name="The text")
        else:
            spec = SourceSpec(given.kind, given.address, path=given.path, name=given.name)
        folder = WorkFolder(work)
        folder.prepare()

        def go(supervision: Supervision) -> None:
            source: Source = import_one(
                self._ready(),
                supervision,
                spec,
                folder,
                models=self._models,
                allow_private=self._allow_private,
                tell=tell,
            )
            self._ready().run(_kind(INDEXING), supervision, prepare, source, target)

        self._supervised(go)

    async def fill(
        self,
        path: Path,
        items: list[tuple[Path | None, str]],
        *,
        notebook: Notebook,
        operation_id: str,
        now_ms: int,
    ) -> Filled:
        """Put prepared sources into a notebook's file, all in one transaction."""
        return await self._run(INDEXING, fill, path, items, notebook=notebook, operation_id=operation_id, now_ms=now_ms)

    async def drop(self, path: Path, source_id: str, *, operation_id: str, now_ms: int) -> Filled | None:
        """Take a source out of a notebook's file, all in one transaction; None when it has none such."""
        return await self._run(INDEXING, drop, path, source_id, operation_id=operation_id, now_ms=now_ms)

    async def answer(self, path: Path, question: str, *, answer: Answer, operation_id: str) -> Answer:
        """Answer a question from a notebook's file and keep the answer there, in one transaction."""
        return await self._run(ANSWERING, answered, path, question, blank=answer, operation_id=operation_id)

    async def worded(
        self, path: Path, question: str, *, answer: Answer, operation_id: str, writer: WriterSpec, asked: Asked
    ) -> Answer:
        """`answer`, in the words of a connected model.

        Raises:
            Unavailable: the model can't be asked, and the built-in writer may not stand in for it.
        """
        evidence = await self._run(ANSWERING, evident, path, question, blank=answer)
        complete = evidence.answer
        if evidence.passages:
            try:
                complete = await asyncio.to_thread(self._worded, evidence, writer, asked)
            except (CannotProduce, Refused) as error:
                if not writer.falls_back:
                    raise Unavailable(error.message, code="model_unavailable") from error
                note = f"Answered by the built-in writer, because the connected model could not: {error.message}"
                complete = replace(evidence.answer, notes=(note,))
        await asyncio.to_thread(keep_answer, path, complete, operation_id=operation_id)
        return complete

    def _worded(self, evidence: Evidence, writer: WriterSpec, asked: Asked) -> Answer:
        from server.engine.workers import ASKING, RUNNING_A_MODEL

        kind = RUNNING_A_MODEL if writer.gguf else ASKING
        telling = asked.folder / "said.json"
        asked.folder.mkdir(parents=True, exist_ok=True)
        try:
            with _followed(telling, asked.hear):
                return self._supervised(
                    lambda supervision: self._ready().run(kind, supervision, worded, evidence, writer, telling)
                )
        finally:
            shutil.rmtree(asked.folder, ignore_errors=True)

    def get_ready(self, path: Path) -> None:
        """Begin to load what answers a notebook's questions before the first one comes; nobody waits for it.

        On the event loop. What is wrong with the notebook the first question says.
        """
        if path not in self._getting_ready:
            task = asyncio.create_task(self._get_ready(path), name="notebook made ready")
            self._getting_ready[path] = task
            task.add_done_callback(lambda _: self._getting_ready.pop(path, None))

    async def _get_ready(self, path: Path) -> None:
        try:
            await self._run(ANSWERING, make_ready, path)
        except (Unavailable, sqlite3.Error):
            pass
        except Exception:
            log.exception("A notebook could not be made ready")

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module says of sources, in a process of its own: no question waits for it."""
        return await self._run(TELLING, function, *args, **kwargs)

    async def close(self) -> None:
        """End every process now."""
        self._closed = True
        for supervision in tuple(self._supervisions):
            supervision.ask()
        if self._workers is not None:
            await asyncio.to_thread(self._workers.stop)
        await asyncio.gather(*self._getting_ready.values(), return_exceptions=True)

    async def _run(self, name: str, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        def go(supervision: Supervision) -> T:
            return self._ready().run(_kind(name), supervision, function, *args, **kwargs)

        return await asyncio.to_thread(self._supervised, go)

    def _supervised(self, work: Callable[[Supervision], T]) -> T:
        from server.engine.workers import Supervision

        supervision = Supervision()
        with self._lock:
            self._supervisions.add(supervision)
        try:
            if self._closed:
                raise Unavailable(CLOSING, code="closing")
            return work(supervision)
        except Cancelled as error:
            raise Unavailable(CLOSING, code="closing") from error
        except WorkerLost as error:
            raise Unavailable("The process that did this was lost: send it again.", code="worker_lost") from error
        finally:
            with self._lock:
                self._supervisions.discard(supervision)

    def _ready(self) -> Workers:
        from server.engine.workers import Workers

        with self._lock:
            if self._closed:
                raise Unavailable(CLOSING, code="closing")
            if self._workers is None:
                self._workers = Workers(cores=max(2, len(os.sched_getaffinity(0))), idle_s=IDLE_S, crash_limit=2)
            return self._workers
