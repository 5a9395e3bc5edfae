"""Feeds to read from: add, list, read again and delete them, and look at their items."""

from __future__ import annotations

from typing import Annotated

import msgspec
from aiohttp import web
from msgspec import UNSET, UnsetType
from pydantic import AliasChoices, Field

from server.domain.errors import FieldFault
from server.domain.subscribed_feeds import RSS_KIND, FeedItem, FeedState, SubscribedFeed
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.problems import invalid
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import HttpAddress, Integer, Order, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Feeds")


class FeedOrder(Order):
    """A feed to read from."""

    name: Annotated[str, Field(max_length=2000)] | None = None
    feedTypeId: Annotated[Integer, Field(description="4, an RSS or Atom feed.")] = RSS_KIND
    internalId: Annotated[HttpAddress, Field(description="Where the feed is.")]


class FeedsOrder(Order):
    """Which feeds: one, or several."""

    feedIds: Annotated[
        list[Integer] | None, Field(max_length=1000, validation_alias=AliasChoices("feedIds", "ids"))
    ] = None
    feedId: Annotated[Integer | None, Field(validation_alias=AliasChoices("feedId", "id"))] = None


class MadeFeed(msgspec.Struct):
    """The feed is kept; its first reading follows."""

    success: bool
    feedId: int


class FeedRecord(msgspec.Struct):
    """A feed. `error` tells why its last reading failed."""

    id: int
    name: str
    feedTypeId: int
    internalId: str
    url: str
    title: str
    link: str
    description: str
    imageUrl: str | None
    status: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["new", "active", "failing", "gone"]})]
    itemCount: int
    createdOn: WireTime
    refreshedOn: WireTime | None
    updatedOn: WireTime | None
    nextRefreshOn: WireTime | None
    failures: int
    error: str | None
    notes: list[str] | UnsetType = UNSET


class FeedPage(msgspec.Struct):
    """One page of feeds."""

    feeds: list[FeedRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class EnclosureRecord(msgspec.Struct):
    """The file that an item carries; `length` in bytes, 0 where the feed doesn't say."""

    url: str
    type: str
    length: int


class FeedItemRecord(msgspec.Struct):
    """One item; `text` is all that the feed says of it."""

    id: str
    feedId: int
    title: str
    link: str
    guid: str
    author: str
    summary: str
    text: str
    publishedOn: WireTime | None
    createdOn: WireTime
    enclosure: EnclosureRecord | None


class FeedItemPage(msgspec.Struct):
    """One page of items."""

    items: list[FeedItemRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/feeds", query=PageQuery, replies=(list[FeedRecord], FeedPage))
async def feeds(call: Call, query: PageQuery) -> FeedPage | web.StreamResponse:
    """List the caller's feeds, newest first: one page, or without page and limit a plain array."""
    service = call.services.subscribed_feeds
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), feed_record)
    found = await service.page(query.number, query.size, by=call.by)
    return FeedPage(
        feeds=[feed_record(feed) for feed in found.items],
        **paging(query, found),
    )


@routes.post("/feeds", body=FeedOrder, replies=(MadeFeed,))
async def add(call: Call, body: FeedOrder) -> MadeFeed:
    """Read from a feed from now on. Its items come in the background; the same address again is the same feed."""
    feed = await call.services.subscribed_feeds.add(
        body.internalId, name=body.name or "", kind=body.feedTypeId, by=call.by
    )
    return MadeFeed(success=True, feedId=feed.id)


@routes.get("/feeds/{id:int}", replies=(FeedRecord,), errors=(404,))
async def feed(call: Call) -> FeedRecord:
    """Read one feed."""
    return feed_record(await call.services.subscribed_feeds.get(int(call.params["id"]), by=call.by))


@routes.get("/feeds/{id:int}/items", query=PageQuery, replies=(list[FeedItemRecord], FeedItemPage), errors=(404,))
async def items(call: Call, query: PageQuery) -> FeedItemPage | web.StreamResponse:
    """List the items of a feed, newest first: one page, or without page and limit a plain array."""
    service, feed_id = call.services.subscribed_feeds, int(call.params["id"])
    if not query.wants_page:
        return await stream_array(call, service.every_item(feed_id, by=call.by), item_record)
    found = await service.items_page(feed_id, query.number, query.size, by=call.by)
    return FeedItemPage(
        items=[item_record(item) for item in found.items],
        **paging(query, found),
    )


@routes.post("/feeds/{id:int}/refresh", replies=(FeedRecord,), errors=(404,))
async def refresh(call: Call) -> FeedRecord:
    """Read a feed again now; the record tells how that went.

    A server that asked for patience is not asked again before that is over. What takes over 20 seconds goes on in the
    background.
    """
    return feed_record(await call.services.subscribed_feeds.refresh(int(call.params["id"]), by=call.by))


@routes.post("/feeds/delete", body=FeedsOrder, replies=(Done,))
async def delete(call: Call, body: FeedsOrder) -> Done:
    """Delete feeds (`feedIds` or `ids`, one by `feedId` or `id`) with items and subscriptions, all of them or none.

    What was ordered of them goes on.
    """
    named = {f"feedIds[{place}]": feed_id for place, feed_id in enumerate(body.feedIds or ())}
    if body.feedId is not None:
        named["feedId"] = body.feedId
    if not named:
        raise invalid([FieldFault("feedIds", "name at least one feed")])
    await call.services.subscribed_feeds.remove(named, by=call.by)
    count = len(set(named.values()))
    return Done(success=True, message="The feed is deleted." if count == 1 else f"{count} feeds are deleted.")


def feed_record(feed: SubscribedFeed) -> FeedRecord:
    """A feed on the way out."""
    return FeedRecord(
        id=feed.id,
        name=feed.name,
        feedTypeId=feed.kind,
        internalId=feed.url,
        url=feed.location,
        title=feed.title,
        link=feed.link,
        description=feed.description,
        imageUrl=feed.image_url or None,
        status=_status(feed),
        itemCount=feed.items,
        createdOn=wire_time(feed.created_on),
        refreshedOn=wire_time(feed.read_on) if feed.read_on else None,
        updatedOn=wire_time(feed.changed_on) if feed.changed_on else None,
        nextRefreshOn=wire_time(feed.due_on) if feed.due_on else None,
        failures=feed.failures,
        error=feed.fault or None,
        notes=list(feed.warnings) or UNSET,
    )


def item_record(item: FeedItem) -> FeedItemRecord:
    """An item on the way out."""
    return FeedItemRecord(
        id=item.id,
        feedId=item.feed_id,
        title=item.title,
        link=item.link,
        guid=item.guid,
        author=item.author,
        summary=item.summary,
        text=item.text,
        publishedOn=wire_time(item.published) if item.published else None,
        createdOn=wire_time(item.seen_on),
        enclosure=EnclosureRecord(item.enclosure_url, item.enclosure_type, item.enclosure_length)
        if item.enclosure_url
        else None,
    )


def _status(feed: SubscribedFeed) -> str:
    if feed.state is FeedState.GONE:
        return "gone"
    if feed.fault:
        return "failing"
    return "new" if feed.read_on is None else "active"
