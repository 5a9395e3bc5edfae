"""The health page tells the owner everything, and a report tells a helper nothing that is secret."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import aiohttp
from fake_engine import Fail, FakeEngine, Hold
from live_server import live_server

from server.domain.errors import NothingUsable

SECRETS = {
    "free_tools_secret": "a-very-free-secret",
    "transcription_key": "sk-transcribing",
    "speech_endpoint_key": "sk-speaking",
    "transcription_url": "https://user:pass-word@models.example/v1",
}


async def test_the_owner_sees_how_the_server_does(live: Any, api: Any) -> None:
    live.engine.plan = lambda _job: Hold()
    first = await api.create()
    await api.until(first, lambda status: status["stage"] == "writing")
    assert (await api.get("/studio/health", token=None)).body == {"status": "ok", "version": "1.0.0"}
    assert set((await api.get("/studio/health")).body) == {"status", "version", "makes"}

    told = (await api.get("/studio/health", token=await live.owner())).body

    assert told["running"] == [first]
    assert told["queue"] == {"queued": 0, "processing": 1, "waiting": 0, "oldest_queued_on": None}
    assert told["disk"]["free"] > 0
    assert told["disk"]["reserve"] == 500_000_000
    assert told["webhooks"] == {"pending": 0}
    assert told["process"]["memory_mb"] > 10
    assert told["process"]["threads"] > 3
    assert {"python", "sqlite", "aiohttp"} <= told["versions"].keys()
    assert all(each.keys() == {"pid", "memory_mb", "cpu_s"} for each in told["workers"])
    live.engine.release(first)


async def test_a_lack_of_space_shows(live: Any, api: Any) -> None:
    from dataclasses import replace

    disk = live.services.disk
    disk._room = replace(disk.room, free=0, reserve=1)
    assert (await api.get("/studio/health", token=await live.owner())).body["status"] == "short_of_space"
    refused = await api.post("/content/Create", {"outputType": "text", "resources": [{"type": "text", "content": "A"}]})
    assert (refused.status, refused.body["code"]) == (503, "disk_full")
    assert refused.headers["Retry-After"] == "60"


async def test_storage_is_told_and_cleaned(live: Any, api: Any) -> None:
    owner = await live.owner()
    await api.made()
    told = (await api.get("/studio/storage", token=owner)).body
    kinds = {space["kind"]: space for space in told["spaces"]}
    assert kinds["results"]["files"] >= 1
    assert told["bytes"] == sum(space["bytes"] for space in told["spaces"])
    cleaned = (await api.post("/studio/storage/clean", {}, token=owner)).body
    assert (cleaned["success"], cleaned["dryRun"], cleaned["files"]) == (True, True, 0)
    wrong = await api.post("/studio/storage/clean", {"graceHours": 0}, token=owner)
    assert (wrong.status, wrong.body["details"][0]["field"]) == (400, "graceHours")


async def saved(session: aiohttp.ClientSession, address: str, token: str) -> dict[str, str]:
    """The files of a report."""
    async with session.get(address + "/studio/report", headers={"Authorization": f"Bearer {token}"}) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="quillcast-report-')
        packed = await answer.read()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def test_a_report_holds_no_secret(tmp_path: Path) -> None:
    engine = FakeEngine(lambda _job: Fail(NothingUsable("https://bob:hunter2@example.org/ holds nothing.")))
    async with live_server(tmp_path, engine=engine, **SECRETS) as server, aiohttp.ClientSession() as session:
        owner, token = await server.owner(), await server.client("alice", credits=1_000)
        headers = {"Authorization": f"Bearer {token}"}
        async with session.post(
            server.address + "/content/Webhook", json={"url": "https://e.example/h"}, headers=headers
        ) as answer:
            webhook_secret = (await answer.json())["secret"]
        body = {"outputType": "text", "resources": [{"type": "text", "content": "My confidential words. " * 40}]}
        async with session.post(server.address + "/content/Create", json=body, headers=headers) as answer:
            assert answer.status == 200
        async with session.get(server.address + "/studio/events?after=0", headers=headers) as stream:
            while b"failed" not in await stream.content.readline():
                pass
        async with session.get(f"{server.address}/nothing?token={token}&key=abcdefgh", headers=headers) as answer:
            assert answer.status == 404
        held: dict[str, str] = {}
        async with asyncio.timeout(20):
            while '"path":"/nothing' not in held.get("log.jsonl", ""):  # lines are written four times a second
                held = await saved(session, server.address, owner)
    everything = "\n".join(held.values())
    for secret in (
        "a-very-free-secret", "sk-transcribing", "sk-speaking", "pass-word", "hunter2", "abcdefgh", "confidential",
        token, owner, webhook_secret, webhook_secret.removeprefix("whsec_"),
    ):  # fmt: skip
        assert secret not in everything, secret
    settings = json.loads(held["settings.json"])
    assert (settings["transcription_key"], settings["cloning_key"]) == ("set", "")
    assert json.loads(held["health.json"])["queue"]["queued"] == 0
    (failure,) = json.loads(held["failures.json"])
    assert failure["error_code"] == 1002
