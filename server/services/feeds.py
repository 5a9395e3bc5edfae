"""Feeds as they are read: rendered once for each state of a show, and answered from memory until it changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.domain.errors import DomainError, Invalid, NotFound
from server.domain.events import EventKind, StudioEvent
from server.domain.times import Clock, to_ms, utc_now
from server.services.feed_pages import FeedDocument, FeedPages, rendered
from server.services.media import MediaLinks
from server.store.database import Store

WHOLE_FEED_BYTES = 10_000_000
"""A feed is served whole up to here; a larger one comes in pages."""

CACHE_BYTES = 64_000_000
"""Rendered feeds kept, of all shows together."""

AT_ONCE = 2
"""Feeds rendered at a time, so that other readers of the database need not wait."""

AHEAD_S = 1.0
"""How long after a change a feed is rendered anew, so that many changes at once cost one rendering."""


@dataclass(frozen=True, slots=True)
class _Kept:
    pages: FeedPages
    base: str
    until: datetime | None
    """When a scheduled episode appears."""

    @property
    def size(self) -> int:
        return self.pages.size


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
        self._few = asyncio.Semaphore(AT_ONCE)
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
        pages = kept.pages
        if not 1 <= page <= pages.count:
            raise NotFound(f"The feed has {pages.count} pages.", code="page_not_found")
        whole = pages.whole
        return whole if whole is not None else await asyncio.to_thread(pages.page, page)

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
        async with self._few:
            pages = await self._store.read(
                rendered, show_id, to_ms(now), base, self._hub, WHOLE_FEED_BYTES, self._store.path.parent
            )
        if pages is None:
            raise NotFound("There is no such show.", code="show_not_found")
        kept = _Kept(pages, base, pages.next_on)
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
