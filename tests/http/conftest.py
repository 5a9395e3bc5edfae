"""A blocked loop fails the test; small edges with routes of the test's own."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from blockbuster import BlockBuster, blockbuster_ctx
from live_server import LiveServer, live_server
from small_edge import RawAnswer, raw_call, small_edge

from server.http.registry import Routes


@pytest.fixture(autouse=True)
def blockbuster() -> Iterator[BlockBuster]:
    """Blocking calls of the server's code on the loop raise."""
    with blockbuster_ctx("server") as guard:
        for function in guard.functions.values():
            # PySide6's import hook (pytest-qt loads it) reads the sources of whoever imports something.
            function.can_block_in("shibokensupport/feature.py", "_mod_uses_pyside")
            function.can_block_in("server/store/database.py", "look")
        yield guard


@dataclass
class SmallEdge:
    """A running edge and a session that talks to it."""

    address: str
    session: aiohttp.ClientSession
    log_path: Path
    close_log: Callable[[], None]

    def read_log(self) -> str:
        """Everything logged; nothing is logged after it."""
        self.close_log()
        return self.log_path.read_text("utf-8")

    async def call(self, method: str, path: str, *, token: str | None = "alice-token", **kw: Any) -> Any:
        """One call: status, headers and the body (JSON where it is JSON)."""
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **kw.pop("headers", {})}
        async with self.session.request(method, self.address + path, headers=headers, **kw) as answer:
            raw = await answer.read()
            body = await answer.json() if raw and answer.content_type == "application/json" else raw
            return Answer(answer.status, answer.headers, body)

    async def raw(self, sent: bytes, **kw: Any) -> RawAnswer | None:
        """Bytes as they are."""
        return await raw_call(self.address, sent, **kw)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Any
    body: Any


@pytest.fixture
async def start_edge(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Start an edge in front of some routes."""
    async with AsyncExitStack() as stack:

        async def start(routes: Routes, **settings: Any) -> SmallEdge:
            address, log = await stack.enter_async_context(small_edge(routes, data_dir=tmp_path, **settings))
            session = await stack.enter_async_context(aiohttp.ClientSession())
            return SmallEdge(address, session, tmp_path / "logs" / "server.jsonl", log.close)

        yield start


@dataclass
class Api:
    """A caller of the whole server."""

    server: LiveServer
    session: aiohttp.ClientSession
    token: str

    async def call(self, method: str, path: str, *, token: str | None = "", **kw: Any) -> Answer:
        """One call with this caller's token, another's, or none (None)."""
        token = self.token if token == "" else token
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **kw.pop("headers", {})}
        address = path if path.startswith("http://") else self.server.address + path
        async with self.session.request(method, address, headers=headers, **kw) as answer:
            raw = await answer.read()
            body = await answer.json() if raw and answer.content_type == "application/json" else raw
            return Answer(answer.status, answer.headers, body)

    async def get(self, path: str, **kw: Any) -> Answer:
        """Read."""
        return await self.call("GET", path, **kw)

    async def post(self, path: str, body: Any = None, **kw: Any) -> Answer:
        """Do."""
        if body is not None:
            kw["data"] = io.BytesIO(json.dumps(body).encode())
        return await self.call("POST", path, **kw)

    async def create(self, **fields: Any) -> str:
        """Order something; gives the request's id."""
        answer = await self.post("/content/Create", an_order(**fields))
        assert answer.status == 200, answer.body
        return str(answer.body["request_id"])

    async def until(self, request_id: str, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Follow the caller's events until Status says what is waited for."""
        async with self.session.get(
            self.server.address + "/studio/events?after=0", headers={"Authorization": f"Bearer {self.token}"}
        ) as stream:
            async with asyncio.timeout(20):
                while True:
                    status: dict[str, Any] = (await self.get(f"/content/Status/{request_id}")).body
                    if reached(status):
                        return status
                    assert await stream.content.readline() != b"", "the stream ended"

    async def made(self, **fields: Any) -> dict[str, Any]:
        """Order something and wait until it is there."""
        return await self.until(await self.create(**fields), lambda status: status["status"] == 100)


def an_order(**fields: Any) -> dict[str, Any]:
    """A sound body of Create."""
    return {"outputType": "text", "resources": [{"type": "text", "content": "A source of words. " * 40}], **fields}


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveServer]:
    """The whole server with the tests' engine."""
    async with live_server(tmp_path) as server:
        yield server


@pytest.fixture
async def api(live: LiveServer) -> AsyncIterator[Api]:
    """A caller, `alice`, with PRO."""
    async with aiohttp.ClientSession() as session:
        yield Api(live, session, await live.client("alice", pro=True, credits=100_000))
