"""The picklable orders that workers take and the values they give back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from server.domain.bundles import Performance
from server.domain.episode_drafts import EpisodeDraft, Levels
from server.domain.pictures import ImageEndpoint
from server.domain.pronunciations import Pronunciation
from server.domain.requests import Duration, OutputType, Quality, Style
from server.domain.sources import Source, SourceKind
from server.domain.transcripts import ListeningEndpoint, Transcript
from server.domain.voices import CloningEndpoint, SpeechEndpoint, Voice
from server.engine.films.kept import KeptFilm


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """One source to import.

    `content` is the text itself (TEXT), an address (WEBSITE, PDF, FILE, VIDEO_SITE) or empty when `path` names a
    file on this machine. `name` is what people call it in messages: a file name or the address.
    """

    kind: SourceKind
    content: str = ""
    path: Path | None = None
    name: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class Brand:
    """How drawn things look. Colours are ``#rrggbb``, empty where nothing was chosen."""

    name: str = ""
    logo: SourceSpec | None = None
    """A PNG or JPG: an address still to be fetched, or a file that lies here."""
    text_color: str = ""
    background_color: str = ""
    brand_color: str = ""
    accent_color: str = ""


@dataclass(frozen=True, slots=True)
class WriterSpec:
    """A connected model. It holds no key: whoever writes looks that up in `data_dir` by the endpoint."""

    data_dir: Path
    """Where keys, what was spent and what is known of endpoints lie."""
    endpoint: str = ""
    model: str = ""
    gguf: Path | None = None
    """A model file; then there is no endpoint."""
    context_tokens: int = 8_192
    request_tokens: int = 0
    day_tokens: int = 0
    """0 for no limit."""
    timeout_s: int = 300
    falls_back: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a topic without sources is looked up. An order's own sources leave it unused."""

    topic: str
    own: tuple[Path, ...] = ()
    """Files with the sources that the asker's earlier requests imported, the newest first."""
    notebooks: tuple[Path, ...] = ()
    """Files of the asker's notebooks, the newest first."""
    encyclopaedia: Path | None = None
    """A ZIM file."""


@dataclass(frozen=True, slots=True)
class KeptPiece:
    """A checkpoint of an earlier version: its name in the work folder, and where it is kept."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class RenderSpec:
    """Everything one generation needs. Nothing in it refers to a request, an account or a database."""

    output_type: OutputType
    sources: tuple[SourceSpec, ...]
    language: str = ""
    """ISO 639-1 code asked for; empty means the sources' own."""
    style: str = Style.DEEP_DIVE
    duration: Duration = Duration.DEFAULT
    instructions: str = ""
    """What should be dwelt on, in the asker's words (the wire's `text`)."""
    title: str = ""
    voices: tuple[int, ...] = ()
    """Voice ids for SPEAKER_00, SPEAKER_01 …; missing ones are chosen for the language."""
    own_voices: tuple[Voice, ...] = ()
    """What this installation and the asker have beyond the packaged voices, as far as `voices` names it."""
    speech_endpoint: SpeechEndpoint | None = None
    pronunciations: tuple[Pronunciation, ...] = ()
    """The book's entries that hold here; an earlier one goes before a later one for the same word."""
    stems: bool = False
    """Also hand over each speaker alone (``stem_00`` …), and the music: unmastered, aligned to the episode."""
    music_bed: bool = False
    """The intro music goes on softly under the whole episode."""
    quality: Quality = Quality.FINAL
    intro_music: SourceSpec | None = None
    include_citations: bool = False
    skip_failed_sources: bool = False
    approve_script: bool = False
    """Stop after writing and wait to be told to go on."""
    draft: EpisodeDraft | None = None
    """The episode as it stands on the desk: nothing is imported or written, and it is mixed part by part."""
    takes: tuple[tuple[str, Path], ...] = ()
    """Kept sounds of lines, by the names of `server.engine.speech.takes`: what is among them is not spoken."""
    levels: Levels | None = None
    """What the episode of the draft was mixed with before."""
    keeps_takes: bool = False
    """Hand over the sound of each line too, to be kept."""
    script: str = ""
    """A script given by the asker (``SPEAKER_00: …`` lines): nothing is imported or written."""
    performance: Performance | None = None
    """An episode that was spoken before, to be spoken again as it was; `pronunciations` are its own then."""
    avoid: tuple[str, ...] = ()
    """Sentences of an earlier piece whose points should not be repeated."""
    allow_private_urls: bool = False
    context: str = ""
    """What the asker's projects say of themselves: background to write with, no source to tell."""
    brand: Brand = Brand()
    imported: tuple[Source, ...] = ()
    """Sources that an earlier request has imported already, beside `sources`."""
    format: str = ""
    """Of a video or a briefing, as the wire names it; empty for the usual one."""
    infographic_orientation: str = "landscape"
    infographic_detail: str = "standard"
    slide_deck_format: str = "detailed"
    quiz_difficulty: str = "medium"
    title_prompt: str = ""
    description_prompt: str = ""
    thumbnail_image_prompt: str = ""
    intro_image_prompt: str = ""
    avatar_id: int = 0
    """One of the eight drawn presenters of a video, 0 for none."""
    text_language: str = ""
    """ISO 639-1 code of what a video shows in writing; empty for the language it is spoken in."""
    background: SourceSpec | None = None
    """The picture behind a video."""
    image_endpoint: ImageEndpoint | None = None
    """What makes pictures that are described in words; None draws them here."""
    writer: WriterSpec | None = None
    """The connected model that writes; None for the built-in writer."""
    reference: Reference | None = None
    """Where the topic is looked up when there are no sources."""
    film: KeptFilm | None = None
    """A video's storyboard and look as they were changed: nothing is written."""
    pieces: tuple[KeptPiece, ...] = ()
    """What an earlier version of the video left; what can be used of it is not made again."""


