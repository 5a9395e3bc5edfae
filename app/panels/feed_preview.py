"""The feed as a podcast app shows it: cover, title, and the episodes with their descriptions."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.language import dated, language_named, tr
from app.models import phrases
from app.models.feeds import FeedItem, FeedPreview
from app.widgets.artwork import Cover
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, rule, scrolled

WIDTH = 620
WORDS = 240
"""How many characters of a description an app shows before it cuts."""


class FeedView(QWidget):
    """What subscribers see. Read from the feed itself, not from our own records."""

    def __init__(self) -> None:
        super().__init__()
        self._frame, self._column = card(padding=24, spacing=14)
        self._frame.setMaximumWidth(WIDTH)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 8, 0)
        row.addStretch(1)
        row.addWidget(self._frame, 20, Qt.AlignmentFlag.AlignTop)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(holder))
        self.feed: FeedPreview | None = None

    def clear(self) -> None:
        """Show nothing."""
        self.feed = None
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def show_feed(self, feed: FeedPreview, artwork: bytes) -> None:
        """Show a feed that was read."""
        self.clear()
        self.feed = feed
        self._column.addWidget(_head(feed, artwork))
        for item in feed.items:
            self._column.addWidget(rule())
            self._column.addWidget(_item(item))
        if not feed.items:
            self._column.addWidget(rule())
            self._column.addWidget(label(tr("No episodes yet."), "muted"))


def _head(feed: FeedPreview, artwork: bytes) -> QWidget:
    head = QWidget()
    cover = Cover(132)
    cover.show_bytes(artwork)
    words = QVBoxLayout()
    words.setSpacing(4)
    words.addWidget(WrappedLabel(feed.title, "title"))
    words.addWidget(ElidedLabel(feed.author, "muted"))
    words.addWidget(ElidedLabel(" · ".join(filter(None, (feed.category, language_named(feed.language)))), "small"))
    words.addSpacing(4)
    words.addWidget(WrappedLabel(_cut(feed.description)))
    words.addStretch(1)
    layout = QHBoxLayout(head)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(20)
    layout.addWidget(cover, 0, Qt.AlignmentFlag.AlignTop)
    layout.addLayout(words, 1)
    return head


def _item(item: FeedItem) -> QWidget:
    made = QWidget()
    words = QVBoxLayout()
    words.setSpacing(4)
    words.addWidget(label(" · ".join(filter(None, (_day(item.published), _length(item.length)))), "small"))
    words.addWidget(WrappedLabel(item.title, "heading"))
    if item.description:
        words.addWidget(WrappedLabel(_cut(item.description), "muted"))
    layout = QHBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(16)
    layout.addLayout(words, 1)
    layout.addWidget(Glyph("play-circle", size=32, tone="accent"), 0, Qt.AlignmentFlag.AlignVCenter)
    return made


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= WORDS else flat[:WORDS].rsplit(" ", 1)[0] + "…"


def _day(published: str) -> str:
    try:
        return dated(parsedate_to_datetime(published).date(), "d MMMM yyyy")
    except ValueError:
        return published


def _length(length: str) -> str:
    return phrases.span(int(length)) if length.isdigit() else length
