"""Plays of episodes, counted from requests for their recordings. No person is followed.

A request counts when it begins at the recording's first byte and asks for more than a player's probe. The same address
with the same app counts once an episode and day: it is told by a hash under a key that is made anew each day, held in
memory only, and gone with the day. Robots that say so do not count.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import timedelta

from server.domain.accounts import Account
from server.domain.errors import DomainError
from server.domain.times import Clock, utc_day, utc_now
from server.services.shows import Shows
from server.store import plays
from server.store.database import Store

log = logging.getLogger(__name__)

PROBE_BYTES = 64 * 1024
"""Players that ask for no more look what the file is."""
REMEMBERED = 200_000
"""Listeners of a day that are told apart; beyond, plays are counted without."""
FLUSH_S = 10.0
_ROBOT = re.compile(r"bot\b|bot/|crawl|spider|slurp|preview|monitor|validator|curl/|wget/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlaysOfEpisode:
    """An episode's plays by day."""

    episode_id: int
    days: dict[str, int] = field(default_factory=dict)


class Plays:
    """Counts plays, and tells them. Must be made on the event loop that will use it."""

    def __init__(self, store: Store, shows_service: Shows, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._shows = shows_service
        self._clock = clock
        self._day = ""
        self._key = b""
        self._heard: set[bytes] = set()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None

    def note(self, key: str, *, address: str, agent: str, start: int, length: int, size: int) -> None:
        """Note that bytes of a public file are about to be sent; takes no time."""
        if start or length < min(size, PROBE_BYTES) or _ROBOT.search(agent):
            return
        day = utc_day(self._clock()).isoformat()
        if day != self._day:
            self._day, self._key = day, os.urandom(16)
            self._heard.clear()
        listener = hashlib.blake2s(f"{address}\0{agent}\0{key}".encode("utf-8", "replace"), key=self._key).digest()[:12]
        if listener in self._heard:
            return
        if len(self._heard) < REMEMBERED:
            self._heard.add(listener)
        self._counts[key, day] += 1
        if self._timer is None:
            self._timer = self._loop.call_later(FLUSH_S, self._begin)

    async def flush(self) -> None:
        """Write down what was counted."""
        counts, self._counts = self._counts, Counter()
        try:
            known: Counter[tuple[int, str]] = Counter()
            for (key, day), count in counts.items():
                episode_id = await self._store.read(plays.episode_of, key)
                if episode_id is not None:
                    known[episode_id, day] += count
            if known:
                await self._store.write(plays.add, known)
        except DomainError as error:
            # They are written with the next ones.
            self._counts.update(counts)
            log.warning("Plays could not be written down: %s", error.message)

    async def close(self) -> None:
        """Write down the last ones."""
        if self._timer is not None:
            self._timer.cancel()
        if self._writing is not None:
            await self._writing
        await self.flush()

    async def of_show(self, show_id: str, *, days: int, by: Account) -> tuple[PlaysOfEpisode, ...]:
        """Plays of a show's episodes in the last days, the newest episode first.

        Raises:
            Invalid: the id is not one that a show can have.
            NotFound: there is none of the caller.
        """
        await self._shows.get(show_id, by=by)
        await self.flush()
        since = utc_day(self._clock() - timedelta(days=days - 1)).isoformat()
        found: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for episode_id, day, count in await self._store.read(plays.of_show, show_id, since=since):
            found[episode_id][day] = count
        return tuple(PlaysOfEpisode(episode_id, counts) for episode_id, counts in found.items())

    def _begin(self) -> None:
        self._timer = None
        self._writing = self._loop.create_task(self.flush())
