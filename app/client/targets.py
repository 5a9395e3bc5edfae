"""Where the server publishes videos: the targets that its owner has set up."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import records, text


@dataclass(frozen=True, slots=True)
class Target:
    """One target; an order names it by `name`. `kind` is ``folder``, ``webhook`` or ``video_site``."""

    id: str
    name: str
    kind: str


class Targets:
    """Calls about publishing targets."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Target, ...]:
        """Every target."""
        listed = records(await self._connection.get("/studio/targets"))
        return tuple(Target(text(each, "id"), text(each, "name"), text(each, "kind")) for each in listed)
