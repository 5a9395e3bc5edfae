"""The feeds that a caller reads from, and what they hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.errors import FieldFault, Invalid, InvalidField, NotFound
from server.domain.pages import Page
from server.domain.plaintext import plain, shortened
from server.domain.subscribed_feeds import RSS_KIND, FeedItem, SubscribedFeed
from server.domain.times import Clock, to_ms, utc_now
from server.services.intake import AddressJudge
from server.services.refreshing import Refresher
from server.store import feed_items, subscribed_feeds
from server.store.database import Store

PORTION = 100
ITEMS_PORTION = 50
MOST_FEEDS = 2_000
"""Feeds of one client."""
MAX_NAME = 200
PATIENCE_S = 20.0
"""How long a caller who asks for a refresh waits for it; it goes on in the background."""
GONE = "There is no such feed."
UNKNOWN = "no feed of yours has this id"


class SubscribedFeeds:
    """The caller's feeds."""

    def __init__(
        self,
        store: Store,
        refresher: Refresher,
        *,
        judge: AddressJudge,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._refresher = refresher
        self._judge = judge
        self._allow_private = allow_private_urls
        self._clock = clock

    async def add(self, url: str, *, name: str = "", kind: int = RSS_KIND, by: Account) -> SubscribedFeed:
        """Read from a feed from now on; the first reading follows in the background. Again is the same feed.

        Raises:
            InvalidField: ``internalId`` is no address that is fetched, ``feedTypeId`` is unknown.
            Invalid: ``subscription_expired``, ``too_many_feeds``.
        """
        now = self._clock()
        by.require_subscription(now)
        if kind != RSS_KIND:
            raise InvalidField("feedTypeId", f"must be {RSS_KIND}, an RSS or Atom feed")
        address = url.strip()
        fault = self._judge(address, schemes=("http", "https"), allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField("internalId", fault)
        if (await self._store.read(subscribed_feeds.page, by.id, 1, 1)).total >= MOST_FEEDS:
            raise Invalid(f"You have {MOST_FEEDS} feeds, the most there can be: delete some.", code="too_many_feeds")
        feed = await self._store.write(
            subscribed_feeds.add,
            client_id=by.id,
            name=shortened(plain(name), MAX_NAME) or urlsplit(address).hostname or address[:MAX_NAME],
            url=address,
            now_ms=to_ms(now),
        )
        self._refresher.wake()
        return feed

    async def page(self, number: int, limit: int, *, by: Account) -> Page[SubscribedFeed]:
        """A numbered page of the caller's feeds, newest first."""
        return await self._store.read(subscribed_feeds.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[SubscribedFeed]]:
        """All of the caller's feeds, newest first, in portions."""
        before: int | None = 2**62
        while before is not None:
            found, before = await self._store.read(subscribed_feeds.portion, by.id, before, PORTION)
            yield found

    async def get(self, feed_id: int, *, by: Account) -> SubscribedFeed:
        """One feed. Raises `NotFound`."""
        found = await self._store.read(subscribed_feeds.find, feed_id, by.id)
        if found is None:
            raise NotFound(GONE, code="feed_not_found")
        return found

    async def items_page(self, feed_id: int, number: int, limit: int, *, by: Account) -> Page[FeedItem]:
        """A numbered page of a feed's items, newest first. Raises `NotFound`."""
        await self.get(feed_id, by=by)
        return await self._store.read(feed_items.page, feed_id, number, limit)

    async def every_item(self, feed_id: int, *, by: Account) -> AsyncIterator[Sequence[FeedItem]]:
        """All items of a feed, newest first, in portions. Raises `NotFound`."""
        await self.get(feed_id, by=by)
        after: tuple[int, int] | None = None
        while True:
            found, after = await self._store.read(feed_items.portion, feed_id, after, ITEMS_PORTION)
            yield found
            if after is None:
                return

    async def refresh(self, feed_id: int, *, by: Account) -> SubscribedFeed:
        """Read a feed now; its record tells how that went. What takes long goes on in the background.

        A feed whose server asked for patience is not read before that is over. Raises `NotFound`.
        """
        await self.get(feed_id, by=by)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await self._refresher.refresh(feed_id)
        return await self.get(feed_id, by=by)

    async def remove(self, feeds: dict[str, int], *, by: Account) -> None:
        """Delete feeds with their items and subscriptions, all or none. What was ordered of them goes on.

        Args:
            feeds: ids by the field that names them.

        Raises:
            Invalid: some are none of the caller's; each of their fields is named.
        """
        ids = tuple(dict.fromkeys(feeds.values()))
        unknown = await self._store.write(subscribed_feeds.remove, ids, by.id, to_ms(self._clock()))
        faults = [FieldFault(field, UNKNOWN) for field, feed_id in feeds.items() if feed_id in unknown]
        if faults:
            raise Invalid(f"{faults[0].field}: {faults[0].message}", code="invalid_field", details=faults)
