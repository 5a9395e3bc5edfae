"""What other places of the window can ask the shows for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.client.subscribed_feeds import FeedItem


class ShowPlace(StrEnum):
    """A page beside the shows."""

    NEW = "new"
    IMPORT = "import"
    LIST = "list"
    UNALLOCATED = "unallocated"
    SITE = "site"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class FromArticles:
    """Make an episode of these items of a feed, and put it into a show."""

    items: tuple[FeedItem, ...]
