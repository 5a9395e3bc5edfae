"""What goes into a bundle: an episode's records as members of an archive, the manifest first."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from server.domain.bundles import (
    FORMAT,
    MANIFEST,
    MEDIA_TYPE,
    MIMETYPE,
    VERSION,
    BundledMedia,
    BundledSource,
    BundledTake,
    BundledVoice,
    Manifest,
    Member,
)
from server.domain.custom_voices import CustomVoice
from server.domain.episodes import Episode
from server.domain.orders import ContentOrder, Gathered, Order, RevoicingOrder, ScriptOrder
from server.domain.recordings import Recording
from server.domain.requests import Request
from server.domain.scripts import Script
from server.fetch.addresses import mask
from server.services.archives import measured, pieces_of
from server.services.specs import PERFORMANCE, encoded
from server.store.artefacts import Content, Storage
from server.store.bundles import OnDesk
from server.store.contents import SourceContent


@dataclass(frozen=True, slots=True)
class Item:
    """A member of an archive: bytes, or a file."""

    name: str
    source: bytes | Path
    member: Member

    @classmethod
    def of_bytes(cls, name: str, data: bytes) -> Item:
        """Bytes that are there."""
        return cls(name, data, Member(len(data), hashlib.sha256(data).hexdigest()))

    @classmethod
    def of_content(cls, name: str, content: Content, storage: Storage) -> Item:
        """A content of the storage."""
        return cls(name, storage.path(content.sha256), Member(content.size, content.sha256))

    def measured(self) -> tuple[int, int]:
        """Size and CRC-32."""
        if isinstance(self.source, bytes):
            return len(self.source), zlib.crc32(self.source)
        return measured(self.source)

    def pieces(self) -> Iterator[bytes]:
        """Its bytes, piece by piece."""
        return iter((self.source,)) if isinstance(self.source, bytes) else pieces_of(self.source, self.member.size)


def packed(
    request: Request,
    *,
    order: Order,
    script: Script,
    recording: Recording,
    beside: Mapping[int, SourceContent],
    imported: Content | None,
    episode: Episode | None,
    own_voices: Sequence[CustomVoice],
    desk: OnDesk,
    storage: Storage,
    now: datetime,
) -> tuple[Item, ...]:
    """The members of an episode's bundle, the manifest first."""
    items: list[Item] = []

    def add(item: Item) -> str:
        items.append(item)
        return item.name

    sources = tuple(
        BundledSource(
            place,
            add(Item.of_content(f"sources/{number:03d}{_ending(source.file_name)}", source.content, storage)),
            source.file_name,
            source.content_type,
        )
        for number, (place, source) in enumerate(sorted(beside.items()))
        if place != PERFORMANCE
    )
    media = tuple(
        BundledMedia(
            each.name,
            add(
                Item.of_content(
                    f"media/{number:03d}{_ending(each.file_name)}", Content(each.sha256, each.size), storage
                )
            ),
            each.media_type,
            each.duration_s,
        )
        for number, each in enumerate(
            # Earlier versions stay here: the recording and its stems are the episode.
            each
            for place, each in enumerate(request.media)
            if not place or each.name.startswith("stem_")
        )
    )
    voices = tuple(
        BundledVoice(
            id=voice.id,
            name=voice.name,
            engine=voice.engine,
            language=voice.language,
            accent=voice.accent,
            sex=voice.sex,
            similarity=voice.similarity,
            member=add(_of_file(f"voices/{number:03d}", storage.path(voice.profile), voice.profile)),
        )
        for number, voice in enumerate(_used(own_voices, order, recording, _speaking(desk)))
    )
    draft, spoken = desk.draft, desk.takes
    members: dict[str, str] = {}
    for _, content in spoken:
        if content.sha256 not in members:
            members[content.sha256] = add(Item.of_content(f"takes/{len(members):05d}.flac", content, storage))
    takes = tuple(
        BundledTake(
            take.line, take.key, take.text, take.voice, take.pace, take.take, take.seconds, members[content.sha256]
        )
        for take, content in spoken
    )
    draft_name = add(Item.of_bytes("draft.json", msgspec.json.encode(draft.draft))) if draft else ""
    music_name = add(Item.of_content("music/desk", draft.music, storage)) if draft and draft.music else ""
    order_name = add(Item.of_bytes("order.json", encoded(portable(order)).encode()))
    script_name = add(Item.of_bytes("script.json", msgspec.json.encode(script)))
    recording_name = add(Item.of_bytes("recording.json", msgspec.json.encode(_portable(recording))))
    imported_name = add(Item.of_content("imported.json", imported, storage)) if imported else ""
    manifest = Manifest(
        format=FORMAT,
        version=VERSION,
        type=request.type,
        title=request.title,
        language=request.language,
        created_on=now,
        program=version("quillcast"),
        members={item.name: item.member for item in items},
        episode_title=episode.title if episode else "",
        description=episode.description if episode else "",
        notes=request.notes,
        citations=request.citations,
        sources=sources,
        media=media,
        voices=voices,
        takes=takes,
        draft=draft_name,
        draft_music=music_name,
        draft_music_name=draft.music_name if draft else "",
        mix=desk.mix,
        order=order_name,
        script=script_name,
        recording=recording_name,
        imported=imported_name,
    )
    first = Item.of_bytes(MIMETYPE, MEDIA_TYPE.encode())
    return (first, Item.of_bytes(MANIFEST, msgspec.json.encode(manifest)), *items)


