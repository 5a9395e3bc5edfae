"""Room for what is to be made, what takes it, and the removal of what nothing refers to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from server.config.directories import WITHOUT_SERVER, DataDirectory
from server.domain.accounts import Account
from server.domain.errors import Conflict, DomainError, Unavailable
from server.domain.storage import Cleaned, Kind, Room, Space
from server.domain.times import Clock, to_ms, utc_now
from server.engine.workfolders import claimed
from server.services.rounds import Background
from server.store import contents, runs, spaces
from server.store.artefacts import FolderStorage
from server.store.database import Store

log = logging.getLogger(__name__)

INTERVAL_S = 10.0
"""How old what is known of the disk may be."""
RETRY_AFTER_S = 60
LEAST_GRACE = timedelta(hours=1)
"""What is younger is never removed: its record may just be on its way."""
MB, GB = 1_000_000, 1_000_000_000
HasRoom = Callable[[], None]
"""Raises `Unavailable` when there is no room for something new."""


def plenty() -> None:
    """A disk that always has room."""


class Disk:
    """Looks at the disk every few seconds, so that asking for room costs nothing.

    Args:
        quota: bytes that the data directory may hold; 0 for no limit.
        reserve: bytes that have to stay free on its disk.
        measure: total, used and free bytes of the disk of a folder.
    """

    def __init__(
        self,
        store: Store,
        storage: FolderStorage,
        directory: DataDirectory,
        *,
        quota: int = 0,
        reserve: int = 0,
        measure: Callable[[Path], tuple[int, int, int]] = shutil.disk_usage,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._directory = directory
        self._quota = quota
        self._reserve = reserve
        self._measure = measure
        self._clock = clock
        self._room = Room(free=reserve, total=0, reserve=reserve, quota=quota, used=0)
        self._background = Background(self._run, "disk")

    async def start(self) -> None:
        """Look once, and go on looking."""
        await self.look()
        self._background.start()

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    @property
    def room(self) -> Room:
        """What was seen last."""
        return self._room

    def require_room(self) -> None:
        """Raise `Unavailable` when the disk is nearly full (``disk_full``) or the quota reached (``quota_reached``)."""
        room = self._room
        if room.is_short:
            raise Unavailable(
                f"The disk has only {room.free / GB:.1f} GB left and {room.reserve / GB:.1f} GB are to stay free: "
                "free some space and try again.",
                code="disk_full",
                retry_after_s=RETRY_AFTER_S,
            )
        if room.is_used_up:
            raise Unavailable(
                f"Quillcast holds {room.used / GB:.1f} GB, the most that the settings allow: delete something, "
                "clean up, or raise the quota.",
                code="quota_reached",
                retry_after_s=RETRY_AFTER_S,
            )

    async def look(self) -> Room:
        """See how much room there is now."""
        total, _, free = await asyncio.to_thread(self._measure, self._directory.path)
        used = 0
        if self._quota:
            used = await self._store.read(spaces.contents_size)
            for folder in (self._directory.work, self._directory.notebooks):
                used += (await asyncio.to_thread(_space, Kind.WORK, folder)).size
        self._room = Room(free=free, total=total, reserve=self._reserve, quota=self._quota, used=used)
        return self._room

    async def spaces(self, *, by: Account) -> tuple[Space, ...]:
        """What takes how much, the largest first. Owner only."""
        by.require_owner()
        held = {space.kind: space for space in await self._store.read(spaces.of_contents)}
        for space in await asyncio.to_thread(lambda: tuple(self._folders())):
            held[space.kind] = space
        return tuple(sorted(held.values(), key=lambda space: -space.size))

    async def clean(self, *, dry_run: bool, grace: timedelta, by: Account) -> Cleaned:
        """Remove contents and work folders that nothing refers to and nobody has touched for `grace`. Owner only.

        What is younger than an hour stays, whatever `grace` says.
        """
        by.require_owner()
        before = self._clock() - max(grace, LEAST_GRACE)
        if not dry_run:
            await self._store.write(contents.forget_blobs, before_ms=to_ms(before))
        known = await self._store.read(spaces.unreferenced, to_ms(before)) if dry_run else ()
        going = frozenset(name for name, _ in known)
        files = await asyncio.to_thread(self._contents, going, before.timestamp(), dry_run)
        folders = await asyncio.to_thread(self._work_folders, before.timestamp(), dry_run)
        if not dry_run:
            log.info("Cleaned up: %d contents, %d files of abandoned work", files.files, folders.files)
            await self.look()
        return Cleaned(dry_run, tuple(space for space in (files, folders) if space.files))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL_S)
            try:
                await self.look()
            except (DomainError, OSError) as error:
                log.warning("The disk could not be looked at: %s", error)
            except Exception:
                # Room that is no longer looked at would stay as it was, for every order to come.
                log.exception("The disk could not be looked at")

    def _contents(self, going: frozenset[str], before_s: float, dry_run: bool) -> Space:
        count = size = 0

        def is_kept(name: str) -> bool:
            return name not in going and self._store.read_here(contents.is_blob, name)

        for path, length in tuple(self._storage.strays(is_kept=is_kept, before=before_s)):
            if not dry_run and not self._storage.remove(path, before=before_s):
                continue
            count, size = count + 1, size + length
        return Space(Kind.UNREFERENCED, count, size)

    def _work_folders(self, before_s: float, dry_run: bool) -> Space:
        """Work folders of requests that are over. Those of `quillcast make` are given up after the grace as well."""
        count = size = 0
        folders = {
            folder.name: folder
            for folder in self._directory.work.iterdir()
            if folder.is_dir() and _touched(folder) < before_s
        }
        ours = tuple(name for name in folders if not name.startswith(WITHOUT_SERVER))
        kept = self._store.read_here(runs.with_checkpoints, ours, to_ms(self._clock()))
        for name in folders.keys() - kept:
            found = _space(Kind.WORK, folders[name])
            try:
                if not dry_run:
                    with claimed(folders[name]):
                        shutil.rmtree(folders[name], ignore_errors=True)
            except Conflict:
                continue  # a run of `make` that has rested for so long, and still lives
            count, size = count + found.files, size + found.size
        return Space(Kind.WORK, count, size)

    def _folders(self) -> Iterator[Space]:
        directory = self._directory
        database = [directory.database.with_name(directory.database.name + end) for end in ("", "-wal", "-shm")]
        sizes = [path.stat().st_size for path in database if path.exists()]
        yield Space(Kind.DATABASE, len(sizes), sum(sizes))
        yield _space(Kind.WORK, directory.work)
        yield _space(Kind.NOTEBOOKS, directory.notebooks)
        yield _space(Kind.BACKUPS, directory.backups)
        yield _space(Kind.MODELS, directory.models)
        yield _space(Kind.VOICES, directory.voices, directory.samples)
        yield _space(Kind.LOGS, directory.logs)


def _walk(folder: Path) -> Iterator[os.stat_result]:
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                yield Path(parent, name).stat(follow_symlinks=False)


def _space(kind: Kind, *folders: Path) -> Space:
    found = [each.st_size for folder in folders for each in _walk(folder)]
    return Space(kind, len(found), sum(found))


def _touched(folder: Path) -> float:
    """When something in a folder changed last, in Unix seconds; now and later for one that has just gone."""
    try:
        own = folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf
    return max((each.st_mtime for each in _walk(folder)), default=own)
