"""Feeds to read from, their items, and the templates that run for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, moment, number, records, sentence, text

PAGE = 100
"""Items that one answer of the server may hold."""


@dataclass(frozen=True, slots=True)
class SubscribedFeed:
    """One feed. `status` is ``new``, ``active``, ``failing`` or ``gone``; `error` says why the last reading failed."""

    id: int
    name: str
    address: str
    title: str = ""
    link: str = ""
    description: str = ""
    image_url: str = ""
    status: str = ""
    items: int = 0
    refreshed_on: datetime | None = None
    next_refresh_on: datetime | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One item of a feed."""

    id: str
    feed_id: int
    title: str
    link: str = ""
    author: str = ""
    summary: str = ""
    text: str = ""
    published_on: datetime | None = None
    enclosure_url: str = ""
    enclosure_type: str = ""


@dataclass(frozen=True, slots=True)
class ItemPage:
    """A stretch of a feed's items, newest first, and how many there are in all."""

    items: tuple[FeedItem, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Subscription:
    """A template that runs for each new item of a feed."""

    id: str
    feed_id: int
    template_id: str
    created_on: datetime | None = None
    error: str = ""


class SubscribedFeeds:
    """Calls about feeds to read from."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[SubscribedFeed, ...]:
        """Every feed of the caller, newest first."""
        return tuple(feed_of(record) for record in records(await self._connection.get("/feeds")))

    async def one(self, feed_id: int) -> SubscribedFeed:
        """One feed."""
        return feed_of(await self._connection.get(f"/feeds/{feed_id}"))

    async def add(self, address: str, *, name: str = "") -> int:
        """Read from a feed from now on; answers its id. Its items come in the background."""
        return number(await self._connection.post("/feeds", {"internalId": address, "name": name}), "feedId")

    async def items(self, feed_id: int, *, page: int = 1, limit: int = 50) -> ItemPage:
        """A page of a feed's items, newest first."""
        reply = await self._connection.get(f"/feeds/{feed_id}/items", page=page, limit=limit)
        return ItemPage(tuple(item_of(record) for record in records(reply.get("items"))), number(reply, "totalCount"))

    async def every_item(self, feed_id: int, *, limit: int = PAGE) -> AsyncIterator[tuple[FeedItem, ...]]:
        """A feed's items, newest first, page after page."""
        known, page = 0, 1
        while True:
            found = await self.items(feed_id, page=page, limit=limit)
            yield found.items
            known, page = known + len(found.items), page + 1
            if not found.items or known >= found.total:
                return

    async def refresh(self, feed_id: int) -> SubscribedFeed:
        """Read a feed now; the answer tells how that went."""
        return feed_of(await self._connection.post(f"/feeds/{feed_id}/refresh"))

    async def remove(self, feed_ids: Sequence[int]) -> None:
        """Delete feeds with their items and subscriptions."""
        await self._connection.post("/feeds/delete", {"feedIds": list(feed_ids)})

    async def subscriptions(self) -> tuple[Subscription, ...]:
        """Every subscription of the caller, newest first."""
        return tuple(_subscription(record) for record in records(await self._connection.get("/feeds/subscriptions")))

    async def subscribe(self, feed_id: int, template_id: str) -> str:
        """Run a template for each new item of a feed; answers the subscription's id."""
        reply = await self._connection.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": template_id})
        return text(reply, "subscriptionId")

    async def unsubscribe(self, subscription_id: str) -> None:
        """End a subscription."""
        await self._connection.delete(f"/feeds/subscriptions/{subscription_id}")


def feed_of(record: Record) -> SubscribedFeed:
    """Read one feed record."""
    return SubscribedFeed(
        id=number(record, "id"),
        name=text(record, "name"),
        address=text(record, "internalId"),
        title=text(record, "title"),
        link=text(record, "link"),
        description=text(record, "description"),
        image_url=text(record, "imageUrl"),
        status=text(record, "status"),
        items=number(record, "itemCount"),
        refreshed_on=moment(record, "refreshedOn"),
        next_refresh_on=moment(record, "nextRefreshOn"),
        error=sentence(record, "error"),
    )


def item_of(record: Record) -> FeedItem:
    """Read one item record."""
    enclosure = record.get("enclosure") or {}
    return FeedItem(
        id=text(record, "id"),
        feed_id=number(record, "feedId"),
        title=text(record, "title"),
        link=text(record, "link"),
        author=text(record, "author"),
        summary=text(record, "summary"),
        text=text(record, "text"),
        published_on=moment(record, "publishedOn"),
        enclosure_url=text(enclosure, "url"),
        enclosure_type=text(enclosure, "type"),
    )


def _subscription(record: Record) -> Subscription:
    return Subscription(
        id=text(record, "id"),
        feed_id=number(record, "feedId"),
        template_id=text(record, "requestId"),
        created_on=moment(record, "createdOn"),
        error=sentence(record, "error"),
    )
