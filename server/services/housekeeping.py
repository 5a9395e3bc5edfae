"""What nobody needs any more goes: files of deleted requests, contents without a reference, old events."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from server.config.directories import WITHOUT_SERVER
from server.domain.errors import DomainError
from server.domain.times import Clock, to_ms, utc_day, utc_now
from server.services.rounds import Background
from server.store import (
    allowances,
    clients,
    contents,
    deliveries,
    episode_drafts,
    episodes,
    events,
    operations,
    requests,
    runs,
)
from server.store.artefacts import FolderStorage
from server.store.database import Store
from server.store.rebuilds import desk_folder
from server.store.requests import KEPT_AFTER_DELETION_MS

log = logging.getLogger(__name__)

SETTLE_S = 5.0
"""After the start, which has the disk to itself."""
INTERVAL_S = 3600.0
YOUNG_S = 3600.0
"""Contents younger than this stay without a reference: their record may just be on its way."""
DESK_KEPT_MS = 24 * 3600 * 1000
"""How long the parts of an episode stay after its desk was worked at last; they can be made anew."""
DAYS_KEPT = timedelta(days=90)


class Housekeeping:
    """Runs once after the start and then every hour."""

    def __init__(
        self,
        store: Store,
        storage: FolderStorage,
        *,
        work: Path,
        copy_daily: Callable[[str], object] | None = None,
        forget_words: Callable[[], Awaitable[None]] | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._work = work
        self._copy_daily = copy_daily
        self._forget_words = forget_words
        self._forgotten_on = ""
        """The day on which deleted words were last overwritten in the search index: it takes its time."""
        self._clock = clock
        self._started_s = clock().timestamp()
        self._background = Background(self._run, "housekeeping")

    async def start(self) -> None:
        """Remove what a killed process left half-written, and begin."""
        await asyncio.to_thread(self._storage.discard_drafts)
        self._background.start()

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    async def tidy(self, *, before_s: float) -> None:
        """Remove everything that has become superfluous; contents put in since `before_s` (Unix seconds) stay."""
        now = self._clock()
        while await self._store.write(requests.empty_deleted, to_ms(now)):
            pass
        await self._store.write(events.prune)
        await self._store.write(clients.forget_days, before=utc_day(now - DAYS_KEPT).isoformat())
        await self._store.write(episodes.forget_media, before_ms=to_ms(now) - KEPT_AFTER_DELETION_MS)
        await self._store.write(deliveries.forget, to_ms(now) - deliveries.KEPT_MS)
        await self._store.write(operations.forget, to_ms(now))
        await self._store.write(allowances.forget, before_ms=to_ms(now - DAYS_KEPT))
        await self._store.write(contents.forget_blobs)
        await asyncio.to_thread(self._remove_files, before_s)
        if self._forget_words is not None and self._forgotten_on != utc_day(now).isoformat():
            await self._forget_words()
            self._forgotten_on = utc_day(now).isoformat()
        if self._copy_daily is not None:
            await asyncio.to_thread(self._copy_daily, utc_day(now).isoformat())

    async def _run(self) -> None:
        before_s = self._started_s
        await asyncio.sleep(SETTLE_S)
        while True:
            try:
                await self.tidy(before_s=before_s)
            except (DomainError, OSError) as error:
                log.warning("Tidying up was put off: %s", error)
            except Exception:
                log.exception("Tidying up failed")
            await asyncio.sleep(INTERVAL_S)
            before_s = self._clock().timestamp() - YOUNG_S

    def _remove_files(self, before_s: float) -> None:
        self._storage.sweep(is_kept=lambda name: self._store.read_here(contents.is_blob, name), before=before_s)
        folders = {
            folder.name: folder
            for folder in self._work.iterdir()
            if folder.is_dir() and not folder.name.startswith(WITHOUT_SERVER)
        }
        now_ms = to_ms(self._clock())
        kept = self._store.read_here(runs.with_checkpoints, tuple(folders), now_ms)
        kept |= {desk_folder(each) for each in self._store.read_here(episode_drafts.recent, now_ms - DESK_KEPT_MS)}
        for name in folders.keys() - kept:
            shutil.rmtree(folders[name], ignore_errors=True)
