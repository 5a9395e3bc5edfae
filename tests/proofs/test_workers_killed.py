"""Real worker processes under the real queue: one that is killed costs its own request an attempt and nobody else
anything, and one that is cancelled is gone at once, with its place.

Each request's work is one piece in a worker process that holds until its gate is opened; everything around it, from the
store to the process pool, is the product's.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
import worker_pieces
from fake_engine import result_of
from live_server import FewVoices, judge
from real_server import until

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER, Account, ClientChange
from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType, Stage, State
from server.domain.sources import SourceKind
from server.engine import generating
from server.engine.jobs import Job, RenderResult
from server.engine.pool import ProcessEngine
from server.engine.stages.context import Context
from server.engine.workers import WorkKind
from server.services import Services

PIECE = WorkKind("proving", processes=0, timeout_s=600, memory_mib=800)
CLIENT = Account("proof")
PATIENCE_S = 60
LOADED = 3
"""How much slower a machine may be on which a limit in seconds is asserted."""
AGAIN_WITHIN_S, GONE_WITHIN_S, PLACE_WITHIN_S = 5.0, 1.0, 2.0
KILLS = int(os.environ.get("QUILLCAST_PROOF_WORKERS", "100"))
CANCELS = int(os.environ.get("QUILLCAST_PROOF_CANCELS", "100"))


def held(context: Context) -> RenderResult:
    """What takes the place of every maker: one piece that waits for its gate."""
    folder = context.work.path
    context.work.prepare()
    context.report(Stage.WRITING, 0.5, "Working")
    context.workers.run(PIECE, context.supervision, worker_pieces.hold_until, folder / "gate", folder / "mark")
    return result_of(Job(folder.name, 1, context.spec, folder), "Held")


def out_of_memory(context: Context) -> RenderResult:
    """What a worker's limit makes of a piece that grows."""
    raise MemoryError


@dataclass
class Proof:
    """A queue with real workers."""

    services: Services
    work: Path
    order: int = field(default=0)

    async def submit(self) -> str:
        """Order something; its id."""
        self.order += 1
        order = ContentOrder(
            output_type=OutputType.TEXT, resources=(Resource(SourceKind.TEXT, f"The words of order {self.order}."),)
        )
        return (await self.services.requests.submit(order, by=CLIENT)).id

    async def worker(self, request_id: str, *, but: int = 0) -> int:
        """The process that works for a request, once it does."""
        mark = self.work / request_id / "mark"

        def at_work() -> int:
            with contextlib.suppress(FileNotFoundError):
                pid = int(mark.read_text())
                return pid if pid != but and psutil.pid_exists(pid) else 0
            return 0

        return await asyncio.to_thread(until, at_work, patience_s=PATIENCE_S)

    def open_gate(self, request_id: str) -> None:
        """Let a request come to its end."""
        (self.work / request_id / "gate").touch()

    async def counts(self, *request_ids: str) -> dict[str, tuple[int, int]]:
        """Attempts and crashes of requests."""

        def counted(reading) -> dict[str, tuple[int, int]]:
            rows = reading.execute("SELECT id, attempt, crashes FROM requests").fetchall()
            return {row[0]: (row[1], row[2]) for row in rows if row[0] in request_ids}

        return await self.services.disk._store.read(counted)

    async def ended(self, request_id: str) -> State:
        """How a request ended."""
        async with (
            asyncio.timeout(PATIENCE_S),
            aclosing(self.services.events.follow(by=CLIENT, after=0)) as events,
        ):
            while (request := await self.services.requests.get(request_id, by=CLIENT)).state.is_open:
                await anext(events)
        return request.state


@asynccontextmanager
async def proving(data_dir: Path, *, places: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Proof]:
    """The services over real worker processes, `places` requests at a time."""
    monkeypatch.setattr(generating, "generate", held)
    engine = ProcessEngine(cache=data_dir / "models", cores=places, crash_limit=1, idle_s=60.0)
    config = ServerConfig(data_dir=data_dir, port=0, workers=places)
    async with assembled(config, engine=engine, catalogue=FewVoices(), judge=judge) as services:
        owner = Account(OWNER, scopes=frozenset({OWNER}))
        await services.accounts.save_client(CLIENT.id, ClientChange(credits=10**6, daily_podcasts=10**4), by=owner)
        yield Proof(services, data_dir / "work")


