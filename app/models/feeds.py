"""A feed as a podcast app reads it, and whether anybody else can reach it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from PySide6.QtCore import QXmlStreamReader

from app.language import tr

ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One episode as the feed tells it; `length` as the feed writes it, in seconds or ``mm:ss``."""

    title: str = ""
    description: str = ""
    published: str = ""
    length: str = ""
    audio_url: str = ""


@dataclass(frozen=True, slots=True)
class FeedPreview:
    """What a podcast app shows of a feed."""

    title: str = ""
    author: str = ""
    description: str = ""
    category: str = ""
    language: str = ""
    image_url: str = ""
    items: tuple[FeedItem, ...] = ()


def read_feed(xml: str, *, limit: int = 50) -> FeedPreview:
    """Read RSS 2.0; at most `limit` items. Raises ValueError with a sentence when it is no well-formed feed."""
    reader = QXmlStreamReader(xml)
    channel: dict[str, str] = {}
    items: list[FeedItem] = []
    while not reader.atEnd():
        reader.readNext()
        if not reader.isStartElement():
            continue
        name = _name(reader)
        if name == "item":
            item = _item(reader)
            if len(items) < limit:
                items.append(item)
        elif name in ("rss", "channel"):
            continue
        elif name == "itunes:image":
            channel.setdefault(name, reader.attributes().value("href"))
        elif name == "itunes:category":
            channel.setdefault(name, reader.attributes().value("text"))
        else:
            channel.setdefault(
                name, reader.readElementText(QXmlStreamReader.ReadElementTextBehaviour.SkipChildElements)
            )
    if reader.hasError():
        raise ValueError(tr("The feed can't be read: {reason}", reason=reader.errorString()))
    return FeedPreview(
        title=channel.get("title", ""),
        author=channel.get("itunes:author", ""),
        description=channel.get("description", ""),
        category=channel.get("itunes:category", ""),
        language=channel.get("language", ""),
        image_url=channel.get("itunes:image", ""),
        items=tuple(items),
    )


def only_local(address: str) -> bool:
    """Whether an address reaches this computer or this local network only."""
    host = urlsplit(address).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".lan", ".internal"))


def _item(reader: QXmlStreamReader) -> FeedItem:
    found: dict[str, str] = {}
    while not reader.atEnd():
        reader.readNext()
        if reader.isEndElement() and _name(reader) == "item":
            break
        if reader.isStartElement():
            name = _name(reader)
            if name == "enclosure":
                found.setdefault(name, reader.attributes().value("url"))
            else:
                text = reader.readElementText(QXmlStreamReader.ReadElementTextBehaviour.SkipChildElements)
                found.setdefault(name, text)
    return FeedItem(
        title=found.get("title", ""),
        description=found.get("description", ""),
        published=found.get("pubDate", ""),
        length=found.get("itunes:duration", ""),
        audio_url=found.get("enclosure", ""),
    )


def _name(reader: QXmlStreamReader) -> str:
    space = reader.namespaceUri()
    if not space:
        return reader.name()
    return f"itunes:{reader.name()}" if space == ITUNES else f"{{{space}}}{reader.name()}"
