"""Ideas for episodes and shows."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import records, text


@dataclass(frozen=True, slots=True)
class Idea:
    """A show that could be made, with titles of its first episodes."""

    name: str
    description: str
    episodes: tuple[str, ...]


class Ideas:
    """Calls about ideas."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def propose(self, topic: str) -> tuple[Idea, ...]:
        """Ideas for a topic. The server answers two such calls a day."""
        reply = await self._connection.post_as_page("/podcast/ideas", {"topic": topic})
        return tuple(
            Idea(
                text(each, "name"), text(each, "description"), tuple(str(title) for title in each.get("episodes") or ())
            )
            for each in records(reply.get("ideas"))
        )
