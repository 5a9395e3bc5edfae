"""Archives of recordings, made while they are sent: nothing but the piece on its way is held in memory."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from server.domain.accounts import Account
from server.domain.archives import member_name
from server.domain.errors import DomainError, NotFound
from server.domain.times import Clock, utc_now
from server.fetch import Limits
from server.services.media import MediaLinks
from server.services.refreshing import FetchDocument
from server.services.shows import require_show_id
from server.store import episodes, shows
from server.store.database import Store
from server.store.episodes import Mark, Whose

log = logging.getLogger(__name__)

PIECE = 512 * 1024
PORTION = 500
ENTRY_BYTES = 320
"""What an archive needs for an entry beside its bytes, about."""
REMOTE_LIMITS = Limits(max_bytes=4_000_000_000, total_s=3600.0, min_bytes=10_000)
"""For one recording that lies elsewhere."""
_NOTHING = "There is no recording that could be put into an archive."
_MODE = 0o644


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    address: str
    moment: datetime
    size: int


class Archives:
    """ZIP files of the caller's recordings."""

    def __init__(
        self,
        store: Store,
        links: MediaLinks,
        *,
        fetch: FetchDocument,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._links = links
        self._fetch = fetch
        self._allow_private = allow_private_urls
        self._clock = clock

    async def check(self, *, by: Account, show_id: str = "") -> None:
        """See whether there is anything to archive. Raises as `pack`."""
        if not await self._entries(by, show_id):
            raise NotFound(_NOTHING, code="no_audio")

    async def expected_bytes(self, *, by: Account, show_id: str = "") -> int:
        """About how large the archive will be, by what is known of the recordings' sizes. Raises as `pack`."""
        return sum(entry.size + ENTRY_BYTES for entry in await self._entries(by, show_id))

    async def pack(self, *, by: Account, show_id: str = "") -> AsyncIterator[bytes]:
        """The pieces of a ZIP file (stored, zip64) of all the caller's recordings, or of one show's, oldest first.

        Recordings that lie elsewhere are fetched one after the other, while the archive is read; one that can't be had
        is left out, and its number with it. The first piece comes when at least one recording is there.

        Raises:
            Invalid: the show's id is not one that a show can have.
            NotFound: there is no such show of the caller, or nothing could be gathered (``no_audio``).
        """
        entries = await self._entries(by, show_id)
        if not entries:
            raise NotFound(_NOTHING, code="no_audio")
        packing = _Packing(self, asyncio.get_running_loop(), entries)
        try:
            first = await packing.next()
            if not packing.packed:
                raise NotFound(_NOTHING, code="no_audio")
            piece: bytes | None = first
            while piece is not None:
                yield piece
                piece = await packing.next()
        finally:
            await packing.close()

    async def _entries(self, by: Account, show_id: str) -> list[_Entry]:
        if show_id:
            require_show_id(show_id)
            if await self._store.read(shows.find, show_id, by.id) is None:
                raise NotFound("There is no such show.", code="show_not_found")
        found: list[tuple[str, str, datetime, int]] = []
        mark: Mark | None = None
        while True:
            portion, mark = await self._store.read(episodes.portion, Whose(by.id, show_id), mark, PORTION)
            for episode in portion:
                address = episode.enclosure.address
                if address.startswith(("/media/", "http://", "https://")):
                    found.append(
                        (episode.title, address, episode.released_on or episode.updated_on, episode.enclosure.size)
                    )
            if mark is None:
                break
        found.reverse()
        width = max(3, len(str(len(found))))
        return [
            _Entry(member_name(n, title, _extension(address), width=width), address, moment, size)
            for n, (title, address, moment, size) in enumerate(found, 1)
        ]

    async def bring(self, address: str, folder: Path) -> Path | None:
        """The file of a recording; one that lies elsewhere is fetched into `folder`. None when it can't be had."""
        try:
            if address.startswith("/media/"):
                return (await self._links.find(address.split("/")[2])).path
            fetched = await self._fetch(
                address, limits=REMOTE_LIMITS, allow_private=self._allow_private, into=folder / "recording"
            )
        except DomainError as error:
            log.info("A recording is left out of an archive: %s", error.message)
            return None
        if fetched.media_type.startswith("text/"):
            log.info("A recording is left out of an archive: its address answers %s", fetched.media_type)
            return None
        return fetched.path


@dataclass(slots=True)
class _Packing:
    """One archive on its way; a thread of its own waits for recordings, so that it holds up nothing else."""

    archives: Archives
    loop: asyncio.AbstractEventLoop
    entries: list[_Entry]
    packed: int = 0
    _folder: Path = field(init=False)
    _thread: ThreadPoolExecutor = field(init=False)
    _pieces: Iterator[bytes] = field(init=False)
    _waiting: Future[Path | None] | None = None
    _closed: bool = False

    def __post_init__(self) -> None:
        from stream_zip import stream_zip

        self._folder = Path(tempfile.mkdtemp(prefix="quillcast-archive-"))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._pieces = iter(stream_zip(self._members(), chunk_size=PIECE))

    async def next(self) -> bytes | None:
        """The next piece, None at the end."""
        return await self.loop.run_in_executor(self._thread, next, self._pieces, None)

    async def close(self) -> None:
        """Give up what is on its way, and remove what was fetched."""
        self._closed = True
        if self._waiting is not None:
            self._waiting.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.shield(asyncio.to_thread(self._tidy))

    def _tidy(self) -> None:
        self._thread.shutdown(wait=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _members(self) -> Iterator[tuple[str, datetime, int, Any, Iterator[bytes]]]:
        from stream_zip import NO_COMPRESSION_64

        for entry in self.entries:
            if self._closed:
                return
            self._waiting = asyncio.run_coroutine_threadsafe(
                self.archives.bring(entry.address, self._folder), self.loop
            )
            path = self._waiting.result()
            if path is None or not path.exists():
                continue
            size, check = measured(path)
            if not size:
                continue
            self.packed += 1
            yield entry.name, entry.moment, _MODE, NO_COMPRESSION_64(size, check), pieces_of(path, size)
            if path.parent == self._folder:
                path.unlink(missing_ok=True)


def measured(path: Path) -> tuple[int, int]:
    """Size and CRC-32: a stored member names both before its bytes."""
    size = check = 0
    for piece in pieces_of(path, None):
        size += len(piece)
        check = zlib.crc32(piece, check)
    return size, check


def pieces_of(path: Path, size: int | None) -> Iterator[bytes]:
    """The bytes of a file, `size` of them or all."""
    with path.open("rb") as file:
        while piece := file.read(PIECE if size is None else min(PIECE, size)):
            size = None if size is None else size - len(piece)
            yield piece


def _extension(address: str) -> str:
    return PurePosixPath(unquote(urlsplit(address).path)).suffix.lstrip(".")
