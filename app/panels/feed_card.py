"""One feed: how it does, its items to tick, and the templates that run for what is new."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.subscribed_feeds import FeedItem, SubscribedFeed, Subscription
from app.client.templates import Template
from app.errors import sentence
from app.language import tr, trn
from app.models import orders, phrases, subscribed_feeds
from app.models.show_places import FromArticles
from app.models.subscribed_feeds import ItemRows
from app.panels.feed_subscriptions import FeedSubscriptions
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, row, rule
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.search import SearchField
from app.widgets.ticks import TickTable


class FeedCard(QWidget):
    """Shows a feed. `remove_asked` and `refreshed` tell the list beside it."""

    remove_asked = Signal()
    refreshed = Signal(object)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.feed: SubscribedFeed | None = None
        self.name = ElidedLabel("", "heading")
        self.about = ElidedLabel("", "muted")
        self.refresh_button = button(tr("Refresh now"), self._refresh, icon="refresh")
        self.remove_button = icon_button("delete-outline", tr("Remove this feed"), self.remove_asked.emit)
        self.items = ItemRows(self)
        self.items.ticks_changed.connect(self._show_ticks)
        self.search = SearchField(tr("Search items…"))
        self.search.searched.connect(self._search)
        self.table = TickTable(name=tr("Items of the feed"), widths={1: 132, 2: 116}, optional=1, below=560)
        self.table.setModel(self.items)
        self.table.quiet(1, 2)
        self.ticked = label("", "muted")
        self.clear_button = button(tr("Clear"), self.items.clear_ticks, kind="link")
        self.episode_button = button(tr("Episode in a show…"), self._to_show, icon="podcast")
        self.make_button = button(tr("Make from these"), self._make, icon="creation", kind="main")
        self.subscriptions = FeedSubscriptions(desk, tasks)
        self.empty = EmptyState("rss", tr("No items yet"), tr("They appear here once the feed has been read."))
        self._build()
        self._show_ticks()

    def show_feed(
        self, feed: SubscribedFeed, subscriptions: Sequence[Subscription], templates: Sequence[Template]
    ) -> None:
        """Show a feed; its items come with `load`."""
        before, self.feed = self.feed, feed
        self.name.setText(subscribed_feeds.name_of(feed))
        said = [feed.address, trn("{count} item", "{count} items", feed.items), subscribed_feeds.state_of(feed)]
        self.about.setText(" · ".join(said))
        self._notice.setVisible(bool(feed.error))
        self._fault.setText(_why(feed))
        self.subscriptions.show_feed(feed, subscriptions, templates)
        if before is None or before.id != feed.id:
            self.items.begin()
            self.search.clear()
            self.items.search("")
            self._show_empty(reading=True)

    async def load(self) -> None:
        """Read the items, page after page, newest first."""
        client, feed = self._desk.client, self.feed
        assert client is not None
        if feed is None:
            return
        found: list[FeedItem] = []
        async for page in client.subscribed_feeds.every_item(feed.id):
            if self.feed is None or self.feed.id != feed.id:
                return
            found.extend(page)
            if len(found) > self.items.total:
                self.items.show_items(found)
                self._show_empty()
        self.items.show_items(found)
        self._show_empty()

    def _build(self) -> None:
        for made in (self.refresh_button, self.episode_button, self.make_button):
            made.setMinimumHeight(36)
        self.remove_button.setFixedSize(QSize(36, 36))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.about)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(words, 1)
        top.addWidget(self.refresh_button)
        top.addWidget(self.remove_button)
        self._notice = QFrame()
        look(self._notice, "notice")
        self._fault = WrappedLabel("")
        inside = QHBoxLayout(self._notice)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(10)
        inside.addWidget(Glyph("alert-circle-outline", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self._fault, 1)
        frame, column = card(spacing=12)
        column.addLayout(top)
        column.addWidget(self._notice)
        column.addWidget(self.search)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        column.addWidget(holder, 1)
        column.addLayout(row(self.ticked, self.clear_button, None, self.episode_button, self.make_button))
        column.addWidget(rule())
        column.addWidget(self.subscriptions)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _search(self, words: str) -> None:
        self.items.search(words)
        self._show_empty()

    def _show_empty(self, *, reading: bool = False) -> None:
        none = not self.items.rows
        self._pages.setCurrentWidget(self.empty if none else self.table)
        if not none:
            return
        if self.items.total:
            self.empty.say(tr("Nothing found"), tr("No item of this feed holds all of these words."), icon="magnify")
        elif reading:
            self.empty.say(tr("Reading the items"), tr("They appear in a moment."), icon="rss")
        else:
            self.empty.say(tr("No items yet"), tr("They appear here once the feed has been read."), icon="rss")

    def _show_ticks(self) -> None:
        count = len(self.items.ticked)
        self.ticked.setText(
            trn("{count} item ticked", "{count} items ticked", count) if count else tr("Tick items to use them")
        )
        self.clear_button.setVisible(bool(count))
        self.make_button.setEnabled(bool(count))
        self.episode_button.setEnabled(bool(count))

    def _make(self) -> None:
        sources = subscribed_feeds.sources_of(self.items.ticked)
        self.items.clear_ticks()
        self._desk.go("create", orders.MoreSources(sources))

    def _to_show(self) -> None:
        self._desk.go("shows", FromArticles(self.items.ticked))
        self.items.clear_ticks()

    def _refresh(self) -> None:
        if self.feed is not None:
            self.refresh_button.setEnabled(False)
            self._tasks.start(self._read(self.feed), replacing="read", on_error=self._not_read)

    async def _read(self, feed: SubscribedFeed) -> None:
        assert self._desk.client is not None
        fresh = await self._desk.client.subscribed_feeds.refresh(feed.id)
        self.refresh_button.setEnabled(True)
        self.refreshed.emit(fresh)
        if self.feed is not None and self.feed.id == feed.id:
            await self.load()

    def _not_read(self, error: Exception) -> None:
        self.refresh_button.setEnabled(True)
        self._desk.bar.warn(sentence(error))


def _why(feed: SubscribedFeed) -> str:
    if not feed.error:
        return ""
    if feed.status == "gone":
        return tr("{error} It is read again when you refresh it.", error=feed.error)
    again = tr(" Next try: {soon}.", soon=phrases.soon(feed.next_refresh_on)) if feed.next_refresh_on else ""
    return f"{feed.error}{again}"
