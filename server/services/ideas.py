"""Podcast ideas for everybody, within limits that keep the open door from being leant on."""

from __future__ import annotations

import hmac
import ipaddress
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from server.domain.accounts import Account
from server.domain.errors import CapacityReached
from server.domain.ideas import PodcastIdea, ideas_for, ideas_from
from server.domain.identifiers import new_id
from server.domain.times import Clock, to_ms, utc_now
from server.store import episodes, idea_calls
from server.store.database import Store
from server.store.episodes import Whose
from server.store.transactions import Transaction

WINDOW = timedelta(hours=24)
PER_ADDRESS = 2
IN_ALL = 30
AT_ONCE = 2
_OWN_TITLES = 12


@dataclass(frozen=True, slots=True)
class Proposed:
    """The answer to one call."""

    request_id: str
    ideas: tuple[PodcastIdea, ...]


class Ideas:
    """Makes ideas, and counts who asked."""

    def __init__(self, store: Store, *, key: bytes, clock: Clock = utc_now) -> None:
        """`key` hides the callers' addresses in what is kept for a day."""
        self._store = store
        self._key = key
        self._clock = clock
        self._at_once: Counter[str] = Counter()

    async def propose(self, topic: str, *, address: str, by: Account | None, language: str = "en") -> Proposed:
        """Ideas for a topic, or topics too when none is named: then from the caller's own titles, where he is known.

        They are in the topic's language; `language` (ISO 639-1) is for topics that don't tell theirs.

        Raises:
            CapacityReached: more than two calls in 24 hours or at once from this address, or thirty in all.
        """
        caller = self._hidden(address)
        if self._at_once[caller] >= AT_ONCE:
            raise CapacityReached(
                f"Only {AT_ONCE} calls at a time are answered; wait for the first ones.",
                code="too_many_at_once",
                retry_after_s=5,
            )
        self._at_once[caller] += 1
        try:
            call_id = new_id()
            await self._store.write(_count, call_id, caller, to_ms(self._clock()))
            made = ideas_for(topic, otherwise=language) or ideas_from(
                await self._titles(by), seed=f"{self._clock():%Y-%m-%d}/{by.id if by else ''}", otherwise=language
            )
            return Proposed(call_id, made)
        finally:
            self._at_once[caller] -= 1
            if not self._at_once[caller]:
                del self._at_once[caller]

    async def _titles(self, by: Account | None) -> tuple[str, ...]:
        if by is None:
            return ()
        found, _ = await self._store.read(episodes.portion, Whose(by.id), None, _OWN_TITLES)
        return tuple(episode.title for episode in found)

    def _hidden(self, address: str) -> str:
        try:
            known = ipaddress.ip_address(address.partition("%")[0])
            if known.version == 6:  # one household has a whole /64
                address = str(known.ipv4_mapped or ipaddress.ip_network(f"{known}/64", strict=False).network_address)
        except ValueError:
            pass
        return hmac.new(self._key, f"ideas/{address}".encode(), "sha256").hexdigest()


def _count(transaction: Transaction, call_id: str, caller: str, now_ms: int) -> None:
    """Count a call, unless a limit is reached: then nothing is counted."""
    window_ms = int(WINDOW / timedelta(milliseconds=1))
    idea_calls.forget(transaction, now_ms - window_ms)
    for limit, whose in ((PER_ADDRESS, caller), (IN_ALL, "")):
        used = idea_calls.moments(transaction, whose)
        if len(used) >= limit:
            free_ms = used[-limit] + window_ms
            who = "your address" if whose else "all callers together"
            raise CapacityReached(
                f"{limit} calls in 24 hours are answered for {who}; come back later.",
                code="ideas_used_up",
                retry_after_s=max(1, -(-(free_ms - now_ms) // 1000)),
            )
    idea_calls.add(transaction, call_id, caller, now_ms)
