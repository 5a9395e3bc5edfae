"""How the server does: its queue, its processes, the versions it is made of, and what a report may tell of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import sqlite3
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from server.config.directories import DataDirectory
from server.config.settings import SETTINGS, ServerConfig
from server.domain.accounts import Account
from server.domain.vitals import Failure, Process, Queued
from server.store import vitals
from server.store.database import Store

PACKAGES = (
    "quillcast", "aiohttp", "peewee", "pebble", "pydantic", "msgspec", "lxml", "av", "onnxruntime", "faster-whisper",
    "spacy", "typst", "python-pptx", "pypdfium2", "openai", "PySide6",
)  # fmt: skip
MOST_FAILURES = 50
LOG_BYTES = 2_000_000
"""The end of the log that goes into a report."""


class Vitals:
    """What the owner sees on the health page and in a report."""

    def __init__(self, store: Store, directory: DataDirectory, config: ServerConfig) -> None:
        self._store = store
        self._directory = directory
        self._config = config
        self.warnings: list[str] = []
        """What the owner should know of how the server is set up."""

    async def queue(self) -> Queued:
        """What has not ended, of all clients."""
        return await self._store.read(vitals.queued)

    async def owed(self) -> int:
        """Messages to webhooks that are still owed."""
        return await self._store.read(vitals.owed)

    async def failures(self, *, by: Account) -> tuple[Failure, ...]:
        """The requests that failed last. Owner only."""
        by.require_owner()
        return await self._store.read(vitals.failures, MOST_FAILURES)

    async def processes(self) -> tuple[Process, tuple[Process, ...]]:
        """The server's process and its worker processes."""
        return await asyncio.to_thread(_processes)

    async def versions(self) -> dict[str, str]:
        """Versions of what the server is made of, by name."""
        return await asyncio.to_thread(_versions)

    def settings(self, *, by: Account) -> dict[str, object]:
        """The settings in force; a secret shows only whether there is one. Owner only."""
        by.require_owner()
        found: dict[str, object] = {}
        for setting in SETTINGS:
            value = getattr(self._config, setting.name, None)
            found[setting.name] = ("set" if value else "") if setting.is_secret else value
        return found

    async def log(self, *, by: Account) -> str:
        """The end of the log, in whole lines. Owner only."""
        by.require_owner()
        return await asyncio.to_thread(_tail, self._directory.logs / "server.jsonl", LOG_BYTES)


def _processes() -> tuple[Process, tuple[Process, ...]]:
    import psutil

    own = psutil.Process()
    with own.oneshot():
        server = Process(
            os.getpid(), own.memory_info().rss, sum(own.cpu_times()[:2]), own.num_threads(), _handles(own.pid)
        )
    workers = []
    for child in own.children(recursive=True):
        with contextlib.suppress(psutil.Error), child.oneshot():
            if child.status() != psutil.STATUS_ZOMBIE:
                workers.append(Process(child.pid, child.memory_info().rss, sum(child.cpu_times()[:2])))
    return server, tuple(workers)


def _handles(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - a generator would hold a handle itself
    except OSError:
        return 0


@cache
def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version, "system": platform.platform()}
    for name in PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    found["executable"] = Path(sys.executable).name
    return found


def _tail(path: Path, size: int) -> str:
    try:
        with path.open("rb") as file:
            length = file.seek(0, os.SEEK_END)
            file.seek(max(0, length - size))
            read = file.read(size)
    except FileNotFoundError:
        return ""
    if length > size:
        read = read.partition(b"\n")[2]
    return read.decode("utf-8", "replace")
