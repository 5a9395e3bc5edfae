"""An episode as one file: what it was made of, what it says, who says it, and how it sounds.

A bundle is a ZIP file (stored or deflated, zip64). Its first member, ``mimetype``, holds `MEDIA_TYPE` so that programs
know it by its first bytes; ``manifest.json`` is a `Manifest` and names every other member with its size and sha256.
What a newer version adds to the manifest is ignored by an older one; what an older one can't read has a higher
`VERSION`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from server.domain.episode_drafts import MixReport
from server.domain.pronunciations import Pronunciation
from server.domain.recordings import Recording
from server.domain.requests import Citation, RequestType
from server.domain.scripts import Script
from server.domain.voices import Voice

FORMAT = "quillcast-episode"
VERSION = 1
MEDIA_TYPE = "application/vnd.quillcast.episode+zip"
ENDING = ".quillcast"
MANIFEST = "manifest.json"
MIMETYPE = "mimetype"
MAX_BYTES = 2 * 1024**3
"""Of a bundle that is taken in, packed and unpacked."""
MAX_MEMBERS = 4_000
MAX_MANIFEST = 8 * 1024**2
MAX_JSON = 64 * 1024**2
"""Bytes of a script, an order, or the imported sources."""
_NAME = re.compile(r"(?:(?:sources|media|voices|takes|music)/)?[A-Za-z0-9][A-Za-z0-9._-]{0,120}")


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the archive."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BundledSource:
    """A source that lies beside the order; `position` is its place there (negative ones are the order's own)."""

    position: int
    member: str
    file_name: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class BundledMedia:
    """A finished file. `name` is what it is: ``audio``, ``stem_00`` …"""

    name: str
    member: str
    media_type: str
    duration_s: float | None = None


@dataclass(frozen=True, slots=True)
class BundledVoice:
    """A voice of the exporter's own that the episode was ordered with; `id` is its number in the order."""

    id: int
    name: str
    engine: str
    language: str
    member: str
    """The file that it speaks from."""
    accent: str = ""
    sex: str = ""
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class BundledTake:
    """One way a line was spoken: FLAC, 16 bits, mono, 24 kHz. Lines that say the same share a member."""

    line: str
    """The line's id on the desk."""
    key: str
    """What names the sound: the same words, voice, pace and number have the same."""
    text: str
    voice: int
    """Its number where the bundle was made."""
    pace: float
    take: int
    seconds: float
    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a bundle holds. Paths are members of the archive, empty for what is not in it."""

    format: str
    version: int
    type: RequestType
    title: str
    language: str
    """The language's own name."""
    created_on: datetime
    program: str = ""
    """The version that wrote it."""
    members: dict[str, Member] = field(default_factory=dict)
    order: str = ""
    script: str = ""
    recording: str = ""
    imported: str = ""
    """The sources as they were read."""
    episode_title: str = ""
    """What the episode is called, where that is not `title`."""
    description: str = ""
    """The episode's, as it was written."""
    notes: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: tuple[BundledSource, ...] = ()
    media: tuple[BundledMedia, ...] = ()
    voices: tuple[BundledVoice, ...] = ()
    takes: tuple[BundledTake, ...] = ()
    draft: str = ""
    """The episode as it stands on the desk, where somebody changed it there."""
    draft_music: str = ""
    draft_music_name: str = ""
    mix: MixReport | None = None
    """How the recording was mixed, where the desk did it: rebuilt at the same gains it is the same."""

    @property
    def named(self) -> tuple[str, ...]:
        """Every member that something in it points to."""
        single = (self.order, self.script, self.recording, self.imported, self.draft, self.draft_music)
        listed = (
            *(source.member for source in self.sources),
            *(media.member for media in self.media),
            *(voice.member for voice in self.voices),
            *(take.member for take in self.takes),
        )
        return (*(path for path in single if path), *listed)


@dataclass(frozen=True, slots=True)
class Performance:
    """All that makes the same sound again: the words, who says them, and how the book says them."""

    script: Script
    cast: tuple[Voice, ...]
    """The voices in the order of the speakers."""
    pronunciations: tuple[Pronunciation, ...] = ()


def performance(script: Script, recording: Recording | None) -> Performance | None:
    """What a finished recording was performed from; None where that was not written down."""
    if recording is None or len(recording.cast) != len(script.speakers):
        return None
    return Performance(script, recording.cast, recording.pronunciations)


def is_fit(name: str) -> bool:
    """Whether a member may have this name: a plain file, at most one known folder deep."""
    return bool(_NAME.fullmatch(name)) and ".." not in name
