"""Whether the server lives, and how it does."""

from __future__ import annotations

import time

from server.domain.times import wire_time
from server.domain.vitals import Process
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.replies import DiskHealth, HealthReply, OutboxHealth, ProcessHealth, QueueHealth, WorkerHealth

routes = Routes("Studio")
VERSION = "1.0.0"
_STARTED = time.monotonic()
_MB = 1_000_000


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
