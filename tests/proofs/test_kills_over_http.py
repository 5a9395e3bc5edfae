"""The whole server is killed again and again under load, while a receiver of its webhooks fails three times in ten.

No acknowledged request is lost or doubled; every webhook is told of every end, at least once and under one id; the
credits are exactly the sum of what was completed; the database is sound.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from fake_engine import FakeEngine
from live_server import FewVoices, judge
from moody_receiver import MoodyReceiver, moody_receiver, verify

from server.bootstrap import assembled
from server.commands.token import make_token
from server.config.faults import FAULT_VARIABLE, POINTS
from server.config.settings import ServerConfig
from server.domain.accounts import Account, ClientChange
from server.services import Services

ROOT = Path(__file__).parents[2]
DOUBLES = ROOT / "tests" / "doubles"
CLIENT = Account("killed")
PRICE = 10
PATIENCE_S = 900
"""However loaded the machine is, and however much is left to be ended."""
KILLS = int(os.environ.get("QUILLCAST_PROOF_KILLS", "200"))
REQUESTS = int(os.environ.get("QUILLCAST_PROOF_REQUESTS", "1000"))


@dataclass
class Told:
    """What the server acknowledged over all its lives."""

    accepted: dict[str, str] = field(default_factory=dict)
    """Ids by the order's own number."""
    cancelled: set[str] = field(default_factory=set)
    sent: int = 0
    kills: Counter[str] = field(default_factory=Counter)


@dataclass
class Killer:
    """Starts the server, orders, kills it, and begins again."""

    data_dir: Path
    token: str
    told: Told
    chance: random.Random

    async def life(self, orders: int, *, how: str) -> None:
        """One life: `how` is a named point, ``start`` for a death while it starts, or ``any`` moment."""
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{DOUBLES}", "PYTHONFAULTHANDLER": "1"}
        if how in POINTS:
            environment[FAULT_VARIABLE] = f"{how}:{self.chance.randrange(1, 3)}"
        said = self.data_dir.with_name("stderr.txt")
        with said.open("wb") as errors:
            server = await asyncio.create_subprocess_exec(
                sys.executable,
                str(DOUBLES / "mortal_server.py"),
                str(self.data_dir),
                env=environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        try:
            await self._live(server, orders, how)
        finally:
            if server.returncode is None:
                end(server.pid)
            await server.wait()
        if server.returncode not in {137, -signal.SIGKILL}:
            pytest.fail(f"{how}: the server ended with {server.returncode} by itself.\n{said.read_text('utf-8')}")
        self.told.kills[how if server.returncode == 137 else f"{how}, by signal"] += 1

    async def _live(self, server: asyncio.subprocess.Process, orders: int, how: str) -> None:
        assert server.stdout is not None
        if how == "start":
            # It may have come far enough to answer; whoever is told so has nothing acknowledged yet.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.stdout.readline(), self.chance.uniform(0.2, 1.5))
            return
        async with asyncio.timeout(PATIENCE_S):
            line = (await server.stdout.readline()).decode()
        if not line:
            return  # a named point was passed while it went on with what was there
        address = line.removeprefix("Listening on ").strip()
        headers = {"Authorization": f"Bearer {self.token}"}
        async with aiohttp.ClientSession(address, headers=headers) as session:
            ordering = asyncio.gather(*(self._order(session) for _ in range(orders)), return_exceptions=True)
            if how == "any":
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(ordering), self.chance.uniform(0.0, 0.6))
                end(server.pid)
            await ordering
            if how in POINTS:
                # The point may lie in work that goes on by itself; what never comes there is killed.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(server.wait(), self.chance.uniform(0.5, 1.5))

    async def _order(self, session: aiohttp.ClientSession) -> None:
        """Order something, now and then something to be cancelled, or an upload."""
        self.told.sent += 1
        number = self.told.sent
        doomed = number % 7 == 0
        body = {
            "outputType": "audio" if number % 2 else "text",
            "resources": [{"type": "text", "content": f"The words of order {number}. " * (400 if number % 5 else 20)}],
            "callbackData": str(number),
            "title": "held" if doomed else f"Order {number}",
        }
        if number % 6 == 0:
            form = aiohttp.FormData()
            form.add_field("file", f"upload {number}".encode(), filename="a.txt")
            async with session.post("/files", data=form) as answer:
                await answer.read()
        async with session.post("/content/Create", json=body) as answer:
            assert answer.status == 200, await answer.text()
            request_id = str((await answer.json())["request_id"])
            self.told.accepted[str(number)] = request_id
        if doomed:
            async with session.post("/content/CancelRequest", json={"id": request_id}) as answer:
                if answer.status == 200:
                    self.told.cancelled.add(request_id)


