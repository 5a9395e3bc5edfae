"""Hands waiting requests to the engine and keeps what comes back."""

from __future__ import annotations


class Dispatcher:
    """Claims, runs and settles requests. `Requests` wakes it; the edge has no business with it."""

    @property
    def running(self) -> tuple[str, ...]:
        """Ids of the requests that run now, for the health page."""
        raise NotImplementedError
