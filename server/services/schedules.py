"""Recurring schedules of a caller: listed, paused, resumed and removed. Create makes them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from server.domain.accounts import Account
from server.domain.errors import NotFound
from server.domain.pages import Page
from server.domain.schedules import Schedule
from server.domain.times import Clock, to_ms, utc_now
from server.services.recurring import Recurring
from server.store import requests, schedules
from server.store.database import Store

PORTION = 100
GONE = "There is no such schedule."


class Schedules:
    """The caller's recurring schedules."""

    def __init__(self, store: Store, recurring: Recurring, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._recurring = recurring
        self._clock = clock

    @property
    def now(self) -> datetime:
        """The moment that next runs are told for."""
        return self._clock()

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Schedule]:
        """A numbered page of the caller's schedules, newest first."""
        return await self._store.read(schedules.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[Schedule]]:
        """All of the caller's schedules, newest first, in portions."""
        before: int | None = 2**62
        while before is not None:
            found, before = await self._store.read(schedules.portion, by.id, before, PORTION)
            yield found

    async def get(self, schedule_id: str, *, by: Account) -> Schedule:
        """One schedule. Raises `NotFound`."""
        found = await self._store.read(schedules.find, schedule_id, by.id)
        if found is None:
            raise NotFound(GONE, code="schedule_not_found")
        return found

    async def pause(self, schedule_id: str, *, by: Account) -> Schedule:
        """Start no run from now on; again is no error. Raises `NotFound`."""
        schedule = await self.get(schedule_id, by=by)
        await self._store.write(schedules.pause, schedule, to_ms(self._clock()))
        return await self.get(schedule_id, by=by)

    async def resume(self, schedule_id: str, *, by: Account) -> Schedule:
        """Go on with the runs that come due from now on; none is made up. Raises `NotFound`."""
        schedule = await self.get(schedule_id, by=by)
        by.require_subscription(self._clock())
        await self._store.write(schedules.resume, schedule, to_ms(self._clock()))
        self._recurring.wake()
        return await self.get(schedule_id, by=by)

    async def remove(self, schedule_id: str, *, by: Account) -> None:
        """End a schedule; what it has started goes on. Raises `NotFound`."""
        await self.get(schedule_id, by=by)
        await self._store.write(requests.delete, schedule_id, by.id, to_ms(self._clock()))