def portable(order: Order) -> Order:
    """An order without what means nothing elsewhere: ids of records, dates, targets, and secrets in addresses."""
    if isinstance(order, ScriptOrder):
        return replace(order, callback_data=None, podcast_id="", intro_music_url=mask(order.intro_music_url))
    if isinstance(order, RevoicingOrder):
        return replace(order, audio_url=mask(order.audio_url), callback_data=None)
    if not isinstance(order, ContentOrder):
        return order
    gathered = order.gathered or Gathered()
    return replace(
        order,
        resources=tuple(
            replace(each, content=mask(each.content)) if "://" in each.content else each for each in order.resources
        ),
        gathered=replace(gathered, logo_url=mask(gathered.logo_url)),
        intro_music_url=mask(order.intro_music_url),
        logo_url=mask(order.logo_url),
        background_image_url=mask(order.background_image_url),
        callback_data=None,
        related_id="",
        podcast_episode_ids=(),
        scheduled_on=None,
        podcast_id="",
        feed_selections=(),
        feeds=(),
        researches=(),
        projects=(),
        video_site_channels=(),
        notebook_id="",
        publish_targets=(),
        template_mode=None,
        is_scheduled=False,
        daily_count=None,
        schedule_end_date=None,
        repurposed="",
        approve_script=False,
    )


def _used(
    own: Sequence[CustomVoice], order: Order, recording: Recording, spoken_by: Iterable[int]
) -> tuple[CustomVoice, ...]:
    """The exporter's own voices that the episode was ordered with, or is spoken by."""
    plain: dict[str, Any] = msgspec.to_builtins(order)
    asked = {plain.get("voice1"), plain.get("voice2"), *(plain.get("voices") or ()), *spoken_by}
    spoken = {voice.key for voice in recording.cast}
    return tuple(voice for voice in own if voice.id in asked or voice.profile in spoken)


def _speaking(desk: OnDesk) -> set[int]:
    """The numbers of the voices that are heard on a desk."""
    return {take.voice for take, _ in desk.takes} | set(desk.draft.draft.voices if desk.draft else ())


def _portable(recording: Recording) -> Recording:
    """The recording without paths of this machine and without anybody's ids."""
    return replace(
        recording,
        cast=tuple(replace(voice, source="", client_id="") for voice in recording.cast),
        pronunciations=tuple(replace(each, client_id="", podcast_id="") for each in recording.pronunciations),
    )


def _of_file(name: str, path: Path, sha256: str) -> Item:
    return Item(name, path, Member(path.stat().st_size, sha256))


def _ending(file_name: str) -> str:
    """The ending of a file's name, as far as it is plain letters."""
    ending = PurePosixPath(file_name).suffix.lower()
    return ending if ending[1:].isascii() and ending[1:].isalnum() and len(ending) <= 8 else ""
