"""The feeds of an OPML document, to be ticked and imported one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from app.client.imports import ListedFeed
from app.language import tr
from app.models.tables import Column
from app.models.ticked import TickedRows


class ListedRows(TickedRows[ListedFeed]):
    """Feeds with a tick each and a word on how far they are."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._states: dict[str, str] = {}
        columns: tuple[Column[ListedFeed], ...] = (
            Column(tr("Show"), lambda f: f.title or f.feed_url, tip=lambda f: f.feed_url),
            Column(tr("Feed"), lambda f: f.feed_url, tip=lambda f: f.feed_url),
            Column(tr("Import"), self._state, tip=self._state),
        )
        super().__init__(columns, key=lambda feed: feed.feed_url, parent=parent)

    def show(self, feeds: Iterable[ListedFeed]) -> None:
        """Show these feeds, all of them ticked."""
        self.clear_ticks()
        self._states = {}
        self.replace(feeds)
        for feed in self.rows:
            self.tick(feed, True)

    def say(self, feed: ListedFeed, state: str) -> None:
        """Say how far a feed is."""
        self._states[feed.feed_url] = state
        place = self.place_of(feed.feed_url)
        if place >= 0:
            self.dataChanged.emit(self.index(place, 0), self.index(place, self.columnCount() - 1))

    def _state(self, feed: ListedFeed) -> str:
        return self._states.get(feed.feed_url, "")
