"""Episodes: completed audio that shows hold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.client.connection import Connection
from app.client.readings import Record, moment, number, records, text


@dataclass(frozen=True, slots=True)
class Episode:
    """One episode; `duration` in seconds, `size` in bytes."""

    id: int
    request_id: str
    title: str
    description: str = ""
    audio_url: str = ""
    published_on: datetime | None = None
    duration: int = 0
    size: int = 0


class Episodes:
    """Calls about episodes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of_show(self, show_id: str) -> tuple[Episode, ...]:
        """Every episode of a show, in feed order."""
        reply = await self._connection.get(f"/podcast/shows/{show_id}/episodes")
        return tuple(episode_of(record) for record in records(reply))

    async def unallocated(self, *, page: int = 1, limit: int = 100) -> tuple[Episode, ...]:
        """Episodes that no show holds, newest first."""
        reply = await self._connection.get("/podcast/episodes/unallocated", page=page, limit=limit)
        return tuple(episode_of(record) for record in records(reply.get("episodes")))

    async def add(self, show_id: str, request_id: str, *, title: str = "", description: str = "") -> int:
        """Put completed audio into a show; answers the episode's id."""
        body = {"requestId": request_id, "title": title, "description": description}
        given = {name: value for name, value in body.items() if value}
        return number(await self._connection.post(f"/podcast/shows/{show_id}/episodes", given), "episodeId")

    async def change(self, episode_id: int, *, title: str, description: str) -> None:
        """Give an episode another title and description."""
        await self._connection.post(f"/podcast/episodes/{episode_id}", {"title": title, "description": description})

    async def change_audio(self, episode_id: int, recording: Path) -> None:
        """Give an episode another recording; its number and guid stay."""
        await self._connection.upload(
            f"/podcast/episodes/{episode_id}/audio", field="audioFile", file_name=recording.name, content=recording
        )

    async def remove(self, episode_id: int) -> None:
        """Take an episode out of its shows; the audio stays."""
        await self._connection.post("/podcast/episodes/remove", {"episodeId": episode_id})


def episode_of(record: Record) -> Episode:
    """Read one episode record."""
    return Episode(
        id=number(record, "id"),
        request_id=text(record, "requestId"),
        title=text(record, "title", "audioTitle"),
        description=text(record, "description"),
        audio_url=text(record, "audioUrl"),
        published_on=moment(record, "succeededOn", "requestedOn"),
        duration=number(record, "durationSeconds"),
        size=number(record, "fileSize"),
    )
