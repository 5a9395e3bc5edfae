"""A receiver of webhooks on this computer: it listens on loopback only and verifies each message."""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.client.signatures import fault_of

if TYPE_CHECKING:
    from aiohttp import web

HOST = "127.0.0.1"
PATH = "/webhook"
MAX_BODY = 8 * 1024 * 1024
TAKEN = 204
UNSIGNED = 401
"""What a message gets whose signature is wrong."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message that came; `fault` says what is wrong with its signature, `status` what it was answered."""

    number: int
    on: datetime
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes
    fault: str
    status: int

    @property
    def message_id(self) -> str:
        """Of the message; a message that is sent again keeps it."""
        return self.headers.get("webhook-id", "")


class Receiver:
    """Takes messages from `open` to `close` and hands each to `came`.

    `answer` is the status that genuine messages get; `secret` what they must be signed with.
    """

    def __init__(self, *, came: Callable[[Received], None]) -> None:
        self._came = came
        self._runner: web.ServerRunner | None = None
        self._count = 0
        self.secret = ""
        self.answer = TAKEN

    @property
    def is_open(self) -> bool:
        """Whether it listens."""
        return self._runner is not None

    async def open(self) -> str:
        """Listen on a free port; the address that messages go to."""
        # It takes a tenth of a second to load: not on the window's loop.
        web = await asyncio.to_thread(importlib.import_module, "aiohttp.web")
        runner = web.ServerRunner(web.Server(self._take, client_max_size=MAX_BODY))
        await runner.setup()
        await web.TCPSite(runner, HOST, 0).start()
        self._runner = runner
        return f"http://{HOST}:{runner.addresses[0][1]}{PATH}"

    async def close(self) -> None:
        """Listen no more; again is no error."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _take(self, request: web.BaseRequest) -> web.Response:
        from aiohttp import web

        if request.method != "POST":
            return web.Response(status=405, headers={"Allow": "POST"})
        body = await request.read()
        headers = {name.lower(): value for name, value in request.headers.items()}
        fault = fault_of(body, headers, secret=self.secret, now_s=time.time())
        self._count += 1
        status = UNSIGNED if fault else self.answer
        self._came(Received(self._count, datetime.now(UTC), headers, body, fault, status))
        return web.Response(status=status)
