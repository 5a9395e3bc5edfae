"""Templates that run for each new item of a feed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from server.domain.accounts import Account
from server.domain.errors import DomainError, InvalidField, NotFound, Unavailable
from server.domain.pages import Page
from server.domain.subscribed_feeds import Subscription
from server.domain.times import Clock, to_ms, utc_now
from server.services.feed_items import material_of
from server.services.recurring import Runs
from server.services.rounds import Background
from server.store import feed_items, subscribed_feeds, subscriptions, templates
from server.store.database import Store

log = logging.getLogger(__name__)

LOOK_S = 60.0
AT_MOST = 20
"""Runs of one subscription for what one reading of its feed brings: the newest. A feed that was renumbered, or comes
back after a long time, must not use up all credits."""
GONE = "There is no such subscription."


class Subscriptions:
    """The caller's subscriptions, and what runs them."""

    def __init__(self, store: Store, runs: Runs, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._runs = runs
        self._clock = clock
        self._woken = asyncio.Event()
        self._background = Background(self._run, "subscriptions")

    async def start(self) -> None:
        """Go on with what the last run did not get to."""
        self._background.start()

    async def close(self) -> None:
        """Stop; what was not come to is new at the next start."""
        await self._background.close()

    def wake(self) -> None:
        """A feed has something new."""
        self._woken.set()

    async def add(self, feed_id: int, template_id: str, *, by: Account) -> Subscription:
        """Run a template for each item that comes from now on. Again is the same subscription.

        Raises:
            InvalidField: ``feedId`` or ``requestId`` is none of the caller's, or no template.
        """
        now = self._clock()
        by.require_subscription(now)
        if await self._store.read(subscribed_feeds.find, feed_id, by.id) is None:
            raise InvalidField("feedId", "no feed of yours has this id")
        if await self._store.read(templates.find, template_id, by.id) is None:
            raise InvalidField("requestId", "no template of yours has this id")
        return await self._store.write(
            subscriptions.add, client_id=by.id, feed_id=feed_id, template_id=template_id, now_ms=to_ms(now)
        )

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Subscription]:
        """A numbered page of the caller's subscriptions, newest first."""
        return await self._store.read(subscriptions.page, by.id, number, limit)

    async def every(self, *, by: Account) -> Sequence[Subscription]:
        """All of the caller's subscriptions, newest first."""
        return await self._store.read(subscriptions.every, by.id)

    async def remove(self, subscription_id: str, *, by: Account) -> None:
        """End a subscription. Raises `NotFound`."""
        if not await self._store.write(subscriptions.remove, subscription_id, by.id, to_ms(self._clock())):
            raise NotFound(GONE, code="subscription_not_found")

    async def run_new(self) -> None:
        """Run every template for the items that its feeds have brought, each once."""
        for subscription in await self._store.read(subscriptions.behind):
            try:
                await self._catch_up(subscription)
            except Unavailable:
                raise
            except Exception:
                # One that can't be run keeps no other one waiting.
                log.exception("Subscription %s could not be run", subscription.id)

    async def _catch_up(self, subscription: Subscription) -> None:
        new = await self._store.read(feed_items.since, subscription.feed_id, subscription.seen)
        for seq, item_id in new[-AT_MOST:]:
            fault = ""
            try:
                found = await self._store.read(feed_items.of_feed, subscription.feed_id, (item_id,))
                await self._runs.submit_run(
                    subscription.template_id,
                    client_id=subscription.client_id,
                    run_key=f"{subscription.id}@{item_id}",
                    materials=tuple(material_of(item) for item in found.values()),
                )
            except Unavailable:
                raise
            except DomainError as error:
                fault = error.message
            await self._store.write(subscriptions.advance, subscription.id, seq, fault)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                await self.run_new()
            except Unavailable as error:
                log.warning("Templates could not be run: %s", error)
            except Exception:
                log.exception("Templates could not be run")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()
