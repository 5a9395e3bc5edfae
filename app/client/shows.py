"""Podcast shows and their public feeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, number, records, text


@dataclass(frozen=True, slots=True)
class Person:
    """Someone heard in, or working on, a show or an episode."""

    name: str
    role: str = ""
    group: str = ""
    href: str = ""
    img: str = ""

    @property
    def wire(self) -> dict[str, str]:
        """As a call takes it."""
        given = {"name": self.name, "role": self.role, "group": self.group, "href": self.href, "img": self.img}
        return {name: value for name, value in given.items() if value}


@dataclass(frozen=True, slots=True)
class Funding:
    """Where listeners can give."""

    url: str
    text: str = ""

    @property
    def wire(self) -> dict[str, str]:
        """As a call takes it."""
        return {"url": self.url, "text": self.text}


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """What a show can be filed under: subcategories by category, and the kinds of medium."""

    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    media: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """Every category as a show names it, ``Arts`` and ``Arts > Books``."""
        found: list[str] = []
        for name, subs in self.categories.items():
            found += [name, *(f"{name} > {sub}" for sub in subs)]
        return tuple(found)


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
    categories: tuple[str, ...] = ()
    explicit: bool = False
    type: str = "episodic"
    copyright: str = ""
    owner_name: str = ""
    funding: tuple[Funding, ...] = ()
    persons: tuple[Person, ...] = ()
    locked: bool = False
    medium: str = "podcast"
    new_feed_url: str = ""
    redirects: bool = False
    hidden: bool = False
    per_page: int = 0
    """Episodes on a page of its feed; 0 for a feed that is whole."""
    guid: str = ""
    source_url: str = ""
    """The feed that it was imported from; empty for one that was made here."""


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

    async def change(self, show_id: str, fields: Mapping[str, Any]) -> None:
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

    async def taxonomy(self) -> Taxonomy:
        """What a show can be filed under."""
        reply = await self._connection.get("/studio/categories")
        listed = records(reply.get("categories"))
        return Taxonomy(
            {text(each, "name"): tuple(str(sub) for sub in each.get("subcategories") or ()) for each in listed},
            tuple(str(each) for each in reply.get("media") or ()),
        )

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
        categories=tuple(str(each) for each in record.get("categories") or ()),
        explicit=flag(record, "explicit"),
        type=text(record, "type") or "episodic",
        copyright=text(record, "copyright"),
        owner_name=text(_within(record, "owner"), "name"),
        funding=tuple(Funding(text(each, "url"), text(each, "text")) for each in records(record.get("funding"))),
        persons=persons_of(record),
        locked=flag(record, "locked"),
        medium=text(record, "medium") or "podcast",
        new_feed_url=text(record, "newFeedUrl"),
        redirects=flag(record, "redirectFeed"),
        hidden=flag(record, "hidden"),
        per_page=number(record, "episodesPerPage"),
        guid=text(record, "guid"),
        source_url=text(_within(record, "source"), "feedUrl"),
    )


def persons_of(record: Record) -> tuple[Person, ...]:
    """The people that a record of a show or an episode names."""
    return tuple(
        Person(text(each, "name"), text(each, "role"), text(each, "group"), text(each, "href"), text(each, "img"))
        for each in records(record.get("persons"))
    )


def _within(record: Record, name: str) -> Record:
    inner = record.get(name)
    return inner if isinstance(inner, Mapping) else {}
