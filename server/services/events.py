"""What happens, told to those who listen; kept for those who were away."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence

from server.domain.accounts import Account
from server.domain.errors import Unavailable
from server.domain.events import EventKind, StudioEvent
from server.domain.times import Clock, utc_now
from server.store import events
from server.store.database import Store

PORTION = 500
"""Kept events read at a time."""
PATIENCE = 1_000
"""Events that a slow listener may be behind before it is told to read everything anew."""


class _Listener:
    """The events that one listener has not taken yet."""

    def __init__(self) -> None:
        self.waiting: deque[StudioEvent] = deque()
        self.behind = False
        self.closed = False
        self.news = asyncio.Event()

    def tell(self, event: StudioEvent) -> None:
        if len(self.waiting) >= PATIENCE:
            self.waiting.clear()
            self.behind = True
        self.waiting.append(event)
        self.news.set()

    def close(self) -> None:
        self.closed = True
        self.news.set()


class EventBus:
    """Events of one client at a time, with ids that only grow."""

    def __init__(self, store: Store, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock
        self._listeners: dict[str, set[_Listener]] = {}
        self._closed = False
        self._loop = asyncio.get_running_loop()
        store.listen(self._from_writer)

    async def follow(self, *, by: Account, after: int | None = None) -> AsyncIterator[StudioEvent]:
        """The caller's events from now on, or from the one after id `after`; ends when the server closes.

        When events after `after` are no longer kept, or the listener fell behind, one ``refresh`` event takes
        their place. Close the iterator (``aclosing``) to stop listening.
        """
        if self._closed:
            return
        listener = _Listener()
        self._listeners.setdefault(by.id, set()).add(listener)
        try:
            last = 0
            if after is not None:
                async for event in self._kept(by.id, after):
                    last = event.id
                    yield event
            while not listener.closed:
                await listener.news.wait()
                listener.news.clear()
                while listener.waiting:
                    # Looked at before each: whoever listens may also fall behind in the middle of what is waiting.
                    if listener.behind:
                        listener.behind = False
                        last = max(last, listener.waiting[-1].id)
                        listener.waiting.clear()
                        yield self._refresh(by.id, last)
                        continue
                    event = listener.waiting.popleft()
                    if event.id > last:
                        last = event.id
                        yield event
        except Unavailable:
            if not self._closed:
                raise
        finally:
            self._forget(by.id, listener)

    async def last_id(self) -> int:
        """Id of the newest event; 0 when there was none."""
        _, newest = await self._store.read(events.span)
        return newest

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()

    async def _kept(self, client_id: str, after: int) -> AsyncIterator[StudioEvent]:
        oldest, newest = await self._store.read(events.span)
        if after < oldest - 1 or after > newest:
            # Unknown to us or no longer kept: what the listener knows can't be brought up to date piece by piece.
            yield self._refresh(client_id, newest)
            return
        while portion := await self._store.read(events.after, client_id, after, limit=PORTION):
            for event in portion:
                yield event
            after = portion[-1].id

    def _refresh(self, client_id: str, event_id: int) -> StudioEvent:
        return StudioEvent(event_id, client_id, EventKind.REFRESH, self._clock())

    def _from_writer(self, told: Sequence[StudioEvent]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone, and its listeners with it
            self._loop.call_soon_threadsafe(self._spread, told)

    def _spread(self, told: Sequence[StudioEvent]) -> None:
        for event in told:
            for listener in self._listeners.get(event.client_id, ()):
                listener.tell(event)

    def _forget(self, client_id: str, listener: _Listener) -> None:
        listeners = self._listeners.get(client_id)
        if listeners is not None:
            listeners.discard(listener)
            if not listeners:
                del self._listeners[client_id]
