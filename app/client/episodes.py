"""Episodes: completed audio that shows hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, real, records, text
from app.client.recordings import SaidTurn
from app.client.shows import Person, persons_of

PAGE = 100
"""Episodes that one answer of the server may hold."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a chapter begins, in seconds. Without `listed` players show it but do not list it."""

    start: float
    title: str
    url: str = ""
    image_url: str = ""
    listed: bool = True

    @property
    def wire(self) -> dict[str, Any]:
        """As a call takes it."""
        return {
            "startTime": self.start,
            "title": self.title,
            "url": self.url,
            "img": self.image_url,
            "toc": self.listed,
        }


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
    season: int = 0
    number: int = 0
    type: str = "full"
    explicit: bool | None = None
    """None follows the show."""
    publish_on: datetime | None = None
    """When it is to appear, where a time was set."""
    hidden: bool = False
    chapters: tuple[Mark, ...] = ()
    persons: tuple[Person, ...] = ()
    image_url: str = ""
    guid: str = ""
    share_url: str = ""
    plays: int = 0
    """Plays of the last days, where they were asked for."""


class Episodes:
    """Calls about episodes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of_show(self, show_id: str) -> tuple[Episode, ...]:
        """Every episode of a show, in feed order."""
        reply = await self._connection.get(f"/podcast/shows/{show_id}/episodes")
        return tuple(episode_of(record) for record in records(reply))

    async def every_unallocated(self) -> tuple[Episode, ...]:
        """Every episode that no show holds, newest first, page after page."""
        found: list[Episode] = []
        number_of_page = 1
        while len(page := await self.unallocated(page=number_of_page)) == PAGE:
            found.extend(page)
            number_of_page += 1
        return (*found, *page)

    async def unallocated(self, *, page: int = 1, limit: int = PAGE) -> tuple[Episode, ...]:
        """Episodes that no show holds, newest first."""
        reply = await self._connection.get("/podcast/episodes/unallocated", page=page, limit=limit)
        return tuple(episode_of(record) for record in records(reply.get("episodes")))

    async def count_unallocated(self) -> int:
        """How many episodes no show holds."""
        return number(await self._connection.get("/podcast/episodes/unallocated", page=1, limit=1), "totalCount")

    async def add(self, show_id: str, request_id: str, *, title: str = "", description: str = "") -> int:
        """Put completed audio into a show; answers the episode's id."""
        body = {"requestId": request_id, "title": title, "description": description}
        given = {name: value for name, value in body.items() if value}
        return number(await self._connection.post(f"/podcast/shows/{show_id}/episodes", given), "episodeId")

    async def put(self, show_id: str, episode_id: int) -> None:
        """Put any episode into a show, also one that was uploaded or imported."""
        await self._connection.post(f"/studio/shows/{show_id}/episodes", {"episodeId": episode_id})

    async def change(self, episode_id: int, *, title: str, description: str, **fields: Any) -> None:
        """Give an episode another title and description, and whatever else is named as the wire calls it."""
        body = {"title": title, "description": description, **fields}
        await self._connection.post(f"/podcast/episodes/{episode_id}", body)

    async def correct(self, episode_id: int, turns: Sequence[SaidTurn]) -> None:
        """Publish these turns as the transcript of an episode."""
        segments = [
            {"speaker": turn.speaker, "startTime": turn.start, "endTime": turn.end, "body": turn.body} for turn in turns
        ]
        await self._connection.post(f"/studio/episodes/{episode_id}/transcript", {"segments": segments})

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
    explicit = record.get("explicit")
    return Episode(
        id=number(record, "id"),
        request_id=text(record, "requestId"),
        title=text(record, "title", "audioTitle"),
        description=text(record, "description"),
        audio_url=text(record, "audioUrl"),
        published_on=moment(record, "publishOn", "publishedOn", "succeededOn", "requestedOn"),
        duration=number(record, "durationSeconds"),
        size=number(record, "fileSize"),
        season=number(record, "season"),
        number=number(record, "number"),
        type=text(record, "episodeType") or "full",
        explicit=explicit if isinstance(explicit, bool) else None,
        publish_on=moment(record, "publishOn"),
        hidden=flag(record, "hidden"),
        chapters=tuple(
            Mark(
                real(each, "startTime"),
                text(each, "title"),
                text(each, "url"),
                text(each, "img"),
                each.get("toc", True),
            )
            for each in records(record.get("chapters"))
        ),
        persons=persons_of(record),
        image_url=text(record, "imageUrl"),
        guid=text(record, "guid"),
        share_url=text(record, "shareUrl"),
    )
