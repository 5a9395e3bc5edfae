"""Broken calls by the thousand: no fault of ours, every answer in our shape, memory steady."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest
from fake_engine import Fail, FakeEngine
from live_server import LiveServer, live_server
from mutations import Broken, Mutator

from server.domain.errors import NothingUsable

CONNECTIONS = 8
PATIENCE_S = 120.0
"""A large body is read in another process, which takes its time to start on a loaded machine."""
CALLS = int(os.environ.get("QUILLCAST_PROOF_CALLS", "50000"))


async def answer_to(address: str, call: Broken) -> bytes:
    """Everything that the server answers to one call until it closes the connection."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    answered = bytearray()
    try:
        async with asyncio.timeout(PATIENCE_S):
            writer.write(call.wire())
            if not call.is_framed:
                writer.write_eof()
            while chunk := await reader.read(65_536):
                answered += chunk
    except ConnectionError:
        # The server may close before it has read what it refused; its answer came before that.
        pass
    finally:
        writer.close()
    return bytes(answered)


def judge(call: Broken, answered: bytes) -> str:
    """What is wrong with an answer; empty when nothing is."""
    while answered.startswith(b"HTTP/1.1 100 "):
        answered = answered.partition(b"\r\n\r\n")[2]
    if not answered:
        return "no answer" if call.is_framed else ""
    head, _, body = answered.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    if status >= 500:
        return f"answered {status}"
    if b"x-request-id:" not in head.lower():
        return "no X-Request-Id"
    if status < 400 or call.method == "HEAD":
        return ""
    if b"application/json" not in head:
        return f"{status} is not JSON"
    told = json.loads(body[: int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])])
    if told.get("success") is not False or not told.get("code") or told.get("error") != told.get("errorMessage"):
        return f"{status} has another shape: {body[:200]!r}"
    return ""


def resident_mb() -> float:
    """Memory of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def fuzz(server: LiveServer, *, seed: int, count: int) -> list[str]:
    """Send `count` broken calls; gives what was wrong, with the call."""
    mutator = Mutator(seed, token=await server.client("fuzz", credits=2_000, daily_podcasts=50, licence=True))
    faults: list[str] = []
    left = count

    async def work() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            call = mutator.next()
            try:
                fault = judge(call, await answer_to(server.address, call))
            except (TimeoutError, ValueError, IndexError) as error:
                fault = repr(error)
            if fault:
                faults.append(f"{fault}: {call.wire()[:600]!r}")

    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
    return faults


async def run(tmp_path: Path, caplog: pytest.LogCaptureFixture, *, seed: int, count: int, growth_mb: float) -> None:
    engine = FakeEngine(lambda _job: Fail(NothingUsable("The source holds nothing.")))
    async with live_server(tmp_path, engine=engine) as server:
        faults = await fuzz(server, seed=seed, count=count // 3)
        before = await asyncio.to_thread(resident_mb)
        faults += await fuzz(server, seed=seed + 1, count=count - count // 3)
        after = await asyncio.to_thread(resident_mb)
        unexpected = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]

    assert faults == [], f"{len(faults)} faults, the first: {faults[0]}"
    assert unexpected == []
    assert after - before < growth_mb


async def test_three_thousand_broken_calls(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await run(tmp_path, caplog, seed=20_260, count=3_000, growth_mb=40)


@pytest.mark.slow
async def test_fifty_thousand_broken_calls(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await run(tmp_path, caplog, seed=77_000, count=CALLS, growth_mb=40)


def test_the_same_seed_makes_the_same_calls() -> None:
    def first(seed: int) -> list[Any]:
        mutator = Mutator(seed, token="t")
        return [mutator.next().wire() for _ in range(50)]

    assert first(1) == first(1)
    assert first(1) != first(2)


def test_the_judge_knows_a_fault_when_it_sees_one() -> None:
    call = Broken("GET", "/x")
    assert judge(call, b"") == "no answer"
    assert judge(call, b"HTTP/1.1 500 X\r\nX-Request-Id: a\r\n\r\n") == "answered 500"
    assert judge(call, b"HTTP/1.1 404 X\r\n\r\n") == "no X-Request-Id"
    assert "not JSON" in judge(call, b"HTTP/1.1 404 X\r\nX-Request-Id: a\r\n\r\noops")
    other = b"HTTP/1.1 404 X\r\nX-Request-Id: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    assert "another shape" in judge(call, other)
