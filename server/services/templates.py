"""Templates of a caller: listed, run and removed. Create makes them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from server.domain.accounts import Account
from server.domain.errors import NotFound
from server.domain.identifiers import new_id
from server.domain.pages import Page
from server.domain.requests import Accepted
from server.domain.subscribed_feeds import FeedItem
from server.domain.templates import Template
from server.domain.times import Clock, to_ms, utc_now
from server.services.feed_items import material_of
from server.services.recurring import Runs
from server.services.references import NEWEST
from server.store import feed_items, requests, subscriptions, templates
from server.store.database import Store

PORTION = 100
GONE = "There is no such template."


class Templates:
    """The caller's templates."""

    def __init__(self, store: Store, runs: Runs, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._runs = runs
        self._clock = clock

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Template]:
        """A numbered page of the caller's templates, newest first."""
        return await self._store.read(templates.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[Template]]:
        """All of the caller's templates, newest first, in portions."""
        before: int | None = 2**62
        while before is not None:
            found, before = await self._store.read(templates.portion, by.id, before, PORTION)
            yield found

    async def get(self, template_id: str, *, by: Account) -> Template:
        """One template. Raises `NotFound`."""
        found = await self._store.read(templates.find, template_id, by.id)
        if found is None:
            raise NotFound(GONE, code="template_not_found")
        return found

    async def run(self, template_id: str, *, by: Account) -> Accepted:
        """Run a template now, with what is new in its feeds since it last ran; without anything new, the newest item.

        Raises:
            NotFound: there is none of the caller.
            InvalidField: neither the template nor its feeds have a source.
            Invalid: it is refused as a new order would be.
        """
        template = await self.get(template_id, by=by)
        brought: list[FeedItem] = []
        newest: list[FeedItem] = []
        come_to: list[tuple[str, int]] = []
        for subscription in await self._store.read(subscriptions.of_template, template.id, by.id):
            new = await self._store.read(feed_items.since, subscription.feed_id, subscription.seen)
            if new:
                ids = tuple(item_id for _, item_id in new[-NEWEST:])
                brought += (await self._store.read(feed_items.of_feed, subscription.feed_id, ids)).values()
                come_to.append((subscription.id, new[-1][0]))
            newest += await self._store.read(feed_items.newest, subscription.feed_id, 1)
        accepted = await self._runs.submit_run(
            template.id,
            client_id=by.id,
            run_key=f"{template.id}@{new_id()}",
            materials=tuple(material_of(item) for item in brought or newest),
        )
        for subscription_id, seq in come_to:
            await self._store.write(subscriptions.advance, subscription_id, seq)
        return accepted

    async def remove(self, template_id: str, *, by: Account) -> None:
        """Delete a template, and with it its subscriptions; what it has started goes on. Raises `NotFound`."""
        await self.get(template_id, by=by)
        await self._store.write(requests.delete, template_id, by.id, to_ms(self._clock()))
