"""What comes out of a bundle: a finished request of the importer's, with nothing of a stranger's paths or numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from server.domain.accounts import Account
from server.domain.bundles import (
    BundledMedia,
    BundledVoice,
)
from server.domain.custom_voices import NewVoice
from server.domain.episode_drafts import MixReport, Take
from server.domain.errors import InvalidField
from server.domain.files import Media
from server.domain.identifiers import new_public_key
from server.domain.orders import ContentOrder, Order, ScriptOrder
from server.domain.requests import OutputType
from server.domain.times import to_ms
from server.domain.voices import SpeechEngine, Voice
from server.engine.bundles import FIELD, Unpacked
from server.engine.specs import Artefact
from server.feeds import markup
from server.services.made_episodes import made_episode, recorded_of
from server.services.performances import OF_A_FILE, PACKAGED
from server.services.results import readable_name
from server.services.specs import PERFORMANCE, encoded
from server.store.acceptance import NewRequest
from server.store.artefacts import Content
from server.store.bundles import Kept, Placed
from server.store.clients import Reservation
from server.store.contents import SourceContent
from server.store.episode_drafts import KeptDraft
from server.store.outcomes import Outcome

VOICES_PRO_ONLY = "The voices of its maker were left out: voices of one's own are part of PRO."
VOICE_ELSEWHERE = "The voice {name} is not here, so that this episode can be heard and edited, and not spoken again."


@dataclass(frozen=True, slots=True)
class Made:
    """What an imported bundle is kept as, and what a person should know of it."""

    kept: Kept
    notes: tuple[str, ...]


def imported_request(
    unpacked: Unpacked,
    order: Order,
    stored: Mapping[str, Content],
    *,
    request_id: str,
    share_key: str,
    by: Account,
    now: datetime,
) -> Made:
    """A bundle's episode as a finished request of the importer's, with everything of it stored."""
    manifest, script = unpacked.manifest, unpacked.script
    _judge(unpacked)
    with_voices = by.pro or not manifest.voices
    voices = {
        voice.id: (_new_voice(voice, stored[voice.member].sha256), stored[voice.member])
        for voice in (manifest.voices if with_voices else ())
        if voice.engine in OF_A_FILE
    }
    media = tuple(_media(each, stored[each.member], manifest.title) for each in manifest.media)
    recorded = recorded_of(
        script,
        unpacked.recording.line_times_ms,
        title=manifest.title,
        language=manifest.language,
        episode_title=manifest.episode_title,
    )
    made = made_episode(recorded, media[0], request_id=request_id, owner=by.id, share_key=share_key, now=now)
    if manifest.description:
        short, long = markup.publishable(manifest.description)
        described = replace(made.episode, description=manifest.description, description_html=short, content_html=long)
        made = replace(made, episode=described)
    profiles = {profile.profile for profile, _ in voices.values()}
    cast = tuple(_unsourced(voice, profiles) for voice in unpacked.recording.cast)
    lost = next((was.name for was, now_ in zip(unpacked.recording.cast, cast, strict=True) if now_ is None), "")
    notes = ((VOICES_PRO_ONLY,) if not with_voices else ()) + ((VOICE_ELSEWHERE.format(name=lost),) if lost else ())
    stems = [each.name for each in media if each.name.startswith("stem_")]
    outcome = Outcome(
        title=manifest.title,
        language=manifest.language,
        response_text=script.as_text(),
        share_key=share_key,
        media=media,
        citations=manifest.citations,
        notes=(*manifest.notes, *notes),
        script=msgspec.json.encode(script).decode(),
        details=msgspec.json.encode({"stems": [_stem(name) for name in stems]} if stems else {}).decode(),
        imported=stored.get(manifest.imported),
        made=made,
    )

    def placed(here: Mapping[int, int]) -> Placed:
        numbers = {voice.id: here.get(voice.id, 0) for voice in manifest.voices}
        spoken = replace(
            unpacked.recording,
            cast=() if lost else tuple(replace(each, id=numbers.get(each.id, each.id)) for each in cast if each),
            pronunciations=tuple(
                replace(each, client_id="", podcast_id="", voice_id=numbers.get(each.voice_id, each.voice_id))
                for each in unpacked.recording.pronunciations
            ),
        )
        return Placed(
            order=encoded(_renumbered(order, numbers)),
            recording=msgspec.json.encode(spoken).decode(),
            draft=_draft(unpacked, stored, numbers),
            takes=tuple(
                (
                    Take(
                        each.line,
                        each.key,
                        each.text,
                        numbers.get(each.voice, each.voice),
                        each.pace,
                        each.take,
                        each.seconds,
                        stored[each.member].sha256,
                    ),
                    stored[each.member],
                )
                for each in manifest.takes
            ),
            mix=_mixed(manifest.mix, numbers),
        )

    new = NewRequest(
        id=request_id,
        client_id=by.id,
        type=manifest.type,
        output_type=OutputType.AUDIO,
        order="",
        reservation=Reservation(0, None),
        requested_ms=to_ms(now),
        title=manifest.title,
        language=manifest.language,
        include_citations=bool(manifest.citations),
        sources=tuple(
            SourceContent(each.position, stored[each.member], each.file_name[:200], each.media_type[:200])
            for each in manifest.sources
            if each.position != PERFORMANCE
        ),
    )
    return Made(Kept(new, outcome, voices, placed), notes)


def _judge(unpacked: Unpacked) -> None:
    """What an episode of ours never has."""
    manifest, recording = unpacked.manifest, unpacked.recording
    faults = (
        not manifest.title.strip() or len(manifest.title) > 2_000 or len(manifest.description) > 200_000,
        len(manifest.language) > 60,
        len({each.position for each in manifest.sources}) != len(manifest.sources),
        len({each.id for each in manifest.voices}) != len(manifest.voices),
        len({each.name for each in manifest.media}) != len(manifest.media),
        recording.line_times_ms and len(recording.line_times_ms) != len(unpacked.script.lines),
    )
    if any(faults):
        raise InvalidField(FIELD, "holds what no episode has", code="bundle_unusable")


def _unsourced(voice: Voice, profiles: set[str]) -> Voice | None:
    """A voice as it may be kept from a stranger's file: never with a path. None for one that nothing here can speak."""
    if voice.engine in PACKAGED or (voice.engine in OF_A_FILE and voice.key in profiles):
        return replace(voice, source="", client_id="")
    return None


