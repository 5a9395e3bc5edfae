"""Work in the background of a service: run until its close, done when it is due, waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

from server.domain.errors import DomainError
from server.domain.times import Clock, from_ms, to_ms


class Background:
    """What a service does from its start to its close, in a task of its own."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        self._work = work
        self._name = name
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; on the event loop that is to do it."""
        self._task = asyncio.create_task(self._work(), name=self._name)

    async def close(self) -> None:
        """Break it off, wherever it is, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


async def keep_settling(
    settle: Callable[[], Awaitable[None]],
    next_moment: Callable[[], Awaitable[int | None]],
    *,
    awake: asyncio.Event,
    clock: Clock,
    after_fault: timedelta,
    log: logging.Logger,
    what: str,
) -> None:
    """Do what is due, then wait for `awake` or for the next moment (Unix milliseconds; None waits for `awake` alone).

    Never returns. What goes wrong is logged under `what` ("Recordings") and tried again after `after_fault`.
    """
    while True:
        awake.clear()
        try:
            await settle()
            following = await next_moment()
        except DomainError as error:
            log.warning("%s wait: %s", what, error.message)
            following = to_ms(clock() + after_fault)
        except Exception:
            log.exception("%s could not be brought on", what)
            following = to_ms(clock() + after_fault)
        left_s = None if following is None else max(0.0, (from_ms(following) - clock()).total_seconds())
        try:
            async with asyncio.timeout(left_s):
                await awake.wait()
        except TimeoutError:
            continue
