"""Schemathesis reads the document and tries to prove it wrong, in all its phases."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from fake_engine import Fail, FakeEngine
from live_server import live_server

from server.domain.errors import NothingUsable

LEFT_OUT = (
    # Sound by its schema is not all: a voice must exist, a language must be one of ours with such a source.
    "positive_data_acceptance",
)


async def prove(data_dir: Path, *, examples: int) -> tuple[int, str]:
    """Run every phase and check; gives the exit code and what was said."""
    await asyncio.to_thread(data_dir.mkdir)
    engine = FakeEngine(lambda _job: Fail(NothingUsable("The source holds nothing.")))
    async with live_server(data_dir, engine=engine) as server:
        token = await server.client("schemathesis", credits=100_000, daily_podcasts=10_000, pro=True, licence=True)
        process = await asyncio.create_subprocess_exec(
            *(str(Path(sys.executable).parent / "schemathesis"), "run", server.address + "/openapi.json"),
            *("--header", f"Authorization: Bearer {token}"),
            *("--checks", "all", "--exclude-checks", ",".join(LEFT_OUT)),
            # An event stream has no end to wait for.
            *("--exclude-path", "/studio/events"),
            *("--max-examples", str(examples), "--seed", "7", "--request-timeout", "30"),
            *("--suppress-health-check", "all", "--continue-on-failure", "--generation-database", "none"),
            cwd=data_dir,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def test_no_phase_finds_a_failure(tmp_path: Path) -> None:
    code, said = await prove(tmp_path / "data", examples=5)
    assert code == 0, said[-8000:]
    for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"):
        assert f"✅ {phase}" in said, said[-8000:]


@pytest.mark.slow
async def test_no_phase_finds_a_failure_in_many_examples(tmp_path: Path) -> None:
    code, said = await prove(tmp_path / "data", examples=100)
    assert code == 0, said[-8000:]
