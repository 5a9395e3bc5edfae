"""Shows taken over from other hosts: read whole, recognised, merged and kept in one go."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from server.domain.accounts import Account
from server.domain.episodes import Episode
from server.domain.errors import DomainError, Invalid, InvalidField
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.identifiers import new_id, new_public_key
from server.domain.imports import MAX_BYTES, MAX_ITEMS, MAX_SECONDS, MAX_WARNINGS, Imported, ReadEpisode, ReadShow
from server.domain.plaintext import shortened
from server.domain.shows import Show, ShowSource, looks_like_email
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import opml
from server.feeds.importing import read_show
from server.fetch import Fetched, Limits, TooLarge, TooSlow, mask
from server.services.intake import AddressJudge
from server.services.merging import Merged, changed_show, merged, new_show, show_said
from server.services.quarantine import Quarantine
from server.services.refreshing import FetchDocument
from server.services.shows import Shows, artwork_of, keep_pictures
from server.store import imports, shows
from server.store.database import Store
from server.store.transactions import Snapshot, Transaction

log = logging.getLogger(__name__)

PICTURE_LIMITS = Limits(max_bytes=20 * 1024 * 1024, total_s=45.0, headers_s=10.0)
DOCUMENT_S = 45.0
HEADERS_S = 10.0
TRICKLE_BYTES, TRICKLE_S = 10_000, 20.0
MAX_PAGES = 1_000
SAME_SHOW = 0.5
"""The part of its guids that a feed and a show must have in common to be the same when nothing else tells."""
FEWEST_SAME = 3


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """What to import, and what its caller says to it."""

    url: str
    email: str = ""
    """Of the owner, where the feed names none."""
    is_owner: bool = False
    """Said of a show that is locked against moving."""
    host_audio: bool = False
    """Take the recordings over too."""


@dataclass(frozen=True, slots=True)
class _Gathered:
    """All documents of a feed."""

    read: ReadShow
    """The first one, with the warnings of all."""
    items: tuple[ReadEpisode, ...]
    count: int
    """All items, also those without a recording."""
    addresses: tuple[str, ...]
    """Under which it is known: as it was asked for, and where that led; the last one first."""


class Imports:
    """Imports shows for their owners."""

    def __init__(
        self,
        store: Store,
        shows_service: Shows,
        *,
        fetch: FetchDocument,
        quarantine: Quarantine,
        judge: AddressJudge,
        host: Callable[[], None] = lambda: None,
        render: Callable[[str], Awaitable[object]] | None = None,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        """`host` is told when recordings are to be taken over; `render` makes the feed before anybody reads it."""
        self._store = store
        self._shows = shows_service
        self._fetch = fetch
        self._quarantine = quarantine
        self._judge = judge
        self._host = host
        self._render = render
        self._allow_private = allow_private_urls
        self._clock = clock
        self._locks: dict[str, asyncio.Lock] = {}

    async def run(self, order: ImportOrder, *, by: Account) -> Imported:
        """Import a show, or bring one that was imported before up to date.

        It is there with all items of all pages and its picture when this returns; nothing is kept when it raises.

        Raises:
            Invalid: the address can't be fetched or holds no podcast (`rssUrl`), the show is locked
                (`confirmOwnership`), or nobody's e-mail is known (`email`).
        """
        by.require_subscription(self._clock())
        self._check(order)
        async with self._locks.setdefault(by.id, asyncio.Lock()):
            return await self._import(order, by)

    async def outlines(self, text: str) -> tuple[opml.Outline, ...]:
        """The feeds that an OPML document lists; nothing is imported. Raises `Invalid`."""
        return await self._quarantine.run(opml.read, text.encode("utf-8", "replace"))

    def _check(self, order: ImportOrder) -> None:
        folded = order.url.lower()
        if not (folded.endswith(".rss") or "rss" in folded or "feed" in folded):
            raise InvalidField("rssUrl", "must end with .rss or contain rss or feed")
        fault = self._judge(order.url, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField("rssUrl", fault)
        if order.email and not looks_like_email(order.email):
            raise InvalidField("email", "does not look like an e-mail address, such as name@example.com")

    async def _import(self, order: ImportOrder, by: Account) -> Imported:
        try:
            async with asyncio.timeout(MAX_SECONDS):
                gathered = await self._gather(order.url, by)
        except TimeoutError as error:
            raise InvalidField("rssUrl", f"the feed took longer than {MAX_SECONDS:.0f} seconds to read") from error
        read = gathered.read
        if not gathered.items:
            what = f"{gathered.count} items, and none of them carries a recording" if gathered.count else "no item"
            raise InvalidField("rssUrl", f"this is not the feed of a podcast: it has {what}", code="no_podcast")
        found = await self._store.read(
            _recognised, by.id, read.guid, gathered.addresses, frozenset(i.guid for i in gathered.items if i.guid)
        )
        known = found.source if found is not None else None
        if read.locked and not order.is_owner and not (known is not None and known.owned):
            raise InvalidField(
                "confirmOwnership",
                "the show is locked against moving (podcast:locked): send true if it is yours, or unlock it there",
                code="show_locked",
            )
        email = order.email or (found.email if found is not None else "")
        if not read.email and not email:
            raise InvalidField("email", "the feed names no owner's e-mail: send it with the import", code="no_email")
        said, warnings = show_said(read, address=gathered.addresses[0], email=email)
        source = ShowSource(
            address=gathered.addresses[0],
            imported_on=self._clock(),
            categories=read.categories,
            new_feed_url=read.new_feed_url,
            self_link=read.self_link,
            block=read.block,
            complete=read.complete,
            artwork_url=read.artwork_url,
            owned=order.is_owner or bool(known is not None and known.owned),
            hosts_audio=order.host_audio or bool(known is not None and known.hosts_audio),
        )
        now = self._clock()
        show = (
            new_show(said, read, id=new_id(), owner=by.id, source=source, now=now)
            if found is None
            else changed_show(found, said, source=source, now=now)
        )
        picture, told = await self._picture(show, found, by)
        warnings += told
        await self._tell(by, order.url, "keeping", items=len(gathered.items))
        show, merging = await self._store.write(_keep, show, found is None, gathered, picture, self._clock)
        if self._render is not None:
            await self._render(show.id)
        waiting = await self._store.read(imports.hosting_of, show.id)
        if waiting[0]:
            self._host()
        silent = gathered.count - len(gathered.items)
        if silent:
            warnings.append(f"{silent} of {gathered.count} items carry no recording and were left out.")
        await self._tell(by, order.url, "done", items=len(gathered.items), show=show.id)
        return Imported(
            show,
            is_new=found is None,
            added=len(merging.new),
            updated=len(merging.changed),
            unchanged=merging.unchanged,
            left_out=merging.left_out + silent,
            refreshed=dict(merging.refreshed),
            to_host=waiting[0],
            warnings=_few([*read.warnings, *warnings, *merging.warnings]),
        )

    async def _gather(self, url: str, by: Account) -> _Gathered:
        """Read the feed's documents, the first one and those that follow it (RFC 5005)."""
        first: ReadShow | None = None
        addresses: tuple[str, ...] = ()
        items: list[ReadEpisode] = []
        warnings: list[str] = []
        count = size = 0
        seen: set[str] = set()
        place = url
        while place and place not in seen:
            seen.add(place)
            await self._tell(by, url, "reading", items=len(items), page=len(seen))
            try:
                fetched, read = await self._document(place, MAX_BYTES - size)
            except (TooSlow, TooLarge) as error:
                raise InvalidField("rssUrl", error.message) from error
            except DomainError as error:
                if first is None:
                    raise InvalidField("rssUrl", error.message) from error
                warnings.append(f"Page {len(seen)} of the feed could not be read: {error.message}")
                break
            size += fetched.size
            count += read.items
            items += read.episodes
            if count > MAX_ITEMS:
                raise InvalidField("rssUrl", f"the feed has more than {MAX_ITEMS:,} items")
            if first is None:
                first = read
                addresses = tuple(dict.fromkeys(_normal(each) for each in (fetched.url, fetched.moved_to, url) if each))
            warnings += read.warnings
            seen.add(fetched.url)
            if len(seen) > 2 * MAX_PAGES:
                raise InvalidField("rssUrl", f"the feed has more than {MAX_PAGES:,} pages")
            place = read.next_page
        assert first is not None
        return _Gathered(replace(first, warnings=tuple(warnings), episodes=()), tuple(items), count, addresses)

    async def _document(self, url: str, room: int) -> tuple[Fetched, ReadShow]:
        if room <= 0:
            raise TooLarge(f"The feed is larger than {MAX_BYTES // 1_000_000} MB.", url=url)
        limits = Limits(
            max_bytes=room,
            total_s=DOCUMENT_S,
            headers_s=HEADERS_S,
            min_bytes=TRICKLE_BYTES,
            min_bytes_s=TRICKLE_S,
        )
        fetched = await self._fetch(
            url,
            limits=limits,
            allow_private=self._allow_private,
            headers={"Accept": "application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5"},
        )
        read = await self._quarantine.run(
            read_show, fetched.body, headers=dict(fetched.headers), url=fetched.url, max_bytes=MAX_BYTES
        )
        return fetched, read

    async def _picture(
        self, show: Show, found: Show | None, by: Account
    ) -> tuple[tuple[Media, Media | None] | None, list[str]]:
        """The show's picture, if it is to have another one, and what went wrong with it."""
        assert show.source is not None
        url = show.source.artwork_url
        before = found.source.artwork_url if found is not None and found.source is not None else ""
        has_picture = found is not None and found.artwork is not None and not (found.artwork.drawn and url)
        if has_picture and url in ("", before):
            return None, []
        if not url:
            return await self._shows.picture(show, None), ["The feed names no picture; a cover was drawn."]
        await self._tell(by, show.source.address, "picture")
        try:
            fetched = await self._fetch(
                url, limits=PICTURE_LIMITS, allow_private=self._allow_private, accept=("image/*",)
            )
            return await self._shows.picture(show, fetched.body), []
        except DomainError as error:
            log.info("The picture of an imported show did not come: %s", error.message)
            reason = error.details[0].message if error.details else error.message
            kept = found is not None and found.artwork is not None
            told = f"The show's picture could not be taken ({reason}); " + (
                "the one that was here stays." if kept else "a cover was drawn."
            )
            return None if kept else await self._shows.picture(show, None), [told]

    async def _tell(self, by: Account, url: str, stage: str, **facts: Any) -> None:
        data = {"stage": stage, "url": shortened(mask(url), 300), **facts}
        await self._store.write(_emit, by.id, str(facts.get("show", "")), data, to_ms(self._clock()))


