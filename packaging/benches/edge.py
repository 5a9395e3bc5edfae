"""Measures the server over HTTP against its limits and prints one JSON object: figures, limits, and whether each holds.

    python packaging/benches/edge.py [--requests 100000] [--creates 3000] [--polls 4000]

The server and a bare aiohttp handler run in processes of their own and are called in turns by the same callers, so that
the ratio of their CPU says nothing of the machine. Seconds depend on the machine and its load: of several rounds the
best one counts, because what else the machine does only ever adds. The start is that of `quillcast serve` itself on the
full database, from the command to an answer of /studio/health; the rest is called with an engine that makes nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging" / "benches")]

from store import OWNER, seed  # noqa: E402

from server.commands.serve import new_event_loop  # noqa: E402
from server.commands.token import make_token  # noqa: E402
from server.config.directories import DataDirectory  # noqa: E402
from server.domain.accounts import ClientChange  # noqa: E402
from server.store.database import Store  # noqa: E402
from server.store.search import settle  # noqa: E402
from server.store.search_index import SearchIndex  # noqa: E402

POLLERS = 16
CREATORS = 32
ROUNDS = 5
POLLS_A_SECOND = 20
"""Of one poller, where the pollers are paced."""
LIMITS = {
    "status_p99_ms": 25.0,
    "status_cpu_ratio_to_bare": 5.0,
    "creates_per_s": 1000.0,
    "status_p99_while_creating_ms": 25.0,
    "list_first_page_ms": 50.0,
    "list_page_2000_ms": 100.0,
    "plain_list_growth_mb": 30.0,
    "start_s": 2.0,
}
AT_LEAST = {"creates_per_s"}
BARE = """
import sys
from aiohttp import web
async def status(request):
    return web.Response(body=b'{"id":"x","status":100,"error_code":0}', content_type="application/json")
app = web.Application()
app.router.add_get("/content/Status/{id}", status)
import asyncio, uvloop
async def main():
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"Listening on http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()
with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
    runner.run(main())
"""


class Caller:
    """One keep-alive connection that calls and reads, and does as little else as it can."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, address: str) -> Caller:
        host, _, port = address.removeprefix("http://").rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port), limit=1 << 20))

    async def call(self, wire: bytes) -> bytes:
        """Send a request and read its answer; anything but a 200 ends the bench."""
        self._writer.write(wire)
        head = await self._reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode("latin-1"))
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return await self._reader.readexactly(length)

    async def drain(self, wire: bytes) -> int:
        """Send a request whose answer is streamed; gives the bytes of its body."""
        self._writer.write(wire)
        await self._reader.readuntil(b"\r\n\r\n")
        size = 0
        while length := int(await self._reader.readline(), 16):
            await self._reader.readexactly(length + 2)
            size += length
        await self._reader.readline()
        return size

    def close(self) -> None:
        self._writer.close()


class Process:
    """A server process, as the kernel sees it."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.pid = process.pid
        self.address = address

    def cpu_s(self) -> float:
        """Of its threads, to the nanosecond; /proc/PID/stat counts in ticks of 10 ms."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def memory_mb(self, line: str) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(line + ":")[2].split()[0]) / 1024

    def forget_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")


def started(data_dir: Path) -> tuple[float, float]:
    """Seconds, and CPU seconds of its own, until `quillcast serve` answers."""
    began = time.perf_counter()
    with running("-m", "server", "serve", "--port", "0", "--data-dir", str(data_dir)) as server:
        with urllib.request.urlopen(f"{server.address}/studio/health") as answer:
            answer.read()
        return time.perf_counter() - began, server.cpu_s()


