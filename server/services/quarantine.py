"""Strangers' documents are read in a process of its own: what hangs or eats memory there harms nothing else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from server.domain.errors import Cancelled, Invalid, Unavailable, WorkerLost
from server.domain.read_feeds import ReadFeed
from server.feeds.reading import read_feed

if TYPE_CHECKING:
    from server.engine.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")

TIMEOUT_S = 30.0
MEMORY_MIB = 1_200
SOUND_S = 1_800.0
"""What a recording of hours takes, until it is an MP3."""
AT_ONCE = 2
"""Processes: a document that hangs keeps no other one waiting."""
IDLE_S = 30.0
"""The process ends after this long without work."""


class Quarantine:
    """Processes that are started when there is something to read."""

    def __init__(self, *, timeout_s: float = TIMEOUT_S, memory_mib: int = MEMORY_MIB, idle_s: float = IDLE_S) -> None:
        self._timeout_s = timeout_s
        self._memory_mib = memory_mib
        self._idle_s = idle_s
        self._workers: Workers | None = None
        self._closed = False
        self._lock = threading.Lock()

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `function` of a module answers; function, arguments and answer can be pickled.

        Raises:
            Invalid: it took too long or too much memory (``unreadable``).
            Unavailable: the server is closing.
            Exception: whatever `function` raises.
        """
        return await asyncio.to_thread(self._run, function, *args, **kwargs)

    def _run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        from server.engine.workers import Supervision, Workers, WorkKind

        with self._lock:
            if self._closed:
                raise Unavailable("The server is closing: try again when it is back.", code="closing")
            if self._workers is None:
                self._workers = Workers(cores=AT_ONCE, idle_s=self._idle_s, crash_limit=1)
            workers = self._workers
        kind = WorkKind("reading", processes=AT_ONCE, timeout_s=self._timeout_s, memory_mib=self._memory_mib)
        try:
            return workers.run(kind, Supervision(), function, *args, **kwargs)
        except (WorkerLost, MemoryError, RecursionError) as error:
            raise Invalid("It takes too long or too much memory to read.", code="unreadable") from error
        except Cancelled as error:
            raise Unavailable("The server is closing: try again when it is back.", code="closing") from error

    async def close(self) -> None:
        """End the processes now."""
        with self._lock:
            self._closed = True
            workers = self._workers
        if workers is not None:
            await asyncio.to_thread(workers.stop)


def reader_of(quarantine: Quarantine) -> Callable[..., Coroutine[Any, Any, ReadFeed]]:
    """Reads feeds there."""

    async def read(data: bytes, *, headers: Mapping[str, str], url: str) -> ReadFeed:
        return await quarantine.run(read_feed, data, headers=headers, url=url)

    return read


def sound_room() -> Quarantine:
    """Where strangers' recordings are opened; they may take longer than documents."""
    return Quarantine(timeout_s=SOUND_S)


def _words_of(data: bytes, **named: Any) -> str:
    # Loaded where it runs, in the worker: the server has no use for the readers of pages.
    from server.engine.sources.contexts import context_of

    return context_of(data, **named)


def page_reader_of(quarantine: Quarantine) -> Callable[..., Coroutine[Any, Any, str]]:
    """Reads the words of pages there."""

    async def read(data: bytes, *, url: str, media_type: str, charset: str, file_name: str, limit: int) -> str:
        return await quarantine.run(
            _words_of, data, url=url, media_type=media_type, charset=charset, file_name=file_name, limit=limit
        )

    return read
