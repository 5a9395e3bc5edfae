"""Feeds to read from and their items, as tables; items carry a tick."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from app.client.subscribed_feeds import FeedItem, SubscribedFeed
from app.language import mark, tr
from app.models import phrases
from app.models.orders import Source, feed_item
from app.models.tables import Column
from app.models.ticked import TickedRows

TONES = {"new": "muted", "active": "good", "failing": "warning", "gone": "bad"}


def name_of(feed: SubscribedFeed) -> str:
    """What people call a feed."""
    return feed.name or feed.title or feed.address


def state_of(feed: SubscribedFeed) -> str:
    """How a feed does, in a few words for its list."""
    if feed.status == "new":
        return tr("Not read yet")
    if feed.status == "gone":
        return tr("Paused: its server says it is gone")
    if feed.status == "failing":
        return tr("Last reading failed")
    return tr("Read {ago}", ago=phrases.ago(feed.refreshed_on)) if feed.refreshed_on else tr("Read already")


def published(item: FeedItem) -> str:
    """When an item came out."""
    return phrases.ago(item.published_on) or "—"


def snippet(item: FeedItem) -> str:
    """The beginning of what an item says, for a tip."""
    words = " ".join((item.summary or item.text).split())
    return f"{words[:300]}…" if len(words) > 300 else words


ITEMS: tuple[Column[FeedItem], ...] = (
    Column(mark("Item"), lambda item: item.title or item.link or tr("Untitled"), tip=snippet),
    Column(mark("Author"), lambda item: item.author or "—", tip=lambda item: item.author),
    Column(mark("Published"), published),
)


class ItemRows(TickedRows[FeedItem]):
    """The items of one feed that fit a search, each with a tick. Ticks stay while others are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(ITEMS, key=lambda item: item.id, parent=parent)
        self._all: dict[str, FeedItem] = {}
        self._search = ""

    @property
    def total(self) -> int:
        """How many items there are, whatever is searched for."""
        return len(self._all)

    def begin(self) -> None:
        """Show another feed: nothing is there yet."""
        self._all.clear()
        self.clear_ticks()
        self.replace(())

    def show_items(self, items: Iterable[FeedItem]) -> None:
        """Show what the feed holds now; rows stay in place where nothing has changed."""
        self._all = {item.id: item for item in items}
        fitting = self._fitting()
        if [item.id for item in self.rows] == [item.id for item in fitting]:
            for item in fitting:
                self.update(item)
        else:
            self.replace(fitting)
        for item in self.ticked:
            if item.id not in self._all:
                self.tick(item, False)

    def search(self, words: str) -> None:
        """Show only what holds all of these words in title, author or text."""
        self._search = words
        self.replace(self._fitting())

    def _fitting(self) -> list[FeedItem]:
        wanted = self._search.casefold().split()
        if not wanted:
            return list(self._all.values())
        return [item for item in self._all.values() if _holds(item, wanted)]


def sources_of(items: Iterable[FeedItem]) -> tuple[Source, ...]:
    """Items as sources of an order."""
    return tuple(feed_item(item.feed_id, item.id, item.title or item.link) for item in items)


def _holds(item: FeedItem, wanted: Iterable[str]) -> bool:
    text = f"{item.title} {item.author} {item.summary} {item.text}".casefold()
    return all(word in text for word in wanted)
