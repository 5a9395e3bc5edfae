"""Recurring schedules: an order that runs so often a day. Create makes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, moment, number, records, sentence, text


@dataclass(frozen=True, slots=True)
class Schedule:
    """One schedule. `status` is ``active``, ``paused`` or ``ended``; `error` says why the last run was refused."""

    id: str
    title: str
    output_type: str = ""
    status: str = ""
    daily_count: int = 1
    start_on: datetime | None = None
    end_on: datetime | None = None
    next_run_on: datetime | None = None
    last_run_on: datetime | None = None
    last_request_id: str = ""
    runs: int = 0
    error: str = ""


class Schedules:
    """Calls about recurring schedules."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Schedule, ...]:
        """Every schedule of the caller, newest first."""
        return tuple(schedule_of(record) for record in records(await self._connection.get("/schedules")))

    async def pause(self, schedule_id: str) -> Schedule:
        """Start no run from now on."""
        return schedule_of(await self._connection.post(f"/schedules/{schedule_id}", {"status": "paused"}))

    async def resume(self, schedule_id: str) -> Schedule:
        """Go on with the runs that come due from now on."""
        return schedule_of(await self._connection.post(f"/schedules/{schedule_id}", {"status": "active"}))

    async def remove(self, schedule_id: str) -> None:
        """End a schedule; what it has started goes on."""
        await self._connection.delete(f"/schedules/{schedule_id}")


def schedule_of(record: Record) -> Schedule:
    """Read one schedule record."""
    return Schedule(
        id=text(record, "id"),
        title=text(record, "title"),
        output_type=text(record, "outputType"),
        status=text(record, "status"),
        daily_count=number(record, "dailyCount"),
        start_on=moment(record, "startOn"),
        end_on=moment(record, "endDate"),
        next_run_on=moment(record, "nextRunOn"),
        last_run_on=moment(record, "lastRunOn"),
        last_request_id=text(record, "lastRequestId"),
        runs=number(record, "runs"),
        error=sentence(record, "error"),
    )
