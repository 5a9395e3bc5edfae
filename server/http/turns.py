"""Turns for work that holds the event loop, so that short calls need not wait for all of it."""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 4


class Turns:
    """Lets a few begin in each round of the loop, in the order they came; between rounds the loop looks at its sockets.

    Answers to orders that were written together leave together, and their callers come back together: without turns
    one round would read all of their next orders, and whoever only asks for a state would wait for every one.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._left = at_once
        self._turning = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Return when it is the caller's turn; at once while few come."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning, self._left = True, self._at_once
            loop.call_soon(self._turn, loop)
        if self._left and not self._waiting:
            self._left -= 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left = self._at_once
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():  # else its caller has gone
                turn.set_result(None)
                self._left -= 1
        self._turning = bool(self._waiting) or self._left < self._at_once
        if self._turning:
            loop.call_soon(self._turn, loop)