@contextmanager
def running(*command: str) -> Iterator[Process]:
    """A server that tells its address on its first line."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "doubles")))}
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("Listening on ").strip()
        yield Process(process, address)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def get(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def post(path: str, token: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def p99(milliseconds: Sequence[float]) -> float:
    return statistics.quantiles(milliseconds, n=100)[98]


async def poll(address: str, wires: Sequence[bytes], *, calls: int, pause_s: float = 0.0) -> list[float]:
    """Milliseconds of each of `calls` polls by 16 callers, as fast as they can or with a pause."""
    taken: list[float] = []
    turn = itertools.cycle(wires)

    async def one() -> None:
        caller = await Caller.to(address)
        for _ in range(calls // POLLERS):
            began = time.perf_counter()
            await caller.call(next(turn))
            taken.append((time.perf_counter() - began) * 1000)
            if pause_s:
                await asyncio.sleep(pause_s)
        caller.close()

    await asyncio.gather(*(one() for _ in range(POLLERS)))
    return taken


async def create(address: str, token: str, *, calls: int, rate: float = 0.0) -> float:
    """Orders accepted a second by 32 callers: as many as they can, or at most `rate` in all."""
    body = {
        "outputType": "text",
        "resources": [{"type": "text", "content": "Words of a source. " * 40}],
        "scheduledOn": "2040-01-01T00:00:00Z",
    }
    wire = post("/content/Create", token, json.dumps(body).encode())

    async def one(place: int) -> None:
        caller = await Caller.to(address)
        for number in range(calls // CREATORS):
            if rate:
                due = began + (number * CREATORS + place) / rate
                await asyncio.sleep(max(due - time.perf_counter(), 0))
            await caller.call(wire)
        caller.close()

    began = time.perf_counter()
    await asyncio.gather(*(one(place) for place in range(CREATORS)))
    return calls / (time.perf_counter() - began)


async def cpu_of_polls(process: Process, wires: Sequence[bytes], *, calls: int) -> float:
    """CPU milliseconds of the server for one poll."""
    await poll(process.address, wires, calls=calls // 4)
    before = process.cpu_s()
    await poll(process.address, wires, calls=calls)
    return (process.cpu_s() - before) * 1000 / calls


async def timed(address: str, wire: bytes, times: int) -> float:
    """The median milliseconds of a call that is made alone."""
    caller = await Caller.to(address)
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        await caller.call(wire)
        taken.append((time.perf_counter() - began) * 1000)
    caller.close()
    return statistics.median(taken)


async def fill(data_dir: Path, count: int) -> list[str]:
    """Completed requests in a new database; gives their ids."""
    directory = DataDirectory(data_dir).prepare()
    store = Store(directory.database, backups=directory.backups)
    ids: list[str] = []
    for first in range(0, count, 10_000):
        ids += await store.write(seed, first, min(10_000, count - first))
    # As after some minutes of running: what is found by search is indexed.
    SearchIndex(directory.search).prepare()
    await store.write(settle, sys.maxsize)
    store.close()
    return ids


async def measure(data_dir: Path, arguments: argparse.Namespace) -> dict[str, float]:
    change = ClientChange(credits=10**12, daily_podcasts=10**9)
    token = make_token(data_dir, change, client=OWNER)
    ids = await fill(data_dir, arguments.requests)
    wires = [get(f"/content/Status/{request_id}", token) for request_id in ids[:: max(len(ids) // 4_000, 1)]]
    figures: dict[str, float] = {}
    pause_s = 1 / POLLS_A_SECOND

    compileall.compile_dir(ROOT / "server", quiet=1)  # as the set-up does
    starts = [started(data_dir) for _ in range(ROUNDS)]
    figures["start_s"], figures["start_cpu_s"] = (min(each) for each in zip(*starts, strict=True))
    serve = str(ROOT / "tests" / "doubles" / "serve_with_fakes.py")
    with running("-c", BARE) as bare, running(serve, str(data_dir)) as server:
        address = server.address
        # In turns, and the least of each.
        bare_ms, status_ms = [], []
        for _ in range(ROUNDS):
            bare_ms.append(await cpu_of_polls(bare, wires, calls=arguments.polls))
            status_ms.append(await cpu_of_polls(server, wires, calls=arguments.polls))
        figures["bare_cpu_ms"], figures["status_cpu_ms"] = min(bare_ms), min(status_ms)
        figures["status_cpu_ratio_to_bare"] = min(status_ms) / min(bare_ms)
        taken = await poll(address, wires, calls=arguments.polls // 2, pause_s=pause_s)
        figures["status_median_ms"], figures["status_p99_ms"] = statistics.median(taken), p99(taken)
        taken = await poll(address, wires, calls=arguments.polls)
        figures["status_p99_saturated_ms"] = p99(taken)
        figures["list_first_page_ms"] = await timed(address, get("/content/List?page=1", token), 20)
        deep = min(2_000, max(arguments.requests // 50, 1))
        figures["list_page_2000_ms"] = await timed(address, get(f"/content/List?page={deep}", token), 20)

        caller = await Caller.to(address)
        before = server.memory_mb("VmRSS")
        server.forget_peak()
        figures["plain_list_mb"] = await caller.drain(get("/content/List", token)) / 1e6
        figures["plain_list_growth_mb"] = server.memory_mb("VmHWM") - before
        caller.close()

        rates, costs = [], []
        for _ in range(ROUNDS):
            before = server.cpu_s()
            rates.append(await create(address, token, calls=arguments.creates))
            costs.append((server.cpu_s() - before) * 1000 / arguments.creates)
        figures["creates_per_s"], figures["create_cpu_ms"] = max(rates), min(costs)
        beside = [await polled_beside(address, token, wires, calls=arguments.creates) for _ in range(ROUNDS)]
        figures["status_p99_while_creating_ms"], figures["creates_per_s_beside_polls"] = min(beside)
    return figures


async def polled_beside(address: str, token: str, wires: Sequence[bytes], *, calls: int) -> tuple[float, float]:
    """The p99 of Status while orders come in at the rate that is promised, and the rate that was reached."""
    creating = asyncio.create_task(create(address, token, calls=calls, rate=LIMITS["creates_per_s"]))
    polled: list[float] = []
    while not creating.done():
        polled += await poll(address, wires, calls=POLLERS * 4, pause_s=1 / POLLS_A_SECOND)
    return p99(polled), await creating


def main() -> int:
    """Print the figures; the exit code is 1 when a limit does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--creates", type=int, default=3_000)
    parser.add_argument("--polls", type=int, default=4_000)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        asyncio.Runner(loop_factory=new_event_loop) as runner,
    ):
        figures = runner.run(measure(Path(folder), arguments))
    holds = {
        name: figures[name] >= limit if name in AT_LEAST else figures[name] <= limit for name, limit in LIMITS.items()
    }
    rounded = {name: round(figure, 3) for name, figure in figures.items()}
    print(json.dumps({"figures": rounded, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