def _renumbered(order: Order, numbers: Mapping[int, int]) -> Order:
    if isinstance(order, ScriptOrder):
        return replace(order, voices=tuple(numbers.get(each, each) for each in order.voices))
    if isinstance(order, ContentOrder):
        first, second = (numbers.get(each, each) if each is not None else None for each in (order.voice1, order.voice2))
        return replace(order, voice1=first or None, voice2=second or None if first else None)
    return order


def _draft(unpacked: Unpacked, stored: Mapping[str, Content], numbers: Mapping[int, int]) -> KeptDraft | None:
    draft, manifest = unpacked.draft, unpacked.manifest
    if draft is None:
        return None
    moved = replace(
        draft,
        cast=tuple(replace(each, voice=numbers.get(each.voice, each.voice)) for each in draft.cast),
        lines=tuple(
            replace(each, voice=None if each.voice is None else numbers.get(each.voice, each.voice))
            for each in draft.lines
        ),
    )
    return KeptDraft(0, moved, stored.get(manifest.draft_music), manifest.draft_music_name)


def _mixed(mix: MixReport | None, numbers: Mapping[int, int]) -> MixReport | None:
    if mix is None:
        return None
    voices = tuple((numbers.get(voice, voice), gain) for voice, gain in mix.levels.voices)
    return replace(mix, levels=replace(mix.levels, voices=voices))


def _new_voice(voice: BundledVoice, profile: str) -> NewVoice:
    return NewVoice(
        name=voice.name[:100],
        engine=SpeechEngine(voice.engine),
        language=voice.language[:20],
        accent=voice.accent[:40],
        sex=voice.sex[:20],
        similarity=voice.similarity,
        profile=profile,
    )


def _media(each: BundledMedia, content: Content, title: str) -> Media:
    artefact = Artefact(each.name, Path(each.member), each.media_type, content.size, content.sha256, each.duration_s)
    return Media(
        key=new_public_key(),
        name=each.name,
        file_name=readable_name(title, artefact),
        media_type=each.media_type,
        size=content.size,
        sha256=content.sha256,
        duration_s=each.duration_s,
    )


def _stem(name: str) -> dict[str, Any]:
    part = name.removeprefix("stem_")
    return {"speaker": f"SPEAKER_{part}" if part.isdecimal() else part, "artefact": name}
