"""Voiced lines in, a finished episode out: the one way through this package."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from server.domain.scripts import Chapter
from server.engine.audio.assembling import SPEECH_LUFS, LineTime, Timeline, VoicedLine, place, speech
from server.engine.audio.beds import Bed, load_loop
from server.engine.audio.checking import check
from server.engine.audio.cover import draw_cover, given_cover
from server.engine.audio.encoding import encode
from server.engine.audio.inspecting import Inspection, inspect
from server.engine.audio.mastering import CEILING_DBTP, NEAR_ENOUGH_LU, TARGET_LUFS, Aim, levelled, levels
from server.engine.audio.mixing import Mix, Music, mix
from server.engine.audio.music import ALONE_S, duck, load_intro
from server.engine.audio.signals import EPISODE_RATE, milliseconds
from server.engine.audio.stems import write_stems
from server.engine.audio.tagging import ChapterTime, Tags, tag
from server.engine.audio.waveform import Waveform
from server.engine.workfolders import disk_error

PART_PREFIX = ".part-"
"""Unfinished files begin with this; one that a killed process left is overwritten by the next try."""

HEAD_SILENCE_MS = 350
_TRIES = 2

Progress = Callable[[float, str], None]
"""Told the share done (0 to 1) and one sentence for people."""


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """What an episode is made from. `cover` is a picture; without one a cover is drawn from title and subtitle."""

    title: str
    lines: tuple[VoicedLine, ...]
    chapters: tuple[Chapter, ...] = ()
    artist: str = ""
    album: str = ""
    subtitle: str = ""
    description: str = ""
    language: str = ""
    year: int = 0
    cover: Path | None = None
    music: Path | None = None
    music_name: str = ""
    """What people call the music file in messages."""
    lead_in_ms: int | None = None
    """Silence before the first word, where no music opens the recording; None for the usual."""
    has_bed: bool = False
    """Whether the music goes on under the whole episode."""
    with_stems: bool = False
    """Whether each speaker and the music are also written alone, beside the episode."""


@dataclass(frozen=True, slots=True)
class EpisodeAudio:
    """A finished, checked episode. `loudness` in LUFS, `true_peak` in dBTP, both of the written file."""

    path: Path
    size: int
    duration_ms: int
    line_times: tuple[LineTime, ...]
    chapters: tuple[ChapterTime, ...]
    loudness: float
    true_peak: float
    encodings: int
    waveform: Waveform
    stems: tuple[tuple[str, Path], ...] = ()
    """Names and files of the stems, where they were asked for."""


def _quiet(_share: float, _text: str) -> None:
    return None


def render_episode(spec: EpisodeSpec, out: Path, progress: Progress = _quiet) -> EpisodeAudio:
    """Mix, master, encode, tag and check an episode; `out` appears whole or not at all.

    Raises:
        RenderingFailed: a line has no usable sound, the disk is full or the result fails its check.
        SourceNotImported: the music can't be used.
    """
    part = out.with_name(f"{PART_PREFIX}{out.name}")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        # One thread: the products are small, and the same input must give the same bytes.
        with threadpool_limits(1, "blas"), tempfile.TemporaryFile(dir=out.parent) as scratch:
            return _render(spec, out, part, cast("BinaryIO", scratch), progress)
    except OSError as error:
        raise disk_error(error, out.parent) from error
    finally:
        part.unlink(missing_ok=True)


def _render(spec: EpisodeSpec, out: Path, part: Path, scratch: BinaryIO, progress: Progress) -> EpisodeAudio:
    progress(0.0, "Laying out the conversation")
    timeline, music = _laid_out(spec)
    total = timeline.samples
    mixed = mix(speech(timeline), music, scratch, lambda done: progress(0.05 + 0.25 * done / total, "Mixing"))
    stems = write_stems(timeline, music, folder=out.parent, stem=out.stem) if spec.with_stems else ()
    tags = _tags(spec, timeline, mixed)
    found, tries = _master(mixed, part, tags, progress)
    asked = max((max(line.pause_after_ms or 0, line.longest_rest_ms) for line in spec.lines), default=0) / 1000
    check(part, found, expected_s=mixed.samples / EPISODE_RATE, tags=tags, asked_silence_s=asked)
    _publish(part, out)
    progress(1.0, "The recording is finished")
    return EpisodeAudio(
        path=out,
        size=out.stat().st_size,
        duration_ms=milliseconds(mixed.samples, EPISODE_RATE),
        line_times=timeline.line_times,
        chapters=tuple(tags.chapters),
        loudness=found.loudness,
        true_peak=found.true_peak,
        encodings=tries,
        waveform=found.waveform,
        stems=stems,
    )


def _laid_out(spec: EpisodeSpec) -> tuple[Timeline, Music | None]:
    """Where everything is, and the music that goes with it."""
    openers = [chapter.first_line for chapter in spec.chapters]
    if spec.music is None:
        lead_in_ms = HEAD_SILENCE_MS if spec.lead_in_ms is None else spec.lead_in_ms
        return place(spec.lines, lead_in_ms=lead_in_ms, chapter_starts=openers), None
    if spec.has_bed:
        alone_ms = round(ALONE_S * 1000) if spec.lead_in_ms is None else spec.lead_in_ms
        loop = load_loop(spec.music, speech_lufs=SPEECH_LUFS, name=spec.music_name)
        timeline = place(spec.lines, lead_in_ms=alone_ms, chapter_starts=openers)
        return timeline, Bed(loop, samples=timeline.samples, spoken=_spoken(timeline))
    intro = load_intro(spec.music, speech_lufs=SPEECH_LUFS, name=spec.music_name)
    timeline = place(spec.lines, lead_in_ms=intro.lead_in_ms, chapter_starts=openers)
    return timeline, duck(intro.samples, _spoken(timeline))[: timeline.samples]


def _spoken(timeline: Timeline) -> list[tuple[float, float]]:
    return [(t.start_ms / 1000, t.end_ms / 1000) for t in timeline.line_times]


def _master(mixed: Mix, part: Path, tags: Tags, progress: Progress) -> tuple[Inspection, int]:
    aim = Aim()
    for attempt in range(1, _TRIES + 1):
        progress(0.35 if attempt == 1 else 0.7, "Writing the MP3")
        encode(levelled(mixed, levels(mixed, aim)), part)
        tag(part, tags)
        progress(0.6 if attempt == 1 else 0.9, "Listening to the result")
        found = inspect(part)
        if abs(found.loudness - TARGET_LUFS) <= NEAR_ENOUGH_LU and found.true_peak < CEILING_DBTP:
            return found, attempt
        aim = aim.corrected(loudness=found.loudness, true_peak=found.true_peak)
    return found, _TRIES


def _tags(spec: EpisodeSpec, timeline: Timeline, mixed: Mix) -> Tags:
    return Tags(
        title=spec.title,
        artist=spec.artist,
        album=spec.album,
        year=spec.year,
        language=spec.language,
        description=spec.description,
        cover=given_cover(spec.cover) if spec.cover else draw_cover(spec.title, spec.subtitle or spec.album),
        chapters=chapter_times(spec.chapters, timeline, milliseconds(mixed.samples, EPISODE_RATE)),
    )


def chapter_times(chapters: tuple[Chapter, ...], timeline: Timeline, duration_ms: int) -> tuple[ChapterTime, ...]:
    """Chapters by time, without a gap: the first begins with the recording, each next with its first line."""
    return chapters_at(chapters, timeline.line_times, duration_ms)


def chapters_at(chapters: tuple[Chapter, ...], times: Sequence[LineTime], duration_ms: int) -> tuple[ChapterTime, ...]:
    """`chapter_times` from the times of the lines."""
    ordered = sorted(chapters, key=lambda chapter: chapter.first_line)
    usable = [c for c in ordered if 0 <= c.first_line < len(times)]
    starts = [0 if number == 0 else times[c.first_line].start_ms for number, c in enumerate(usable)]
    ends = [*starts, duration_ms][1:]
    return tuple(ChapterTime(c.title, a, b) for c, a, b in zip(usable, starts, ends, strict=True) if b > a)


def _publish(part: Path, out: Path) -> None:
    with part.open("rb") as stream:
        os.fsync(stream.fileno())
    part.replace(out)
