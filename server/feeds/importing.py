"""A podcast feed read whole, for the import of its show: everything in it that can be published again.

Pure, as `server.feeds.reading` is, and meant for a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lxml import etree

from server.domain.episodes import EXTENSIONS, ChapterMark, EpisodeType, Soundbite, Transcript
from server.domain.imports import MAX_BYTES, ReadEpisode, ReadShow
from server.domain.plaintext import plain, printable
from server.domain.read_feeds import Dialect, ReadFeed
from server.domain.shows import Funding, Person, ShowType, Tag, looks_like_email
from server.feeds import markup
from server.feeds.contents import MAX_ADDRESS, whole_address
from server.feeds.documents import FeedDocument, NotAFeed, by_name, children, name_of, parsed, text_of
from server.feeds.moments import moment_of
from server.feeds.reading import base_of, charset_of, enclosures_of, image_of, link_of, markup_of, permalink_of
from server.feeds.rescuing import rescued

_YES = frozenset({"yes", "true", "explicit", "1", "y"})
_NO = frozenset({"no", "false", "clean", "0", "n", "none", "notexplicit", "not explicit"})
_ADDRESS = re.compile(r"[^\s<>()\"';,]+@[^\s<>()\"';,]+")
_CLOCK = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,7})(?:[.,]\d+)?")
_WORDED = re.compile(r"(?:(\d{1,3})\s*h\w*\W*)?(?:(\d{1,4})\s*m\w*\W*)?(?:(\d{1,5})\s*s\w*)?", re.IGNORECASE)
_ORDINAL = re.compile(r"\D{0,12}?(\d{1,5})(?:\.0+)?\D{0,12}")
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_NAMES = {
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
    "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "dutch": "nl",
    "nederlands": "nl", "swedish": "sv", "svenska": "sv", "danish": "da", "norwegian": "nb", "polish": "pl",
    "russian": "ru", "japanese": "ja", "chinese": "zh", "hindi": "hi",
}  # fmt: skip
_OF_SHOW = frozenset(
    "value location license trailer podroll podping updateFrequency images image remoteItem publisher chat txt "
    "socialInteract contentLink".split()
)
_OF_EPISODE = frozenset(
    "value location license alternateEnclosure socialInteract contentLink images season episode txt chat".split()
)
_INSIDE = frozenset("valueRecipient valueTimeSplit remoteItem source integrity".split())
"""What is carried along: published elements of the podcast namespace that have no field of their own here."""
MOST_RESCUED = 10_000_000
"""Bytes of a broken feed that are read the slow way."""
_MOST_TAGS = 200
_MOST_TEXT = 4000
_SECONDS = re.compile(r"(?:(\d+):)?(?:(\d+):)?(\d+(?:\.\d+)?)")


def read_show(data: bytes, *, headers: Mapping[str, str], url: str, max_bytes: int = MAX_BYTES) -> ReadShow:
    """Read one document of a feed; arguments and errors are those of `reading.read_feed`."""
    try:
        document = parsed(data, charset=charset_of(headers.get("content-type", "")), max_bytes=max_bytes)
    except NotAFeed as error:
        if error.found or len(data) > min(max_bytes, MOST_RESCUED) or not data.strip():
            found = f" Its feed is at {place}" if error.found and (place := whole_address(url, error.found)) else ""
            raise NotAFeed(f"{error.message}{found}", found=error.found) from error
        return _from_rescue(rescued(data, headers=headers, url=url, otherwise=error))
    try:
        return show_of(document, url=url)
    finally:
        by_name.cache_clear()


def _from_rescue(feed: ReadFeed) -> ReadShow:
    """What is left of a feed that is too broken for its elements to be read."""
    episodes = []
    for item in feed.items:
        found = [each for each in item.enclosures if not each.media_type.startswith(("image/", "text/"))]
        if found:
            episodes.append(
                ReadEpisode(
                    enclosure=found[0].url,
                    media_type=found[0].media_type or _type_by_name(found[0].url),
                    size=found[0].length,
                    guid=item.guid,
                    title=item.title,
                    description=item.summary,
                    description_html=markup.description(item.summary),
                    content_html=markup.content(item.text) if item.text != item.summary else "",
                    link=item.link,
                    published=item.published,
                )
            )
    return ReadShow(
        title=feed.title,
        description=feed.description,
        link=feed.link,
        language=feed.language.replace("_", "-") if _CODE.fullmatch(feed.language.replace("_", "-")) else "",
        artwork_url=feed.image_url,
        episodes=tuple(episodes),
        items=len(feed.items),
        warnings=(*feed.warnings, "The feed is too broken to take everything: categories and persons may be missing."),
    )


def show_of(document: FeedDocument, *, url: str) -> ReadShow:
    """The show that a document describes, and its items that carry a recording."""
    channel = document.channel
    base = base_of(channel, url)
    atom = document.dialect is Dialect.ATOM
    title = text_of(channel, "atom:title", "title") if atom else text_of(channel, "title", "itunes:title")
    owner = next(children(channel, "itunes:owner"), None)
    email = text_of(owner, "itunes:email") if owner is not None else ""
    named = _ADDRESS.search(email or text_of(channel, "itunes:email"))
    email = re.sub(r"^mailto:", "", named[0], flags=re.IGNORECASE) if named else ""
    name = plain(text_of(owner, "itunes:name")) if owner is not None else ""
    kind = text_of(channel, "itunes:type").lower()
    description = (
        _text(channel, "description", "atom:subtitle", "atom:tagline")
        or _text(channel, "itunes:summary", "googleplay:description", "content:encoded", "itunes:subtitle")
    )  # fmt: skip
    read = [episode_of(item, base=base) for item in document.items]
    return ReadShow(
        title=plain(title),
        description=description,
        author=plain(
            text_of(channel, "itunes:author", "googleplay:author", "dc:creator")
            or next((text_of(each, "atom:name") for each in children(channel, "atom:author")), "")
            or text_of(channel, "author")
        ),
        link=link_of(channel, base),
        language=_language(channel),
        copyright=plain(text_of(channel, "copyright", "atom:rights", "dc:rights")),
        categories=tuple(dict.fromkeys(_categories(channel))),
        explicit=truth_of(text_of(channel, "itunes:explicit", "googleplay:explicit")),
        type=ShowType(kind) if kind in tuple(ShowType) else None,
        owner_name=name,
        email=email if looks_like_email(email) else "",
        artwork_url=image_of(channel, base),
        guid=printable(text_of(channel, "podcast:guid"))[:200],
        locked=text_of(channel, "podcast:locked").lower() in _YES,
        medium=text_of(channel, "podcast:medium")[:40],
        funding=tuple(
            Funding(address, plain("".join(map(str, each.itertext()))))
            for each in children(channel, "podcast:funding")
            if (address := whole_address(base, each.get("url", "")))
        )[:20],
        persons=tuple(_persons(channel, base)),
        new_feed_url=whole_address(base, text_of(channel, "itunes:new-feed-url")),
        self_link=_related(channel, base, "self"),
        block=text_of(channel, "itunes:block", "googleplay:block")[:20],
        complete=text_of(channel, "itunes:complete")[:20],
        next_page=_related(channel, base, "next") or _related(channel, base, "prev-archive"),
        episodes=tuple(episode for episode in read if episode is not None),
        items=len(document.items),
        extras=tuple(_carried(channel, _OF_SHOW)),
        warnings=document.warnings,
    )


def episode_of(item: etree._Element, *, base: str) -> ReadEpisode | None:
    """An item of any dialect; None without a recording."""
    base = base_of(item, base)
    found = [each for each in enclosures_of(item, base) if not each.media_type.startswith(("image/", "text/"))]
    if not found:
        return None
    enclosure = found[0]
    said = next(children(item, "guid", "atom:id", "id", "dc:identifier"), None)
    guid = printable("".join(map(str, said.itertext())) if said is not None else "").strip()[:MAX_ADDRESS]
    permalink = guid.startswith(("http://", "https://")) and (
        said is not None and said.get("isPermaLink", "true").lower() != "false" and name_of(said) == "guid"
    )
    words = _text(item, "description", "atom:summary", "itunes:summary", "dc:description", "itunes:subtitle")
    whole = _text(item, "content:encoded", "atom:content", "xhtml:body")
    short = markup.description(words or whole)
    rich = whole if whole and whole != words else words
    long = markup.content(rich) if rich is not words or markup.is_rich(rich) else ""
    dates = ("pubDate", "atom:published", "dc:date", "atom:issued", "atom:updated", "pubdate", "date")
    date_text = text_of(item, *dates)
    published = next((moment for each in children(item, *dates) if (moment := moment_of(each.text or ""))), None)
    return ReadEpisode(
        enclosure=enclosure.url,
        media_type=enclosure.media_type or _type_by_name(enclosure.url),
        size=enclosure.length or _size(item),
        guid=guid,
        guid_is_permalink=permalink,
        title=plain(text_of(item, "title", "atom:title", "itunes:title", "dc:title", "media:title")),
        description=words or whole,
        description_html=short,
        content_html=long if long != short else "",
        link=link_of(item, base) or permalink_of(item, base),
        published=published,
        date_text="" if published else " ".join(printable(date_text).split())[:100],
        duration_s=seconds_of(text_of(item, "itunes:duration")),
        explicit=truth_of(text_of(item, "itunes:explicit", "googleplay:explicit")),
        season=_ordinal(text_of(item, "itunes:season")),
        number=_ordinal(text_of(item, "itunes:episode")),
        episode_type=_episode_type(text_of(item, "itunes:episodeType")),
        image=_picture(item, base),
        persons=tuple(_persons(item, base)),
        transcripts=tuple(
            Transcript(address, each.get("type", "").strip()[:100], each.get("language", "").strip()[:20])
            for each in children(item, "podcast:transcript")
            if (address := whole_address(base, each.get("url", "")))
        )[:50],
        chapters_address=next(
            (
                place
                for each in children(item, "podcast:chapters")
                if (place := whole_address(base, each.get("url", "")))
            ),
            "",
        ),
        chapters=tuple(_chapters(item, base)),
        soundbites=tuple(_soundbites(item)),
        generated=any(_is_ai_content(each) for each in children(item, "podcast:txt")),
        extras=tuple(_carried(item, _OF_EPISODE)),
    )


def truth_of(text: str) -> bool | None:
    """What `itunes:explicit` says, in all its spellings since 2005; None for none of them."""
    word = text.strip().lower()
    if word in _YES:
        return True
    return False if word in _NO else None


def seconds_of(text: str) -> float:
    """Seconds of `itunes:duration`: ``3723``, ``62:03``, ``1:02:03``, ``1 h 2 min``; 0 for what is none."""
    text = text.strip()
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (int(part or 0) for part in found.groups())
        total = hours * 3600 + minutes * 60 + seconds
    elif text and (worded := _WORDED.fullmatch(text)) and any(worded.groups()):
        hours, minutes, seconds = (int(part or 0) for part in worded.groups())
        total = hours * 3600 + minutes * 60 + seconds
    else:
        return 0.0
    return float(total) if total < 1_000_000 else 0.0


def _text(element: etree._Element, *names: str) -> str:
    return printable(markup_of(element, *names))


def _language(channel: etree._Element) -> str:
    said = text_of(channel, "language", "dc:language") or channel.get("{http://www.w3.org/XML/1998/namespace}lang", "")
    code = said.strip().replace("_", "-")[:20]
    return code if _CODE.fullmatch(code) else _NAMES.get(said.strip().lower(), "")


def _categories(channel: etree._Element) -> Iterator[str]:
    for outer in children(channel, "itunes:category"):
        name = plain(outer.get("text", "") or (outer.text or ""))
        inner = [plain(each.get("text", "")) for each in children(outer, "itunes:category")]
        inner = [each for each in inner if each]
        if inner and name:
            yield from (f"{name} > {each}" for each in inner)
        elif name or inner:
            yield name or inner[0]
    if next(children(channel, "itunes:category"), None) is None:
        for each in children(channel, "googleplay:category", "category", "atom:category"):
            if name := plain(each.get("text", "") or each.get("term", "") or (each.text or "")):
                yield name


def _related(channel: etree._Element, base: str, relation: str) -> str:
    for link in children(channel, "atom:link", "link"):
        if link.get("rel", "").strip().lower() == relation and (found := whole_address(base, link.get("href", ""))):
            return found
    return ""


def _persons(element: etree._Element, base: str) -> Iterator[Person]:
    for each in list(children(element, "podcast:person"))[:100]:
        name = plain("".join(map(str, each.itertext())))
        if name:
            yield Person(
                name,
                plain(each.get("role", "")).lower(),
                plain(each.get("group", "")).lower(),
                whole_address(base, each.get("img", "")),
                whole_address(base, each.get("href", "")),
            )


def _picture(item: etree._Element, base: str) -> str:
    for each in children(item, "itunes:image", "googleplay:image"):
        if found := whole_address(base, each.get("href", "")):
            return found
    return ""


def _size(item: etree._Element) -> int:
    for each in children(item, "enclosure", "atom:link"):
        digits = re.sub(r"[\s,._']", "", each.get("length") or "")
        if digits.isascii() and digits.isdecimal() and len(digits) < 16:
            return int(digits)
    return 0


def _type_by_name(address: str) -> str:
    ending = PurePosixPath(urlsplit(address).path).suffix.lower().lstrip(".")
    return EXTENSIONS.get(ending, "audio/mpeg")


def _ordinal(text: str) -> int:
    found = _ORDINAL.fullmatch(text.strip())
    return int(found[1]) if found else 0


def _episode_type(text: str) -> EpisodeType:
    word = text.strip().lower()
    return EpisodeType(word) if word in tuple(EpisodeType) else EpisodeType.FULL


def _chapters(item: etree._Element, base: str) -> Iterator[ChapterMark]:
    """Podlove's simple chapters."""
    for outer in item:
        if name_of(outer).rpartition(":")[2] != "chapters" or name_of(outer).startswith("podcast:"):
            continue
        starts: set[float] = set()
        for each in list(outer)[:1000]:
            found = _SECONDS.fullmatch(each.get("start", "").strip())
            title = plain(each.get("title", ""))
            if found is None or not title:
                continue
            parts = [part for part in found.groups() if part is not None]
            start = sum(float(part) * 60**power for power, part in enumerate(reversed(parts)))
            if start not in starts:
                starts.add(start)
                image, link = each.get("image", ""), each.get("href", "")
                yield ChapterMark(start, title, whole_address(base, image), whole_address(base, link))


