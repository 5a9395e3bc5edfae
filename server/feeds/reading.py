"""Other people's feeds: RSS 0.9 to 2.0, RSS 1.0 and Atom, as they come, into one form.

Pure: bytes and headers in, values out. Strangers write these documents, so it is called in a process of its own, with
a limit of time and memory. `server.feeds.documents` gives the elements to who needs more of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from email.message import Message
from urllib.parse import urljoin

from lxml import etree

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
from server.feeds.documents import MAX_BYTES, FeedDocument, NotAFeed, by_name, children, name_of, parsed, text_of
from server.feeds.moments import moment_of
from server.feeds.rescuing import rescued

_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_PERIODS = {"hourly": 60, "daily": 1440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read_feed(data: bytes, *, headers: Mapping[str, str], url: str, max_bytes: int = MAX_BYTES) -> ReadFeed:
    """Read a feed.

    Args:
        data: the document.
        headers: of the answer that brought it, names in lower case; the character set is read from them.
        url: where it was found; relative links are taken from there.
        max_bytes: the most that is read.

    Raises:
        NotAFeed: it is no feed; its sentence says what it is instead.
    """
    charset = charset_of(headers.get("content-type", ""))
    try:
        document = parsed(data, charset=charset, max_bytes=max_bytes)
    except NotAFeed as error:
        if error.found or len(data) > max_bytes or not data.strip():
            found = urljoin(url, error.found) if error.found else ""
            raise NotAFeed(error.message, found=found) from error
        return rescued(data, headers=headers, url=url, otherwise=error)
    try:
        return feed_of(document, url=url)
    finally:
        by_name.cache_clear()


def feed_of(document: FeedDocument, *, url: str) -> ReadFeed:
    """The feed that a document holds."""
    channel = document.channel
    base = base_of(channel, url)
    atom = document.dialect is Dialect.ATOM
    items = tuple(_distinct(item_of(item, base=base) for item in document.items[:MAX_ITEMS]))
    warnings = document.warnings
    if len(document.items) > MAX_ITEMS:
        warnings += (f"The feed has {len(document.items)} items; the first {MAX_ITEMS} were read.",)
    return ReadFeed(
        document.dialect,
        title=_title(text_of(channel, "atom:title", "title") if atom else text_of(channel, "title", "itunes:title")),
        link=link_of(channel, base),
        description=plain_words(
            text_of(channel, "description", "atom:subtitle", "atom:tagline", "itunes:summary"), MAX_SUMMARY
        ),
        language=(text_of(channel, "language", "dc:language") or channel.get(_XML_BASE.replace("base", "lang"), ""))[
            :20
        ],
        image_url=image_of(channel, base),
        items=items,
        interval_minutes=_interval(channel),
        skip_hours=_skip_hours(channel),
        skip_days=_skip_days(channel),
        warnings=warnings,
    )


def item_of(item: etree._Element, *, base: str) -> ReadItem:
    """One item of any dialect. Its `key` is empty when nothing tells it from others."""
    base = base_of(item, base)
    guid = text_of(item, "guid", "atom:id", "id", "dc:identifier") or _about(item)
    link = link_of(item, base) or permalink_of(item, base)
    title = _title(text_of(item, "title", "atom:title", "dc:title", "itunes:title", "media:title"))
    whole = markup_of(item, "content:encoded", "atom:content", "xhtml:body")
    short = markup_of(
        item, "description", "atom:summary", "itunes:summary", "dc:description", "media:description"
    ) or _markup_within(item, "media:group", "media:description")
    # A description often is the whole text, and a "content" now and then only its beginning.
    longest = max((whole, short), key=len)
    text = plain_words(longest, MAX_TEXT)
    summary = plain_words(short, MAX_SUMMARY) if short else shortened(text, MAX_SUMMARY)
    enclosures = tuple(enclosures_of(item, base))
    return ReadItem(
        key=_key(guid, link, title, enclosures),
        guid=printable(guid)[:MAX_ADDRESS],
        link=link,
        title=title or shortened(" ".join(summary.split()), 80),
        summary=summary,
        text=text,
        author=_title(_author(item)),
        published=_published(item),
        enclosures=enclosures,
    )


def charset_of(content_type: str) -> str:
    """The character set that a `Content-Type` names, or nothing."""
    message = Message()
    message["Content-Type"] = re.sub(r"[\r\n]", " ", content_type)
    return message.get_content_charset() or ""


def _distinct(items: Iterable[ReadItem]) -> Iterator[ReadItem]:
    seen: set[str] = set()
    for item in items:
        if item.key and item.key not in seen:
            seen.add(item.key)
            yield item


def _key(guid: str, link: str, title: str, enclosures: tuple[Enclosure, ...]) -> str:
    said = guid or link or (enclosures[0].url if enclosures else "") or title
    return printable(said)[:MAX_ADDRESS]


def base_of(element: etree._Element, outer: str) -> str:
    """What relative addresses within an element are taken from."""
    own = element.get(_XML_BASE, "").strip()
    return whole_address(outer, own) or outer if own else outer


def link_of(element: etree._Element, base: str) -> str:
    """The page that an element is about."""
    for child in children(element, "link"):
        if found := whole_address(base, child.text or child.get("href") or ""):
            return found
    links = list(children(element, "atom:link", "link"))
    for wanted in ("alternate", ""):
        for child in links:
            if child.get("rel", "alternate" if wanted == "alternate" else "") == wanted and (
                found := whole_address(base, child.get("href", ""))
            ):
                return found
    return ""


def permalink_of(item: etree._Element, base: str) -> str:
    """The page that the identifier of an item leads to."""
    for guid in children(item, "guid"):
        said = "".join((guid.text or "").split())
        if guid.get("isPermaLink", "true").lower() != "false" and said.startswith(("http://", "https://")):
            return whole_address(base, said)
    about = _about(item)
    return whole_address(base, about) if about.startswith(("http://", "https://")) else ""


def _about(item: etree._Element) -> str:
    return next((str(value) for name, value in item.attrib.items() if str(name).endswith("}about")), "")


def _title(text: str) -> str:
    return shortened(plain(text), MAX_TITLE)


def _author(item: etree._Element) -> str:
    for author in children(item, "atom:author"):
        if name := text_of(author, "atom:name"):
            return name
    return text_of(item, "dc:creator", "author", "itunes:author", "media:credit")


def _published(item: etree._Element) -> datetime | None:
    names = (
        "pubDate", "atom:published", "dc:date", "dcterms:created", "dcterms:issued", "atom:issued", "atom:updated",
        "dcterms:modified", "atom:modified", "atom:created", "pubdate", "date",
    )  # fmt: skip
    return next((moment for child in children(item, *names) if (moment := moment_of(child.text or ""))), None)


def markup_of(item: etree._Element, *names: str) -> str:
    """The first of these that says anything, as plain text or HTML."""
    for child in children(item, *names):
        kind = child.get("type", "").lower()
        if len(child) and (kind == "xhtml" or name_of(child) in ("xhtml:body", "atom:content", "atom:summary")):
            said = "".join(etree.tostring(part, encoding="unicode") for part in child)
        else:
            said = "".join(map(str, child.itertext()))
            if kind in ("text", "text/plain") and name_of(child).startswith("atom:"):
                said = said.replace("&", "&amp;").replace("<", "&lt;")
        if said.strip():
            return said.strip()
    return ""


def _markup_within(item: etree._Element, group: str, name: str) -> str:
    return next((said for inner in children(item, group) if (said := markup_of(inner, name))), "")


def enclosures_of(item: etree._Element, base: str) -> Iterator[Enclosure]:
    """The files that an item carries."""
    seen: set[str] = set()
    found = [(child, "url") for child in children(item, "enclosure")]
    found += [(child, "href") for child in children(item, "atom:link") if child.get("rel", "") == "enclosure"]
    places = [item, *children(item, "media:group")]
    found += [
        (child, "url")
        for place in places
        for child in children(place, "media:content")
        if child.get("type", "").startswith(("audio/", "video/")) or child.get("medium", "") in ("audio", "video")
    ]
    for child, name in found[:50]:
        url = whole_address(base, child.get(name, ""))
        if not url or url in seen:
            continue
        seen.add(url)
        length = (child.get("length") or child.get("fileSize") or "").strip()
        yield Enclosure(
            url,
            child.get("type", "").strip().lower()[:100],
            int(length) if length.isascii() and length.isdecimal() and len(length) < 16 else 0,
        )


def image_of(channel: etree._Element, base: str) -> str:
    """The picture of a feed."""
    for image in children(channel, "itunes:image", "googleplay:image"):
        if found := whole_address(base, image.get("href", "")):
            return found
    for image in children(channel, "image"):
        if found := whole_address(base, text_of(image, "url")):
            return found
    return whole_address(base, text_of(channel, "atom:logo", "atom:icon"))


def _interval(channel: etree._Element) -> int | None:
    ttl = text_of(channel, "ttl")
    if ttl.isascii() and ttl.isdecimal() and len(ttl) < 8:
        return int(ttl)
    period = _PERIODS.get(text_of(channel, "sy:updatePeriod").lower())
    frequency = text_of(channel, "sy:updateFrequency")
    if period is None:
        return None
    times = int(frequency) if frequency.isascii() and frequency.isdecimal() and len(frequency) < 6 else 1
    return max(period // max(times, 1), 1)


def _skip_hours(channel: etree._Element) -> frozenset[int]:
    said = (_texts(list(children(hours, "hour"))) for hours in children(channel, "skipHours"))
    hours = frozenset(int(hour) % 24 for group in said for hour in group if hour.isascii() and hour.isdecimal())
    return hours if len(hours) < 24 else frozenset()


def _skip_days(channel: etree._Element) -> frozenset[int]:
    said = (_texts(list(children(days, "day"))) for days in children(channel, "skipDays"))
    days = frozenset(_DAYS.index(day.lower()) for group in said for day in group if day.lower() in _DAYS)
    return days if len(days) < 7 else frozenset()


def _texts(elements: list[etree._Element]) -> list[str]:
    return [(element.text or "").strip()[:20] for element in elements[:50]]
