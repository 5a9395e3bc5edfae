"""Channels of the video site, whose newest videos can be sources."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, records, sentence, text


@dataclass(frozen=True, slots=True)
class Video:
    """One video."""

    url: str
    title: str = ""
    published_on: datetime | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """One channel; it can be a source once it is connected. `error` says why the last reading failed."""

    id: str
    name: str
    url: str
    title: str = ""
    is_connected: bool = False
    videos: tuple[Video, ...] = ()
    error: str = ""


class Channels:
    """Calls about channels."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Channel, ...]:
        """Every channel of the caller, newest first."""
        return tuple(channel_of(record) for record in records(await self._connection.get("/channels")))

    async def connect(self, url: str, *, name: str = "") -> str:
        """Connect a channel; answers its id. Its videos come in the background."""
        return text(await self._connection.post("/channels", {"url": url, "name": name}), "channelId")

    async def remove(self, channel_id: str) -> None:
        """Disconnect a channel."""
        await self._connection.delete(f"/channels/{channel_id}")


def channel_of(record: Record) -> Channel:
    """Read one channel record."""
    return Channel(
        id=text(record, "id"),
        name=text(record, "name"),
        url=text(record, "url"),
        title=text(record, "title"),
        is_connected=flag(record, "connected"),
        videos=tuple(
            Video(text(video, "url"), text(video, "title"), moment(video, "publishedOn"))
            for video in records(record.get("videos"))
        ),
        error=sentence(record, "error"),
    )
