"""The real services over a real store, with a fast engine and a clock that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor  # noqa: F401 - resolved lazily, which reads a file
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx
from fake_engine import FakeEngine
from fake_voices import FakeCatalogue, judge_address

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER, Account, ClientChange
from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType, Request, State
from server.domain.sources import SourceKind
from server.services import Services

START = datetime(2026, 5, 4, 22, 0, tzinfo=UTC)


class StandingClock:
    """A clock that only moves when told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: float) -> None:
        self.now += timedelta(**span)


@dataclass
class Studio:
    """Everything a test of a use case needs."""

    services: Services
    engine: FakeEngine
    clock: StandingClock
    owner: Account
    data_dir: Path

    async def client(self, name: str, **change: object) -> Account:
        """A client with these rights and allowances."""
        saved = await self.services.accounts.save_client(name, ClientChange(**change), by=self.owner)
        return Account(saved.id, saved.pro, saved.licence, saved.subscription_ends)

    async def until(self, request_id: str, wanted: Callable[[Request], bool], *, by: Account) -> Request:
        """Follow the events until the request is as wanted."""
        async with asyncio.timeout(10), aclosing(self.services.events.follow(by=by, after=0)) as events:
            while not wanted(request := await self.services.requests.get(request_id, by=by)):
                await anext(events)
        return request

    async def ended(self, request_id: str, *, by: Account) -> Request:
        return await self.until(request_id, lambda request: not request.state.is_open, by=by)

    async def in_state(self, request_id: str, state: State, *, by: Account) -> Request:
        return await self.until(request_id, lambda request: request.state is state, by=by)


@dataclass
class Opener:
    """Opens the same data directory again and again, as restarts do."""

    data_dir: Path
    clock: StandingClock
    config: ServerConfig

    def open(self, engine: FakeEngine | None = None) -> OpenStudio:
        return OpenStudio(self, engine or FakeEngine())


class OpenStudio:
    """A studio for an `async with`."""

    def __init__(self, opener: Opener, engine: FakeEngine) -> None:
        self._opener = opener
        self._engine = engine

    async def __aenter__(self) -> Studio:
        self._context = assembled(
            self._opener.config,
            engine=self._engine,
            catalogue=FakeCatalogue(),
            judge=judge_address,
            clock=self._opener.clock,
        )
        services = await self._context.__aenter__()
        owner = Account(OWNER, pro=True, licence=True, scopes=frozenset({OWNER}))
        return Studio(services, self._engine, self._opener.clock, owner, self._opener.data_dir)

    async def __aexit__(self, *error: object) -> None:
        await self._context.__aexit__(*error)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def opener(tmp_path: Path, clock: StandingClock) -> Opener:
    return Opener(tmp_path / "data", clock, ServerConfig(data_dir=tmp_path / "data", workers=2))


@pytest.fixture
async def studio(opener: Opener) -> AsyncIterator[Studio]:
    """Open, with a guard that fails the test when something blocks the loop."""
    with blockbuster_ctx("server") as guard:
        for function in guard.functions.values():
            function.can_block_in("server/store/database.py", "look")
        async with opener.open() as opened:
            yield opened


@pytest.fixture
def an_order() -> Callable[..., ContentOrder]:
    def make(**changes: object) -> ContentOrder:
        order = ContentOrder(
            output_type=OutputType.TEXT, resources=(Resource(SourceKind.TEXT, "Words enough to be told."),)
        )
        return replace(order, **changes)

    return make


Order = Callable[..., ContentOrder]
Ended = Callable[..., Awaitable[Request]]
