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
    """Tell that the server answers. A token also shows the output types that it makes, the owner's what runs."""
    if call.account is None:
        return HealthReply("ok", VERSION)
    makes = sorted(call.services.requests.makes)
    if not call.account.is_owner:
        return HealthReply("ok", VERSION, makes=makes)
    return HealthReply(
        "ok",
        VERSION,
        makes=makes,
        running=list(call.services.dispatcher.running),
        uptime_s=round(time.monotonic() - _STARTED, 1),
        last_event_id=await call.services.events.last_id(),
    )
