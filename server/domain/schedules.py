"""Recurring schedules: an order that runs so often a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from server.domain.recurrences import Recurrence
from server.domain.requests import OutputType


class ScheduleStatus(StrEnum):
    """What a schedule does."""

    ACTIVE = "active"
    PAUSED = "paused"
    ENDED = "ended"
    """Its last run lies behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A recurring schedule of one client; its id is that of the request that keeps its order."""

    id: str
    seq: int
    client_id: str
    title: str
    output_type: OutputType | None
    recurrence: Recurrence
    created_on: datetime
    paused_on: datetime | None = None
    resumed_on: datetime | None = None
    last_run_on: datetime | None = None
    last_request_id: str = ""
    runs: int = 0
    fault: str = ""
    """Why the last run was refused, in one sentence."""

    def status_at(self, now: datetime) -> ScheduleStatus:
        """What it does at `now`."""
        if self.recurrence.next_after(now) is None and self.recurrence.due_at(now) is None:
            return ScheduleStatus.ENDED
        return ScheduleStatus.ACTIVE if self.paused_on is None else ScheduleStatus.PAUSED

    def due_at(self, now: datetime) -> datetime | None:
        """The moment of the run that is to start now, if there is one."""
        return None if self.paused_on is not None else self.recurrence.due_at(now, since=self.resumed_on)

    def next_after(self, now: datetime) -> datetime | None:
        """When it runs next; None while it is paused and when it has ended."""
        return None if self.paused_on is not None else self.recurrence.next_after(now)
