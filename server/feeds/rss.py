"""A show as RSS 2.0 with the itunes, podcast (Podcasting 2.0), atom, content and psc namespaces.

Sources: the RSS 2.0 specification, Apple's feed requirements, the Podcasting 2.0 namespace, RFC 4287 (atom:link),
RFC 5005 (paging) and Podlove Simple Chapters 1.2. The bytes depend on the arguments alone, so they change only when
the show does.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, BinaryIO

from lxml import etree

from server.domain.episodes import ChapterMark, Episode, EpisodeType
from server.domain.plaintext import plain, printable, shortened
from server.domain.shows import MAX_NAME, Person, Show, ShowType, Tag
from server.feeds.addresses import absolute
from server.feeds.markup import clipped, description

ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"
PODCAST = "https://podcastindex.org/namespace/1.0"
ATOM = "http://www.w3.org/2005/Atom"
CONTENT = "http://purl.org/rss/1.0/modules/content/"
PSC = "http://podlove.org/simple-chapters"
NAMESPACES = {"itunes": ITUNES, "podcast": PODCAST, "atom": ATOM, "content": CONTENT, "psc": PSC}

MEDIA_TYPE = "application/rss+xml; charset=utf-8"
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
GENERATOR = "Quillcast"
"""Without a version: a new one would change every feed."""


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Which part of a paged feed this is (RFC 5005); pages count from 1, the newest."""

    number: int
    count: int


def render(
    show: Show,
    episodes: Iterable[Episode],
    *,
    base: str,
    changed_on: datetime,
    page: FeedPage | None = None,
    hub: str = "",
    feed_url: str = "",
) -> bytes:
    """The whole feed as bytes; see `write`."""
    out = io.BytesIO()
    write(out, show, episodes, base=base, changed_on=changed_on, page=page, hub=hub, feed_url=feed_url)
    return out.getvalue()


def write(
    out: BinaryIO,
    show: Show,
    episodes: Iterable[Episode],
    *,
    base: str,
    changed_on: datetime,
    page: FeedPage | None = None,
    hub: str = "",
    feed_url: str = "",
) -> None:
    """Write the feed of `show` to `out`, an episode at a time, so that memory does not grow with their number.

    Args:
        out: where the UTF-8 bytes go.
        show: whose feed it is.
        episodes: the released ones, newest first.
        base: the public address that every link of ours starts with.
        changed_on: when the show last changed; `lastBuildDate`.
        page: the part this is, when the feed is paged.
        hub: a WebSub hub that tells of changes.
        feed_url: where the feed is public, when that is not under `base` as usual.
    """
    with etree.xmlfile(out, encoding="UTF-8") as xml:
        xml.write_declaration()
        with xml.element("rss", {"version": "2.0"}, nsmap=NAMESPACES), xml.element("channel"):
            writer = _Writer(xml)
            place = feed_url or absolute(base, show.feed_path)
            _channel(writer, show, base=base, changed_on=changed_on, links=(place, page, hub))
            for episode in episodes:
                xml.write("\n")
                with xml.element("item"):
                    _item(writer, show, episode, base=base)
            xml.write("\n")


def rfc2822(moment: datetime) -> str:
    """A date as RSS wants it, in GMT; `email.utils.format_datetime` takes six times as long."""
    at = moment.astimezone(UTC)
    return (
        f"{_DAYS[at.weekday()]}, {at.day:02d} {_MONTHS[at.month - 1]} {at.year:04d}"
        f" {at.hour:02d}:{at.minute:02d}:{at.second:02d} GMT"
    )


class _Writer:
    """Leaves elements with text and attributes in the open element."""

    def __init__(self, xml: Any) -> None:
        self._element = xml.element
        self._write = xml.write

    def text(self, tag: str, text: str, **attributes: str) -> None:
        with self._element(tag, attributes) if attributes else self._element(tag):
            try:
                self._write(text)
            except ValueError:  # characters that XML can't hold; nothing of the text was written
                self._write(printable(text))

    def empty(self, tag: str, **attributes: str) -> None:
        with self._element(tag, attributes):
            pass

    def element(self, tag: str, **attributes: str) -> Any:
        return self._element(tag, attributes)


