"""A blocked loop fails the test; small edges with routes of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from blockbuster import BlockBuster, blockbuster_ctx
from small_edge import RawAnswer, raw_call, small_edge

from server.http.registry import Routes


@pytest.fixture(autouse=True)
def blockbuster() -> Iterator[BlockBuster]:
    """Blocking calls of the server's code on the loop raise."""
    with blockbuster_ctx("server") as guard:
        for function in guard.functions.values():
            # PySide6's import hook (pytest-qt loads it) reads the sources of whoever imports something.
            function.can_block_in("shibokensupport/feature.py", "_mod_uses_pyside")
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
