"""Episode bundles taken apart. A bundle is a stranger's file: it is read in a process of its own, by its own limits."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from server.domain.bundles import (
    FORMAT,
    MANIFEST,
    MAX_BYTES,
    MAX_JSON,
    MAX_MANIFEST,
    MAX_MEMBERS,
    MIMETYPE,
    VERSION,
    Manifest,
    Member,
    is_fit,
)
from server.domain.decoding import from_json
from server.domain.episode_drafts import EpisodeDraft, require_sound
from server.domain.errors import Invalid, InvalidField, RenderingFailed
from server.domain.recordings import Recording
from server.domain.scripts import Script
from server.domain.sources import Source
from server.domain.voices import SpeechEngine

T = TypeVar("T")

FIELD = "bundle"
PIECE = 1 << 20
MAX_RATIO = 200
"""Unpacked over packed bytes of a member of more than `_SMALL` bytes; scripts pack five to twenty times."""
_SMALL = 1_000_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A bundle that holds what it says, its members lying in a folder under `names`."""

    manifest: Manifest
    script: Script
    recording: Recording
    order: str
    """JSON."""
    draft: EpisodeDraft | None
    names: dict[str, str]
    """File names in the folder, by member."""


def unpack(path: Path, folder: Path, *, limit: int = MAX_BYTES) -> Unpacked:
    """Check a bundle whole and lay its members into `folder`, under names of our own.

    Raises:
        InvalidField: it is no bundle, a damaged one, one of a newer version, or one made to harm whoever opens it.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            _judge(archive, entries, limit=limit)
            manifest = _manifest(archive, entries)
            names = {name: f"{place:05d}" for place, name in enumerate(sorted(manifest.members))}
            for name, member in manifest.members.items():
                _lay(archive, entries[name], member, folder / names[name])
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, NotImplementedError, EOFError) as error:
        raise _unfit("is no episode bundle, or a damaged one; export it again") from error

    def read(name: str, kind: type[T]) -> T:
        return _decoded(_limited(folder / names[name]), kind, name)

    if manifest.imported:
        read(manifest.imported, tuple[Source, ...])
    script, recording = read(manifest.script, Script), read(manifest.recording, Recording)
    if not script.lines or any(line.speaker < 0 or line.speaker > 99 for line in script.lines):
        raise _unfit("holds a script without lines that can be spoken")
    for voice in manifest.voices:
        if voice.engine == SpeechEngine.MATCHED:
            # Loaded where it runs, in the worker.
            from server.engine.speech.matched import Profile

            read(voice.member, Profile)
    draft = read(manifest.draft, EpisodeDraft) if manifest.draft else None
    if draft is not None:
        try:
            require_sound(draft)
        except Invalid as error:
            raise _unfit("holds a script desk that can't be worked at") from error
    order = _limited(folder / names[manifest.order]).decode("utf-8", "replace")
    return Unpacked(manifest, script, recording, order, draft, names)


def check_takes(paths: Sequence[Path]) -> None:
    """See that kept sounds are ones. Raises `InvalidField`."""
    from server.engine.speech.takes import unpacked

    for path in paths:
        try:
            unpacked(path)
        except (RenderingFailed, RuntimeError) as error:
            raise _unfit("holds a take that is no sound") from error


def _judge(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], *, limit: int) -> None:
    """Refuse by the directory, before a byte is unpacked."""
    listed = archive.infolist()
    if len(listed) != len(entries) or len(listed) > MAX_MEMBERS:
        raise _unfit(f"holds a file twice, or more than {MAX_MEMBERS:,} of them")
    if any(entry.flag_bits & 0x1 for entry in listed):
        raise _unfit("is protected by a password; export it without one")
    if any(not is_fit(name) for name in entries) or any(entry.compress_type not in _METHODS for entry in listed):
        raise _unfit("holds files that no bundle has")
    packed = sum(entry.compress_size for entry in listed)
    unpacked = sum(entry.file_size for entry in listed)
    bomb = any(entry.file_size > max(_SMALL, MAX_RATIO * entry.compress_size) for entry in listed)
    # Members that overlap would hold more packed bytes than the file has.
    overlaps = packed > (Path(archive.filename or "").stat().st_size if archive.filename else limit)
    if bomb or overlaps or unpacked > limit:
        raise _unfit(f"unpacks to more than the {limit // 1024**2:,} MB that are taken")


def _manifest(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> Manifest:
    if MANIFEST not in entries or entries[MANIFEST].file_size > MAX_MANIFEST:
        raise _unfit("is no episode bundle: it holds no manifest")
    with archive.open(MANIFEST) as file:
        raw = file.read(MAX_MANIFEST)
    head = _decoded(raw, _Head, MANIFEST)
    if head.format != FORMAT:
        raise _unfit("is no episode bundle: its manifest is another program's")
    if head.version > VERSION:
        raise _unfit(f"was written by a newer Quillcast (bundle version {head.version}); install that version first")
    manifest = _decoded(raw, Manifest, MANIFEST)
    if set(manifest.members) != set(entries) - {MANIFEST, MIMETYPE}:
        raise _unfit("holds other files than its manifest names")
    if not set(manifest.named) <= set(manifest.members):
        raise _unfit("names files that it does not hold")
    if not (manifest.script and manifest.recording and manifest.order and manifest.media):
        raise _unfit("holds no finished episode")
    return manifest


@dataclass(frozen=True, slots=True)
class _Head:
    format: str
    version: int


def _lay(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, member: Member, target: Path) -> None:
    digest, size = hashlib.sha256(), 0
    with archive.open(entry) as packed, target.open("wb") as out:
        while piece := packed.read(PIECE):
            size += len(piece)
            if size > member.size:
                break
            digest.update(piece)
            out.write(piece)
    if size != member.size or digest.hexdigest() != member.sha256:
        raise _unfit(f"is damaged: {entry.filename} is not what the manifest says")


def _limited(path: Path) -> bytes:
    if path.stat().st_size > MAX_JSON:
        raise _unfit("holds a text that is too long to be read")
    return path.read_bytes()


def _decoded(raw: bytes, kind: type[T], name: str) -> T:
    try:
        return from_json(raw, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unfit(f"is damaged: {name} can't be read") from error


def _unfit(message: str) -> InvalidField:
    return InvalidField(FIELD, message, code="bundle_unusable")
