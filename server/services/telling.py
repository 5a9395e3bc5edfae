"""Readers of feeds told of changes, through a WebSub hub (W3C Recommendation of January 2018, section 6) or by podping.

A podping is asked of a front end as podping.cloud documents it: a GET with the feed's address, the reason and the
medium as parameters and the token as ``Authorization``; the front end writes it where every listener reads it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from server.domain.errors import DomainError
from server.domain.events import EventKind, StudioEvent
from server.domain.shows import Show
from server.fetch import Limits
from server.services.deliveries import Send
from server.services.media import MediaLinks
from server.services.refreshing import FetchDocument
from server.store import shows
from server.store.database import Store

log = logging.getLogger(__name__)

QUIET_S = 5.0
"""How long a show must not change before its hub is told, so that one working session is one message."""
LIMITS = Limits(max_bytes=100_000, total_s=30.0, headers_s=20.0)
_HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told; what is empty is not set up."""

    hub: str = ""
    """A WebSub hub."""
    podping: str = ""
    """A podping front end."""
    podping_token: str = field(default="", repr=False)


class Telling:
    """Tells of public feeds that changed. Must be made on the event loop that will use it."""

    def __init__(self, store: Store, links: MediaLinks, *, ears: Ears, send: Send, fetch: FetchDocument) -> None:
        self._store = store
        self._links = links
        self._ears = ears
        self._send = send
        self._fetch = fetch
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._sending: set[asyncio.Task[None]] = set()
        if ears.hub or ears.podping:
            store.listen(self._notice)

    async def close(self) -> None:
        """Stop; what was not told yet is told with the next change."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def tell(self, show_id: str) -> None:
        """Tell that the feed of a show changed; one that nobody else can reach is not told of."""
        show = await self._store.read(shows.find_public, show_id)
        url = self._links.public_url
        if show is None or show.hidden or (urlsplit(url).hostname or "localhost") in {"127.0.0.1", "::1", "localhost"}:
            return
        if self._ears.hub:
            await self._tell_hub(url + show.feed_path)
        if self._ears.podping:
            await self._podping(url + show.feed_path, show)

    async def _tell_hub(self, feed_url: str) -> None:
        body = urlencode({"hub.mode": "publish", "hub.url": feed_url}).encode()
        answer = await self._send(self._ears.hub, body, dict(_HEADERS))
        if answer.status is None or not 200 <= answer.status < 300:
            log.warning("The hub was not told of a change: %s", answer.fault or answer.status)

    async def _podping(self, feed_url: str, show: Show) -> None:
        joint = "&" if "?" in self._ears.podping else "?"
        asked = urlencode({"url": feed_url, "reason": "update", "medium": show.medium})
        headers = {"Authorization": self._ears.podping_token} if self._ears.podping_token else {}
        try:
            await self._fetch(f"{self._ears.podping}{joint}{asked}", limits=LIMITS, headers=headers)
        except DomainError as error:
            log.warning("No podping was sent of a change: %s", error.message)

    def _notice(self, events: Sequence[StudioEvent]) -> None:
        changed = {event.subject for event in events if event.kind is EventKind.SHOW_CHANGED}
        if changed:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wait, changed)

    def _wait(self, changed: Collection[str]) -> None:
        for show_id in changed:
            if (timer := self._timers.pop(show_id, None)) is not None:
                timer.cancel()
            self._timers[show_id] = self._loop.call_later(QUIET_S, self._begin, show_id)

    async def _tell_soon(self, show_id: str) -> None:
        try:
            await self.tell(show_id)
        except DomainError as error:
            log.warning("Nobody was told of a change: %s", error.message)
        except Exception:
            log.exception("Nobody was told of a change")

    def _begin(self, show_id: str) -> None:
        self._timers.pop(show_id, None)
        task = self._loop.create_task(self._tell_soon(show_id))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
