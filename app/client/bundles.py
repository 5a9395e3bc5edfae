"""Episodes as one file each, out and in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.client.connection import Connection
from app.client.readings import sentences, text

ENDING = ".quillcast"


@dataclass(frozen=True, slots=True)
class TakenBundle:
    """The episode that a bundle became; `notes` say what of it does not work here."""

    request_id: str
    title: str
    notes: tuple[str, ...] = ()


class Bundles:
    """Episode bundles of one server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def save(self, request_id: str, target: Path, *, progress: Callable[[int, int], None] | None = None) -> None:
        """Write a finished episode with all that it was made of to `target`, whole or not at all."""
        await self._connection.save(f"/studio/requests/{request_id}/bundle", target, progress=progress)

    async def take(self, bundle: Path) -> TakenBundle:
        """Make an episode of a bundle on this computer. Raises `ApiError` for a file that is none."""
        reply = await self._connection.upload("/studio/bundles", field="bundle", file_name=bundle.name, content=bundle)
        return TakenBundle(text(reply, "request_id"), text(reply, "title"), sentences(reply, "notes"))

    async def perform(self, request_id: str) -> str:
        """Have a finished episode spoken and mixed again as it was; the new request's id."""
        return text(await self._connection.post(f"/studio/requests/{request_id}/perform"), "request_id")
