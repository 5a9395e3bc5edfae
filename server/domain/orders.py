"""What a caller orders, after the edge has checked its shape. Names are the wire's, in snake case."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.requests import Duration, OutputType, Quality, Style
from server.domain.sources import SourceKind


@dataclass(frozen=True, slots=True)
class Resource:
    """One source as it was given: the text, an address, a file's id, or a PDF as data URL or base64."""

    type: SourceKind
    content: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a record that an order refers to stands for as a source: a text or an address, and what people call it."""

    type: SourceKind
    content: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What an order's references were when it was accepted. Colours are ``#rrggbb`` or empty."""

    materials: tuple[Material, ...] = ()
    context: str = ""
    """What the projects say of themselves."""
    name: str = ""
    logo_url: str = ""
    text_color: str = ""
    background_color: str = ""
    brand_color: str = ""
    accent_color: str = ""


@dataclass(frozen=True, slots=True)
class FeedSelection:
    """Cached items of one feed."""

    feed_id: int
    feed_item_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishTarget:
    """Where a finished video goes."""

    channel: str
    video_site_account_id: str | None = None
    video_site_playlist_id: str | None = None


@dataclass(frozen=True, slots=True)
class TemplateMode:
    """The wish for a reusable template."""

    type: str
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentOrder:
    """The body of Create. Rules that need the store or the account are checked where it is submitted."""

    output_type: OutputType
    resources: tuple[Resource, ...] = ()
    topic: str = ""
    language: str = ""
    """A language's own name, exactly; empty for the sources' language."""
    style: str = Style.DEEP_DIVE
    """One of `Style` for audio and text; a preset or free words for video."""
    duration: Duration = Duration.DEFAULT
    text: str = ""
    intro_music_url: str = ""
    voice1: int | None = None
    voice2: int | None = None
    include_citations: bool = False
    ignore_paywalled_resources: bool = False
    callback_data: str | None = None
    related_id: str = ""
    podcast_episode_ids: tuple[str, ...] = ()
    title: str = ""
    scheduled_on: datetime | None = None
    podcast_id: str = ""
    episode_title: str = ""
    quality: Quality = Quality.FINAL
    approve_script: bool = False
    logo_url: str = ""
    feed_selections: tuple[FeedSelection, ...] = ()
    researches: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    video_site_channels: tuple[str, ...] = ()
    notebook_id: str = ""
    format: str = ""
    infographic_orientation: str = ""
    infographic_detail: str = ""
    slide_deck_format: str = ""
    quiz_difficulty: str = ""
    title_prompt: str = ""
    description_prompt: str = ""
    thumbnail_image_prompt: str = ""
    intro_image_prompt: str = ""
    publish_targets: tuple[PublishTarget, ...] = ()
    template_mode: TemplateMode | None = None
    is_scheduled: bool = False
    daily_count: int | None = None
    schedule_end_date: datetime | None = None
    avatar_id: int = 0
    text_language: str = ""
    background_image_url: str = ""
    feeds: tuple[int, ...] = ()
    """Whole feeds, each standing for its newest items (custom voices)."""
    repurposed: str = ""
    """The request that this one makes something else of."""
    gathered: Gathered | None = None
    """Filled in at acceptance."""
    stems: bool = False
    """Also hand over each speaker alone, and the music."""
    music_bed: bool = False
    """The intro music goes on softly under the whole episode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptOrder:
    """The body of CreatePodcastCustomScript: a script to be spoken as it is."""

    script: str
    voices: tuple[int, ...]
    """For SPEAKER_00, SPEAKER_01 …"""
    title: str = ""
    language: str = ""
    callback_data: str | None = None
    podcast_id: str = ""
    episode_title: str = ""
    intro_music_url: str = ""
    stems: bool = False
    music_bed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RepurposeOrder:
    """The body of Repurpose. What is empty or None is inherited."""

    request_id: str
    output_type: OutputType
    language: str = ""
    text: str | None = None
    callback_data: str | None = None
    duration: Duration | None = None
    infographic_orientation: str = ""
    infographic_detail: str = ""
    slide_deck_format: str = ""
    quiz_difficulty: str = ""
    title: str = ""
    title_prompt: str = ""
    description_prompt: str = ""
    thumbnail_image_prompt: str = ""
    intro_image_prompt: str = ""
    format: str = ""
    style: str = ""
    avatar_id: int | None = None
    audio_language: str = ""
    text_language: str = ""
    background_image_url: str = ""
    voice_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesOrder:
    """The body of Schedule: several podcasts, `frequency` minutes apart. One of `urls`, `feed_selections` and
    `video_site_channels` is there."""

    frequency: int
    urls: tuple[tuple[str, ...], ...] = ()
    """The addresses of each episode."""
    feed_selections: tuple[FeedSelection, ...] = ()
    video_site_channels: tuple[str, ...] = ()
    number_of_episodes: int = 1
    instructions: str = ""
    brand_url: str = ""
    """An address added to the sources of every episode."""
    duration: Duration = Duration.DEFAULT
    style: str = Style.DEEP_DIVE
    language: str = ""
    podcast_id: str = ""
    episode_title: str = ""
    voice1: int | None = None
    voice2: int | None = None
    start_on: datetime | None = None
    callback_data: str | None = None
    notebook_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptOrder:
    """The body of GetTranscript. The recording is an address, or lies beside the order."""

    audio_url: str = ""
    episode_id: str = ""
    """As it was given: an episode's number, or the id of the request that made it."""
    speakers: int | None = None
    language: str = ""
    """A language's own name; empty to be heard."""
    title: str = ""
    duration_ms: int = 0
    """Of a recording that was made here."""
    callback_data: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeparationOrder:
    """The body of SeparateSpeakersAudio."""

    audio_url: str
    speakers: int | None = None
    title: str = ""
    callback_data: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevoicingOrder:
    """The body of ModifyPodcast."""

    audio_url: str
    voice1: int
    voice2: int
    instructions: str = ""
    background_music_url: str = ""
    title: str = ""
    callback_data: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceMatchOrder:
    """The body of CloneVoice. The recording is an address, or lies beside the order."""

    name: str
    audio_url: str = ""
    callback_data: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchOrder:
    """The body of a research: a topic, and what to look it up in."""

    topic: str
    resources: tuple[Resource, ...] = ()
    """Empty where the topic is looked up in what this installation has."""
    language: str = ""
    """A language's own name; empty for the sources' language."""
    callback_data: str | None = None


Order = (
    ContentOrder | ScriptOrder | TranscriptOrder | SeparationOrder | RevoicingOrder | VoiceMatchOrder | ResearchOrder
)
"""Any kind of order; `server.services.specs` knows which type of request keeps which."""
