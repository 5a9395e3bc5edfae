"""Whether the server lives."""

from __future__ import annotations

import time

from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.replies import HealthReply

routes = Routes("Studio")
VERSION = "1.0.0"
_STARTED = time.monotonic()


@routes.get("/studio/health", scope=Scope.PUBLIC, replies=(HealthReply,))
async def health(call: Call) -> HealthReply:
    """Tell that the server answers. The owner's token also shows what runs."""
    if call.account is None or not call.account.is_owner:
        return HealthReply("ok", VERSION)
    return HealthReply(
        "ok",
        VERSION,
        running=list(call.services.dispatcher.running),
        uptime_s=round(time.monotonic() - _STARTED, 1),
        last_event_id=await call.services.events.last_id(),
    )
