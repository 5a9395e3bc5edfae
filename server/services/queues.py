"""What waits and what runs."""

from __future__ import annotations

from server.domain.accounts import Account
from server.domain.pages import Page
from server.domain.requests import QueueFilter, QueueItem, QueueStats
from server.store import lists
from server.store.database import Store


class Queues:
    """The caller's view of the queue."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def stats(self, *, by: Account) -> QueueStats:
        """How many of the caller's requests wait and run."""
        return await self._store.read(lists.queue_stats, by.id)

    async def page(self, page: int, limit: int, *, state: QueueFilter, by: Account) -> Page[QueueItem]:
        """A numbered page of the caller's waiting and running requests, oldest first."""
        return await self._store.read(lists.queue_page, by.id, page, limit, state=state)