@dataclass(frozen=True, slots=True)
class ResearchSpec(RenderSpec):
    """A cited report on the topic of its instructions; `output_type` is TEXT."""


@dataclass(frozen=True, slots=True)
class TranscriptSpec:
    """A recording to be written down."""

    recording: SourceSpec
    language: str = ""
    """ISO 639-1 code of what is spoken; empty to be heard."""
    speakers: int | None = None
    """How many people speak, where somebody knows it."""
    title: str = ""
    known: Transcript | None = None
    """What the recording says, for one that was made here: it is not listened to."""
    endpoint: ListeningEndpoint | None = None
    """What listens instead of the packaged model."""
    allow_private_urls: bool = False


@dataclass(frozen=True, slots=True)
class SeparationSpec:
    """A recording to be taken apart into one track per speaker."""

    recording: SourceSpec
    speakers: int | None = None
    title: str = ""
    allow_private_urls: bool = False


@dataclass(frozen=True, slots=True)
class RevoicingSpec:
    """A recording to be spoken again by other voices."""

    recording: SourceSpec
    voices: tuple[int, ...]
    """Ids of who speaks for the first speaker and for the second."""
    own_voices: tuple[Voice, ...] = ()
    """Those of them that are not packaged."""
    speech_endpoint: SpeechEndpoint | None = None
    pronunciations: tuple[Pronunciation, ...] = ()
    instructions: str = ""
    music: SourceSpec | None = None
    title: str = ""
    endpoint: ListeningEndpoint | None = None
    allow_private_urls: bool = False


@dataclass(frozen=True, slots=True)
class VoiceMatchSpec:
    """A person's speech to be matched by a voice."""

    recording: SourceSpec
    name: str
    endpoint: CloningEndpoint | None = None
    """What speaks with the person's own voice instead of a matched one."""
    allow_private_urls: bool = False


Spec = RenderSpec | TranscriptSpec | SeparationSpec | RevoicingSpec | VoiceMatchSpec
"""Any order that a maker takes; a union of the spec classes."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A finished file in the work folder."""

    name: str
    """What it is: ``audio``, ``script``, ``document`` …"""
    path: Path
    media_type: str
    size: int
    sha256: str
    duration_s: float | None = None

    @classmethod
    def of(cls, path: Path, *, name: str, media_type: str, duration_s: float | None = None) -> Artefact:
        """The artefact that a written file is."""
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return cls(name, path, media_type, path.stat().st_size, digest, duration_s)
