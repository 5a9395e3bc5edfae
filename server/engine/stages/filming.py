"""From a storyboard and its spoken lines to the film: sound, one piece for each scene, and everything joined."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, cast

from server.domain.errors import RenderingFailed
from server.domain.recordings import ChapterTime, Recording
from server.domain.requests import Stage
from server.domain.scripts import Script, Statement
from server.domain.storyboards import Storyboard, VideoFormat
from server.engine.audio.assembling import Timeline, VoicedLine
from server.engine.films.looks import Look
from server.engine.films.plans import OPENING_MS, SIZES, TimedScene, on_pictures, pauses, timed
from server.engine.painting.specs import PieceSpec
from server.engine.specs import Artefact, RenderSpec
from server.engine.stages.context import Context
from server.engine.workers import FILMING, MIXING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 4
"""Counts up when the same scene is drawn differently."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Where the lines of a film are heard."""

    line_times_ms: tuple[tuple[int, int], ...]
    duration_ms: int
    mouths: tuple[int, ...] = ()
    """Of whoever speaks, for each picture; empty where nobody is shown."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures of the asker's that a film shows."""

    backdrop: Path | None = None
    intro: Path | None = None
    """Behind the first scene instead of `backdrop`."""
    thumbnail: Path | None = None
    """Instead of a picture of the first scene."""
    logo: Path | None = None


@dataclass(frozen=True, slots=True)
class Filmed:
    """A finished film. `stills` are small pictures of its scenes, `pieces` the files that another version can use."""

    film: Artefact
    thumbnail: Artefact
    recording: Recording
    stills: tuple[Path, ...]
    pieces: tuple[Path, ...]


def presenter_of(spec: RenderSpec, storyboard: Storyboard) -> int:
    """Who is shown speaking; 0 for nobody. A cinematic film shows nobody."""
    return spec.avatar_id if storyboard.format is not VideoFormat.CINEMATIC else 0


def lay_out(context: Context, storyboard: Storyboard, recordings: tuple[Path, ...]) -> Spoken:
    """When each line is heard, with the rests that the scenes need."""
    shown = presenter_of(context.spec, storyboard)
    key = key_of(FORMAT, storyboard.format, recordings, pauses(storyboard), bool(shown))
    path = context.work.file("spoken", key, ".json")
    spoken = context.work.load(path, Spoken)
    if spoken is None:
        context.workers.run(
            MIXING, context.supervision, _lay_out_piece, storyboard, recordings, path, has_mouth=bool(shown)
        )
        spoken = context.work.load(path, Spoken)
    if spoken is None:
        raise RenderingFailed("The film's times could not be read back; run it again.")
    return spoken


def film(
    context: Context,
    storyboard: Storyboard,
    recordings: tuple[Path, ...],
    spoken: Spoken,
    look: Look,
    *,
    scene_pictures: Pictures | None = None,
    scale: float = 1.0,
) -> Filmed:
    """Paint every scene that isn't painted yet, and put the film together.

    Args:
        scene_pictures: what is shown beside what is written; nothing where none is given.
        scale: of the pictures; 1 for the full size.

    Raises:
        RenderingFailed: the finished film did not pass its check.
    """
    width, height = (round(side * scale / 2) * 2 for side in SIZES[storyboard.format])
    shown, shown_with = presenter_of(context.spec, storyboard), scene_pictures or Pictures()
    scenes = timed(storyboard, spoken.line_times_ms, duration_ms=spoken.duration_ms)
    specs = [
        PieceSpec(
            timed=_apart(scene),
            look=look,
            film=storyboard.format,
            size=(width, height),
            language=storyboard.language,
            seed=_seed(_apart(scene).scene),
            is_first=n == 0,
            is_last=n == len(scenes) - 1,
            presenter=shown,
            mouth=_of_scene(spoken.mouths, scene) if shown else (),
            backdrop=(shown_with.intro or shown_with.backdrop) if n == 0 else shown_with.backdrop,
            logo=shown_with.logo,
        )
        for n, scene in enumerate(scenes)
    ]
    keys = [_key(spec) for spec in specs]
    pieces = [context.work.file("scene", each, ".mp4") for each in keys]
    stills = [context.work.file("still", each, ".jpg") for each in keys]
    _paint(context, specs, pieces, stills)
    poster = shown_with.thumbnail or context.work.file("thumbnail", keys[0], ".png")
    key = key_of(FORMAT, pieces, recordings, storyboard.title, storyboard.description, spoken)
    path, facts = context.work.file("film", key, ".mp4"), context.work.file("film", key, ".json")
    recording = context.work.load(facts, Recording) if path.exists() and poster.exists() else None
    if recording is None:
        context.report(Stage.MIXING, 0.0, "Mixing the sound and joining the scenes")
        if not poster.exists():
            context.workers.run(FILMING, context.supervision, _thumbnail_piece, specs[0], poster)
        context.workers.retire(FILMING)
        context.workers.run(
            MIXING,
            context.supervision,
            _join_piece,
            storyboard,
            recordings,
            tuple(pieces),
            path,
            facts,
            size=(width, height),
            seed=_seed(storyboard.title),
        )
        recording = context.work.load(facts, Recording)
    if recording is None:
        raise RenderingFailed("The film could not be read back; run it again.")
    context.report(Stage.MIXING, 1.0, "The film is finished")
    return Filmed(
        Artefact.of(path, name="video", media_type="video/mp4", duration_s=recording.duration_s),
        Artefact.of(poster, name="image", media_type="image/png"),
        recording,
        tuple(stills),
        tuple(dict.fromkeys((*pieces, *stills, *recordings, poster))),
    )


