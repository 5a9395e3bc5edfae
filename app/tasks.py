"""Coroutines started from slots: their reference is kept, they end with their owner, and they fail in one place."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

log = logging.getLogger(__name__)

OnError = Callable[[Exception], None]
OnEnd = Callable[[], object]


class Tasks(QObject):
    """The running work of one panel.

    `busy` tells when work begins and when the last of it ends; `failed` carries what went wrong, unless the
    starter took the error itself.
    """

    busy = Signal(bool)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live: dict[asyncio.Task[None], tuple[OnError | None, OnEnd | None]] = {}
        self._named: dict[str, asyncio.Task[None]] = {}

    def start(
        self,
        work: Coroutine[Any, Any, None],
        *,
        replacing: str = "",
        on_error: OnError | None = None,
        on_end: OnEnd | None = None,
    ) -> asyncio.Task[None] | None:
        """Run `work`. Work started under the same `replacing` name before is cancelled: only the newest counts.

        `on_end` is called when it has ended, in whichever way. Timers of Qt may come once more when the window's
        loop has ended: then nothing begins, and the answer is None.
        """
        try:
            task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            work.close()
            return None
        if replacing:
            before = self._named.get(replacing)
            if before is not None:
                before.cancel()
            self._named[replacing] = task
        self._live[task] = (on_error, on_end)
        if len(self._live) == 1:
            self.busy.emit(True)
        task.add_done_callback(self._finished)
        return task

    @property
    def running(self) -> bool:
        """Whether any work is under way."""
        return bool(self._live)

    def cancel(self) -> None:
        """Ask all work to end."""
        for task in tuple(self._live):
            task.cancel()

    async def close(self) -> None:
        """End all work and wait until it has ended."""
        self.cancel()
        await asyncio.gather(*self._live, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        on_error, on_end = self._live.pop(task, (None, None))
        for name in [name for name, named in self._named.items() if named is task]:
            del self._named[name]
        if not self._live:
            self.busy.emit(False)
        if on_end is not None:
            on_end()
        if task.cancelled():
            return
        error = task.exception()
        if not isinstance(error, Exception):
            return
        if on_error is not None:
            on_error(error)
        else:
            log.debug("work failed", exc_info=error)
            self.failed.emit(error)
