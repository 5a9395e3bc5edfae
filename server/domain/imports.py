"""A show as it is read elsewhere, and what its import came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from server.domain.episodes import ChapterMark, EpisodeType, Soundbite, Transcript
from server.domain.shows import Funding, Person, Show, ShowType, Tag

MAX_BYTES = 50_000_000
"""Of all documents of a feed together."""
MAX_ITEMS = 20_000
MAX_SECONDS = 300.0
MAX_WARNINGS = 50


@dataclass(frozen=True, slots=True)
class ReadEpisode:
    """An item with a recording, as it stands in the feed."""

    enclosure: str
    media_type: str
    size: int
    """Bytes that the feed names; 0 where it names none."""
    guid: str = ""
    guid_is_permalink: bool = False
    title: str = ""
    description: str = ""
    """Plain text or HTML, as it came."""
    description_html: str = ""
    content_html: str = ""
    """Both made safe to publish, and not shortened."""
    link: str = ""
    published: datetime | None = None
    date_text: str = ""
    """The date where it could not be read."""
    duration_s: float = 0.0
    explicit: bool | None = None
    season: int = 0
    number: int = 0
    episode_type: EpisodeType = EpisodeType.FULL
    image: str = ""
    persons: tuple[Person, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    chapters_address: str = ""
    chapters: tuple[ChapterMark, ...] = ()
    soundbites: tuple[Soundbite, ...] = ()
    generated: bool = False
    extras: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadShow:
    """One document of a feed; empty fields were not in it."""

    title: str = ""
    description: str = ""
    author: str = ""
    link: str = ""
    language: str = ""
    copyright: str = ""
    categories: tuple[str, ...] = ()
    """Paths in the document's order and words."""
    explicit: bool | None = None
    type: ShowType | None = None
    owner_name: str = ""
    email: str = ""
    artwork_url: str = ""
    guid: str = ""
    locked: bool = False
    medium: str = ""
    funding: tuple[Funding, ...] = ()
    persons: tuple[Person, ...] = ()
    new_feed_url: str = ""
    self_link: str = ""
    block: str = ""
    complete: str = ""
    next_page: str = ""
    episodes: tuple[ReadEpisode, ...] = ()
    items: int = 0
    """All items, also those without a recording."""
    extras: tuple[Tag, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    show: Show
    is_new: bool
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    left_out: int = 0
    """Items that carry no recording, or the guid of another one."""
    refreshed: dict[str, int] = field(default_factory=dict)
    """How many episodes have something else from the source now, by the wire's field names."""
    to_host: int = 0
    """Recordings that are being taken over."""
    warnings: tuple[str, ...] = ()
