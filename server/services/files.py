"""Files that callers upload, to be named as sources later."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound, Unavailable
from server.domain.files import UPLOAD_LIMIT, StoredFile
from server.domain.identifiers import new_id
from server.domain.times import Clock, from_ms, to_ms, utc_now
from server.services.disk import HasRoom, plenty
from server.store import contents
from server.store.artefacts import Content, Storage
from server.store.database import Store

P = ParamSpec("P")
T = TypeVar("T")

GATHERED = 512 * 1024
"""Bytes gathered before a thread writes them."""
MAX_FILE_NAME = 200
STANDARD_TYPE = "application/octet-stream"


class Files:
    """The caller's uploads."""

    def __init__(self, store: Store, storage: Storage, *, room: HasRoom = plenty, clock: Clock = utc_now) -> None:
        self._store = store
        self._require_room = room
        self._storage = storage
        self._clock = clock

    async def upload(
        self,
        chunks: AsyncIterator[bytes],
        *,
        file_name: str,
        content_type: str,
        by: Account,
        limit: int = UPLOAD_LIMIT,
    ) -> StoredFile:
        """Keep a file while it streams in; nothing of a broken or refused upload stays.

        Raises:
            InvalidField: ``file`` is empty or has more than `limit` bytes.
            Unavailable: the disk is full, or the quota reached.
        """
        self._require_room()
        content = await received(self._storage, chunks, limit=limit)
        fault("after-upload-stored")
        now_ms = to_ms(self._clock())
        file = StoredFile(
            id=new_id(),
            file_name=plain_name(file_name),
            content_type=content_type or STANDARD_TYPE,
            size=content.size,
            created_on=from_ms(now_ms),
            sha256=content.sha256,
        )
        return await self._store.write(contents.add_file, file, by.id, now_ms)

    async def list(self, *, by: Account) -> tuple[StoredFile, ...]:
        """The caller's files, newest first."""
        return await self._store.read(contents.files_of, by.id)

    async def delete(self, file_id: str, *, by: Account) -> None:
        """Forget a file; requests that were accepted with it keep its content. Raises `NotFound`."""
        if not await self._store.write(contents.remove_file, file_id, by.id, to_ms(self._clock())):
            raise NotFound("There is no such file.", code="file_not_found")


async def received(storage: Storage, chunks: AsyncIterator[bytes], *, limit: int, field: str = "file") -> Content:
    """Store what streams in; nothing of a broken or refused upload stays.

    Raises:
        InvalidField: `field` is empty or has more than `limit` bytes.
        Unavailable: the disk is full.
    """
    draft = await on_disk(storage.draft)
    try:
        await _take_in(chunks, draft.write, limit=limit, field=field)
        return await on_disk(draft.keep)
    finally:
        await asyncio.shield(asyncio.to_thread(draft.discard))


async def received_as(path: Path, chunks: AsyncIterator[bytes], *, limit: int, field: str) -> None:
    """Write what streams in to a new file. Raises as `received`; what came by then stays."""
    file = await on_disk(path.open, "wb")
    try:
        await _take_in(chunks, file.write, limit=limit, field=field)
    finally:
        await asyncio.shield(on_disk(file.close))


async def _take_in(chunks: AsyncIterator[bytes], write: Callable[[bytes], object], *, limit: int, field: str) -> None:
    size, gathered = 0, bytearray()
    async for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise InvalidField(field, f"a file may have {limit // (1024 * 1024):,} MB at most")
        gathered += chunk
        if len(gathered) >= GATHERED:
            await on_disk(write, bytes(gathered))
            gathered.clear()
    if not size:
        raise InvalidField(field, "the file is empty")
    await on_disk(write, bytes(gathered))


async def on_disk(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run file work on a thread. Raises `Unavailable` when the disk can't take it."""
    try:
        return await asyncio.to_thread(work, *args, **kwargs)
    except OSError as error:
        raise Unavailable(
            f"The disk can't take it ({error.strerror}): free some space and try again.", code="disk_full"
        ) from error


def plain_name(name: str) -> str:
    """A file name fit to be kept and shown: no path, no control characters, not endless."""
    last = re.split(r"[/\\]", name)[-1]
    cleaned = "".join(char for char in last if char.isprintable()).strip()
    return cleaned[-MAX_FILE_NAME:] or "file"