def _apart(scene: TimedScene) -> TimedScene:
    """A scene without what its pictures don't depend on: where it stands in the film, and its passages."""
    own = scene.scene
    lines = tuple(replace(line, passages=()) for line in own.lines)
    figure = own.figure and replace(own.figure, statement=Statement("", ()))
    chart = own.chart and replace(own.chart, passages=())
    return replace(scene, scene=replace(own, lines=lines, figure=figure, chart=chart), first_frame=0)


def _key(spec: PieceSpec) -> str:
    """Of a scene's piece: the same wherever the scene stands, and wherever its work folder lies."""
    backdrop, logo = (path and path.name for path in (spec.backdrop, spec.logo))
    return key_of(FORMAT, replace(spec, backdrop=None, logo=None), backdrop, logo)


def _of_scene(track: Sequence[int], scene: TimedScene) -> tuple[int, ...]:
    """The mouth of a scene's pictures; shut where there is no sound any more."""
    part = tuple(track[scene.first_frame : scene.first_frame + scene.frames])
    return part + (0,) * (scene.frames - len(part))


def _seed(of: object) -> int:
    return int(key_of(of)[:6], 16)


def _paint(context: Context, specs: Sequence[PieceSpec], pieces: Sequence[Path], stills: Sequence[Path]) -> None:
    # A scene that comes twice is painted once.
    places = {path: (spec, still) for spec, path, still in zip(specs, pieces, stills, strict=True)}
    total = sum(spec.timed.frames for spec, _ in places.values()) or 1
    missing = {path: each for path, each in places.items() if not (path.exists() and each[1].exists())}
    done = [total - sum(spec.timed.frames for spec, _ in missing.values())]

    def piece(spec: PieceSpec, path: Path, still: Path) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            context.workers.run(FILMING, supervision, _scene_piece, spec, path, still)
            done[0] += spec.timed.frames
            share = min(1.0, done[0] / total)
            context.report(Stage.DRAWING, share, f"Painted {share:.0%} of the film")

        return run

    longest_first = sorted(missing.items(), key=lambda pair: -pair[1][0].timed.frames)
    context.each([piece(spec, path, still) for path, (spec, still) in longest_first])


def _scene_piece(spec: PieceSpec, path: Path, still: Path) -> None:
    from server.engine.painting.pieces import write_piece

    with WorkFolder(path.parent).in_use():
        try:
            write_piece(spec, path, still)
        except MemoryError as error:
            raise RenderingFailed("A scene needs more memory than a worker may take; ask for another style.") from error


def _thumbnail_piece(spec: PieceSpec, path: Path) -> None:
    from server.engine.painting.pieces import png_of

    folder = WorkFolder(path.parent)
    with folder.in_use():
        folder.write(path, png_of(spec))


