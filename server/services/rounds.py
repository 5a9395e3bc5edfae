"""Work that is due at moments kept in the store: done, and waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from server.domain.errors import DomainError
from server.domain.times import Clock, from_ms, to_ms


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
