"""The parts of an episode become its file: joined, tagged, and judged by what was measured of each part."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.episode_drafts import LoudnessReport
from server.domain.scripts import Chapter
from server.engine.audio.assembling import LineTime
from server.engine.audio.checking import check
from server.engine.audio.decoding import describe
from server.engine.audio.inspecting import SILENT_DBFS, Inspection
from server.engine.audio.joining import ENCODER_DELAY, FRAME, joined
from server.engine.audio.parts import PartFacts
from server.engine.audio.rendering import chapters_at
from server.engine.audio.reports import loudness_report
from server.engine.audio.signals import EPISODE_RATE, amplitude, milliseconds
from server.engine.audio.tagging import ChapterTime, Tags, tag
from server.engine.audio.waveform import BUCKETS, Waveform


@dataclass(frozen=True, slots=True)
class Finishing:
    """What the file is to say of itself and to be judged by."""

    title: str
    language: str
    chapters: tuple[Chapter, ...]
    cover: bytes
    times: tuple[LineTime, ...]
    longest_pause_s: float
    target_lufs: float
    near_lu: float = 0.4
    """How far from the target the loudness may be."""
    somebody_is_muted: bool = False


@dataclass(frozen=True, slots=True)
class FinishedEpisode:
    """A file whose loudness is right, or (`is_right` false) what was measured of one that was not written."""

    path: Path
    duration_ms: int
    chapters: tuple[ChapterTime, ...]
    before: LoudnessReport
    after: LoudnessReport
    waveform: bytes
    """Mean level of equal stretches of time, 0 to 255."""
    is_right: bool


def finish(wish: Finishing, *, head: bytes, parts: Sequence[tuple[Path, PartFacts]], out: Path) -> FinishedEpisode:
    """Write the file; it appears whole, or not at all when its loudness is off.

    Raises:
        RenderingFailed: the result fails its check.
        OSError: the disk is full.
    """
    facts = [each for _, each in parts]
    frames = sum(each.frames for each in facts)
    duration = frames * FRAME - 2 * ENCODER_DELAY
    before = loudness_report(_all(f.raw_energies for f in facts), true_peak=max(f.raw_peak for f in facts))
    after = loudness_report(_all(f.energies for f in facts), true_peak=max(f.peak for f in facts))
    chapters = chapters_at(wish.chapters, wish.times, milliseconds(duration, EPISODE_RATE))
    powers = _all(f.powers for f in facts)
    levels = _levels(powers)
    is_right = abs(after.integrated - wish.target_lufs) <= wish.near_lu
    if is_right:
        part = out.with_name(f".part-{out.name}")
        try:
            part.write_bytes(joined(head, [each.stretch(path.read_bytes()) for path, each in parts], frames=frames))
            tags = Tags(wish.title, artist="Quillcast", language=wish.language, cover=wish.cover, chapters=chapters)
            tag(part, tags)
            found = _found(part, duration / EPISODE_RATE, after, powers, levels)
            check(
                part,
                found,
                expected_s=duration / EPISODE_RATE,
                tags=tags,
                # Whoever mutes a speaker has asked for the silence.
                asked_silence_s=found.longest_silence_s if wish.somebody_is_muted else wish.longest_pause_s,
                target_lufs=wish.target_lufs,
            )
            with part.open("rb") as stream:
                os.fsync(stream.fileno())
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    return FinishedEpisode(out, milliseconds(duration, EPISODE_RATE), chapters, before, after, levels, is_right)


def _all(rows: object) -> NDArray[np.float64]:
    return np.concatenate([np.asarray(row, np.float64) for row in rows])  # type: ignore[attr-defined]


def _levels(powers: NDArray[np.float64]) -> bytes:
    count = min(BUCKETS, len(powers))
    starts = np.arange(count) * len(powers) // count
    rms = np.sqrt(np.add.reduceat(powers, starts) / np.diff(np.append(starts, len(powers))))
    return bytes(np.rint(np.clip(rms, 0, 1) * 255).astype(np.uint8).tobytes())


def _found(
    path: Path, duration_s: float, after: LoudnessReport, powers: NDArray[np.float64], levels: bytes
) -> Inspection:
    silent = powers < amplitude(SILENT_DBFS) ** 2
    edges = np.flatnonzero(np.diff(np.concatenate([[False], silent, [False]]).astype(np.int8)))
    longest = int((edges[1::2] - edges[::2]).max()) if len(edges) else 0
    return Inspection(
        head=describe(path),
        duration_s=duration_s,
        loudness=after.integrated if math.isfinite(after.integrated) else -99.0,
        true_peak=after.true_peak,
        silent_share=float(silent.mean()),
        longest_silence_s=longest * FRAME / EPISODE_RATE,
        waveform=Waveform(round(duration_s * 1000), b"", b"", levels),
    )
