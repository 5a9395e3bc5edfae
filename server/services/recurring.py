"""Runs recurring schedules when they are due: each moment once, whatever the clock and the computer do meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from server.domain.errors import DomainError, Unavailable
from server.domain.events import EventKind, StudioEvent
from server.domain.orders import Material
from server.domain.requests import Accepted, Stage
from server.domain.schedules import Schedule
from server.domain.times import Clock, to_ms, utc_now
from server.services.rounds import Background
from server.store import schedules
from server.store.database import Store

log = logging.getLogger(__name__)

LOOK_S = 30.0
"""How often it is looked what is due at the latest: a clock may be set, and a computer sleep."""


class Runs(Protocol):
    """Takes in a run of what a request keeps, a template or a recurring schedule."""

    async def submit_run(
        self, kept_id: str, *, client_id: str, run_key: str, materials: Sequence[Material] = ()
    ) -> Accepted:
        """Accept the kept order anew; the same `run_key` again is the same request and costs nothing more.

        `materials` are sources that this run brings, beside those of the order.

        Raises:
            DomainError: it is refused, as a new order would be.
        """
        ...


class Recurring:
    """The clockwork behind recurring schedules."""

    def __init__(self, store: Store, runs: Runs, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._runs = runs
        self._clock = clock
        self._woken = asyncio.Event()
        self._background = Background(self._run, "recurring")
        self._closed = False

    async def start(self) -> None:
        """Begin. What came due while nothing ran is not made up."""
        loop = asyncio.get_running_loop()

        def look(events: Sequence[StudioEvent]) -> None:
            new = any(event.kind is EventKind.QUEUED and event.data.get("stage") == Stage.SCHEDULE for event in events)
            if new and not self._closed:
                loop.call_soon_threadsafe(self.wake)

        self._store.listen(look)
        self._background.start()

    async def close(self) -> None:
        """Stop."""
        self._closed = True
        await self._background.close()

    def wake(self) -> None:
        """A schedule may be due."""
        self._woken.set()

    async def run_due(self) -> None:
        """Start every run whose moment has come and that was not started yet."""
        for schedule in await self._store.read(schedules.running):
            moment = schedule.due_at(self._clock())
            if moment is None or await self._store.read(schedules.has_run, schedule.seq, to_ms(moment)):
                continue
            try:
                await self._start(schedule, to_ms(moment))
            except Unavailable:
                raise
            except Exception:
                log.exception("Schedule %s could not be run", schedule.id)

    async def _start(self, schedule: Schedule, due_ms: int) -> None:
        request_id, fault = "", ""
        try:
            accepted = await self._runs.submit_run(
                schedule.id, client_id=schedule.client_id, run_key=f"{schedule.id}@{due_ms}"
            )
            request_id = accepted.id
        except Unavailable:
            raise
        except DomainError as error:
            fault = error.message
        await self._store.write(
            schedules.keep_run, schedule, due_ms, to_ms(self._clock()), request_id=request_id, fault=fault
        )

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = LOOK_S
            try:
                await self.run_due()
                wait = await self._pause()
            except Unavailable as error:
                log.warning("Schedules could not be run: %s", error)
            except Exception:
                log.exception("Schedules could not be run")
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def _pause(self) -> float:
        now = self._clock()
        following = [
            moment for each in await self._store.read(schedules.running) if (moment := each.next_after(now)) is not None
        ]
        if not following:
            return LOOK_S
        return min(max((min(following) - now).total_seconds(), 0.05), LOOK_S)
