"""From an accepted order to what the engine needs."""

from __future__ import annotations

import re

import msgspec

from server.domain.errors import CannotProduce, Invalid
from server.domain.languages import language_by_name
from server.domain.orders import ContentOrder, Resource
from server.domain.sources import SourceKind
from server.engine.specs import RenderSpec, SourceSpec
from server.fetch.addresses import mask
from server.store.artefacts import Storage
from server.store.contents import SourceContent
from server.store.faults import UNSTORABLE

_SPEAKER = re.compile(r"^SPEAKER_\d+:\s*", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
NEEDS_A_MODEL = "A topic alone needs a model that knows about it: add sources, or connect a model in the settings."


def encoded(order: ContentOrder) -> str:
    """The order as it is kept. Raises `Invalid` for text or numbers that can't be kept."""
    try:
        return msgspec.json.encode(order).decode()
    except (UnicodeEncodeError, OverflowError) as error:
        raise Invalid(UNSTORABLE, code="unstorable_value") from error


def decoded(body: str) -> ContentOrder:
    """The order of `encoded`."""
    return msgspec.json.decode(body, type=ContentOrder)


def spec_of(
    order: ContentOrder,
    sources: dict[int, SourceContent],
    storage: Storage,
    *,
    approved: bool,
    related_text: str = "",
    allow_private_urls: bool = False,
) -> RenderSpec:
    """The engine's order. Reads stored texts: call it off the event loop.

    Args:
        order: what was accepted.
        sources: contents of resources that lie in the storage, by position; positions after the last resource are
            earlier episodes.
        storage: where they lie.
        approved: whether the script has been approved.
        related_text: what the related request says.
        allow_private_urls: the owner's switch.

    Raises:
        CannotProduce: there is nothing to make it from.
    """
    specs = [
        _stored(resource.type, sources[position], storage) if position in sources else _plain(resource)
        for position, resource in enumerate(order.resources)
    ]
    specs += [
        _stored(SourceKind.TEXT, source, storage)
        for position, source in sorted(sources.items())
        if position >= len(order.resources)
    ]
    if not specs:
        raise CannotProduce(NEEDS_A_MODEL)
    voices = tuple(voice for voice in (order.voice1, order.voice2) if voice is not None)
    music = order.intro_music_url
    return RenderSpec(
        output_type=order.output_type,
        sources=tuple(specs),
        language=language_by_name(order.language).code if order.language else "",
        style=order.style,
        duration=order.duration,
        instructions="\n".join(part for part in (order.topic, order.text) if part),
        title=order.title or order.episode_title,
        voices=voices,
        quality=order.quality,
        intro_music=SourceSpec(SourceKind.FILE, music, name=mask(music)) if music else None,
        include_citations=order.include_citations,
        skip_failed_sources=order.ignore_paywalled_resources,
        approve_script=order.approve_script and not approved,
        avoid=sentences(related_text),
        allow_private_urls=allow_private_urls,
    )


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a script or a document, without speaker labels and headings."""
    spoken = _SPEAKER.sub("", text)
    parts = (part.strip() for part in _SENTENCE_END.split(spoken))
    return tuple(part for part in parts if part and not part.startswith("#"))


def _plain(resource: Resource) -> SourceSpec:
    name = "" if resource.type is SourceKind.TEXT else mask(resource.content)
    return SourceSpec(resource.type, resource.content, name=name)


def _stored(kind: SourceKind, source: SourceContent, storage: Storage) -> SourceSpec:
    if kind is SourceKind.TEXT:
        return SourceSpec(kind, storage.read(source.content.sha256).decode())
    path = storage.path(source.content.sha256)
    return SourceSpec(kind, path=path, name=source.file_name, media_type=source.content_type)
