"""Voice matches: a person's recording, checked, and the voice that is made of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from server.domain.errors import RenderingFailed
from server.domain.requests import Stage
from server.domain.voices import CloningEndpoint
from server.engine.jobs import RenderResult
from server.engine.listening.cloning import CloneEngine, EndpointEngine, MadeVoice, MatchingEngine
from server.engine.listening.recordings import Survey, regions_of, speech_of
from server.engine.listening.suitability import require_suitable
from server.engine.specs import Artefact, VoiceMatchSpec
from server.engine.stages.context import Context
from server.engine.stages.listening import language_heard, overlap_told, take_recording
from server.engine.workers import LISTENING, MATCHING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 3
MOST_SPEECH_S = 120.0
"""Of longer recordings only so much is listened to."""


def make_voice_match(context: Context[VoiceMatchSpec]) -> RenderResult:
    """Check the recording, make the voice, and let it say a sentence.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    recorded = take_recording(context, spec.recording, allow_private=spec.allow_private_urls)
    require_suitable(recorded.survey, name=recorded.name)
    context.report(Stage.WRITING, 0.2, "Checking the recording")
    language = language_heard(context, recorded)
    warnings = overlap_told(context, recorded, "a recording of one person alone makes a better voice")
    by = (spec.endpoint.url, spec.endpoint.model) if spec.endpoint else ("",)
    key = key_of(FORMAT, recorded.key, spec.name, language, by)
    place = context.work.file("voice", key, ".json")
    made = context.work.load(place, MadeVoice) if place.exists() else None
    if made is None:
        context.report(Stage.VOICING, 0.1, "Finding the nearest voice")
        context.workers.run(
            MATCHING,
            context.supervision,
            _match_piece,
            recorded.pcm,
            recorded.survey,
            place,
            context.cache,
            source=recorded.path,
            shown=recorded.name,
            name=spec.name,
            language=language,
            endpoint=spec.endpoint,
        )
        made = context.work.load(place, MadeVoice)
    for kind in (LISTENING, MATCHING):
        context.workers.retire(kind)
    if made is None:
        raise RenderingFailed("The voice could not be read back; run it again.")
    path = context.work.file("profile", key, ".json")
    context.work.write(path, made.profile)
    context.report(Stage.VOICING, 1.0, "The voice is made")
    return RenderResult(
        title=spec.name,
        language=made.language,
        response_text=made.told,
        artefacts=(Artefact.of(path, name="voice", media_type="application/json"),),
        details={
            "voice": {
                "name": spec.name,
                "engine": made.engine,
                "language": made.language,
                "accent": made.accent,
                "sex": made.sex,
                "similarity": made.similarity,
            }
        },
        notes=(made.told, *warnings),
    )


def clone_engine(endpoint: CloningEndpoint | None, models: Path) -> CloneEngine:
    """What makes a voice: the endpoint that is set up, else the packaged match."""
    return EndpointEngine(endpoint) if endpoint else MatchingEngine(models)


def _match_piece(
    pcm: Path,
    found: Survey,
    place: Path,
    cache: Path,
    *,
    source: Path,
    shown: str,
    name: str,
    language: str,
    endpoint: CloningEndpoint | None,
) -> None:
    from server.engine.audio.decoding import decode
    from server.engine.listening.suitability import require_one_voice
    from server.engine.listening.voiceprints import voiceprints

    folder = WorkFolder(place.parent)
    with folder.in_use():
        require_one_voice(pcm, found, name=shown, voiceprints=voiceprints(cache))
        whole = np.concatenate([block[0] for block in decode(source, rate=24_000, name=shown)])
        taken = regions_of(found.regions, seconds=MOST_SPEECH_S)
        wide = np.concatenate([whole[r.start * 3 // 2 : r.end * 3 // 2] for r in taken])
        speech = speech_of(pcm, found.regions, seconds=MOST_SPEECH_S)
        made = clone_engine(endpoint, cache).make(speech, wide, name=name, language=language)
        folder.write(place, msgspec.json.encode(made))
