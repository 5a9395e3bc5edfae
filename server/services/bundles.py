"""Episode bundles: an episode of the caller's as one file, and such a file as an episode of the caller's."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from server.domain.accounts import Account
from server.domain.bundles import MAX_BYTES, MIMETYPE, Manifest
from server.domain.decoding import from_json
from server.domain.errors import Conflict, InvalidField, NotFound
from server.domain.identifiers import new_id, new_public_key
from server.domain.orders import Order
from server.domain.recordings import Recording
from server.domain.requests import PODCAST_TYPES, Request, State
from server.domain.scripts import Script
from server.domain.times import Clock, to_ms, utc_now
from server.engine.bundles import FIELD, Unpacked, check_takes, unpack
from server.feeds.recordings import check
from server.services.bundle_contents import Item, packed
from server.services.bundle_imports import imported_request
from server.services.custom_voices import CustomVoices
from server.services.disk import HasRoom, plenty
from server.services.files import on_disk, received_as
from server.services.quarantine import Quarantine
from server.services.specs import decoded
from server.store import bundles, episodes, overviews, requests
from server.store.artefacts import Content, Storage
from server.store.bundles import Kept
from server.store.database import Store
from server.store.transactions import Transaction

PIECE = 512 * 1024
_MODE = 0o644


@dataclass(frozen=True, slots=True)
class Imported:
    """What a bundle became."""

    request_id: str
    episode_id: int
    title: str
    notes: tuple[str, ...]
    """What a person should know: what of it does not work here."""


class Bundles:
    """Bundles of the caller's episodes, out and in. Neither way is one ever held in memory."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        custom_voices: CustomVoices,
        *,
        quarantine: Quarantine,
        sounds: Quarantine,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._custom_voices = custom_voices
        self._quarantine = quarantine
        self._sounds = sounds
        self._require_room = room
        self._clock = clock

    async def items(self, request_id: str, *, by: Account) -> tuple[Request, tuple[Item, ...]]:
        """A finished episode and the members of its bundle, the manifest first.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: ``not_an_episode``: it is no finished episode with a script.
        """
        request = await self._store.read(requests.find, request_id, by.id)
        if request.state is not State.COMPLETED or request.type not in PODCAST_TYPES:
            raise Conflict("Only a finished episode can be put into a bundle.", code="not_an_episode")
        try:
            script, recording = await self._store.read(overviews.spoken, request_id, by.id)
        except NotFound as error:
            raise Conflict("This recording has no script to be put into a bundle.", code="not_an_episode") from error
        body, beside = await self._store.read(overviews.order_of, request_id, by.id)
        imported = await self._store.read(requests.imported_of, request_id)
        episode = await self._store.read(episodes.of_request, request_id, by.id)
        found = await asyncio.to_thread(
            packed,
            request,
            order=decoded(body, request.type),
            script=from_json(script, Script),
            recording=from_json(recording, Recording),
            beside=beside,
            imported=imported,
            episode=episode,
            own_voices=await self._store.read(bundles.voices_of, by.id),
            desk=await self._store.read(bundles.desk_of, request_id, by.id),
            storage=self._storage,
            now=self._clock(),
        )
        return request, found

    async def pack(self, items: Sequence[Item]) -> AsyncIterator[bytes]:
        """The pieces of the ZIP file of `items`."""
        thread = ThreadPoolExecutor(1, thread_name_prefix="bundle")
        loop = asyncio.get_running_loop()
        try:
            pieces = await loop.run_in_executor(thread, _zipped, items, self._clock())
            while (piece := await loop.run_in_executor(thread, next, pieces, None)) is not None:
                yield piece
        finally:
            thread.shutdown(wait=False, cancel_futures=True)

    async def take(self, chunks: AsyncIterator[bytes], *, by: Account) -> Imported:
        """Make an episode of a bundle that streams in; all of it is there in the end, or nothing.

        Raises:
            InvalidField: ``bundle`` is none, damaged, too large, or made to harm (``bundle_unusable``).
            Unavailable: the disk is full, or the quota reached.
        """
        by.require_subscription(self._clock())
        self._require_room()
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="quillcast-bundle-")
        try:
            path = Path(folder.name) / "bundle"
            members = Path(folder.name) / "members"
            await on_disk(members.mkdir)
            await received_as(path, chunks, limit=MAX_BYTES, field=FIELD)
            unpacked = await self._quarantine.run(unpack, path, members)
            await on_disk(path.unlink)
            await self._check_sound(unpacked, members)
            stored = await on_disk(self._stored, unpacked, members)
        finally:
            await asyncio.to_thread(folder.cleanup)
        order = await asyncio.to_thread(_order, unpacked)
        made = await asyncio.to_thread(
            imported_request,
            unpacked,
            order,
            stored,
            request_id=new_id(),
            share_key=new_public_key(),
            by=by,
            now=self._clock(),
        )
        kept = await self._store.write(self._keep, made.kept, to_ms(self._clock()))
        return Imported(kept.request_id, kept.episode_id, unpacked.manifest.title, made.notes)

    def _keep(self, transaction: Transaction, kept: Kept, now_ms: int) -> bundles.Taken:
        taken = bundles.keep(transaction, kept, now_ms)
        self._custom_voices.hold(transaction, kept.new.client_id)
        return taken

    async def _check_sound(self, unpacked: Unpacked, members: Path) -> None:
        """Every recording in it is one, and what the episode plays is what podcast apps play."""
        for place, media in enumerate(unpacked.manifest.media):
            found = await self._sounds.run(check, members / unpacked.names[media.member], field=FIELD)
            is_audio = media.name == "audio" and found is not None and found.media_type == media.media_type
            is_stem = media.name.startswith("stem_") and media.media_type == "audio/wav"
            if not (is_audio if place == 0 else is_stem):
                raise InvalidField(FIELD, "holds a recording that no episode has", code="bundle_unusable")
        takes = {take.member for take in unpacked.manifest.takes}
        if takes:
            await self._sounds.run(check_takes, [members / unpacked.names[name] for name in sorted(takes)])

    def _stored(self, unpacked: Unpacked, members: Path) -> dict[str, Content]:
        manifest = unpacked.manifest
        stored = {}
        for name in {*manifest.named} - {manifest.order, manifest.script, manifest.recording, manifest.draft}:
            stored[name] = self._storage.put(members / unpacked.names[name])
            if stored[name].sha256 != manifest.members[name].sha256:
                raise InvalidField(FIELD, "was damaged on its way in; send it again", code="bundle_unusable")
        return stored


