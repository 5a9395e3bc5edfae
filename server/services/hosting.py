"""Recordings of imported shows, taken over one after the other: politely, and on where a break left them."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from server.domain.episodes import EXTENSIONS, Episode
from server.domain.errors import DomainError, Invalid
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.identifiers import new_public_key
from server.domain.plaintext import plain
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import recordings
from server.fetch import Fetched, FetchFailed, Limits
from server.services.made_episodes import enclosure_of
from server.services.quarantine import Quarantine
from server.services.refreshing import FetchDocument, Hosts
from server.services.resuming import fetch_resuming
from server.services.rounds import Background, keep_settling
from server.store import episodes, imports
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.imports import ToHost
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

SPACING_S = 1.0
"""Between two recordings from the same host."""
LIMITS = Limits(max_bytes=2_000_000_000, total_s=3600.0, min_bytes=10_000)
ATTEMPTS = 5
FIRST_WAIT = timedelta(minutes=2)
"""Until a recording is tried again; four times as long each time."""
FREE_BYTES = 2_000_000_000
"""What the disk keeps free."""
NO_SPACE_WAIT = timedelta(minutes=30)
_BY_TYPE = {media_type: extension for extension, media_type in EXTENSIONS.items()} | {
    "audio/mp3": "mp3",
    "audio/mp4": "m4a",
    "audio/m4a": "m4a",
    "audio/aac": "m4a",
    "audio/ogg": "ogg",
    "audio/opus": "opus",
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/flac": "flac",
}


class Hosting:
    """Fetches what is due, one recording at a time."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        *,
        fetch: FetchDocument,
        downloads: Path,
        quarantine: Quarantine,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._fetch = fetch
        self._downloads = downloads
        self._quarantine = quarantine
        self._allow_private = allow_private_urls
        self._clock = clock
        self._hosts = Hosts(spacing_s=SPACING_S)
        self._awake = asyncio.Event()
        self._settling = asyncio.Lock()
        """One recording has one folder: it is taken over by one alone."""
        self._background = Background(self._run, "hosting")

    async def start(self) -> None:
        """Go on with what the last run left."""
        waiting = await self._store.read(imports.waiting_to_host)
        await asyncio.to_thread(self._forget_strays, waiting)
        self._background.start()

    async def close(self) -> None:
        """Stop; the next start goes on."""
        await self._background.close()

    def wake(self) -> None:
        """Look for recordings that are due, now."""
        self._awake.set()

    async def settle(self) -> None:
        """Take over everything that is due, and return when nothing is."""
        async with self._settling:
            while due := await self._store.read(imports.next_to_host, to_ms(self._clock())):
                for each in due:
                    await self._take_over(each)

    async def _run(self) -> None:
        await keep_settling(
            self.settle,
            lambda: self._store.read(imports.next_moment),
            awake=self._awake,
            clock=self._clock,
            after_fault=FIRST_WAIT,
            log=log,
            what="Recordings",
        )

    def _forget_strays(self, waiting: Collection[int]) -> None:
        """Remove what came of recordings that nobody waits for any more."""
        for folder in self._downloads.iterdir():
            if folder.name not in {str(each) for each in waiting}:
                shutil.rmtree(folder, ignore_errors=True)

    async def _take_over(self, wanted: ToHost) -> None:
        episode = await self._store.read(episodes.find, wanted.episode_id, wanted.client_id)
        if episode is None or episode.enclosure.address.startswith("/"):
            await self._store.write(imports.hosted, wanted.episode_id)
            return
        if (await asyncio.to_thread(shutil.disk_usage, self._downloads)).free < FREE_BYTES + episode.enclosure.size:
            await self._put_off(wanted, "There is too little room on the disk.", to_ms(self._clock() + NO_SPACE_WAIT))
            return
        folder = self._downloads / str(wanted.episode_id)
        try:
            async with self._hosts.turn(episode.enclosure.address):
                fetched = await fetch_resuming(
                    self._fetch,
                    episode.enclosure.address,
                    folder=folder,
                    limits=LIMITS,
                    allow_private=self._allow_private,
                )
            media = await self._stored(fetched, episode)
        except DomainError as error:
            due_on = self._again(wanted, error)
            if due_on is None:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
            await self._put_off(wanted, error.message, due_on)
            return
        except Exception:
            log.exception("The recording of episode %s could not be taken over", wanted.episode_id)
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
            await self._put_off(wanted, "Something went wrong here.", None)
            return
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        await self._store.write(_kept, wanted, episode.enclosure.address, media, self._clock)

    def _again(self, wanted: ToHost, error: DomainError) -> int | None:
        """When to try again; None for what will not get better."""
        for_good = isinstance(error, Invalid) or (
            isinstance(error, FetchFailed) and error.status in {401, 404, 410, 451}
        )
        if for_good or wanted.attempts + 1 >= ATTEMPTS:
            return None
        return to_ms(self._clock() + FIRST_WAIT * 4**wanted.attempts)

    async def _put_off(self, wanted: ToHost, fault: str, due_on: int | None) -> None:
        await self._store.write(imports.not_hosted, wanted.episode_id, fault=fault, due_on=due_on)

    async def _stored(self, fetched: Fetched, episode: Episode) -> Media:
        path = fetched.path
        if path is None or not fetched.size:
            raise Invalid("There was nothing at the address of the recording.")
        if fetched.media_type.startswith("text/"):
            raise Invalid(f"The address of the recording answers {fetched.media_type}, not a recording.")
        duration_s = episode.enclosure.duration_s
        name = PurePosixPath(unquote(urlsplit(episode.enclosure.address).path))
        extension = name.suffix.lower().lstrip(".")
        media_type = episode.enclosure.media_type
        if extension not in EXTENSIONS:
            extension = _BY_TYPE.get(media_type) or _BY_TYPE.get(fetched.media_type) or extension[:5] or "mp3"
        if not media_type.startswith("video/") and extension != "pdf":
            known = await self._quarantine.run(recordings.check, path)
            if known is not None:
                extension, media_type, duration_s = known.extension, known.media_type, known.duration_s
        content = await asyncio.to_thread(self._storage.put, path)
        stem = "".join(c for c in plain(episode.title) if c.isprintable() and c not in '\\/:*?"<>|')[:100].strip(" .")
        return Media(
            key=new_public_key(),
            name="audio",
            file_name=f"{stem or 'episode'}.{extension}",
            media_type=media_type,
            size=content.size,
            sha256=content.sha256,
            duration_s=duration_s or None,
        )


def _kept(transaction: Transaction, wanted: ToHost, address: str, media: Media, clock: Clock) -> None:
    """Publish a recording under our own address, unless the episode has another one by now."""
    now = clock()
    now_ms = to_ms(now)
    imports.hosted(transaction, wanted.episode_id)
    episode = episodes.find(transaction, wanted.episode_id, wanted.client_id)
    if episode is None or episode.enclosure.address != address:
        return
    episodes.add_media(transaction, episode.id, media, now_ms)
    episodes.save(transaction, replace(episode, enclosure=enclosure_of(media), updated_on=now), now_ms)
    waiting, given_up, _ = imports.hosting_of(transaction, episode.podcast_id) if episode.podcast_id else (0, 0, ())
    transaction.emit(
        wanted.client_id,
        EventKind.IMPORT_PROGRESS,
        now_ms,
        subject=episode.podcast_id,
        data={"stage": "hosting", "left": waiting, "failed": given_up},
    )
