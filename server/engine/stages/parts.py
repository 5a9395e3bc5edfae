"""A draft from spoken lines to the finished recording, part by part: what is there already is not made again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from server.domain.episode_drafts import EpisodeDraft, MixReport, MusicUse
from server.domain.errors import RenderingFailed
from server.domain.languages import language_by_code
from server.domain.recordings import ChapterTime, Recording
from server.domain.requests import Stage
from server.domain.scripts import Script
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.mixing import music_of, voiced
from server.engine.stages.part_plans import PartPlan, Wishes, factors_of, music_in, planned, surveys_of
from server.engine.workers import VOICING, Supervision
from server.engine.workfolders import WorkFolder, key_of

AT_ONCE = 6
"""Parts that a worker makes in one go, at most."""
NEAR_ENOUGH_LU = 0.4
"""A file further from its target than this is made at another gain, all of its parts."""
NEAR_AT_FIRST_LU = 0.15
"""For the first gain of an episode: lines that are changed later move the loudness, and must not move the gain."""
TRIES_LU = (NEAR_AT_FIRST_LU, NEAR_ENOUGH_LU, 1.0)
"""How near each further try has to come; the last figure is what a finished file may be off."""
TRIED_PARTS = 8
"""So many parts of an episode that was never mixed before are made first: they tell the gain for all."""
_GOLDEN = 0.618034
_USUAL_SLOPE, _LEAST_SLOPE = 0.8, 0.3
"""What a dB of gain gives in LU: the limiter takes part of it back."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """The episode, its times, its stems where they were asked for, and how loud it is."""

    audio: Artefact
    recording: Recording
    stems: tuple[Artefact, ...]
    report: MixReport


def assemble(context: Context, draft: EpisodeDraft, script: Script, recordings: Sequence[Path]) -> Assembled:
    """Mix, master, tag and check what was spoken of a draft.

    Raises:
        SourceNotImported: the music can't be used.
        RenderingFailed: the recording did not pass its check.
    """
    spec = context.spec
    context.report(Stage.MIXING, 0.0, "Laying out the lines")
    music = music_of(context) if draft.mixing.music is not MusicUse.NONE else None
    pauses = [line.pause_ms for line in draft.lines]
    wishes = Wishes(
        draft=draft,
        script=script,
        lines=voiced(script.lines, recordings, pauses=pauses),
        voices=tuple(draft.voice_of(line) for line in draft.lines),
        music=music,
        music_name=spec.intro_music.name if spec.intro_music else "",
    )
    work = context.work
    plan = context.workers.run(VOICING, context.supervision, planned, wishes, spec.levels, work.path)
    before: tuple[float, float] | None = None
    is_first = spec.levels is None or spec.levels.target_lufs != draft.mixing.target_lufs
    if is_first:
        plan = _tried(context, wishes, plan)
    for near in (NEAR_AT_FIRST_LU if is_first else NEAR_ENOUGH_LU, *TRIES_LU):
        _make_missing(context, wishes, plan)
        context.report(Stage.MIXING, 0.9, "Putting the parts together")
        made = context.workers.run(VOICING, context.supervision, _join_piece, wishes, plan, work.path, near, spec.stems)
        if made.is_right:
            break
        slope = _USUAL_SLOPE
        heard = made.report.after.integrated
        if before is not None and plan.master_db != before[0]:
            slope = min(1.0, max(_LEAST_SLOPE, (heard - before[1]) / (plan.master_db - before[0])))
        before = (plan.master_db, heard)
        plan = plan.at(plan.master_db + (draft.mixing.target_lufs - heard) / slope, work)
    else:
        raise RenderingFailed("The recording can't be brought to this loudness; lower the levels or the target.")
    context.report(Stage.MIXING, 1.0, "The recording is finished")
    seconds = made.recording.duration_s
    return Assembled(
        audio=Artefact.of(made.path, name="audio", media_type="audio/mpeg", duration_s=seconds),
        recording=made.recording,
        stems=tuple(
            Artefact.of(path, name=name, media_type="audio/wav", duration_s=seconds) for name, path in made.stems
        ),
        report=made.report,
    )


@dataclass(frozen=True, slots=True)
class _Made:
    path: Path
    recording: Recording
    report: MixReport
    is_right: bool
    stems: tuple[tuple[str, Path], ...] = ()


def _tried(context: Context, wishes: Wishes, plan: PartPlan) -> PartPlan:
    """The plan at the gain that some of its parts ask for: a whole episode is not encoded to find that out."""
    count, target = len(plan.parts), wishes.draft.mixing.target_lufs
    if count < 3 * TRIED_PARTS:
        return plan
    # In steps of the golden section: speakers take turns, and even steps would meet the same one again and again.
    places = sorted({int((step + 0.5) * _GOLDEN % 1 * count) for step in range(TRIED_PARTS)})
    _make_missing(context, wishes, plan, places)
    heard = context.workers.run(VOICING, context.supervision, _listen_piece, wishes, plan, places, context.work.path)
    missing = target - heard
    if not math.isfinite(missing) or abs(missing) < NEAR_AT_FIRST_LU / 2:
        return plan
    return plan.at(plan.master_db + missing / _USUAL_SLOPE, context.work)


def _make_missing(context: Context, wishes: Wishes, plan: PartPlan, tried: Sequence[int] = ()) -> None:
    """Make the parts that are not there yet; of those that are `tried` only."""
    places = [
        place
        for place, (frames, facts) in enumerate(plan.files)
        if (not tried or place in tried) and not (frames.exists() and facts.exists())
    ]
    size = max(1, min(AT_ONCE, math.ceil(len(places) / context.workers.cores)))
    batches = [places[at : at + size] for at in range(0, len(places), size)]
    done = 0

    def piece(batch: list[int]) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            nonlocal done
            context.workers.run(VOICING, supervision, _part_piece, wishes, plan, batch, context.work.path)
            done += len(batch)
            if tried:
                context.report(Stage.MIXING, 0.1 * done / len(places), "Finding the level")
                return
            context.report(Stage.MIXING, 0.1 + 0.8 * done / len(places), f"Mixed {done} of {len(places)} parts")

        return run

    context.each([piece(batch) for batch in batches])


def _listen_piece(wishes: Wishes, plan: PartPlan, places: Sequence[int], folder: Path) -> float:
    """How loud (LUFS) the whole will be at this gain, from what became of some parts."""
    import numpy as np

    from server.engine.audio.loudness import loudness_of
    from server.engine.audio.parts import PartFacts

    work = WorkFolder(folder)
    factors = factors_of(wishes, dict(plan.voice_gains))
    lines = [np.asarray(s.energies) * f**2 for s, f in zip(surveys_of(wishes, work), factors, strict=True)]
    of_part = np.repeat(np.arange(len(plan.parts)), [len(part.slots) for part in plan.parts])
    tried = [line for line, place in zip(lines, of_part, strict=True) if place in places]
    facts = [work.load(plan.files[place][1], PartFacts) for place in places]
    made = [np.asarray(each.energies) for each in facts if each is not None]
    return loudness_of(np.concatenate(lines)) + loudness_of(np.concatenate(made)) - loudness_of(np.concatenate(tried))


def _part_piece(wishes: Wishes, plan: PartPlan, places: Sequence[int], folder: Path) -> None:
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    from server.engine.audio.parts import make_part
    from server.engine.workfolders import disk_error

    intro = None
    if plan.bed is None and any(plan.parts[place].has_music for place in places):
        intro = music_in(wishes, plan)
    with WorkFolder(folder).in_use(), threadpool_limits(1, "blas"):
        for place in places:
            frames, facts = plan.files[place]
            part = plan.parts[place]
            music = plan.bed.sound(*part.heard) if plan.bed is not None else intro
            try:
                make_part(part, music, gain_db=plan.master_db, out=frames, facts=facts)
            except OSError as error:
                raise disk_error(error, folder) from error


def _join_piece(wishes: Wishes, plan: PartPlan, folder: Path, near_lu: float, with_stems: bool) -> _Made:
    import numpy as np

    from server.engine.audio.cover import draw_cover
    from server.engine.audio.finishing import Finishing, finish
    from server.engine.audio.parts import PartFacts, head_of

    work, script = WorkFolder(folder), wishes.script
    facts = [work.load(path, PartFacts) for _, path in plan.files]
    known = [each for each in facts if each is not None]
    if len(known) != len(facts):
        raise RenderingFailed("A part of the recording is gone; make the episode again.")
    language = language_by_code(script.language)
    cover = work.file("cover", key_of(script.title), ".jpg")
    if not cover.exists():
        work.write(cover, draw_cover(script.title, ""))
    head = folder / "head.mp3"
    if not head.exists():
        work.write(head, head_of(folder))
    slots = [slot for part in plan.parts for slot in part.slots]
    target = wishes.draft.mixing.target_lufs
    key = key_of(plan.files, script.title, script.chapters, script.language, target)
    with work.in_use():
        done = finish(
            Finishing(
                title=script.title,
                language=language.code if language else script.language,
                chapters=script.chapters,
                cover=cover.read_bytes(),
                times=tuple(slot.time for slot in slots),
                longest_pause_s=max((line.pause_after_ms or 0 for line in wishes.lines), default=0) / 1000,
                target_lufs=target,
                near_lu=near_lu,
                somebody_is_muted=any(member.muted for member in wishes.draft.cast),
            ),
            head=head.read_bytes(),
            parts=[(frames, each) for (frames, _), each in zip(plan.files, known, strict=True)],
            out=work.file("episode", key, ".mp3"),
        )
        stems: tuple[tuple[str, Path], ...] = ()
        if with_stems and done.is_right:
            from server.engine.audio.stems import write_part_stems

            music = music_in(wishes, plan)
            stems = write_part_stems(slots, music, frames=plan.frames, folder=folder, stem=f"episode-{key}")
    report = MixReport(done.before, done.after, plan.levels(wishes))
    recording = Recording(
        duration_s=done.duration_ms / 1000,
        line_times_ms=tuple((slot.time.start_ms, slot.time.end_ms) for slot in slots),
        chapters=tuple(ChapterTime(c.title, c.start_ms, c.end_ms) for c in done.chapters),
        loudness_lufs=done.after.integrated,
        true_peak_dbtp=done.after.true_peak,
        waveform=tuple(np.asarray(done.waveform).tolist()),
    )
    return _Made(done.path, recording, report, done.is_right, stems)