def gone(pid: int) -> bool:
    """Whether a process is there no more."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def kill_workers(proof: Proof, *, kills: int, places: int) -> list[float]:
    """Kill a random worker again and again; seconds until its request was at work again."""
    chance = random.Random(kills)
    running = {
        request_id: await proof.worker(request_id) for request_id in [await proof.submit() for _ in range(places)]
    }
    crashed = dict.fromkeys(running, 0)
    took: list[float] = []
    for _ in range(kills):
        request_id = chance.choice(list(running))
        before = await proof.counts(*running)
        began = time.monotonic()
        os.kill(running[request_id], signal.SIGKILL)
        again = await proof.worker(request_id, but=running[request_id])
        took.append(time.monotonic() - began)
        after = await proof.counts(*running)
        for other, pid in running.items():
            attempts, crashes = before[other]
            if other == request_id:
                assert after[other] == (attempts + 1, crashes + 1)
            else:
                assert after[other] == (attempts, crashes), "somebody else's request was touched"
                assert not gone(pid), "somebody else's worker was ended"
        running[request_id] = again
        crashed[request_id] += 1
        if crashed[request_id] == 2:  # a third one would be its last
            proof.open_gate(request_id)
            assert await proof.ended(request_id) is State.COMPLETED
            del running[request_id]
            fresh = await proof.submit()
            running[fresh], crashed[fresh] = await proof.worker(fresh), 0
    for request_id in running:
        proof.open_gate(request_id)
        assert await proof.ended(request_id) is State.COMPLETED
    used = (await proof.services.accounts.usage(by=CLIENT)).used
    assert used == 10 * proof.order
    return took


async def cancel_all(proof: Proof, *, cancels: int, places: int) -> tuple[list[float], list[float]]:
    """Cancel running requests one after the other; seconds until the processes were gone, and the places used again."""
    running = [await proof.submit() for _ in range(places)]
    gone_after: list[float] = []
    place_after: list[float] = []
    for _ in range(cancels):
        request_id = running.pop(0)
        worker = await proof.worker(request_id)
        tree = [psutil.Process(worker), *psutil.Process(worker).children(recursive=True)]
        following = await proof.submit()
        began = time.monotonic()
        await proof.services.requests.cancel(request_id, by=CLIENT)
        await asyncio.to_thread(psutil.wait_procs, tree, timeout=PATIENCE_S)
        assert not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in tree)
        gone_after.append(time.monotonic() - began)
        await proof.worker(following)
        place_after.append(time.monotonic() - began)
        assert await proof.ended(request_id) is State.CANCELLED
        running.append(following)
        for other in running[:-1]:
            assert not gone(await proof.worker(other))
    for request_id in running:
        proof.open_gate(request_id)
        assert await proof.ended(request_id) is State.COMPLETED
    assert (await proof.services.accounts.usage(by=CLIENT)).used == 10 * places
    return gone_after, place_after


def p99(values: list[float]) -> float:
    """The value that 99 in a hundred stay under."""
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else values[0]


async def test_killed_workers_cost_only_their_own_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with proving(tmp_path, places=2, monkeypatch=monkeypatch) as proof:
        assert len(await kill_workers(proof, kills=2, places=2)) == 2


async def test_work_beyond_its_memory_is_counted_like_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with proving(tmp_path, places=1, monkeypatch=monkeypatch) as proof:
        monkeypatch.setattr(generating, "generate", out_of_memory)
        request_id = await proof.submit()
        assert await proof.ended(request_id) is State.FAILED
        request = await proof.services.requests.get(request_id, by=CLIENT)
        assert (request.error_code, "worker" in request.error_message) == (1006, True)
        assert await proof.counts(request_id) == {request_id: (3, 3)}
        assert (await proof.services.accounts.usage(by=CLIENT)).used == 0


async def test_cancelled_work_gives_its_place_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with proving(tmp_path, places=2, monkeypatch=monkeypatch) as proof:
        assert len((await cancel_all(proof, cancels=1, places=2))[0]) == 1


@pytest.mark.slow
async def test_a_hundred_killed_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measured: Callable[[str], None]
) -> None:
    async with proving(tmp_path, places=4, monkeypatch=monkeypatch) as proof:
        took = await kill_workers(proof, kills=KILLS, places=4)
    measured(
        f"{len(took)} killed: at work again after {max(took):.2f} s at most, p50 {statistics.median(took):.2f}",
    )
    assert max(took) < LOADED * AGAIN_WITHIN_S


@pytest.mark.slow
async def test_a_hundred_cancels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measured: Callable[[str], None]
) -> None:
    async with proving(tmp_path, places=2, monkeypatch=monkeypatch) as proof:
        gone_after, place_after = await cancel_all(proof, cancels=CANCELS, places=2)
    measured(
        f"{len(gone_after)} cancels: gone p99 {p99(gone_after):.3f} s, place used again p99 {p99(place_after):.3f} s",
    )
    assert p99(gone_after) < LOADED * GONE_WITHIN_S
    assert p99(place_after) < LOADED * PLACE_WITHIN_S
