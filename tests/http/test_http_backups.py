"""Backups over HTTP, for the owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from live_server import LiveServer, live_server

from server.store.backups import restore_backup


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveServer]:
    async with live_server(tmp_path / "data") as server:
        yield server


async def test_a_backup_is_written_and_can_be_restored(api: Any, live: LiveServer, tmp_path: Path) -> None:
    owner = {"Authorization": f"Bearer {await live.owner()}"}
    target = tmp_path / "backup.zip"
    made = await api.post("/studio/backups", {"path": str(target)}, headers=owner)
    assert (made.status, made.body["withSecrets"]) == (200, False), made.body
    summary = await asyncio.to_thread(restore_backup, target, tmp_path / "restored")
    assert (summary.files, summary.size) == (made.body["files"], made.body["bytes"])
    assert (tmp_path / "restored" / "quillcast.db").exists()

    again = await api.post("/studio/backups", {"path": str(target)}, headers=owner)
    assert (again.status, again.body["details"][0]["field"]) == (400, "path")
    assert (await api.post("/studio/backups", {"path": str(target)})).status == 403


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("backup.zip", "whole path"),
        ("{}/backup.tar", "end in .zip"),
        ("{}/nowhere/backup.zip", "not there"),
        ("{}/data/backup.zip", "elsewhere"),
    ],
)
async def test_places_that_cannot_take_a_backup_are_refused(
    api: Any, live: LiveServer, tmp_path: Path, path: str, words: str
) -> None:
    owner = {"Authorization": f"Bearer {await live.owner()}"}
    refused = await api.post("/studio/backups", {"path": path.format(tmp_path)}, headers=owner)
    assert refused.status == 400
    assert words in refused.body["error"]


async def test_the_copies_that_are_there_are_listed(api: Any, live: LiveServer, tmp_path: Path) -> None:
    owner = {"Authorization": f"Bearer {await live.owner()}"}
    folder = tmp_path / "data" / "backups"
    for name in ("daily-2026-11-20.db", "before-0027.db"):
        await asyncio.to_thread((folder / name).write_bytes, b"x" * 10)
    told = (await api.get("/studio/backups", headers=owner)).body
    kinds = {each["name"]: each["kind"] for each in told["copies"]}
    assert kinds["daily-2026-11-20.db"] == "daily"
    assert kinds["before-0027.db"] == "migration"
    assert told["folder"] == str(folder)
    assert (await api.get("/studio/backups")).status == 403
