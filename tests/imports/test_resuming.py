"""Large files that come in pieces and go on after a break."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from server.fetch import Fetched, FetchFailed, Limits, TooLarge, fetch
from server.services.resuming import fetch_resuming

SOUND = os.urandom(10_000)
LIMITS = Limits(max_bytes=20_000)


@dataclass
class Host:
    """Serves one file; breaks off at the call numbers told."""

    file: Path
    breaks: set[int] = field(default_factory=set)
    ranges: list[str] = field(default_factory=list)
    knows_ranges: bool = True
    tags: bool = True
    url: str = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.ranges.append(request.headers.get("Range", ""))
        if len(self.ranges) in self.breaks:
            return web.Response(status=503)
        if not self.knows_ranges:
            return web.Response(body=self.file.read_bytes())
        if not self.tags and self.ranges[-1]:
            return web.Response(status=206, body=SOUND[:10], headers={"Content-Range": "bytes 0-9/10000"})
        if self.ranges[-1] and not request.headers.get("If-Range"):
            return web.FileResponse(self.file)
        tag = request.headers.get("If-Range")
        stat = self.file.stat()
        current = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        if tag and tag != current:
            return web.Response(body=self.file.read_bytes(), headers={"ETag": current})
        return web.FileResponse(self.file)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    file = tmp_path / "episode.mp3"
    file.write_bytes(SOUND)
    found = Host(file)
    application = web.Application()
    application.router.add_get("/episode.mp3", found.answer)
    server = TestServer(application)
    await server.start_server()
    found.url = str(server.make_url("/episode.mp3"))
    yield found
    await server.close()


async def get(host: Host, folder: Path, limits: Limits = LIMITS) -> Fetched:
    return await fetch_resuming(fetch, host.url, folder=folder, limits=limits, allow_private=True, piece_bytes=3_000)


async def test_a_file_comes_in_pieces(host: Host, tmp_path: Path) -> None:
    found = await get(host, tmp_path / "down")
    assert found.path is not None
    assert found.path.read_bytes() == SOUND
    assert found.size == len(SOUND)
    assert host.ranges == ["bytes=0-2999", "bytes=3000-5999", "bytes=6000-8999", "bytes=9000-11999"]


async def test_a_break_costs_a_piece(host: Host, tmp_path: Path) -> None:
    host.breaks = {3}
    with pytest.raises(FetchFailed):
        await get(host, tmp_path / "down")
    with (tmp_path / "down" / "part").open("ab") as file:
        file.write(b"half a piece that was written when the power went")
    found = await get(host, tmp_path / "down")
    assert found.path is not None
    assert found.path.read_bytes() == SOUND
    assert host.ranges[3:] == ["bytes=6000-8999", "bytes=9000-11999"]


async def test_a_file_that_changed_comes_anew(host: Host, tmp_path: Path) -> None:
    host.breaks = {2}
    with pytest.raises(FetchFailed):
        await get(host, tmp_path / "down")
    other = SOUND[::-1] + b"!"
    host.file.write_bytes(other)
    os.utime(host.file, (1, 1))
    found = await get(host, tmp_path / "down")
    assert found.path is not None
    assert found.path.read_bytes() == other


async def test_what_came_from_another_address_is_not_used(host: Host, tmp_path: Path) -> None:
    folder = tmp_path / "down"
    folder.mkdir()
    (folder / "part").write_bytes(b"x" * 3_000)
    (folder / "state.json").write_text('{"url": "https://other.example/", "tag": "\\"a\\"", "size": 3000}')
    found = await get(host, folder)
    assert found.path is not None
    assert found.path.read_bytes() == SOUND


@pytest.mark.parametrize("lacking", ["knows_ranges", "tags"])
async def test_a_host_that_can_do_less_sends_it_whole(host: Host, tmp_path: Path, lacking: str) -> None:
    setattr(host, lacking, False)
    found = await get(host, tmp_path / "down")
    assert found.path is not None
    assert found.path.read_bytes() == SOUND


async def test_a_file_that_is_too_large_is_told_at_its_first_piece(host: Host, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="MB"):
        await get(host, tmp_path / "down", Limits(max_bytes=9_000))
    assert len(host.ranges) == 1


async def test_no_ranges_of_an_empty_file(host: Host, tmp_path: Path) -> None:
    host.file.write_bytes(b"")
    found: Any = await get(host, tmp_path / "down")
    assert found.size == 0
