"""What happens, told to those who listen; kept for those who were away."""

from __future__ import annotations

from collections.abc import AsyncIterator

from server.domain.accounts import Account
from server.domain.events import StudioEvent


class EventBus:
    """Events of one client at a time, with ids that only grow."""

    def follow(self, *, by: Account, after: int | None = None) -> AsyncIterator[StudioEvent]:
        """The caller's events from now on, or from the one after id `after`; ends when the server closes.

        When events after `after` are no longer kept, or the listener fell behind, one ``refresh`` event takes
        their place. Close the iterator (``aclosing``) to stop listening.
        """
        raise NotImplementedError

    async def last_id(self) -> int:
        """Id of the newest event; 0 when there was none."""
        raise NotImplementedError
