"""What waits and what runs."""

from __future__ import annotations

from server.domain.accounts import Account
from server.domain.pages import Page
from server.domain.requests import QueueFilter, QueueItem, QueueStats


class Queues:
    """The caller's view of the queue."""

    async def stats(self, *, by: Account) -> QueueStats:
        """How many of the caller's requests wait and run."""
        raise NotImplementedError

    async def page(self, page: int, limit: int, *, state: QueueFilter, by: Account) -> Page[QueueItem]:
        """A numbered page of the caller's waiting and running requests, oldest first."""
        raise NotImplementedError
