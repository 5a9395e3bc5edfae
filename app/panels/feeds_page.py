"""Feeds to read from: the list with a field to add one, and beside it the feed that is selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from app.client.subscribed_feeds import SubscribedFeed, Subscription
from app.client.templates import Template
from app.language import tr
from app.models import subscribed_feeds
from app.panels.feed_card import FeedCard
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import card
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line
from app.widgets.list_rows import ListRow
from app.widgets.page_stack import PageStack

LIST_WIDTH = 276
ROLE = int(Qt.ItemDataRole.UserRole)


class FeedsPage(QWidget):
    """Every feed of the account."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._feeds: tuple[SubscribedFeed, ...] = ()
        self._subscriptions: tuple[Subscription, ...] = ()
        self._templates: tuple[Template, ...] = ()
        self._wanted = 0
        self.address = Line("https://…/feed.xml")
        self.address.returnPressed.connect(self._add)
        self.field = Field(tr("Address of a feed"), self.address)
        self.faults = Faults({"internalId": self.field, "name": self.field})
        self.add_button = button(tr("Add feed"), self._add, icon="plus", kind="main")
        self.add_button.setMinimumHeight(36)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Feeds"))
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda _now, _before: self._selected())
        self.card = FeedCard(desk, tasks)
        self.card.remove_asked.connect(self._remove)
        self.card.refreshed.connect(self._refreshed)
        self.empty = EmptyState(
            "rss",
            tr("No feed yet"),
            tr("Add the address of an RSS or Atom feed. Its items become sources, by hand or by themselves."),
        )
        self._build()

    @property
    def current(self) -> SubscribedFeed | None:
        """The feed that is selected."""
        item = self.list.currentItem()
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, SubscribedFeed) else None

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
            self._fill(selected)
        if self.current is not None:
            self.card.show_feed(self.current, self._subscriptions, self._templates)
            self._tasks.start(self.card.load(), replacing="items")

    def go_to_search(self) -> None:
        """Go to the search among the items."""
        self.card.search.setFocus()
        self.card.search.selectAll()

    def arrive(self) -> None:
        """The arrow keys go from feed to feed."""
        (self.list if self._feeds else self.address).setFocus()

    def _build(self) -> None:
        left, column = card(padding=14, spacing=12)
        left.setFixedWidth(LIST_WIDTH)
        column.addWidget(self.field)
        column.addWidget(self.add_button)
        column.addWidget(self.list, 1)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        frame, inside = card(padding=0, spacing=0)
        inside.addWidget(self.empty)
        self._none = frame
        self._pages.addWidget(frame)
        self._pages.addWidget(self.card)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left)
        layout.addWidget(holder, 1)

    def _fill(self, selected: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for feed in self._feeds:
            item = QListWidgetItem()
            item.setData(ROLE, feed)
            said = f"{subscribed_feeds.name_of(feed)}, {subscribed_feeds.state_of(feed)}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            item.setSizeHint(QSize(0, 56))
            self.list.addItem(item)
            self.list.setItemWidget(item, _row(feed))
        ids = [feed.id for feed in self._feeds]
        if ids:
            self.list.setCurrentRow(ids.index(selected) if selected in ids else 0)
        self.list.blockSignals(False)
        self._pages.setCurrentWidget(self.card if self._feeds else self._none)

    def _selected(self) -> None:
        if self.current is not None and self._desk.client is not None:
            self.card.show_feed(self.current, self._subscriptions, self._templates)
            self._tasks.start(self.card.load(), replacing="items")

    def _refreshed(self, fresh: SubscribedFeed) -> None:
        feeds = [fresh if feed.id == fresh.id else feed for feed in self._feeds]
        self.show_feeds(feeds, self._subscriptions, self._templates)

    def _add(self) -> None:
        address = self.address.text().strip()
        if not address:
            self.faults.show([("internalId", tr("Give the address of a feed."))])
        elif self._desk.client is not None and self.add_button.isEnabled():
            self.add_button.setEnabled(False)
            self._tasks.start(self._put_in(address), on_error=self._not_added)

    async def _put_in(self, address: str) -> None:
        assert self._desk.client is not None
        self.faults.clear()
        self._wanted = await self._desk.client.subscribed_feeds.add(address)
        self.address.clear()
        self.add_button.setEnabled(True)
        await self._read()

    def _not_added(self, error: Exception) -> None:
        self.add_button.setEnabled(True)
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


def _row(feed: SubscribedFeed) -> ListRow:
    tone = subscribed_feeds.TONES.get(feed.status, "muted")
    icon = "rss-off" if feed.status == "gone" else "rss"
    return ListRow(icon, subscribed_feeds.name_of(feed), subscribed_feeds.state_of(feed), tone=tone)
