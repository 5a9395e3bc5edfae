"""Transcripts: a recording, and who says what in it when."""

from __future__ import annotations

from server.domain.requests import Stage
from server.domain.transcripts import Transcript
from server.engine.jobs import RenderResult
from server.engine.specs import Artefact, TranscriptSpec
from server.engine.stages.context import Context
from server.engine.stages.listening import overlap_told, take_recording, transcript_of
from server.engine.workers import LISTENING
from server.engine.workfolders import key_of


def make_transcript(context: Context[TranscriptSpec]) -> RenderResult:
    """Write a recording down; what was made here is known and only written out.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    transcript = spec.known
    warnings: tuple[str, ...] = ()
    if transcript is None:
        recorded = take_recording(context, spec.recording, allow_private=spec.allow_private_urls)
        transcript = transcript_of(
            context, recorded, language=spec.language, speakers=spec.speakers, endpoint=spec.endpoint
        )
        warnings = overlap_told(context, recorded, "what was written down there may be wrong")
        context.workers.retire(LISTENING)
    context.report(Stage.WRITING, 1.0, "The transcript is written")
    return RenderResult(
        title=spec.title or spec.recording.name or "Transcript",
        language=transcript.language,
        response_text=transcript.as_text(),
        artefacts=(transcript_file(context, transcript),),
        notes=(f"Written down by {transcript.heard_by}.", *warnings) if spec.known is None else (),
    )


def transcript_file(context: Context[TranscriptSpec], transcript: Transcript) -> Artefact:
    """The transcript with its times as a file, in the Podcasting 2.0 form."""
    written = transcript.as_json()
    path = context.work.file("transcript", key_of(written), ".json")
    context.work.write(path, written.encode())
    seconds = transcript.duration_ms / 1000
    return Artefact.of(path, name="transcript", media_type="application/json", duration_s=seconds)
