"""The queue as a person sees it: one row a request, what it was made from, and what is known of the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from server.domain.orders import Order
from server.domain.recordings import Recording
from server.domain.requests import OutputType, Request, RequestType, Stage, State
from server.domain.scripts import Script


class RowState(StrEnum):
    """What the rows are filtered and counted by."""

    ALL = "all"
    ACTIVE = "active"
    """Queued, processing or waiting."""
    QUEUED = "queued"
    PROCESSING = "processing"
    WAITING = "waiting"
    """For the script to be approved."""
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One request; `duration_s` is 0 without sound, `show` is the name of the show its episode is in."""

    id: str
    title: str
    type: RequestType
    output_type: OutputType | None
    state: State
    status: int
    stage: Stage
    progress_text: str
    seconds_left: float | None
    requested_on: datetime
    duration_s: float
    error_code: int
    error_message: str
    show: str
    scheduled_on: datetime | None = None
    """When it is to start, where a time was named."""


@dataclass(frozen=True, slots=True)
class RowPage:
    """A stretch of rows, newest first. `next_before` is where the next one begins, 0 at the end."""

    rows: tuple[RequestRow, ...]
    next_before: int
    total: int
    """Rows that the filter and the search leave."""
    counts: Mapping[RowState, int]
    """Of all the caller's requests, whatever is searched for."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A script, and its recording once there is one."""

    script: Script
    recording: Recording | None = None


@dataclass(frozen=True, slots=True)
class RequestDetail:
    """Everything of one request. `order` has the contents of its sources again, as far as they are there."""

    request: Request
    show: str
    order: Order | None
    spoken: Spoken | None = None