def _voiced(storyboard: Storyboard, recordings: Sequence[Path]) -> tuple[VoicedLine, ...]:
    script: Script = storyboard.script()
    return tuple(
        VoicedLine(pcm, line.speaker, line.text, line.kind, pause_after_ms=pause)
        for line, pcm, pause in zip(script.lines, recordings, pauses(storyboard), strict=True)
    )


def _placed(storyboard: Storyboard, recordings: Sequence[Path]) -> Timeline:
    from server.engine.audio.assembling import place

    voiced = _voiced(storyboard, recordings)
    return on_pictures(place(voiced, lead_in_ms=OPENING_MS[storyboard.format]), storyboard)


def _lay_out_piece(storyboard: Storyboard, recordings: tuple[Path, ...], path: Path, *, has_mouth: bool) -> None:
    from server.engine.films.mouths import mouth_track

    folder = WorkFolder(path.parent)
    with folder.in_use():
        timeline = _placed(storyboard, recordings)
        times = tuple((t.start_ms, t.end_ms) for t in timeline.line_times)
        duration_ms = round(timeline.length / 24)
        mouths = mouth_track(recordings, timeline.line_times, duration_ms=duration_ms) if has_mouth else ()
        folder.save(path, Spoken(times, duration_ms, mouths))


def _join_piece(
    storyboard: Storyboard,
    recordings: tuple[Path, ...],
    pieces: tuple[Path, ...],
    path: Path,
    facts: Path,
    *,
    size: tuple[int, int],
    seed: int,
) -> None:
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    from server.engine.audio.assembling import SPEECH_LUFS, speech
    from server.engine.audio.beds import Bed
    from server.engine.audio.loudness import LoudnessMeter
    from server.engine.audio.mastering import TARGET_LUFS, Aim, levelled, levels
    from server.engine.audio.mixing import mix
    from server.engine.audio.music import BELOW_SPEECH_LU
    from server.engine.audio.rendering import chapter_times
    from server.engine.audio.signals import EPISODE_RATE, amplitude, milliseconds
    from server.engine.audio.tagging import THREE_LETTERS
    from server.engine.films.captions import captions
    from server.engine.films.music import bed_loop
    from server.engine.films.muxing import Labels, check_film, join

    folder = WorkFolder(path.parent)
    script = storyboard.script()
    with folder.in_use(), threadpool_limits(1, "blas"), tempfile.TemporaryFile(dir=path.parent) as scratch:
        timeline = _placed(storyboard, recordings)
        times = tuple((t.start_ms, t.end_ms) for t in timeline.line_times)
        music = None
        if storyboard.format is VideoFormat.CINEMATIC:
            loop = bed_loop(seed)
            meter = LoudnessMeter(EPISODE_RATE)
            meter.add(loop)
            loop = loop * amplitude(SPEECH_LUFS - BELOW_SPEECH_LU - 2.0 - meter.integrated())
            spoken = [(start / 1000, end / 1000) for start, end in times]
            music = Bed(loop.astype("float32"), samples=timeline.samples, spoken=spoken)
        mixed = mix(speech(timeline), music, cast("BinaryIO", scratch))
        duration_ms = milliseconds(mixed.samples, EPISODE_RATE)
        told = captions([line.text for line in script.lines], times)
        chapters = tuple(
            ChapterTime(c.title, c.start_ms, c.end_ms) for c in chapter_times(script.chapters, timeline, duration_ms)
        )
        part = path.with_name(f".part-{path.name}")
        try:
            join(
                pieces,
                levelled(mixed, levels(mixed, Aim(loudness=TARGET_LUFS))),
                told,
                chapters,
                part,
                labels=Labels(storyboard.title, THREE_LETTERS.get(storyboard.language, "und"), storyboard.description),
            )
            found = check_film(part, size=size, expected_s=duration_ms / 1000, captions=len(told))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        folder.save(
            facts,
            Recording(
                duration_s=found.duration_s,
                line_times_ms=times,
                chapters=chapters,
                loudness_lufs=found.loudness_lufs,
                true_peak_dbtp=found.true_peak_dbtp,
                waveform=(),
            ),
        )
