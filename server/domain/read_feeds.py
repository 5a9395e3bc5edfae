"""What is read of other people's feeds, whatever language they are written in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit


class Dialect(StrEnum):
    """Which language a feed is written in."""

    RSS = "rss"
    RDF = "rdf"
    ATOM = "atom"


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that an item carries; `length` in bytes, 0 where the feed doesn't say."""

    url: str
    media_type: str = ""
    length: int = 0

    @property
    def is_audio(self) -> bool:
        """Whether it is a recording, by its type or its name."""
        if self.media_type.startswith("audio/"):
            return True
        return not self.media_type and urlsplit(self.url).path.lower().endswith((".mp3", ".m4a", ".wav", ".ogg"))


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One item. `key` tells it from the others of its feed, in this reading and the next."""

    key: str
    guid: str = ""
    link: str = ""
    title: str = ""
    summary: str = ""
    """Plain text."""
    text: str = ""
    """The whole text where the feed carries it, plain, paragraphs set apart by blank lines."""
    author: str = ""
    published: datetime | None = None
    enclosures: tuple[Enclosure, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadFeed:
    """A feed, its items in the order of the document."""

    dialect: Dialect
    title: str = ""
    link: str = ""
    description: str = ""
    language: str = ""
    image_url: str = ""
    items: tuple[ReadItem, ...] = ()
    interval_minutes: int | None = None
    """How long the feed says that it may be kept."""
    skip_hours: frozenset[int] = frozenset()
    """Hours of the UTC day in which nothing new comes."""
    skip_days: frozenset[int] = frozenset()
    """Days of the week, Monday 0, on which nothing new comes."""
    warnings: tuple[str, ...] = ()
