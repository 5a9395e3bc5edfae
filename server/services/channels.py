"""Channels of the video site: connected when their feed of videos was read, and read again every hour."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit

from server.domain import refreshes
from server.domain.accounts import Account
from server.domain.channels import VIDEOS, Channel, Video, channel_address, feed_named_in, is_video_address
from server.domain.errors import DomainError, Invalid, InvalidField, NotFound, Unavailable
from server.domain.identifiers import new_id
from server.domain.orders import Material
from server.domain.pages import Page
from server.domain.plaintext import plain, shortened
from server.domain.read_feeds import ReadFeed
from server.domain.sources import SourceKind
from server.domain.times import Clock, to_ms, utc_now
from server.fetch import FetchFailed, Limits
from server.services.refreshing import ACCEPT, FetchDocument, ReadDocument
from server.services.rounds import Background
from server.store import channels
from server.store.database import Store

log = logging.getLogger(__name__)

MOST_CHANNELS = 200
"""Channels of one client."""
MAX_NAME = 200
LOOK_S = 60.0
AT_A_TIME = 20
EVERY = timedelta(hours=1)
LIMITS = Limits(max_bytes=5_000_000)
GONE = "There is no such channel."
_OURS = "Something went wrong here while it was read; the log file has the details."


class Channels:
    """The caller's channels; also `server.services.references.Channels`."""

    def __init__(
        self,
        store: Store,
        *,
        fetch: FetchDocument,
        read: ReadDocument,
        clock: Clock = utc_now,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._fetch = fetch
        self._read = read
        self._clock = clock
        self._jitter = jitter
        self._woken = asyncio.Event()
        self._background = Background(self._run, "channels")

    async def start(self) -> None:
        """Go on with what is due."""
        self._background.start()

    async def close(self) -> None:
        """Stop; what is being read stays due."""
        await self._background.close()

    async def add(self, url: str, *, name: str = "", by: Account) -> Channel:
        """Connect a channel; its feed is read in the background. Again is the same channel.

        Raises:
            InvalidField: ``url`` is no address of a channel of the video site.
            Invalid: ``subscription_expired``, ``too_many_channels``.
        """
        now = self._clock()
        by.require_subscription(now)
        address = channel_address(url)
        if (await self._store.read(channels.page, by.id, 1, 1)).total >= MOST_CHANNELS:
            raise Invalid(
                f"You have {MOST_CHANNELS} channels, the most there can be: delete some.", code="too_many_channels"
            )
        channel = await self._store.write(
            channels.add,
            Channel(
                id=new_id(),
                client_id=by.id,
                name=shortened(plain(name), MAX_NAME) or urlsplit(address.url).path.strip("/"),
                url=address.url,
                feed_url=address.feed_url,
                created_on=now,
                due_on=now,
            ),
        )
        self._woken.set()
        return channel

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Channel]:
        """A numbered page of the caller's channels, newest first."""
        return await self._store.read(channels.page, by.id, number, limit)

    async def every(self, *, by: Account) -> tuple[Channel, ...]:
        """All of the caller's channels, newest first."""
        return (await self._store.read(channels.page, by.id, 1, MOST_CHANNELS)).items

    async def remove(self, channel_id: str, *, by: Account) -> None:
        """Disconnect a channel; what was ordered of it goes on. Raises `NotFound`."""
        if not await self._store.write(channels.remove, channel_id, by.id, to_ms(self._clock())):
            raise NotFound(GONE, code="channel_not_found")

    async def newest(self, ids: Sequence[str], *, count: int, field: str, by: Account) -> tuple[Material, ...]:
        """The newest `count` videos of each channel, as addresses. Raises `InvalidField`."""
        found: dict[str, Material] = {}
        for channel_id in ids:
            channel = await self._store.read(channels.find, channel_id, by.id)
            if channel is None or channel.connected_on is None:
                raise InvalidField(field, "no connected channel of yours has this id")
            if not channel.videos:
                raise InvalidField(field, "this channel has no videos")
            for video in channel.videos[:count]:
                found[video.url] = Material(SourceKind.VIDEO_SITE, video.url, video.title or channel.name)
        return tuple(found.values())

    async def read_due(self) -> None:
        """Read the feeds that are due, one after the other: they all lie on one host."""
        for channel in await self._store.read(channels.due, to_ms(self._clock()), AT_A_TIME):
            after = await self._outcome(channel)
            await self._store.write(channels.save, after, to_ms(self._clock()))

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                await self.read_due()
            except Unavailable as error:
                log.warning("Channels could not be looked through: %s", error)
            except Exception:
                log.exception("Channels could not be looked through")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()

    async def _outcome(self, channel: Channel) -> Channel:
        retry_after = ""
        try:
            feed_url = channel.feed_url or await self._find_feed(channel)
            read = await self._feed(feed_url)
        except FetchFailed as error:
            fault, retry_after = error.message, error.retry_after
        except Unavailable:
            raise
        except DomainError as error:
            fault = error.message
        except Exception:
            log.exception("Channel %s could not be read", channel.id)
            fault = _OURS
        else:
            return self._connected(channel, feed_url, read)
        now, failures = self._clock(), channel.failures + 1
        bar = refreshes.bar_of(retry_after, now=now)
        due = refreshes.next_try(now, failures=failures, barred_until=bar, jitter=self._jitter())
        return replace(channel, failures=failures, fault=fault, due_on=due)

    def _connected(self, channel: Channel, feed_url: str, read: ReadFeed) -> Channel:
        now = self._clock()
        videos = [Video(item.link, item.title, item.published) for item in read.items if is_video_address(item.link)]
        videos.sort(key=lambda video: video.published.timestamp() if video.published else 0.0, reverse=True)
        return replace(
            channel,
            feed_url=feed_url,
            title=read.title,
            videos=tuple(videos[:VIDEOS]),
            connected_on=channel.connected_on or now,
            read_on=now,
            due_on=now + EVERY * (1 + self._jitter() / 10),
            failures=0,
            fault="",
        )

    async def _find_feed(self, channel: Channel) -> str:
        fetched = await self._fetch(channel.url, limits=LIMITS)
        found = feed_named_in(fetched.body.decode("utf-8", "replace"))
        if not found:
            raise Invalid("The page of this channel names no feed of videos: give the address with its id instead.")
        return found

    async def _feed(self, url: str) -> ReadFeed:
        fetched = await self._fetch(url, limits=LIMITS, headers={"Accept": ACCEPT})
        return await self._read(fetched.body, headers=fetched.headers, url=fetched.url)