def end(pid: int) -> None:
    """Kill a process, if it is still there; asyncio's own `kill` would collect its exit code before asyncio does."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


async def all_ended(services: Services) -> None:
    """Follow the events until nothing waits or runs any more; in the last life nothing is held."""
    async with aclosing(services.events.follow(by=CLIENT, after=0)) as events:
        while (await services.queues.stats(by=CLIENT)).active:
            await anext(events)


class Moved:
    """The clock of the last life; it is moved over the long waits between attempts."""

    ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


async def settled(data_dir: Path, told: Told) -> dict[str, str]:
    """Let the last life bring everything to its end; the outcome by request id."""
    clock = Moved()
    config = ServerConfig(
        data_dir=data_dir, port=0, workers=2, allow_local_webhooks=True, public_url="http://cast.example"
    )
    async with assembled(config, engine=FakeEngine(), catalogue=FewVoices(), judge=judge, clock=clock) as services:
        async with asyncio.timeout(PATIENCE_S):
            await all_ended(services)
            await services.dispatcher.quiet()
        async with asyncio.timeout(PATIENCE_S):
            while True:
                await services.deliveries.quiet()
                health = await services.deliveries.health(by=CLIENT)
                if not any(each.pending for each in health):
                    break
                clock.ahead += timedelta(hours=5)
        assert all(each.given_up == 0 for each in health)
        listed = [item.id async for part in services.requests.every(by=CLIENT) for item in part]
        assert len(listed) == len(set(listed))
        ended = [await services.requests.get(request_id, by=CLIENT) for request_id in listed]
        states = {request.id: request.state.value for request in ended}
        assert set(states.values()) <= {"completed", "cancelled"}
        numbers = Counter(request.callback_data for request in ended)
        assert set(numbers.values()) == {1}, "an order was doubled"
        for number, request_id in told.accepted.items():
            assert states.get(request_id), f"order {number} was acknowledged and is lost"
        assert {states[request_id] for request_id in told.cancelled} <= {"cancelled"}
        for request in ended:
            assert bool(request.media) == (request.state.value == "completed")
            for media in request.media:
                assert (await services.media.find(media.key)).path.stat().st_size == media.size
        usage = await services.accounts.usage(by=CLIENT)
        assert usage.used == PRICE * sum(state == "completed" for state in states.values())
    return states


async def killed(data_dir: Path, receiver: MoodyReceiver, *, kills: int, requests: int) -> Told:
    """Kill a server `kills` times over `requests` orders, let the next one end everything, and look at all of it."""
    change = ClientChange(credits=PRICE * requests * 10, daily_podcasts=requests * 10)
    token = await asyncio.to_thread(make_token, data_dir, change, client=CLIENT.id)
    secrets = await registered(data_dir, receiver)
    told = Told()
    killer = Killer(data_dir, token, told, random.Random(kills))
    ways = ["any", "start", *sorted(POINTS), "any"]
    for number in range(kills):
        left = requests - len(told.accepted)
        orders = max(1, -(-left // (kills - number)))
        await killer.life(orders, how=ways[number % len(ways)])
    assert sum(told.kills.values()) == kills
    states = await settled(data_dir, told)
    with closing(sqlite3.connect(f"{(data_dir / 'quillcast.db').as_uri()}?mode=ro", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchone() is None
    for path, secret in secrets.items():
        came = receiver.by_request(path)
        assert came.keys() == states.keys(), "a webhook was not told of a request"
        for request_id, messages in came.items():
            assert any(message.taken for message in messages)
            assert len({message.id for message in messages}) == 1, "one request has two messages"
            assert len({message.body for message in messages}) == 1
            assert messages[0].told["event"] == f"request.{states[request_id]}"
            for message in messages:
                verify(message, secret)
    assert await asyncio.to_thread(half_written, data_dir) == []
    return told


def half_written(data_dir: Path) -> list[Path]:
    """What nobody will ever finish."""
    parts = [path for path in data_dir.rglob("*") if path.name.startswith((".part-", ".draft-"))]
    return parts + list((data_dir / "artefacts" / "drafts").iterdir())


async def registered(data_dir: Path, receiver: MoodyReceiver) -> dict[str, str]:
    """Two webhooks of the client; their secrets by path."""
    config = ServerConfig(data_dir=data_dir, port=0, allow_local_webhooks=True)
    secrets = {}
    async with assembled(config, engine=FakeEngine(), catalogue=FewVoices(), judge=_any) as services:
        for path in ("/one", "/two"):
            secrets[path] = (await services.webhooks.register(receiver.address + path, by=CLIENT)).secret
    return secrets


def _any(*_: object, **__: object) -> None:
    """Nothing is wrong with an address on this machine here."""


async def test_a_few_kills_lose_nothing(tmp_path: Path) -> None:
    async with moody_receiver(failing=0.3, seed=1) as receiver:
        told = await killed(tmp_path / "data", receiver, kills=2, requests=8)
    assert told.sent >= 4


@pytest.mark.slow
async def test_hundreds_of_kills_over_a_thousand_requests_lose_nothing(
    tmp_path: Path, measured: Callable[[str], None]
) -> None:
    async with moody_receiver(failing=0.3, seed=KILLS) as receiver:
        told = await killed(tmp_path / "data", receiver, kills=KILLS, requests=REQUESTS)
        failed = sum(not message.taken for message in receiver.came)
    assert len(told.accepted) >= REQUESTS * 0.7
    assert set(POINTS) <= {how.partition(",")[0] for how in told.kills}
    said = f"{KILLS} kills, {told.sent} orders sent, {len(told.accepted)} acknowledged"
    measured(f"{said}, {len(receiver.came)} messages, {failed} of them failed, {dict(told.kills)}")
