"""A receiver of webhooks that fails now and then, in every way a receiver fails; what came is kept."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from unittest import mock

from aiohttp import web
from standardwebhooks import webhooks as standard


@dataclass(frozen=True)
class Came:
    """One message as it came, and whether it was taken."""

    path: str
    id: str
    body: bytes
    headers: dict[str, str]
    taken: bool

    @property
    def told(self) -> dict[str, Any]:
        """Its body."""
        return json.loads(self.body)


@dataclass
class MoodyReceiver:
    """Answers 200, or fails: with `failing` as the share of failures, or always while `down`."""

    failing: float
    chance: random.Random
    down: bool = False
    address: str = ""
    came: list[Came] = field(default_factory=list)

    async def handle(self, request: web.BaseRequest) -> web.Response:
        """Take a message, or not."""
        body = await request.read()
        taken = not self.down and self.chance.random() >= self.failing
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.came.append(Came(request.path, headers["webhook-id"], body, headers, taken))
        if taken:
            return web.Response()
        match self.chance.randrange(4):
            case 0:
                return web.Response(status=500)
            case 1:
                return web.Response(status=302, headers={"Location": self.address})
            case 2:
                return web.Response(status=503, headers={"Retry-After": "1"})
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    def by_request(self, path: str) -> dict[str, list[Came]]:
        """What came to one address, by the request that it tells of."""
        found: dict[str, list[Came]] = defaultdict(list)
        for each in self.came:
            if each.path == path:
                found[each.told["request_id"]].append(each)
        return found


@asynccontextmanager
async def moody_receiver(*, failing: float, seed: int) -> AsyncIterator[MoodyReceiver]:
    """Receive until the block is left."""
    receiver = MoodyReceiver(failing, random.Random(seed))
    runner = web.ServerRunner(web.Server(receiver.handle))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield receiver
    finally:
        await runner.cleanup()


def verify(message: Came, secret: str) -> None:
    """Check a signature with the library of Standard Webhooks, at the moment that the message was signed.

    Raises:
        WebhookVerificationError: it is not genuine.
    """
    signed = datetime.fromtimestamp(int(message.headers["webhook-timestamp"]), UTC)
    with mock.patch.object(standard, "datetime", mock.Mock(wraps=datetime, now=lambda tz=None: signed)):
        standard.Webhook(secret).verify(message.body, message.headers)
