"""What is read of a feed, and how its words and addresses are made fit to keep."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from server.domain.plaintext import printable, shortened
from server.feeds.documents import Dialect
from server.feeds.markup import as_text, content, is_html

MAX_ITEMS = 2_000
MAX_TITLE = 500
MAX_SUMMARY = 10_000
MAX_TEXT = 400_000
"""Characters of one item's text."""
MAX_ADDRESS = 2_000


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


def whole_address(base: str, address: str) -> str:
    """An http(s) address, made whole; empty for anything else."""
    address = "".join(printable(address).split())[:MAX_ADDRESS]
    if not address:
        return ""
    try:
        whole = urljoin(base, address)
        parts = urlsplit(whole)
        return whole if parts.scheme in ("http", "https") and parts.hostname else ""
    except ValueError:
        return ""


def plain_words(text: str, limit: int) -> str:
    """Plain text of `text`, plain or HTML, in at most `limit` characters; paragraphs are set apart by blank lines."""
    text = printable(text[: limit * 6]).strip()
    if not text:
        return ""
    if is_html(text) or re.search(r"&(?:#?\w+);", text):
        lines = as_text(content(text)).splitlines()
        said = "\n\n".join(line.strip() for line in lines if line.strip())
    else:
        paragraphs = re.split(r"\n[ \t]*\n\s*", text.replace("\r\n", "\n").replace("\r", "\n"))
        said = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())
    return shortened(said, limit)
