"""What an order refers to by id, and who knows it: feeds, projects, channels, researches.

Each part answers for one kind of record. A part is asked when an order is accepted (and again for every run of a
template or a recurring schedule), never while an engine works. An id that is unknown, deleted or another client's is
an `InvalidField` that names `field`, the wire's name of the list it came in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.orders import FeedSelection, Material
from server.store.artefacts import Content

NEWEST = 5
"""Items of a feed, or videos of a channel, that it stands for when it is named as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFacts:
    """What a project gives an order. Colours are ``#rrggbb`` or empty."""

    id: str
    name: str
    context: str = ""
    """Its description, or what was read at its address."""
    text_color: str = ""
    background_color: str = ""
    brand_color: str = ""
    accent_color: str = ""
    logo: Content | None = None
    """Its picture in the folder of files (a blob that the project refers to)."""
    logo_url: str = ""
    """Where its picture is still to be fetched from; empty when `logo` is there."""


class FeedItems(Protocol):
    """Cached items of a client's feeds."""

    async def selected(self, selections: Sequence[FeedSelection], *, field: str, by: Account) -> tuple[Material, ...]:
        """What these items stand for, in the order sent: an address (WEBSITE, VIDEO_SITE, FILE for a sound) where
        the item has one, else the item's own text (TEXT).

        Raises:
            InvalidField: a feed is none of the caller's, or has no such item.
        """
        ...

    async def newest(self, feed_ids: Sequence[int], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """The newest `count` items of each feed.

        Raises:
            InvalidField: a feed is none of the caller's, or all of them together hold no item.
        """
        ...


class Projects(Protocol):
    """A client's projects."""

    async def facts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[ProjectFacts, ...]:
        """What these projects give, in the order sent. Raises `InvalidField`."""
        ...


class Channels(Protocol):
    """A client's connected channels of the video site."""

    async def newest(self, ids: Sequence[str], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """The newest `count` videos of each channel, as addresses (VIDEO_SITE). Raises `InvalidField`."""
        ...


class Researches(Protocol):
    """A client's researches."""

    async def texts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[Material, ...]:
        """What these researches found, as texts (TEXT), in the order sent.

        Raises:
            InvalidField: one is none of the caller's, or not completed yet.
        """
        ...


class NoFeedItems:
    """Where no feeds are kept."""

    async def selected(self, selections: Sequence[FeedSelection], *, field: str, by: Account) -> tuple[Material, ...]:
        """See `FeedItems`."""
        del by
        return _none_of(selections, field, "no feed of yours has this id")

    async def newest(self, feed_ids: Sequence[int], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """See `FeedItems`."""
        del by, count
        return _none_of(feed_ids, field, "no feed of yours has this id")


class NoProjects:
    """Where no projects are kept."""

    async def facts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[ProjectFacts, ...]:
        """See `Projects`."""
        del by
        _none_of(ids, field, "no project of yours has this id")
        return ()


class NoChannels:
    """Where no channels are connected."""

    async def newest(self, ids: Sequence[str], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """See `Channels`."""
        del by, count
        return _none_of(ids, field, "no connected channel of yours has this id")


class NoResearches:
    """Where no researches are kept."""

    async def texts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[Material, ...]:
        """See `Researches`."""
        del by
        return _none_of(ids, field, "no research of yours has this id")


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """Everything that an order may refer to; what is not kept here does not exist."""

    feed_items: FeedItems = field(default_factory=NoFeedItems)
    projects: Projects = field(default_factory=NoProjects)
    channels: Channels = field(default_factory=NoChannels)
    researches: Researches = field(default_factory=NoResearches)


def _none_of(ids: Sequence[object], field: str, sentence: str) -> tuple[Material, ...]:
    if ids:
        raise InvalidField(field, sentence)
    return ()