def _emit(transaction: Transaction, client_id: str, subject: str, data: dict[str, Any], now_ms: int) -> None:
    transaction.emit(client_id, EventKind.IMPORT_PROGRESS, now_ms, subject=subject, data=data)


def _recognised(
    reading: Snapshot, client_id: str, guid: str, addresses: Sequence[str], item_guids: frozenset[str]
) -> Show | None:
    """The show that a feed is, by its own guid, by its addresses, or by the guids of its episodes.

    The last one knows a show again that came from one host and now is at another.
    """
    found = imports.known_by(reading, client_id, guid=guid, addresses=addresses)
    if found is not None or len(item_guids) < FEWEST_SAME:
        return found
    for show_id in imports.imported(reading, client_id):
        known = imports.guids(reading, show_id)
        common = len(known & item_guids)
        if common >= FEWEST_SAME and common >= SAME_SHOW * max(len(known), len(item_guids)):
            candidate = shows.find(reading, show_id, client_id)
            has_own = candidate is not None and candidate.source is not None and guid and candidate.guid != guid
            return None if has_own else candidate
    return None


def _keep(  # noqa: PLR0917 - the writer calls it
    transaction: Transaction,
    show: Show,
    is_new: bool,
    gathered: _Gathered,
    picture: tuple[Media, Media | None] | None,
    clock: Clock,
) -> tuple[Show, Merged]:
    now = clock()
    now_ms = to_ms(now)
    if picture is not None:
        show = replace(show, artwork=artwork_of(*picture), image_url="", warnings=())
    if is_new:
        shows.add(transaction, show)
    elif shows.find(transaction, show.id, show.owner) is None:
        raise Invalid("The show was deleted while it was imported; import it again.", code="show_deleted")
    if picture is not None:
        keep_pictures(transaction, show.id, picture, now_ms)
    keys = (new_public_key() for _ in itertools.count())
    merging = merged(gathered.items, imports.episodes_of(transaction, show.id), owner=show.owner, now=now, keys=keys)
    elsewhere = _episodes_kept(transaction, show, merging, now)
    imports.remember(transaction, show.owner, show.id, gathered.addresses)
    assert show.source is not None
    if show.source.hosts_audio:
        imports.to_host(transaction, elsewhere, now_ms)
    shows.save(transaction, show, now_ms)
    return show, merging


