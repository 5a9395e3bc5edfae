"""Podcast shows and their public feeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, records, text


@dataclass(frozen=True, slots=True)
class Show:
    """One show as the server keeps it."""

    id: str
    name: str
    description: str = ""
    author: str = ""
    link: str = ""
    email: str = ""
    language: str = ""
    rss_url: str = ""
    image_url: str = ""


class Shows:
    """Calls about shows."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Show, ...]:
        """Every show of the caller."""
        return tuple(show_of(record) for record in records(await self._connection.get("/podcast/shows")))

    async def one(self, show_id: str) -> Show:
        """One show."""
        return show_of(await self._connection.get(f"/podcast/shows/{show_id}"))

    async def create(self, fields: Mapping[str, str]) -> str:
        """Create a show with a drawn cover; answers its id."""
        return text(await self._connection.post("/podcast/shows", fields), "podcastId")

    async def create_with_image(self, fields: Mapping[str, str], *, image: bytes, file_name: str) -> str:
        """Create a show with this artwork; answers its id."""
        reply = await self._connection.upload(
            "/podcast/shows/with-image", field="imageFile", file_name=file_name, content=image, fields=fields
        )
        return text(reply, "podcastId")

    async def change(self, show_id: str, fields: Mapping[str, str]) -> None:
        """Change the given fields of a show."""
        await self._connection.post(f"/podcast/shows/{show_id}", fields)

    async def change_artwork(self, show_id: str, *, image: bytes, file_name: str) -> None:
        """Give a show another picture."""
        await self._connection.upload(
            f"/podcast/shows/{show_id}/image", field="imageFile", file_name=file_name, content=image
        )

    async def remove(self, show_id: str) -> None:
        """Take a show and its feed away."""
        await self._connection.post("/podcast/remove", {"id": show_id})

    async def feed(self, show_id: str) -> str:
        """The show's feed as a podcast app gets it: RSS 2.0."""
        return await self._connection.text(f"/podcast/rss/{show_id}")

    async def artwork(self, show: Show) -> bytes:
        """The cover, as an image file; empty when the show has none."""
        return await self._connection.read(show.image_url) if show.image_url else b""


def show_of(record: Record) -> Show:
    """Read one show record."""
    return Show(
        id=text(record, "id"),
        name=text(record, "name"),
        description=text(record, "description"),
        author=text(record, "author"),
        link=text(record, "link"),
        email=text(record, "email"),
        language=text(record, "language"),
        rss_url=text(record, "rssUrl"),
        image_url=text(record, "imageUrl"),
    )
