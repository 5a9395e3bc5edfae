"""From an order about a recording to what the engine needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from server.domain.languages import language_by_name
from server.domain.orders import RevoicingOrder, SeparationOrder, TranscriptOrder, VoiceMatchOrder
from server.domain.requests import RequestType
from server.domain.sources import SourceKind
from server.domain.transcripts import SpokenWord, Transcript, Turn
from server.engine.specs import RevoicingSpec, SeparationSpec, SourceSpec, TranscriptSpec, VoiceMatchSpec
from server.feeds import transcripts

if TYPE_CHECKING:
    from server.services.specs import Kept

ORDERS: Mapping[RequestType, type[TranscriptOrder | SeparationOrder | RevoicingOrder | VoiceMatchOrder]] = {
    RequestType.TRANSCRIPT: TranscriptOrder,
    RequestType.SEPARATED_SPEAKERS: SeparationOrder,
    RequestType.MODIFIED_PODCAST: RevoicingOrder,
    RequestType.CLONED_VOICE: VoiceMatchOrder,
}
"""Which order each type of request about a recording keeps."""

RECORDING, TURNS = 0, 1
"""Positions of what lies beside an order: the recording, and what is known to be said in it, as JSON."""


def transcript_spec(order: TranscriptOrder, kept: Kept) -> TranscriptSpec:
    """The spec of a transcript."""
    turns = kept.sources.get(TURNS)
    language = language_by_name(order.language).code if order.language else ""
    known = None
    if turns is not None:
        known = _known(kept.storage.read(turns.content.sha256), language or "en", order.duration_ms)
    return TranscriptSpec(
        recording=_recording(order.audio_url, kept),
        language=language,
        speakers=order.speakers,
        title=order.title,
        known=known,
        endpoint=kept.listening,
        allow_private_urls=kept.allow_private_urls,
    )


def separation_spec(order: SeparationOrder, kept: Kept) -> SeparationSpec:
    """The spec of separated speakers."""
    return SeparationSpec(
        recording=_recording(order.audio_url, kept),
        speakers=order.speakers,
        title=order.title,
        allow_private_urls=kept.allow_private_urls,
    )


def revoicing_spec(order: RevoicingOrder, kept: Kept) -> RevoicingSpec:
    """The spec of a recording that is spoken again."""
    music = order.background_music_url
    return RevoicingSpec(
        recording=_recording(order.audio_url, kept),
        voices=(order.voice1, order.voice2),
        instructions=order.instructions,
        music=SourceSpec(SourceKind.FILE, music, name="the background music") if music else None,
        title=order.title,
        endpoint=kept.listening,
        allow_private_urls=kept.allow_private_urls,
    )


def match_spec(order: VoiceMatchOrder, kept: Kept) -> VoiceMatchSpec:
    """The spec of a voice match."""
    return VoiceMatchSpec(
        recording=_recording(order.audio_url, kept),
        name=order.name,
        endpoint=kept.cloning,
        allow_private_urls=kept.allow_private_urls,
    )


def _recording(url: str, kept: Kept) -> SourceSpec:
    stored = kept.sources.get(RECORDING)
    if stored is None:
        return SourceSpec(
            SourceKind.FILE, url, name=url.split("?", maxsplit=1)[0].rsplit("/", 1)[-1] or "the recording"
        )
    path = kept.storage.path(stored.content.sha256)
    return SourceSpec(SourceKind.FILE, path=path, name=stored.file_name, media_type=stored.content_type)


def _known(turns: bytes, language: str, duration_ms: int) -> Transcript:
    """The exact words and times of a recording that was made here."""
    cues = transcripts.from_json(turns)
    names: dict[str, int] = {}
    return Transcript(
        language=language,
        duration_ms=duration_ms or max((cue.end_ms for cue in cues), default=0),
        turns=tuple(
            Turn(
                names.setdefault(cue.speaker, len(names)),
                cue.start_ms,
                cue.end_ms,
                cue.text,
                tuple(SpokenWord(word.start_ms, word.end_ms, word.text) for word in cue.words),
            )
            for cue in cues
        ),
        heard_by="its script",
    )