def _channel(
    w: _Writer, show: Show, *, base: str, changed_on: datetime, links: tuple[str, FeedPage | None, str]
) -> None:
    title, author = plain(show.name), plain(show.author)
    w.text("title", title)
    w.text("link", absolute(base, show.link))
    _links(w, *links)
    said = description(show.description) if show.description else title
    # What only the source of an import can mend is published as it came.
    w.text("description", said if show.source else clipped(said))
    w.text("language", show.language)
    if show.copyright:
        w.text("copyright", plain(show.copyright))
    w.text("lastBuildDate", rfc2822(changed_on))
    w.text("generator", GENERATOR)
    if show.artwork is not None:
        picture = absolute(base, show.artwork.address)
        with w.element("image"):
            w.text("url", picture)
            w.text("title", title)
            w.text("link", absolute(base, show.link))
        w.empty(f"{{{ITUNES}}}image", href=picture)
    for category in show.categories:
        with w.element(f"{{{ITUNES}}}category", text=category.name):
            if category.sub:
                w.empty(f"{{{ITUNES}}}category", text=category.sub)
    w.text(f"{{{ITUNES}}}explicit", _boolean(show.explicit))
    w.text(f"{{{ITUNES}}}author", author)
    with w.element(f"{{{ITUNES}}}owner"):
        w.text(f"{{{ITUNES}}}name", plain(show.owner_name) or author)
        w.text(f"{{{ITUNES}}}email", show.email)
    w.text(f"{{{ITUNES}}}type", show.type)
    if show.new_feed_url:
        w.text(f"{{{ITUNES}}}new-feed-url", absolute(base, show.new_feed_url))
    if show.hidden:
        w.text(f"{{{ITUNES}}}block", "Yes")
        w.text(f"{{{PODCAST}}}block", "yes")
    w.text(f"{{{PODCAST}}}guid", show.guid)
    w.text(f"{{{PODCAST}}}locked", "yes" if show.locked else "no", owner=show.email)
    w.text(f"{{{PODCAST}}}medium", show.medium)
    for funding in show.funding:
        w.text(f"{{{PODCAST}}}funding", shortened(plain(funding.text), 128), url=absolute(base, funding.url))
    _persons(w, show.persons, base)
    for tag in show.extras:
        _carried(w, tag)


def _links(w: _Writer, feed_url: str, page: FeedPage | None, hub: str) -> None:
    def numbered(number: int) -> str:
        return feed_url if number == 1 else f"{feed_url}?page={number}"

    number = page.number if page else 1
    w.empty(f"{{{ATOM}}}link", href=numbered(number), rel="self", type="application/rss+xml")
    if hub:
        w.empty(f"{{{ATOM}}}link", href=hub, rel="hub")
    if page is None or page.count < 2:
        return
    related = {"first": 1, "previous": number - 1, "next": number + 1, "last": page.count}
    for rel, target in related.items():
        if 1 <= target <= page.count:
            w.empty(f"{{{ATOM}}}link", href=numbered(target), rel=rel)


