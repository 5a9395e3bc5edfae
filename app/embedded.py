"""The server inside the desktop: its own thread, its own loop, reached over HTTP like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.errors import CannotStart


class Access(Protocol):
    """How to reach a server."""

    @property
    def address(self) -> str:
        """Base address."""

    @property
    def token(self) -> str:
        """The owner's token."""


class ThreadedServer(Protocol):
    """A server that runs in a thread of this program."""

    def start(self) -> Access:
        """Start and wait until it accepts connections."""

    def stop(self) -> None:
        """End it and wait for its end."""


class Embedded:
    """Starts the server when the window asks for it, and translates why it can't."""

    def __init__(self, make: Callable[[], ThreadedServer], *, exit_codes: Callable[[Exception], int]) -> None:
        self._make = make
        self._exit_code = exit_codes
        self._running: ThreadedServer | None = None
        self._access: Access | None = None

    def start(self) -> tuple[str, str]:
        """Start the server; answers its base address and the owner's token. A running one answers the same."""
        if self._access is None:
            try:
                self._running = self._make()
                self._access = self._running.start()
            except Exception as error:
                self._running = None
                raise CannotStart(str(error), exit_code=self._exit_code(error)) from error
        return self._access.address, self._access.token

    def stop(self) -> None:
        """End the server, if it runs."""
        running, self._running, self._access = self._running, None, None
        if running is not None:
            running.stop()
