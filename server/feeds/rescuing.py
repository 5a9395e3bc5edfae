"""The last way to read a feed: feedparser, for what is too broken or too odd for the strict way.

It is slow (5 s for 7 MB, measured) and loses some elements, so it comes second.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from server.domain.plaintext import plain, printable, shortened
from server.domain.read_feeds import Dialect, Enclosure, ReadFeed, ReadItem
from server.feeds.contents import (
    MAX_ADDRESS,
    MAX_ITEMS,
    MAX_SUMMARY,
    MAX_TEXT,
    MAX_TITLE,
    plain_words,
    whole_address,
)
from server.feeds.documents import NotAFeed


def rescued(data: bytes, *, headers: Mapping[str, str], url: str, otherwise: NotAFeed) -> ReadFeed:
    """What feedparser makes of it. Raises `otherwise` when that is nothing."""
    import feedparser

    content_type = headers.get("content-type", "")
    # A stream: bytes would be taken for a file's name first, text for an address.
    found = feedparser.parse(io.BytesIO(data), response_headers={"content-type": content_type, "content-location": url})
    entries = found.get("entries", [])[:MAX_ITEMS]
    head = found.get("feed", {})
    if not entries and not (found.get("version") and head.get("title")):
        raise otherwise
    items = {item.key: item for entry in reversed(entries) if (item := _item(entry, url)).key}
    return ReadFeed(
        Dialect.ATOM if str(found.get("version", "")).startswith("atom") else Dialect.RSS,
        title=shortened(plain(_text(head, "title")), MAX_TITLE),
        link=whole_address(url, _text(head, "link")),
        description=plain_words(_text(head, "subtitle"), MAX_SUMMARY),
        language=_text(head, "language")[:20],
        items=tuple(reversed(items.values())),
        warnings=("The feed is not well-formed XML; what could be read of it was taken.",),
    )


def _item(entry: Mapping[str, Any], url: str) -> ReadItem:
    link = whole_address(url, _text(entry, "link"))
    title = shortened(plain(_text(entry, "title")), MAX_TITLE)
    contents = [_text(part, "value") for part in entry.get("content", [])]
    short = _text(entry, "summary")
    summary = plain_words(short, MAX_SUMMARY)
    enclosures = tuple(
        Enclosure(address, _text(each, "type").lower()[:100], int(length) if length.isdecimal() else 0)
        for each in entry.get("enclosures", [])[:50]
        if (address := whole_address(url, _text(each, "href")))
        for length in [_text(each, "length")[:15]]
    )
    guid = printable(_text(entry, "id"))[:MAX_ADDRESS]
    return ReadItem(
        key=guid or link or (enclosures[0].url if enclosures else title),
        guid=guid,
        link=link,
        title=title or shortened(" ".join(summary.split()), 80),
        summary=summary,
        text=plain_words(max([*contents, short], key=len), MAX_TEXT),
        author=shortened(plain(_text(entry, "author")), MAX_TITLE),
        published=_moment(entry.get("published_parsed") or entry.get("updated_parsed")),
        enclosures=enclosures,
    )


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _moment(parts: Any) -> datetime | None:
    try:
        if not parts or not 1970 <= parts[0] < 2200:
            return None
        year, month, day, hour, minute, second = parts[:6]
        return datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
    except (ValueError, TypeError):
        return None