def _item(w: _Writer, show: Show, episode: Episode, *, base: str) -> None:  # noqa: PLR0912
    origin = episode.origin
    given = plain(episode.title)
    title = (given if origin else shortened(given, MAX_NAME)) or plain(episode.audio_title) or "Untitled"
    enclosure = episode.enclosure
    w.text("title", title)
    link = episode.link or episode.share_path
    if link:
        w.text("link", absolute(base, link))
    w.text("guid", episode.guid, isPermaLink=_boolean(episode.guid_is_permalink))
    if origin is not None and origin.date_text and episode.publish_on is None:
        w.text("pubDate", origin.date_text)
    elif episode.released_on is not None:
        w.text("pubDate", rfc2822(episode.released_on))
    w.text("description", episode.description_html or title)
    if episode.content_html:
        w.text(f"{{{CONTENT}}}encoded", episode.content_html)
    w.empty(
        "enclosure",
        url=absolute(base, enclosure.address),
        length=str(enclosure.size),
        type=enclosure.media_type,
    )
    if episode.duration_seconds:
        w.text(f"{{{ITUNES}}}duration", str(episode.duration_seconds))
    if episode.explicit is not None:
        w.text(f"{{{ITUNES}}}explicit", _boolean(episode.explicit))
    if episode.episode_type is not EpisodeType.FULL or show.type is ShowType.SERIAL:
        w.text(f"{{{ITUNES}}}episodeType", episode.episode_type)
    if episode.season:
        w.text(f"{{{ITUNES}}}season", str(episode.season))
    if episode.number:
        w.text(f"{{{ITUNES}}}episode", str(episode.number))
    if episode.image:
        w.empty(f"{{{ITUNES}}}image", href=absolute(base, episode.image))
    for transcript in episode.transcripts:
        said = {"language": transcript.language} if transcript.language else {}
        w.empty(f"{{{PODCAST}}}transcript", url=absolute(base, transcript.address), type=transcript.media_type, **said)
    if episode.chapters_address:
        w.empty(
            f"{{{PODCAST}}}chapters", url=absolute(base, episode.chapters_address), type="application/json+chapters"
        )
    _simple_chapters(w, episode.chapters, base)
    for bite in episode.soundbites:
        w.text(
            f"{{{PODCAST}}}soundbite",
            shortened(plain(bite.title), 128),
            startTime=f"{bite.start_s:g}",
            duration=f"{bite.duration_s:g}",
        )
    _persons(w, episode.persons, base)
    if episode.generated:
        w.text(f"{{{PODCAST}}}txt", "true", purpose="ai-content")
    for tag in episode.extras:
        if tag.name not in {"season", "episode"} or _still_true(tag, episode):
            _carried(w, tag)


def _carried(w: _Writer, tag: Tag) -> None:
    """Write an element as it was brought along."""
    name = f"{{{PODCAST}}}{tag.name}"
    if not tag.children:
        w.text(name, tag.text, **tag.attributes)
        return
    with w.element(name, **tag.attributes):
        for child in tag.children:
            _carried(w, child)


def _still_true(tag: Tag, episode: Episode) -> bool:
    """Whether a number that was brought along has not been changed since."""
    known = episode.season if tag.name == "season" else episode.number
    return not known or tag.text.strip().split(".")[0] == str(known)


def _simple_chapters(w: _Writer, chapters: Iterable[ChapterMark], base: str) -> None:
    """The chapters once more inside the feed, for apps that don't fetch the JSON; hidden ones have no place there."""
    shown = [mark for mark in chapters if mark.toc]
    if not shown:
        return
    with w.element(f"{{{PSC}}}chapters", version="1.2"):
        for mark in shown:
            said = {"href": mark.url, "image": mark.img}
            whole = {name: absolute(base, address) for name, address in said.items() if address}
            w.empty(f"{{{PSC}}}chapter", start=clock_time(mark.start_s), title=printable(mark.title), **whole)


def clock_time(seconds: float) -> str:
    """``HH:MM:SS.mmm`` (RFC 2326, normal play time)."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, left = divmod(whole, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{left:02d}.{thousandths:03d}"


def _persons(w: _Writer, persons: Iterable[Person], base: str) -> None:
    for person in persons:
        said = {"role": person.role, "group": person.group}
        said |= {
            name: absolute(base, address) for name, address in (("img", person.img), ("href", person.href)) if address
        }
        w.text(f"{{{PODCAST}}}person", shortened(plain(person.name), 128), **{k: v for k, v in said.items() if v})


def _boolean(value: bool) -> str:
    return "true" if value else "false"
