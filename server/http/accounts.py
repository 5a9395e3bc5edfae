"""The caller's account."""

from __future__ import annotations

from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import MeReply, UsageReply

routes = Routes("Account")


@routes.get("/content/Usage", replies=(UsageReply,))
async def usage(call: Call) -> UsageReply:
    """Tell the credits and the daily podcasts, allowed and used."""
    found = await call.services.accounts.usage(by=call.by)
    return UsageReply(found.allowed, found.used, found.allowed_daily_podcasts, found.used_daily_podcasts)


@routes.get("/content/Me", replies=(MeReply,))
async def me(call: Call) -> MeReply:
    """Tell whose token this is."""
    return MeReply(call.by.id)
