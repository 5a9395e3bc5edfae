"""From an accepted order to what the engine needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from server.domain.bundles import Performance
from server.domain.decoding import from_json
from server.domain.errors import Invalid, NothingUsable
from server.domain.languages import language_by_name
from server.domain.orders import (
    ContentOrder,
    Gathered,
    Order,
    ResearchOrder,
    Resource,
    RevoicingOrder,
    ScriptOrder,
    SeparationOrder,
    TranscriptOrder,
    VoiceMatchOrder,
)
from server.domain.pictures import ImageEndpoint
from server.domain.requests import OutputType, RequestType
from server.domain.sources import Source, SourceKind
from server.domain.transcripts import ListeningEndpoint
from server.domain.voices import CloningEndpoint
from server.engine.films.kept import KeptFilm
from server.engine.specs import Brand, KeptPiece, Reference, RenderSpec, ResearchSpec, SourceSpec, Spec
from server.fetch.addresses import mask
from server.services import recording_specs as recordings
from server.store.artefacts import Storage
from server.store.contents import SourceContent
from server.store.faults import UNSTORABLE

LOGO = -1
"""Position of a project's logo among an order's contents."""
IMPORTED = -2
"""Position of the sources that an earlier request imported."""
PERFORMANCE = -3
"""Position of what a finished episode was performed from, where it is to be performed again."""
MUSIC = -4
"""Position of the music that was mixed in."""
STEERING = 1_000
"""Characters of the projects' context that steer a writer who is told nothing else."""
_SPEAKER = re.compile(r"^SPEAKER_\d+:\s*", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
NOTHING_GIVEN = "There is neither a source nor a topic to make it from: add one of them."

ORDERS: Mapping[RequestType, type[Order]] = {
    **dict.fromkeys(RequestType, ContentOrder),
    RequestType.CUSTOM_SCRIPT: ScriptOrder,
    RequestType.RESEARCH: ResearchOrder,
    **recordings.ORDERS,
}
"""Which order each type of request keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What lies beside an order. `sources` are contents in the storage by position: resources, then what references
    stand for, then earlier episodes; negative positions are named in this module."""

    storage: Storage
    sources: Mapping[int, SourceContent] = field(default_factory=dict)
    approved: bool = False
    related_text: str = ""
    """What the related request says."""
    allow_private_urls: bool = False
    listening: ListeningEndpoint | None = None
    """What writes recordings down instead of the packaged model."""
    cloning: CloningEndpoint | None = None
    """What speaks with recorded voices instead of the packaged match."""
    images: ImageEndpoint | None = None
    """What makes pictures that are described in words."""
    notebook: tuple[Source, ...] = ()
    """What the notebook holds that it is made from."""
    film: KeptFilm | None = None
    """A video's storyboard, where it is not to be written."""
    pieces: tuple[KeptPiece, ...] = ()
    """What an earlier version of the video left."""


def encoded(order: Order) -> str:
    """The order as it is kept. Raises `Invalid` for text or numbers that can't be kept."""
    try:
        return msgspec.json.encode(order).decode()
    except (UnicodeEncodeError, OverflowError) as error:
        raise Invalid(UNSTORABLE, code="unstorable_value") from error


def decoded(body: str, kind: RequestType) -> Order:
    """The order of `encoded`, by the type of its request."""
    return from_json(body, ORDERS[kind])


def spec_of(order: Order, kept: Kept) -> Spec:
    """The engine's order. Reads stored texts: call it off the event loop.

    Raises:
        NothingUsable: there is nothing to make it from.
    """
    return _SPECS[type(order)](order, kept)


def content_spec(order: ContentOrder, kept: Kept) -> RenderSpec:
    """The spec of Create and of what is shaped like it."""
    gathered = order.gathered or Gathered()
    performance = _performance(kept)
    sources = () if performance else _sources(order, gathered, kept)
    imported = kept.notebook or _imported(kept)
    topic = order.topic.strip()
    if not sources and not imported and not topic and performance is None and kept.film is None:
        raise NothingUsable(NOTHING_GIVEN)
    return RenderSpec(
        output_type=order.output_type,
        sources=sources,
        language=_code(order.language),
        style=order.style,
        duration=order.duration,
        # Where the asker says nothing, what the projects are about says what matters.
        instructions="\n".join(part for part in (order.topic, order.text) if part) or gathered.context[:STEERING],
        title=order.title or order.episode_title,
        voices=tuple(voice for voice in (order.voice1, order.voice2) if voice is not None),
        quality=order.quality,
        intro_music=_music(order.intro_music_url, kept) if order.output_type is OutputType.AUDIO else None,
        music_bed=order.music_bed,
        stems=order.stems,
        include_citations=order.include_citations or bool(order.notebook_id),
        skip_failed_sources=order.ignore_paywalled_resources,
        approve_script=order.approve_script and not kept.approved,
        avoid=sentences(kept.related_text),
        allow_private_urls=kept.allow_private_urls,
        context=gathered.context,
        brand=_brand(order, gathered, kept),
        imported=imported,
        format=order.format,
        infographic_orientation=order.infographic_orientation or "landscape",
        infographic_detail=order.infographic_detail or "standard",
        slide_deck_format=order.slide_deck_format or "detailed",
        quiz_difficulty=order.quiz_difficulty or "medium",
        title_prompt=order.title_prompt,
        description_prompt=order.description_prompt,
        thumbnail_image_prompt=order.thumbnail_image_prompt,
        intro_image_prompt=order.intro_image_prompt,
        avatar_id=order.avatar_id,
        text_language=_code(order.text_language),
        background=_file(order.background_image_url),
        image_endpoint=kept.images if order.output_type is OutputType.VIDEO else None,
        reference=Reference(topic) if not sources and not imported and topic else None,
        film=kept.film,
        pieces=kept.pieces,
        **_performed(performance),
    )


def research_spec(order: ResearchOrder, kept: Kept) -> ResearchSpec:
    """The spec of a research."""
    sources = _sources(order, Gathered(), kept)
    return ResearchSpec(
        output_type=OutputType.TEXT,
        sources=sources,
        language=_code(order.language),
        instructions=order.topic,
        include_citations=True,
        allow_private_urls=kept.allow_private_urls,
        reference=None if sources else Reference(order.topic),
    )


def script_spec(order: ScriptOrder, kept: Kept) -> RenderSpec:
    """The spec of a script that is spoken as it is."""
    return RenderSpec(
        output_type=OutputType.AUDIO,
        sources=(),
        language=_code(order.language),
        title=order.title or order.episode_title,
        voices=order.voices,
        script=order.script,
        intro_music=_music(order.intro_music_url, kept),
        music_bed=order.music_bed,
        stems=order.stems,
        allow_private_urls=kept.allow_private_urls,
        **_performed(_performance(kept)),
    )


_SPECS: Mapping[type[Order], Callable[[Any, Kept], Spec]] = {
    ContentOrder: content_spec,
    ScriptOrder: script_spec,
    ResearchOrder: research_spec,
    TranscriptOrder: recordings.transcript_spec,
    SeparationOrder: recordings.separation_spec,
    RevoicingOrder: recordings.revoicing_spec,
    VoiceMatchOrder: recordings.match_spec,
}


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a script or a document, without speaker labels and headings."""
    spoken = _SPEAKER.sub("", text)
    parts = (part.strip() for part in _SENTENCE_END.split(spoken))
    return tuple(part for part in parts if part and not part.startswith("#"))


def _sources(order: ContentOrder | ResearchOrder, gathered: Gathered, kept: Kept) -> tuple[SourceSpec, ...]:
    specs = []
    for position, resource in enumerate(order.resources):
        stored = kept.sources.get(position)
        specs.append(_stored(resource.type, stored, kept.storage) if stored else _plain(resource))
    for position, material in enumerate(gathered.materials, len(order.resources)):
        stored = kept.sources.get(position)
        specs.append(
            _stored(material.type, stored, kept.storage)
            if stored
            else SourceSpec(material.type, material.content, name=material.name)
        )
    known = len(order.resources) + len(gathered.materials)
    episodes = (source for position, source in sorted(kept.sources.items()) if position >= known)
    return (*specs, *(_stored(SourceKind.TEXT, episode, kept.storage) for episode in episodes))


def _brand(order: ContentOrder, gathered: Gathered, kept: Kept) -> Brand:
    """The request's logo stands above the project's; without either the engine draws its own."""
    logo = _file(order.logo_url or gathered.logo_url)
    stored = kept.sources.get(LOGO)
    if stored is not None and not order.logo_url:
        logo = _stored(SourceKind.FILE, stored, kept.storage)
    return Brand(
        name=gathered.name,
        logo=logo,
        text_color=gathered.text_color,
        background_color=gathered.background_color,
        brand_color=gathered.brand_color,
        accent_color=gathered.accent_color,
    )


def _imported(kept: Kept) -> tuple[Source, ...]:
    stored = kept.sources.get(IMPORTED)
    if stored is None:
        return ()
    return from_json(kept.storage.read(stored.content.sha256), tuple[Source, ...])


def _performance(kept: Kept) -> Performance | None:
    stored = kept.sources.get(PERFORMANCE)
    return from_json(kept.storage.read(stored.content.sha256), Performance) if stored else None


def _performed(performance: Performance | None) -> dict[str, Any]:
    """What a spec says of an episode that is performed again: the book of that time holds, not today's."""
    if performance is None:
        return {}
    return {"performance": performance, "pronunciations": performance.pronunciations}


def _music(url: str, kept: Kept) -> SourceSpec | None:
    """The intro music: what was mixed in before, else what its address gives."""
    stored = kept.sources.get(MUSIC)
    return _stored(SourceKind.FILE, stored, kept.storage) if stored else _file(url)


def _code(language: str) -> str:
    return language_by_name(language).code if language else ""


def _file(url: str) -> SourceSpec | None:
    return SourceSpec(SourceKind.FILE, url, name=mask(url)) if url else None


def _plain(resource: Resource) -> SourceSpec:
    name = "" if resource.type is SourceKind.TEXT else mask(resource.content)
    return SourceSpec(resource.type, resource.content, name=name)


def _stored(kind: SourceKind, source: SourceContent, storage: Storage) -> SourceSpec:
    if kind is SourceKind.TEXT:
        return SourceSpec(kind, storage.read(source.content.sha256).decode())
    path = storage.path(source.content.sha256)
    return SourceSpec(kind, path=path, name=source.file_name, media_type=source.content_type)
