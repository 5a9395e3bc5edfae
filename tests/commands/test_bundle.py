"""`quillcast bundle`: out of a data directory that is served, and into another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest
from live_server import live_server

from server.__main__ import main

ORDER = {"outputType": "audio", "title": "The lake", "resources": [{"type": "text", "content": "The lake fell. " * 40}]}


async def test_an_episode_goes_from_one_data_directory_into_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "lake.quillcast"

    async def quillcast(*words: object) -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, [str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out.strip(), said.err.strip()

    async with live_server(here) as server, aiohttp.ClientSession(base_url=server.address) as session:
        headers = {"Authorization": f"Bearer {await server.owner()}"}
        async with session.post("/content/Create", json=ORDER, headers=headers) as answer:
            request = (await answer.json())["request_id"]
        async with session.get("/studio/events?after=0", headers=headers) as stream:
            while b'"stage":"completed"' not in (await stream.content.readline()).replace(b" ", b""):
                pass
        assert await quillcast("bundle", "export", request, file, "--data-dir", here) == (0, str(file), "")
        code, _, said = await quillcast("bundle", "import", file, "--data-dir", here)
        assert (code, "end it first" in said) == (3, True)

    code, taken, said = await quillcast("bundle", "import", file, "--data-dir", there)
    assert (code, said) == (0, "")
    async with live_server(there) as server, aiohttp.ClientSession(base_url=server.address) as session:
        headers = {"Authorization": f"Bearer {await server.owner()}"}
        async with session.get(f"/content/Status/{taken}", headers=headers) as answer:
            assert (await answer.json())["audio_title"] == "The lake"
    file.write_bytes(b"none")
    code, _, said = await quillcast("bundle", "import", file, "--data-dir", there)
    assert (code, "no episode bundle" in said) == (1, True)
