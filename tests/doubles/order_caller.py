"""A client that orders over HTTP, of a server with a fast engine."""

from __future__ import annotations

from typing import Any

import aiohttp


class OrderCaller:
    """Posts as one client; looks into its server for what the engine was given."""

    def __init__(self, server: Any, session: aiohttp.ClientSession, token: str) -> None:
        self.server, self.session, self.token = server, session, token

    async def post(self, path: str, body: Any, *, token: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        async with self.session.post(self.server.address + path, json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.session.get(self.server.address + path, headers=headers) as answer:
            return await answer.json()

    async def follow(self, condition: Any) -> Any:
        """What `condition` answers as soon as that is something, asked again with each event."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.session.get(self.server.address + "/studio/events?after=0", headers=headers) as stream:
            while not (found := await condition()):
                assert await stream.content.readline() != b""
        return found
