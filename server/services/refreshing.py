"""Feeds are read again in the background: politely, a few at a time, and each as often as it asks for."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import urlsplit

from server.domain import refreshes
from server.domain.errors import DomainError, Unavailable
from server.domain.read_feeds import ReadFeed, ReadItem
from server.domain.refreshes import Rhythm
from server.domain.subscribed_feeds import FeedState, SubscribedFeed
from server.domain.times import Clock, to_ms, utc_now
from server.feeds.documents import MAX_BYTES, NotAFeed
from server.fetch import Fetched, FetchFailed, Limits
from server.store import feed_items, subscribed_feeds, subscriptions
from server.store.database import Store
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

AT_ONCE = 8
SPACING_S = 1.0
"""Between two calls to one host; never two at a time."""
LOOK_S = 30.0
"""How often it is looked what is due at the latest: a clock may be set, and a computer sleep."""
PORTION = 200
LIMITS = Limits(max_bytes=MAX_BYTES, total_s=60.0, headers_s=20.0, idle_s=15.0)
ACCEPT = (
    "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1"
)
_OURS = "Something went wrong here while it was read; the log file has the details."


class FetchDocument(Protocol):
    """Gets what is at an address, by the guarded way out. Raises `FetchFailed`."""

    async def __call__(
        self,
        url: str,
        *,
        limits: Limits | None = ...,
        allow_private: bool = ...,
        accept: Sequence[str] = ...,
        headers: Mapping[str, str] | None = ...,
        etag: str = ...,
        last_modified: str = ...,
        into: Path | None = ...,
        method: Literal["GET", "HEAD"] = ...,
        also: Collection[int] = ...,
    ) -> Fetched: ...


class ReadDocument(Protocol):
    """Reads a stranger's feed where it can do no harm. Raises `DomainError`."""

    async def __call__(self, data: bytes, *, headers: Mapping[str, str], url: str) -> ReadFeed: ...


class Hosts:
    """One call at a time to each host, and a pause between two."""

    def __init__(self, *, spacing_s: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._spacing_s = spacing_s
        self._monotonic = monotonic
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}
        self._last: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Wait for the turn of a call to `url`'s host, and hold it."""
        host = urlsplit(url).netloc.rpartition("@")[2].lower()
        lock = self._locks.setdefault(host, asyncio.Lock())
        self._users[host] = self._users.get(host, 0) + 1
        try:
            async with lock:
                wait = self._last.get(host, float("-inf")) + self._spacing_s - self._monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
                try:
                    yield
                finally:
                    self._last[host] = self._monotonic()
        finally:
            self._users[host] -= 1
            if not self._users[host]:
                del self._users[host], self._locks[host]
                self._forget()

    def _forget(self) -> None:
        if len(self._last) > 1_000:
            past = self._monotonic() - self._spacing_s
            self._last = {host: moment for host, moment in self._last.items() if moment > past}


