"""Feeds that a client reads from, what they hold, and what runs when something new comes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from server.domain.refreshes import Rhythm

RSS_KIND = 4
"""The wire's `feedTypeId` of an RSS or Atom feed; there is no other."""
ITEMS_KEPT = 1_000
"""Items kept of one feed beyond those that it still holds."""


class FeedState(StrEnum):
    """Whether a feed is read."""

    ACTIVE = "active"
    GONE = "gone"
    """Its server says that it is gone for good (410): it is read again only when asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribedFeed:
    """A feed of one client. `id` is an integer of the installation, visible to that client only."""

    id: int
    client_id: str
    name: str
    url: str
    """As it was given."""
    location: str
    """Where it is read: `url`, or where that has moved to for good."""
    created_on: datetime
    kind: int = RSS_KIND
    title: str = ""
    link: str = ""
    description: str = ""
    image_url: str = ""
    state: FeedState = FeedState.ACTIVE
    etag: str = ""
    last_modified: str = ""
    due_on: datetime | None = None
    barred_until: datetime | None = None
    """When its server takes requests again, where it asked for patience."""
    read_on: datetime | None = None
    """When it was last read, changed or not."""
    changed_on: datetime | None = None
    failures: int = 0
    """Tries that failed since it was last read."""
    fault: str = ""
    """Why the last try failed, in one sentence; empty when it did not."""
    warnings: tuple[str, ...] = ()
    rhythm: Rhythm = field(default_factory=Rhythm)
    items: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedItem:
    """One item, as it was when its feed was last read."""

    id: str
    feed_id: int
    seq: int
    """Grows with every item that is first seen."""
    seen_on: datetime
    guid: str = ""
    link: str = ""
    title: str = ""
    summary: str = ""
    text: str = ""
    """The whole text where the feed carries it; plain, paragraphs set apart by blank lines."""
    author: str = ""
    published: datetime | None = None
    enclosure_url: str = ""
    enclosure_type: str = ""
    enclosure_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A template that runs for each new item of a feed."""

    id: str
    client_id: str
    feed_id: int
    template_id: str
    """The request that keeps the template."""
    created_on: datetime
    seen: int = 0
    """`seq` of the last item that it has come to."""
    fault: str = ""
    """Why the last run was refused, in one sentence."""
