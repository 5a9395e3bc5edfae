"""Feeds to read from: the list with a field to add one, and beside it the feed that is selected."""

from __future__ import annotations

from collections.abc import Sequence

from app.client.subscribed_feeds import SubscribedFeed, Subscription
from app.client.templates import Template
from app.language import tr
from app.models import subscribed_feeds
from app.panels.feed_card import FeedCard
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.address_list import AddressList, Entry
from app.widgets.empty import EmptyState
from app.widgets.forms import Field, Line


class FeedsPage(AddressList):
    """Every feed of the account."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        self.card = FeedCard(desk, tasks)
        super().__init__(
            tr("Feeds"),
            Field(tr("Address of a feed"), Line("https://…/feed.xml")),
            add=tr("Add feed"),
            ask=tr("Give the address of a feed."),
            wire=("internalId", "name"),
            shown=self.card,
            empty=EmptyState(
                "rss",
                tr("No feed yet"),
                tr("Add the address of an RSS or Atom feed. Its items become sources, by hand or by themselves."),
            ),
        )
        self._desk, self._tasks = desk, tasks
        self._feeds: tuple[SubscribedFeed, ...] = ()
        self._subscriptions: tuple[Subscription, ...] = ()
        self._templates: tuple[Template, ...] = ()
        self._wanted = 0
        self.card.remove_asked.connect(self._remove)
        self.card.refreshed.connect(self._refreshed)
        self.chosen.connect(self._turned)
        self.added.connect(self._add)

    @property
    def current(self) -> SubscribedFeed | None:
        """The feed that is selected."""
        return self.selected if isinstance(self.selected, SubscribedFeed) else None

    def show_feeds(
        self,
        feeds: Sequence[SubscribedFeed],
        subscriptions: Sequence[Subscription],
        templates: Sequence[Template],
    ) -> None:
        """Show these; the selected one stays selected."""
        self._subscriptions, self._templates = tuple(subscriptions), tuple(templates)
        selected = self._wanted or (self.current.id if self.current else 0)
        if tuple(feeds) != self._feeds or self._wanted:
            self._feeds, self._wanted = tuple(feeds), 0
            self.show_entries([_entry(feed) for feed in feeds], selected)
        if self.current is not None:
            self.card.show_feed(self.current, self._subscriptions, self._templates)
            self._tasks.start(self.card.load(), replacing="items")

    def go_to_search(self) -> None:
        """Go to the search among the items."""
        self.card.search.setFocus()
        self.card.search.selectAll()

    def _turned(self) -> None:
        if self.current is not None and self._desk.client is not None:
            self.card.show_feed(self.current, self._subscriptions, self._templates)
            self._tasks.start(self.card.load(), replacing="items")

    def _refreshed(self, fresh: SubscribedFeed) -> None:
        feeds = [fresh if feed.id == fresh.id else feed for feed in self._feeds]
        self.show_feeds(feeds, self._subscriptions, self._templates)

    def _add(self, address: str) -> None:
        self._tasks.start(self._put_in(address), on_error=self._not_added)

    async def _put_in(self, address: str) -> None:
        assert self._desk.client is not None
        self._wanted = await self._desk.client.subscribed_feeds.add(address)
        self.done()
        await self._read()

    def _not_added(self, error: Exception) -> None:
        self.rest_over()
        self._desk.complain_at(self.faults, error)

    async def _read(self) -> None:
        assert self._desk.client is not None
        calls = self._desk.client.subscribed_feeds
        self.show_feeds(await calls.all(), await calls.subscriptions(), self._templates)

    def _remove(self) -> None:
        feed = self.current
        if feed is not None:
            held = tuple(each.template_id for each in self._subscriptions if each.feed_id == feed.id)
            self._tasks.start(self._take_out(feed, held))

    async def _take_out(self, feed: SubscribedFeed, templates: tuple[str, ...]) -> None:
        assert self._desk.client is not None
        await self._desk.client.subscribed_feeds.remove([feed.id])
        await self._read()
        self._desk.bar.tell(
            tr("Removed “{name}”.", name=subscribed_feeds.name_of(feed)),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._bring_back(feed, templates)),
        )

    async def _bring_back(self, feed: SubscribedFeed, templates: tuple[str, ...]) -> None:
        assert self._desk.client is not None
        calls = self._desk.client.subscribed_feeds
        self._wanted = await calls.add(feed.address, name=feed.name)
        for template in templates:
            await calls.subscribe(self._wanted, template)
        await self._read()


def _entry(feed: SubscribedFeed) -> Entry:
    tone = subscribed_feeds.TONES.get(feed.status, "muted")
    icon = "rss-off" if feed.status == "gone" else "rss"
    return Entry(feed.id, feed, icon, subscribed_feeds.name_of(feed), subscribed_feeds.state_of(feed), tone)
