"""What items of feeds stand for as sources."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.channels import is_video_address
from server.domain.errors import InvalidField
from server.domain.orders import FeedSelection, Material
from server.domain.sources import SourceKind
from server.domain.subscribed_feeds import FeedItem
from server.store import feed_items, subscribed_feeds
from server.store.database import Store

ENOUGH_WORDS = 150
"""An item's own text with this many words is taken for the whole, not for the beginning of what its link leads to."""
ENOUGH_WITH_SOUND = 1_000
"""The same for an item with a recording: show notes are long, and a transcript is longer."""
_NO_FEED = "no feed of yours has this id"


class FeedItems:
    """`server.services.references.FeedItems` over the cached items."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def selected(self, selections: Sequence[FeedSelection], *, field: str, by: Account) -> tuple[Material, ...]:
        """What these items stand for, in the order sent; one that is named twice counts once.

        Raises:
            InvalidField: a feed is none of the caller's, or has no such item.
        """
        chosen: dict[str, Material] = {}
        for selection in selections:
            await self._require(selection.feed_id, field=field, by=by)
            found = await self._store.read(feed_items.of_feed, selection.feed_id, selection.feed_item_ids)
            for item_id in selection.feed_item_ids:
                if item_id not in found:
                    raise InvalidField(field, f"feed {selection.feed_id} has no item with one of these ids")
                chosen.setdefault(item_id, material_of(found[item_id]))
        return tuple(chosen.values())

    async def newest(self, feed_ids: Sequence[int], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """The newest `count` items of each feed.

        Raises:
            InvalidField: a feed is none of the caller's, or all of them together hold no item.
        """
        found: dict[str, Material] = {}
        for feed_id in feed_ids:
            await self._require(feed_id, field=field, by=by)
            items = await self._store.read(feed_items.newest, feed_id, count)
            found |= {item.id: material_of(item) for item in items}
        if feed_ids and not found:
            raise InvalidField(field, "these feeds hold no item yet: refresh them, or add sources")
        return tuple(found.values())

    async def _require(self, feed_id: int, *, field: str, by: Account) -> None:
        if await self._store.read(subscribed_feeds.find, feed_id, by.id) is None:
            raise InvalidField(field, _NO_FEED)


def material_of(item: FeedItem) -> Material:
    """What an item stands for.

    Its text where the feed carries it whole; else its recording, else what its link leads to; else what text there is.
    """
    name = item.title or item.link
    words = len(item.text.split())
    has_sound = is_sound(item)
    whole = words >= (ENOUGH_WITH_SOUND if has_sound else ENOUGH_WORDS)
    if not whole and has_sound:
        return Material(SourceKind.FILE, item.enclosure_url, name)
    if not whole and item.link:
        kind = SourceKind.VIDEO_SITE if is_video_address(item.link) else SourceKind.WEBSITE
        return Material(kind, item.link, name)
    text = item.text or item.summary
    # Feeds often begin the text with its title.
    said = text if text.startswith(item.title) or not item.title else f"{item.title}\n\n{text}"
    return Material(SourceKind.TEXT, said, name)


def is_sound(item: FeedItem) -> bool:
    """Whether an item carries a recording."""
    if item.enclosure_type:
        return item.enclosure_type.startswith("audio/")
    return bool(item.enclosure_url) and urlsplit(item.enclosure_url).path.lower().endswith((".mp3", ".wav", ".m4a"))