class Refresher:
    """Reads feeds when they are due, or when asked to.

    Args:
        store: where they are kept.
        fetch: the guarded way out.
        read: reads a feed in quarantine.
        came: told when new items are on disk.
        jitter: draws a number from 0 to 1.
    """

    def __init__(
        self,
        store: Store,
        *,
        fetch: FetchDocument,
        read: ReadDocument,
        came: Callable[[], None] = lambda: None,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
        at_once: int = AT_ONCE,
        spacing_s: float | None = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._fetch = fetch
        self._read = read
        self._came = came
        self._allow_private = allow_private_urls
        self._clock = clock
        self._jitter = jitter
        self._places = asyncio.Semaphore(at_once)
        self._hosts = Hosts(spacing_s=SPACING_S if spacing_s is None else spacing_s)
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with what is due."""
        self._loop = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is being read stays due."""
        tasks = [*self._reading.values(), *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """A feed may be due."""
        self._woken.set()

    async def refresh(self, feed_id: int) -> None:
        """Read a feed now, and return when that has come to an end, good or bad: the feed says how it went."""
        await asyncio.shield(self._task(feed_id))

    async def settle(self) -> None:
        """Read everything that is due now, and return when that is done."""
        while (started := await self._start_due()) or self._reading:
            if not started:
                await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = LOOK_S
            try:
                await self._start_due()
                wait = await self._pause()
            except Unavailable as error:
                log.warning("Feeds could not be looked through: %s", error)
            except Exception:
                log.exception("Feeds could not be looked through")
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def _start_due(self) -> bool:
        """Start reading what is due and not being read; whether there was any."""
        room = PORTION - len(self._reading)
        if room <= 0:
            return False
        due = await self._store.read(subscribed_feeds.due, to_ms(self._clock()), room + len(self._reading))
        new = [feed_id for feed_id in due if feed_id not in self._reading]
        for feed_id in new:
            self._task(feed_id)
        return bool(new)

    async def _pause(self) -> float:
        now_ms = to_ms(self._clock())
        following = await self._store.read(subscribed_feeds.next_due, now_ms)
        return LOOK_S if following is None else min(max((following - now_ms) / 1000, 0.05), LOOK_S)

    def _task(self, feed_id: int) -> asyncio.Task[None]:
        task = self._reading.get(feed_id)
        if task is None:
            task = self._reading[feed_id] = asyncio.create_task(self._refresh(feed_id))
            task.add_done_callback(lambda _: self._done(feed_id))
        return task

    def _done(self, feed_id: int) -> None:
        self._reading.pop(feed_id, None)
        self.wake()

    async def _refresh(self, feed_id: int) -> None:
        try:
            feed = await self._store.read(subscribed_feeds.by_id, feed_id)
            if feed is None or (feed.barred_until is not None and feed.barred_until > self._clock()):
                await self._wait_out(feed)
                return
            async with self._hosts.turn(feed.location), self._places:
                changed, items = await self._outcome(feed)
            new = await self._kept(feed, changed, items)
        except Unavailable as error:
            log.info("Feed %s stays due: %s", feed_id, error)
            # Not at once again: what can't be kept now can't be kept in a moment either.
            await asyncio.sleep(SPACING_S)
            return
        if new:
            self._came()

    async def _kept(
        self, before: SubscribedFeed, after: SubscribedFeed, items: tuple[ReadItem, ...] | None
    ) -> tuple[str, ...]:
        """Keep what a try brought. A feed that can't be kept has failed: left as it was, it would be due at once."""
        try:
            return await self._store.write(_keep, after, items, to_ms(self._clock()))
        except Unavailable:
            raise
        except DomainError as error:
            failed = self._failed(before, error.message)
        except Exception:
            log.exception("Feed %s could not be kept", before.id)
            failed = self._failed(before, _OURS)
        return await self._store.write(_keep, failed, None, to_ms(self._clock()))

    async def _wait_out(self, feed: SubscribedFeed | None) -> None:
        if feed is not None and feed.due_on is not None and feed.due_on <= self._clock():
            await self._store.write(_keep, replace(feed, due_on=feed.barred_until), None, to_ms(self._clock()))

    async def _outcome(self, feed: SubscribedFeed) -> tuple[SubscribedFeed, tuple[ReadItem, ...] | None]:
        """The feed after a try, and its items where they were read."""
        try:
            return await self._read_anew(feed)
        except FetchFailed as error:
            return self._failed(feed, error.message, status=error.status, retry_after=error.retry_after), None
        except Unavailable:
            raise
        except DomainError as error:
            return self._failed(feed, error.message), None
        except Exception:
            log.exception("Feed %s could not be read", feed.id)
            return self._failed(feed, _OURS), None

    async def _read_anew(self, feed: SubscribedFeed) -> tuple[SubscribedFeed, tuple[ReadItem, ...] | None]:
        fetched = await self._get(feed.location, etag=feed.etag, last_modified=feed.last_modified)
        location = fetched.moved_to or feed.location
        if fetched.not_modified:
            return self._well(feed, location=location, rhythm=_told(feed.rhythm, fetched)), None
        try:
            read = await self._read(fetched.body, headers=fetched.headers, url=fetched.url)
        except NotAFeed as error:
            if not error.found or feed.read_on is not None:
                raise
            # The address of a site was given: its page names the feed.
            fetched = await self._get(error.found)
            location = fetched.moved_to or error.found
            read = await self._read(fetched.body, headers=fetched.headers, url=fetched.url)
        rhythm = Rhythm(read.interval_minutes, None, read.skip_hours, read.skip_days)
        changed = replace(
            self._well(feed, location=location, rhythm=_told(rhythm, fetched)),
            title=read.title,
            link=read.link,
            description=read.description,
            image_url=read.image_url,
            etag=fetched.etag[:500],
            last_modified=fetched.last_modified[:100],
            warnings=read.warnings,
        )
        return changed, read.items

    def _get(self, url: str, *, etag: str = "", last_modified: str = "") -> Awaitable[Fetched]:
        return self._fetch(
            url,
            limits=LIMITS,
            allow_private=self._allow_private,
            headers={"Accept": ACCEPT},
            etag=etag,
            last_modified=last_modified,
        )

    def _well(self, feed: SubscribedFeed, *, location: str, rhythm: Rhythm) -> SubscribedFeed:
        now = self._clock()
        return replace(
            feed,
            location=location,
            state=FeedState.ACTIVE,
            rhythm=rhythm,
            due_on=refreshes.next_read(now, rhythm, jitter=self._jitter()),
            barred_until=None,
            read_on=now,
            failures=0,
            fault="",
        )

    def _failed(
        self, feed: SubscribedFeed, message: str, *, status: int | None = None, retry_after: str = ""
    ) -> SubscribedFeed:
        now = self._clock()
        failures = feed.failures + 1
        if status == 410:
            return replace(feed, state=FeedState.GONE, due_on=None, failures=failures, fault=message)
        bar = refreshes.bar_of(retry_after, now=now)
        due = refreshes.next_try(now, failures=failures, barred_until=bar, jitter=self._jitter())
        return replace(feed, due_on=due, barred_until=bar, failures=failures, fault=message)


def _told(rhythm: Rhythm, fetched: Fetched) -> Rhythm:
    return replace(rhythm, max_age_s=refreshes.max_age_of(fetched.headers))


def _keep(
    transaction: Transaction, feed: SubscribedFeed, items: tuple[ReadItem, ...] | None, now_ms: int
) -> tuple[str, ...]:
    """Keep a feed and its items; ids of items that are new to those who follow it."""
    before = subscribed_feeds.by_id(transaction, feed.id)
    if before is None:
        return ()
    new = feed_items.keep(transaction, feed.id, items, now_ms) if items is not None else ()
    if items is not None and before.read_on is None:
        # What was there when it was first read is not new.
        subscriptions.pass_over(transaction, feed.id)
        new = ()
    changed = replace(feed, changed_on=feed.read_on) if new or (items is not None and before.read_on is None) else feed
    subscribed_feeds.save(transaction, changed, now_ms)
    return new
