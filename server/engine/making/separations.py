"""Separated speakers: one aligned track for each, which add up to the recording."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from server.domain.errors import RenderingFailed
from server.domain.requests import Stage
from server.engine.jobs import RenderResult
from server.engine.listening.activity import SAMPLE_RATE, Region
from server.engine.listening.diarising import Stretch
from server.engine.listening.recordings import read, require_speech
from server.engine.listening.tracks import shares, write_tracks
from server.engine.specs import Artefact, SeparationSpec
from server.engine.stages.context import Context
from server.engine.stages.listening import overlap_told, take_recording, voices_heard
from server.engine.workers import LISTENING, MIXING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
_FRAME = SAMPLE_RATE // 100


def make_separation(context: Context[SeparationSpec]) -> RenderResult:
    """Tell the speakers apart and write their tracks.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    recorded = take_recording(context, spec.recording, allow_private=spec.allow_private_urls)
    require_speech(recorded.survey, name=recorded.name)
    context.report(Stage.WRITING, 0.1, "Telling the speakers apart")
    stretches = voices_heard(context, recorded, speakers=spec.speakers)
    warnings = overlap_told(context, recorded, "their tracks can't be told apart there")
    context.workers.retire(LISTENING)
    context.report(Stage.WRITING, 1.0, f"Found {len({s.speaker for s in stretches})} speakers")
    count = 1 + max(stretch.speaker for stretch in stretches)
    key = key_of(FORMAT, recorded.key, stretches)
    tracks = [context.work.file(f"track{number:02d}", key, ".wav") for number in range(count)]
    length = context.work.file("tracks", key, ".json")
    seconds = context.work.load(length, float) if all(track.exists() for track in tracks) else None
    if seconds is None:
        context.report(Stage.MIXING, 0.0, "Writing the tracks")
        context.workers.run(
            MIXING,
            context.supervision,
            _tracks_piece,
            recorded.path,
            recorded.pcm,
            stretches,
            tracks=tracks,
            length=length,
            name=recorded.name,
        )
        seconds = context.work.load(length, float)
    if seconds is None or abs(seconds - recorded.survey.seconds) > 0.1:
        raise RenderingFailed("The tracks are not as long as the recording; run it again.")
    context.workers.retire(MIXING)
    context.report(Stage.MIXING, 1.0, "The tracks are finished")
    return RenderResult(
        title=spec.title or recorded.name,
        language="",
        response_text="",
        artefacts=tuple(
            Artefact.of(track, name=f"speaker_{number:02d}", media_type="audio/wav", duration_s=seconds)
            for number, track in enumerate(tracks)
        ),
        details={
            "speakers": [
                {
                    "speaker": f"SPEAKER_{number:02d}",
                    "artefact": f"speaker_{number:02d}",
                    "duration": round(seconds, 3),
                    "segments": [[s.start, s.end] for s in stretches if s.speaker == number],
                }
                for number in range(count)
            ]
        },
        notes=(*_notes(count, spec.speakers), *warnings),
    )


def _notes(found: int, asked: int | None) -> tuple[str, ...]:
    notes = ["Where two people speak at once, both are heard in the track of one of them."]
    if asked and found < asked:
        notes.insert(0, f"Only {found} of {asked} speakers could be told apart.")
    return tuple(notes)


def _tracks_piece(
    source: Path, pcm: Path, stretches: Sequence[Stretch], *, tracks: Sequence[Path], length: Path, name: str
) -> None:
    folder = WorkFolder(length.parent)
    parts = [track.with_name(f".part-{track.name}") for track in tracks]
    with folder.in_use():
        try:
            seconds = write_tracks(source, shares(stretches, partial(_quietest, pcm)), parts, name=name)
            for part, track in zip(parts, tracks, strict=True):
                part.replace(track)
        finally:
            for part in parts:
                part.unlink(missing_ok=True)
        folder.save(length, seconds)


def _quietest(pcm: Path, after: float, before: float) -> float:
    """The quietest tenth of a second between two times, in seconds."""
    sound = read(pcm, Region(int(after * SAMPLE_RATE), int(before * SAMPLE_RATE)))
    count = len(sound) // _FRAME
    if count < 3:
        return (after + before) / 2
    power = np.einsum("kn,kn->k", *[sound[: count * _FRAME].reshape(count, _FRAME)] * 2)
    smooth = np.convolve(power, np.ones(min(10, count)), "same")
    # Of equally quiet moments the middle one.
    quiet = np.flatnonzero(smooth <= smooth.min() * 1.5 + 1e-9)
    return after + (float(quiet[len(quiet) // 2]) + 0.5) / 100
