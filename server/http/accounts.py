"""The caller's account."""

from __future__ import annotations

import msgspec

from server.http.calls import Call
from server.http.registry import Routes

# ruff: noqa: N815 - the wire's names
routes = Routes("Account")


class UsageReply(msgspec.Struct):
    """Credits and daily podcasts; reserved credits count as used."""

    allowed: int
    used: int
    allowedDailyPodcasts: int
    usedDailyPodcasts: int


class MeReply(msgspec.Struct):
    """Who the token belongs to."""

    clientId: str


@routes.get("/content/Usage", replies=(UsageReply,))
async def usage(call: Call) -> UsageReply:
    """Tell the credits and the daily podcasts, allowed and used."""
    found = await call.services.accounts.usage(by=call.by)
    return UsageReply(found.allowed, found.used, found.allowed_daily_podcasts, found.used_daily_podcasts)


@routes.get("/content/Me", replies=(MeReply,))
async def me(call: Call) -> MeReply:
    """Tell whose token this is."""
    return MeReply(call.by.id)
