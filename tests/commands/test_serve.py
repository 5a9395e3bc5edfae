"""The server as a process: it says where it is, and ends when it is told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from server.commands.token import make_token
from server.domain.accounts import ClientChange

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "doubles" / "serve_with_fakes.py"


@asynccontextmanager
async def served(data_dir: Path, *options: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The process and the address it told."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SCRIPT),
        str(data_dir),
        *options,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{SCRIPT.parent}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        yield process, line
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def unfinished_upload(address: str, token: str) -> asyncio.StreamWriter:
    """A connection in the middle of a form."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    head = f"POST /files HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
    head += "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999\r\n\r\n"
    part = "--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nbeginning"
    writer.write((head + part).encode())
    await writer.drain()
    return writer


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_tells_its_address_and_ends_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    async with served(tmp_path) as (process, line), aiohttp.ClientSession() as session:
        assert line.startswith("Listening on http://127.0.0.1:")
        address = line.removeprefix("Listening on ").strip()
        token = await asyncio.to_thread(make_token, tmp_path, ClientChange(), client="alice")
        headers = {"Authorization": f"Bearer {token}"}
        body = {"outputType": "text", "resources": [{"type": "text", "content": "Words of a source. " * 40}]}
        async with session.post(address + "/content/Create", json=body, headers=headers) as answer:
            assert answer.status == 200
        # A running request, an event stream, an upload and an idle connection are open when the signal comes.
        async with session.get(address + "/studio/events?after=0", headers=headers) as stream:
            await stream.content.readline()
            upload = await unfinished_upload(address, token)
            process.send_signal(number)
            code = await asyncio.wait_for(process.wait(), 5)
            upload.close()
        assert process.stderr is not None
        assert (await process.stderr.read()).decode() == ""
        assert code == 0
    log = (tmp_path / "logs" / "server.jsonl").read_text("utf-8")
    assert "listening on http://" in log
    assert '"event":"ending"' in log
    assert token not in log


async def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path / "one") as (_, line):
        port = line.strip().rpartition(":")[2]
        async with served(tmp_path / "two", port) as (process, nothing):
            assert nothing == ""
            assert await asyncio.wait_for(process.wait(), 20) != 0
            assert process.stderr is not None
            assert f"Can't listen on 127.0.0.1, port {port}" in (await process.stderr.read()).decode()