def _soundbites(item: etree._Element) -> Iterator[Soundbite]:
    for each in list(children(item, "podcast:soundbite"))[:50]:
        try:
            start, length = float(each.get("startTime", "")), float(each.get("duration", ""))
        except ValueError:
            continue
        if 0 <= start < 1e6 and 0 < length < 1e6:
            yield Soundbite(start, length, plain("".join(map(str, each.itertext()))))


def _is_ai_content(element: etree._Element) -> bool:
    return element.get("purpose", "") == "ai-content" and (element.text or "").strip().lower() in _YES


def _carried(element: etree._Element, names: frozenset[str]) -> Iterator[Tag]:
    left = [_MOST_TAGS]
    for child in element:
        prefix, _, local = name_of(child).partition(":")
        if prefix != "podcast" or local not in names or (local == "txt" and _is_ai_content(child)):
            continue
        if (tag := _tag(child, local, left, depth=0)) is not None:
            yield tag


def _tag(element: etree._Element, local: str, left: list[int], *, depth: int) -> Tag | None:
    left[0] -= 1
    if left[0] < 0 or depth > 3:
        return None
    inner: list[Tag] = []
    for child in element:
        prefix, _, name = name_of(child).partition(":")
        if prefix == "podcast" and name in _INSIDE and (tag := _tag(child, name, left, depth=depth + 1)) is not None:
            inner.append(tag)
    return Tag(
        local,
        {
            str(name): printable(str(value))[:_MOST_TEXT]
            for name, value in element.attrib.items()
            if not str(name).startswith("{")
        },
        "" if inner else " ".join(printable(element.text or "").split())[:_MOST_TEXT],
        tuple(inner),
    )
