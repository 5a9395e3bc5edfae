"""Deletions that nobody can take back once they are done: they are done when the message about them goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.language import tr
from app.panels.panel import Desk
from app.tasks import Tasks

Deed = Callable[[], Awaitable[None]]


class Later:
    """One deletion at a time waits; the next one, or leaving the server, does it at once."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        self._desk, self._tasks = desk, tasks
        self._waiting: Deed | None = None

    def put_off(self, text: str, does: Deed, *, undo: Callable[[], None]) -> None:
        """Say `text`; do it once the message has gone without having been taken back."""

        def take_back() -> None:
            self._waiting = None
            undo()

        # What waited before is done as its message goes.
        self._desk.bar.tell(text, action=tr("Undo"), todo=take_back, otherwise=self._do)
        self._waiting = does

    async def settle(self) -> None:
        """Do what waits."""
        does, self._waiting = self._waiting, None
        if does is not None:
            await does()

    def _do(self) -> None:
        does, self._waiting = self._waiting, None
        if does is not None:
            self._tasks.start(_done(does))


async def _done(does: Deed) -> None:
    await does()