def _episodes_kept(transaction: Transaction, show: Show, merging: Merged, now: datetime) -> list[int]:
    """Write the episodes; answers those whose recording lies elsewhere."""
    now_ms = to_ms(now)
    elsewhere: list[int] = []

    def note(episode_id: int, episode: Episode) -> None:
        if not episode.enclosure.address.startswith("/"):
            elsewhere.append(episode_id)

    for episode, key in merging.new:
        note(imports.add_episode(transaction, episode, key=key, show_id=show.id, now_ms=now_ms), episode)
    for episode in merging.changed:
        imports.save_episode(transaction, episode, now_ms=now_ms)
        note(episode.id, episode)
    return elsewhere


def _normal(url: str) -> str:
    """An address as it is compared: scheme and host in lower case, no fragment, no user, no slash at the end."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2].lower()
    return urlunsplit((parts.scheme.lower(), host, parts.path.rstrip("/"), parts.query, ""))


def _few(warnings: list[str]) -> tuple[str, ...]:
    kept = list(dict.fromkeys(warnings))
    if len(kept) > MAX_WARNINGS:
        more = len(kept) - MAX_WARNINGS + 1
        kept = [*kept[: MAX_WARNINGS - 1], f"There is more of this: {more} remarks are not shown."]
    return tuple(kept)
