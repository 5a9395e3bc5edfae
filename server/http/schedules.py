"""Recurring schedules: list, pause, resume and remove them. Create makes them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from aiohttp import web

from server.domain.schedules import Schedule
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import Order, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Schedules and templates")


class ScheduleOrder(Order):
    """What a schedule should do."""

    status: Literal["active", "paused"]


class ScheduleRecord(msgspec.Struct):
    """A recurring schedule. `error` tells why its last run was refused."""

    id: str
    title: str
    outputType: str | None
    status: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["active", "paused", "ended"]})]
    dailyCount: int
    startOn: WireTime
    endDate: WireTime | None
    nextRunOn: WireTime | None
    lastRunOn: WireTime | None
    lastRequestId: str | None
    runs: int
    createdOn: WireTime
    error: str | None


class SchedulePage(msgspec.Struct):
    """One page of schedules."""

    schedules: list[ScheduleRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/schedules", query=PageQuery, replies=(list[ScheduleRecord], SchedulePage))
async def schedules(call: Call, query: PageQuery) -> SchedulePage | web.StreamResponse:
    """List the caller's recurring schedules, newest first: one page, or without page and limit a plain array."""
    service = call.services.schedules
    now = service.now
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), lambda schedule: schedule_record(schedule, now))
    found = await service.page(query.number, query.size, by=call.by)
    return SchedulePage(
        schedules=[schedule_record(schedule, now) for schedule in found.items],
        **paging(query, found),
    )


@routes.post("/schedules/{id}", body=ScheduleOrder, replies=(ScheduleRecord,), errors=(404,))
async def change(call: Call, body: ScheduleOrder) -> ScheduleRecord:
    """Pause a schedule, or let it go on with the runs that come due from now on."""
    service = call.services.schedules
    act = service.pause if body.status == "paused" else service.resume
    return schedule_record(await act(call.params["id"], by=call.by), service.now)


@routes.delete("/schedules/{id}", replies=(Done,), errors=(404,))
async def remove(call: Call) -> Done:
    """Remove a schedule; what it has started goes on."""
    await call.services.schedules.remove(call.params["id"], by=call.by)
    return Done(success=True, message="The schedule is removed.")


def schedule_record(schedule: Schedule, now: datetime) -> ScheduleRecord:
    """A schedule on the way out."""
    recurrence, following = schedule.recurrence, schedule.next_after(now)
    return ScheduleRecord(
        id=schedule.id,
        title=schedule.title,
        outputType=str(schedule.output_type) if schedule.output_type else None,
        status=str(schedule.status_at(now)),
        dailyCount=recurrence.daily_count,
        startOn=wire_time(recurrence.start),
        endDate=wire_time(recurrence.end) if recurrence.end else None,
        nextRunOn=wire_time(following) if following else None,
        lastRunOn=wire_time(schedule.last_run_on) if schedule.last_run_on else None,
        lastRequestId=schedule.last_request_id or None,
        runs=schedule.runs,
        createdOn=wire_time(schedule.created_on),
        error=schedule.fault or None,
    )
