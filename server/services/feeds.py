"""Feeds as they are read: rendered once for each state of a show, and answered from memory until it changes."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from server.domain.errors import DomainError, Invalid, NotFound
from server.domain.events import EventKind, StudioEvent
from server.domain.shows import Show
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import rss
from server.feeds.addresses import absolute
from server.services.media import MediaLinks
from server.store import episodes, shows
from server.store.database import Store
from server.store.episodes import Released
from server.store.transactions import Snapshot

WHOLE_FEED_BYTES = 10_000_000
"""A feed is served whole up to here; a larger one comes in pages."""

CACHE_BYTES = 64_000_000
"""Rendered feeds kept in memory, of all shows together."""

AHEAD_S = 1.0
"""How long after a change a feed is rendered anew, so that many changes at once cost one rendering."""

_GZIP_LEVEL = 6


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A feed as it is sent, plain and compressed. The tags are fit for `ETag`, quotes included."""

    body: bytes
    packed: bytes
    etag: str
    packed_etag: str
    modified: datetime
    """When it last changed, in whole seconds."""
    moved_to: str = ""
    """Where readers are sent on to, for good; empty when the show is here."""


@dataclass(frozen=True, slots=True)
class _Kept:
    documents: tuple[FeedDocument, ...]
    """The pages; one for a feed that is whole."""
    base: str
    until: datetime | None
    """When a scheduled episode appears."""

    @property
    def size(self) -> int:
        return sum(len(d.body) + len(d.packed) for d in self.documents)


class Feeds:
    """The public feeds. Nobody is asked who calls. Must be made on the event loop that will use it."""

    def __init__(self, store: Store, links: MediaLinks, *, hub: str = "", clock: Clock = utc_now) -> None:
        """`hub` is the address of a WebSub hub that tells readers of changes."""
        self._hub = hub
        self._ahead: dict[str, asyncio.TimerHandle | asyncio.Task[None]] = {}
        self._store = store
        self._links = links
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._size = 0
        self._versions: dict[str, int] = {}
        self._rendering: dict[str, asyncio.Lock] = {}
        self._loop = asyncio.get_running_loop()
        store.listen(self._notice)

    async def document(self, show_id: str, *, page: int = 1) -> FeedDocument:
        """The feed of a show, or a page of a very long one.

        Raises:
            Invalid: the id is not one that a show can have (``invalid_podcast_id``).
            NotFound: there is no such show or page.
        """
        kept = self._current(show_id)
        if kept is None:
            try:
                UUID(show_id)
            except ValueError as error:
                raise Invalid("This is not the id of a show.", code="invalid_podcast_id") from error
            lock = self._rendering.setdefault(show_id, asyncio.Lock())
            try:
                async with lock:
                    kept = self._current(show_id) or await self._render(show_id)
            finally:
                if not lock.locked():
                    self._rendering.pop(show_id, None)
        if not 1 <= page <= len(kept.documents):
            raise NotFound(f"The feed has {len(kept.documents)} pages.", code="page_not_found")
        return kept.documents[page - 1]

    def _current(self, show_id: str) -> _Kept | None:
        kept = self._kept.get(show_id)
        if kept is None or kept.base != self._links.public_url:
            return None
        if kept.until is not None and kept.until <= self._clock():
            return None
        self._kept.move_to_end(show_id)
        return kept

    async def _render(self, show_id: str) -> _Kept:
        version = self._versions.get(show_id, 0)
        base, now = self._links.public_url, self._clock()
        found = await self._store.read(_feed_of, show_id, to_ms(now))
        if found is None:
            raise NotFound("There is no such show.", code="show_not_found")
        show, released = found
        documents = await asyncio.to_thread(_documents, show, released, base, self._hub)
        kept = _Kept(documents, base, released.next_on)
        if self._versions.get(show_id, 0) == version:
            self._keep(show_id, kept)
        return kept

    def _keep(self, show_id: str, kept: _Kept) -> None:
        self._drop(show_id)
        self._kept[show_id] = kept
        self._size += kept.size
        while self._size > CACHE_BYTES and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))

    def _drop(self, show_id: str) -> None:
        gone = self._kept.pop(show_id, None)
        if gone is not None:
            self._size -= gone.size

    def _notice(self, events: Sequence[StudioEvent]) -> None:
        """Called on the writer's thread, before whoever changed something is answered on the loop."""
        changed = {event.subject for event in events if event.kind is EventKind.SHOW_CHANGED}
        if changed:
            with contextlib.suppress(RuntimeError):  # the loop is gone, and nobody reads feeds any more
                self._loop.call_soon_threadsafe(self._forget, changed)

    def _forget(self, changed: Collection[str]) -> None:
        for show_id in changed:
            self._versions[show_id] = self._versions.get(show_id, 0) + 1
            if show_id in self._kept:
                self.warm(show_id)
            self._drop(show_id)

    def warm(self, show_id: str) -> None:
        """Render a feed soon, for readers that are sure to come."""
        if show_id not in self._ahead:
            self._ahead[show_id] = self._loop.call_later(AHEAD_S, self._begin, show_id)

    def _begin(self, show_id: str) -> None:
        """Render a feed that is read, before its next reader has to wait for it."""
        self._ahead[show_id] = self._loop.create_task(self._render_ahead(show_id))

    async def _render_ahead(self, show_id: str) -> None:
        try:
            await self.document(show_id)
        except DomainError:
            pass  # it was deleted, or the store is closing
        finally:
            self._ahead.pop(show_id, None)

    async def close(self) -> None:
        """Give up what is being rendered ahead."""
        waiting = list(self._ahead.values())
        self._ahead.clear()
        for each in waiting:
            each.cancel()
        await asyncio.gather(*(e for e in waiting if isinstance(e, asyncio.Task)), return_exceptions=True)


def _feed_of(reading: Snapshot, show_id: str, now_ms: int) -> tuple[Show, Released] | None:
    show = shows.find_public(reading, show_id)
    return None if show is None else (show, episodes.released(reading, show_id, now_ms))


def _documents(show: Show, released: Released, base: str, hub: str) -> tuple[FeedDocument, ...]:
    """The feed whole, or in as many pages as keep each under the limit."""
    appeared = [e.publish_on for e in released.episodes[:1] if e.publish_on is not None]
    changed_on = max([show.changed_on, *appeared])
    whole = rss.render(show, released.episodes, base=base, changed_on=changed_on, hub=hub)
    if len(whole) <= WHOLE_FEED_BYTES:
        here = absolute(base, show.feed_path)
        moved = show.new_feed_url if show.redirects and show.new_feed_url != here else ""
        return (replace(_document(whole, changed_on), moved_to=moved),)
    count = -(-len(whole) // (WHOLE_FEED_BYTES // 2))
    size = -(-len(released.episodes) // count)
    return tuple(
        _document(
            rss.render(
                show,
                released.episodes[n * size : (n + 1) * size],
                base=base,
                changed_on=changed_on,
                page=rss.FeedPage(n + 1, count),
                hub=hub,
            ),
            changed_on,
        )
        for n in range(count)
    )


def _document(body: bytes, changed_on: datetime) -> FeedDocument:
    name = hashlib.sha256(body).hexdigest()[:32]
    return FeedDocument(
        body=body,
        packed=gzip.compress(body, _GZIP_LEVEL, mtime=0),
        etag=f'"{name}"',
        packed_etag=f'"{name}-gzip"',
        modified=changed_on.replace(microsecond=0),
    )
