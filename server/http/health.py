"""Whether the server lives, and how it does."""

from __future__ import annotations

import time

import msgspec
from msgspec import UNSET, UnsetType

from server.domain.times import wire_time
from server.domain.vitals import Process
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.wire import WireTime

routes = Routes("Studio")
VERSION = "1.0.0"
_STARTED = time.monotonic()
_MB = 1_000_000


class QueueHealth(msgspec.Struct):
    """Requests of all clients that wait, run, and wait for their time or for approval."""

    queued: int
    processing: int
    waiting: int
    oldest_queued_on: WireTime | None


class WorkerHealth(msgspec.Struct):
    """A worker process and the memory it holds."""

    pid: int
    memory_mb: float
    cpu_s: float


class DiskHealth(msgspec.Struct):
    """The disk of the data directory, in bytes; `quota` is 0 without a limit, and `used` is not measured then."""

    free: int
    total: int
    reserve: int
    quota: int
    used: int


class OutboxHealth(msgspec.Struct):
    """Messages to webhooks that are on their way or wait for another attempt."""

    pending: int


class ProcessHealth(msgspec.Struct):
    """The server's own process."""

    pid: int
    memory_mb: float
    threads: int
    handles: int


class HealthReply(msgspec.Struct):
    """The server is there; a token shows the output types that it makes, the owner's everything else.

    `status` is `ok`, or `short_of_space` when nothing new is begun for want of room.
    """

    status: str
    version: str
    makes: list[str] | UnsetType = UNSET
    running: list[str] | UnsetType = UNSET
    uptime_s: float | UnsetType = UNSET
    last_event_id: int | UnsetType = UNSET
    queue: QueueHealth | UnsetType = UNSET
    workers: list[WorkerHealth] | UnsetType = UNSET
    disk: DiskHealth | UnsetType = UNSET
    webhooks: OutboxHealth | UnsetType = UNSET
    process: ProcessHealth | UnsetType = UNSET
    versions: dict[str, str] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET


@routes.get("/studio/health", scope=Scope.PUBLIC, replies=(HealthReply,))
async def health(call: Call) -> HealthReply:
    """Tell that the server answers. A token also shows the output types that it makes, the owner's how it does."""
    if call.account is None:
        return HealthReply("ok", VERSION)
    makes = sorted(call.services.requests.makes)
    if not call.account.is_owner:
        return HealthReply("ok", VERSION, makes=makes)
    return await in_full(call)


async def in_full(call: Call) -> HealthReply:
    """Everything that the owner may see."""
    services = call.services
    room = services.disk.room
    queue = await services.vitals.queue()
    server, workers = await services.vitals.processes()
    is_short = room.is_short or room.is_used_up
    return HealthReply(
        "short_of_space" if is_short else "ok",
        VERSION,
        makes=sorted(services.requests.makes),
        running=list(services.dispatcher.running),
        uptime_s=round(time.monotonic() - _STARTED, 1),
        last_event_id=await services.events.last_id(),
        queue=QueueHealth(
            queue.queued,
            queue.processing,
            queue.waiting,
            wire_time(queue.oldest_queued_on) if queue.oldest_queued_on else None,
        ),
        workers=[_worker(each) for each in workers],
        disk=DiskHealth(room.free, room.total, room.reserve, room.quota, room.used),
        webhooks=OutboxHealth(await services.vitals.owed()),
        process=ProcessHealth(server.pid, round(server.memory / _MB, 1), server.threads, server.handles),
        versions=await services.vitals.versions(),
        warnings=list(services.vitals.warnings),
    )


def _worker(process: Process) -> WorkerHealth:
    return WorkerHealth(process.pid, round(process.memory / _MB, 1), round(process.cpu_s, 2))
