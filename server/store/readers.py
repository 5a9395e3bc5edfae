"""Reads run on a few threads, each with a connection of its own.

This is what an executor does, without its locks and second futures: a status costs a third less.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from server.domain.errors import Unavailable
from server.store.faults import CLOSED, translated
from server.store.transactions import Snapshot


@dataclass(slots=True)
class _Question:
    work: Callable[[Snapshot], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class Readers:
    """The reader threads. `connect` opens a connection on the thread that will use it."""

    def __init__(self, connect: Callable[[], Snapshot], *, threads: int) -> None:
        self._connect = connect
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._run, name=f"store-reader-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def read(self, work: Callable[[Snapshot], Any]) -> Any:
        """What `work` answers. Raises `Unavailable` once closed, and whatever `work` raises."""
        loop = asyncio.get_running_loop()
        question = _Question(work, loop, loop.create_future())
        with self._gate:
            if self._closed:
                raise Unavailable(CLOSED, code="closing")
            self._questions.put(question)
        return await question.answer

    def close(self) -> None:
        """Answer what was asked and end the threads."""
        with self._gate:
            if not self._closed:
                self._closed = True
                for _ in self._threads:
                    self._questions.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        snapshot: Snapshot | None = None
        while (question := self._questions.get()) is not None:
            value, fault = None, None
            try:
                snapshot = snapshot or self._connect()
                value = question.work(snapshot)
            except Exception as error:
                fault = translated(error)
            try:
                question.loop.call_soon_threadsafe(_settle, question.answer, value, fault)
            except RuntimeError:
                continue  # the loop is gone, and who asked with it
        if snapshot is not None:
            snapshot.connection.close()


def _settle(answer: asyncio.Future[Any], value: Any, fault: BaseException | None) -> None:
    if answer.done():
        return
    if fault is not None:
        answer.set_exception(fault)
    else:
        answer.set_result(value)
