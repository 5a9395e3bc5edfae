"""A server that is killed anywhere loses nothing it has acknowledged, doubles nothing, and leaves no debris."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from doomed_server import CLIENT, all_ended

from server.config.faults import FAULT_VARIABLE, POINTS
from server.domain.requests import RecordingFilter, State
from server.services.housekeeping import Housekeeping
from server.store.artefacts import FolderStorage

ROOT = Path(__file__).parent.parent.parent
SERVER = ROOT / "tests" / "doubles" / "doomed_server.py"
COUNT = 100
PATIENCE_S = 300
"""However many requests are left to be ended."""


def moments(count: int, kills: int) -> list[int]:
    """After how many lines to kill a server that takes `count` requests; it says at least that many."""
    return sorted(random.Random(count).sample(range(2, count + count // 5), kills))


def run(
    data_dir: Path, *, count: int = COUNT, fault: str | None = None, kill_after: int | None = None
) -> tuple[dict[str, list[str]], int]:
    """What a server acknowledged before it ended, and its exit code. `kill_after` lines it is killed."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{SERVER.parent}"}
    if fault:
        environment[FAULT_VARIABLE] = fault
    told: dict[str, list[str]] = defaultdict(list)
    with subprocess.Popen(
        [sys.executable, str(SERVER), str(data_dir), str(count)], env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        for number, line in enumerate(server.stdout):
            kind, _, subject = line.strip().partition(" ")
            told[kind].append(subject)
            if number == kill_after:
                server.send_signal(signal.SIGKILL)
                server.stdout.close()
                break
        code = server.wait(PATIENCE_S)
    return told, code


async def settle_and_check(opener, told: dict[str, list[str]]) -> None:
    database = opener.data_dir / "quillcast.db"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    opener.clock.now = datetime.now(UTC)
    async with opener.open() as studio:
        async with asyncio.timeout(PATIENCE_S):
            await all_ended(studio.services)
            await studio.services.dispatcher.quiet()
        listed = [item.id async for part in studio.services.requests.every(by=CLIENT) for item in part]
        assert len(listed) == len(set(listed))
        assert set(told["accepted"]) <= set(listed)
        ended = [await studio.services.requests.get(request_id, by=CLIENT) for request_id in listed]
        assert {request.state for request in ended} <= {State.COMPLETED, State.CANCELLED}
        cancelled = {request.id for request in ended if request.is_cancelled}
        assert set(told["cancelled"]) <= cancelled
        charged = [request for request in ended if not request.is_cancelled]
        usage = await studio.services.accounts.usage(by=CLIENT)
        assert usage.used == 10 * len(charged)
        podcasts = await studio.services.requests.podcasts_page(1, 100, status=RecordingFilter.SUCCEEDED, by=CLIENT)
        assert podcasts.total == sum(request.type == 1 for request in charged)
        for request in charged:
            for media in request.media:
                served = await studio.services.media.find(media.key)
                assert served.path.stat().st_size == media.size
        assert set(told["uploaded"]) <= {file.id for file in await studio.services.files.list(by=CLIENT)}
        store, artefacts = studio.services.files._store, opener.data_dir / "artefacts"
        storage = await asyncio.to_thread(FolderStorage, artefacts)
        tidying = Housekeeping(store, storage, work=opener.data_dir / "work", clock=opener.clock)
        await tidying.tidy(before_s=opener.clock().timestamp())
        left = {path.name for path in artefacts.rglob("*") if path.is_file()}
        assert left == {row[0] for row in await store.read(lambda r: r.execute("SELECT sha256 FROM blobs").fetchall())}
        kept = {request.id for request in ended if request.is_cancelled}
        assert {folder.name for folder in (opener.data_dir / "work").iterdir()} <= kept


@pytest.mark.parametrize("point", sorted(POINTS))
async def test_killed_at_a_named_point(opener, point: str) -> None:
    told, code = await asyncio.to_thread(run, opener.data_dir, fault=f"{point}:3")

    assert code == 137
    assert "done" not in told
    await settle_and_check(opener, told)


@pytest.mark.parametrize(
    "moment",
    [
        each if place % 3 == 0 else pytest.param(each, marks=pytest.mark.slow)
        for place, each in enumerate(moments(COUNT, 30))
    ],
)
async def test_killed_at_any_moment(opener, moment: int) -> None:
    told, code = await asyncio.to_thread(run, opener.data_dir, kill_after=moment)

    assert code == -signal.SIGKILL
    await settle_and_check(opener, told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "moment"),
    [(count, moment) for count, kills in ((200, 170), (1000, 30)) for moment in moments(count, kills)],
)
async def test_killed_with_many_requests(opener, count: int, moment: int) -> None:
    told, code = await asyncio.to_thread(run, opener.data_dir, count=count, kill_after=moment)

    assert code == -signal.SIGKILL
    await settle_and_check(opener, told)


async def test_killed_again_and_again(opener) -> None:
    every: dict[str, list[str]] = defaultdict(list)
    for fault in ("after-claim-commit:2", "before-terminal-commit:3", "during-storing:2"):
        told, code = await asyncio.to_thread(run, opener.data_dir, fault=fault)
        assert code == 137
        for kind, subjects in told.items():
            every[kind] += subjects

    await settle_and_check(opener, every)