def file_name(request: Request, ending: str) -> str:
    """What a bundle is called: words of the episode's title."""
    words = "".join(each if each.isalnum() else " " for each in request.title)
    return f"{'-'.join(words.split())[:80] or 'episode'}{ending}"


def _order(unpacked: Unpacked) -> Order:
    manifest: Manifest = unpacked.manifest
    if manifest.type not in PODCAST_TYPES:
        raise InvalidField(FIELD, "holds something else than an episode", code="bundle_unusable")
    try:
        return decoded(unpacked.order, manifest.type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InvalidField(FIELD, "is damaged: its order can't be read", code="bundle_unusable") from error


def _zipped(items: Sequence[Item], moment: datetime) -> Iterator[bytes]:
    # Loaded on the thread that packs: it takes its time.
    from stream_zip import stream_zip

    # Without further fields the first member says at byte 38 what this is, as programs expect it.
    return iter(stream_zip(_members(items, moment), chunk_size=PIECE, extended_timestamps=False))


def _members(items: Sequence[Item], moment: datetime) -> Iterator[tuple[str, datetime, int, Any, Iterator[bytes]]]:
    from stream_zip import NO_COMPRESSION_32, NO_COMPRESSION_64

    for item in items:
        size, checksum = item.measured()
        method = NO_COMPRESSION_32 if item.name == MIMETYPE else NO_COMPRESSION_64
        yield item.name, moment, _MODE, method(size, checksum), item.pieces()
