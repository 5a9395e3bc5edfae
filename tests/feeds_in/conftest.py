"""A whole server that may fetch from this machine, and a server of feeds beside it."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from feed_server import FeedServer, feed_server
from live_server import LiveServer, live_server

from server.domain.accounts import ClientChange
from server.services import refreshing
from server.services.quarantine import Quarantine
from server.store import clients
from server.store.database import Store


class NoQuarantine(Quarantine):
    """Reads on a thread: a process of its own costs seconds, and one test has it."""

    async def run(self, function, /, *args, **kwargs):
        return await asyncio.to_thread(function, *args, **kwargs)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: Any


@dataclass
class Api:
    """A caller of the whole server."""

    live: LiveServer
    session: aiohttp.ClientSession
    token: str

    async def call(self, method: str, path: str, body: Any = None, *, token: str = "") -> Answer:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        data = None if body is None else io.BytesIO(json.dumps(body).encode())
        address = path if path.startswith("http") else self.live.address + path
        async with self.session.request(method, address, headers=headers, data=data) as answer:
            raw = await answer.read()
            return Answer(answer.status, await answer.json() if answer.content_type == "application/json" else raw)

    async def get(self, path: str, **kw: Any) -> Answer:
        return await self.call("GET", path, **kw)

    async def post(self, path: str, body: Any = None, **kw: Any) -> Answer:
        return await self.call("POST", path, body, **kw)

    async def delete(self, path: str, **kw: Any) -> Answer:
        return await self.call("DELETE", path, **kw)

    async def add_feed(self, url: str) -> int:
        """Add a feed and wait until it was read once."""
        made = await self.post("/feeds", {"internalId": url})
        assert made.status == 200, made.body
        feed_id = int(made.body["feedId"])
        await self.live.services.refresher.refresh(feed_id)
        return feed_id


@pytest.fixture
async def site() -> AsyncIterator[FeedServer]:
    async with feed_server() as server:
        yield server


@pytest.fixture
async def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveServer]:
    monkeypatch.setattr(refreshing, "SPACING_S", 0.0)
    async with live_server(tmp_path, quarantine=NoQuarantine(), allow_private_urls=True) as server:
        yield server


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "quillcast.db", backups=tmp_path / "backups")
    for name in ("alice", "bob"):
        opened.write_and_wait(clients.save, name, ClientChange(credits=10_000), 1)
    yield opened
    opened.close()


@pytest.fixture
async def api(live: LiveServer) -> AsyncIterator[Api]:
    """`alice`, with PRO."""
    async with aiohttp.ClientSession() as session:
        yield Api(live, session, await live.client("alice", pro=True, credits=100_000))
