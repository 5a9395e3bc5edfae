"""The caller: who it is, what it may use, and what the server offers it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import number, text

EARLIEST = frozenset({"audio", "text"})
"""What a server makes that is older than the answer to what it makes."""
_PARAMETER = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Usage:
    """Credits and daily podcasts, allowed and used."""

    allowed: int
    used: int
    daily_allowed: int
    daily_used: int

    @property
    def left(self) -> int:
        """Credits that are left."""
        return max(self.allowed - self.used, 0)


@dataclass(frozen=True, slots=True)
class QueueStats:
    """How many requests wait and run."""

    queued: int
    processing: int


class Accounts:
    """Calls about the caller's own account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def me(self) -> str:
        """The caller's client id."""
        return text(await self._connection.get("/content/Me"), "clientId")

    async def usage(self) -> Usage:
        """The account's balance."""
        reply = await self._connection.get("/content/Usage")
        return Usage(
            allowed=number(reply, "allowed"),
            used=number(reply, "used"),
            daily_allowed=number(reply, "allowedDailyPodcasts"),
            daily_used=number(reply, "usedDailyPodcasts"),
        )

    async def queue_stats(self) -> QueueStats:
        """How much waits and runs."""
        reply = await self._connection.get("/content/QueueStats")
        return QueueStats(queued=number(reply, "queued"), processing=number(reply, "processing"))

    async def makes(self) -> frozenset[str]:
        """The output types that this server makes; a server that doesn't say makes what it always did."""
        kinds = (await self._connection.get("/studio/health")).get("makes")
        return frozenset(str(kind) for kind in kinds) if isinstance(kinds, list) else EARLIEST

    async def offered(self) -> frozenset[str]:
        """The paths this server has, so that the window shows only what works with it.

        Parameters stand as ``{}`` whatever the server calls them: ``/studio/voices/{}/sample``.
        """
        document = await self._connection.get("/openapi.json")
        paths = document.get("paths") if isinstance(document, dict) else None
        return frozenset(_PARAMETER.sub("{}", path) for path in paths) if isinstance(paths, dict) else frozenset()
