"""Voiced lines become one stream of speech: trimmed, levelled per speaker, with pauses, at the episode's rate.

Voices stay in the middle: on one loudspeaker, in one ear and in a car they are the same, and so an episode is mono.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import RenderingFailed
from server.domain.scripts import LineKind
from server.engine.audio.loudness import LoudnessMeter, loudness_of
from server.engine.audio.pauses import pause_between
from server.engine.audio.signals import BLOCK, EPISODE_RATE, VOICE_RATE, Samples, amplitude, milliseconds

SPEECH_LUFS = -16.0
"""Every speaker is brought to this loudness."""

_FRAME = VOICE_RATE // 100
_SOUND_FLOOR = 1e-3
_KEPT_BEFORE, _KEPT_AFTER = _FRAME * 2, _FRAME * 6
_FADE = VOICE_RATE * 4 // 1000
TAIL_MS = 900
"""From the last line to the end."""
_LOUDEST_GAIN_DB = 30.0


@dataclass(frozen=True, slots=True)
class VoicedLine:
    """One spoken line. `pcm` is a file of little-endian float32, mono, 24 kHz, without a header.

    `pause_after_ms` overrides the pause that punctuation and turn would give.
    """

    pcm: Path
    speaker: int
    text: str
    kind: LineKind = LineKind.STATEMENT
    pause_after_ms: int | None = None
    longest_rest_ms: int = 0
    """The longest silence that somebody ordered inside the line."""


@dataclass(frozen=True, slots=True)
class LineTime:
    """When a line is heard in the recording. `skipped_ms` of silence at the head of its sound were left out."""

    start_ms: int
    end_ms: int
    skipped_ms: int = 0


@dataclass(frozen=True, slots=True)
class Placement:
    """Samples `first` to `last` of a line's sound, heard from sample `start` of the recording on (all at 24 kHz)."""

    line: VoicedLine
    start: int
    first: int
    last: int
    gain: float

    @property
    def end(self) -> int:
        """The first sample of the recording after the line."""
        return self.start + self.last - self.first

    @property
    def time(self) -> LineTime:
        """The same in milliseconds."""
        return LineTime(
            milliseconds(self.start, VOICE_RATE),
            milliseconds(self.end, VOICE_RATE),
            milliseconds(self.first, VOICE_RATE),
        )


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where everything is; `length` in samples at 24 kHz."""

    placements: tuple[Placement, ...]
    length: int

    @property
    def line_times(self) -> tuple[LineTime, ...]:
        """When each line is heard, in the lines' order."""
        return tuple(placement.time for placement in self.placements)

    @property
    def samples(self) -> int:
        """The length at the episode's rate."""
        return round(self.length * EPISODE_RATE / VOICE_RATE)

    def only(self, speaker: int) -> Timeline:
        """The same time with one speaker's lines: a stem. All stems together are the speech."""
        return Timeline(tuple(p for p in self.placements if p.line.speaker == speaker), self.length)


@dataclass(frozen=True, slots=True)
class LineSurvey:
    """The part of a line's sound that is heard, and the loudness of it by tenths of a second."""

    first: int
    last: int
    energies: tuple[float, ...]


def survey(line: VoicedLine, *, number: int) -> LineSurvey:
    """Find where a line's sound begins and ends, and how loud it is; `number` counts from 1, for messages.

    Raises:
        RenderingFailed: the file is missing, cut, silent or holds values that are no sound.
    """
    first: int | None = None
    last = seen = 0
    meter = LoudnessMeter(VOICE_RATE)
    try:
        if line.pcm.stat().st_size % 4:
            raise RenderingFailed(f"The sound of line {number} is incomplete; make the episode again.")
        for block in read_pcm(line.pcm):
            if not np.isfinite(block).all():
                raise RenderingFailed(f"The voice made no usable sound of line {number}; choose another voice.")
            meter.add(block)
            frames = np.abs(np.pad(block, (0, -len(block) % _FRAME))).reshape(-1, _FRAME).max(axis=1)
            loud = np.flatnonzero(frames > _SOUND_FLOOR)
            if len(loud):
                first = seen + int(loud[0]) * _FRAME if first is None else first
                last = seen + (int(loud[-1]) + 1) * _FRAME
            seen += len(block)
    except OSError as error:
        raise RenderingFailed(f"The sound of line {number} could not be read; make the episode again.") from error
    if first is None:
        raise RenderingFailed(f"The voice said nothing for line {number}; choose another voice or change the line.")
    return LineSurvey(max(0, first - _KEPT_BEFORE), min(seen, last + _KEPT_AFTER), tuple(meter.energies().tolist()))


def place(lines: Sequence[VoicedLine], *, lead_in_ms: int, chapter_starts: Sequence[int] = ()) -> Timeline:
    """Lay the lines out behind a lead-in; `chapter_starts` are the numbers (from 0) of lines that open a chapter.

    Raises:
        RenderingFailed: there is no line, or one has no usable sound.
    """
    if not lines:
        raise RenderingFailed("The script has no line to speak; write at least one.")
    surveys = [survey(line, number=index + 1) for index, line in enumerate(lines)]
    gains = _gains(lines, surveys)
    openers = set(chapter_starts)
    position = lead_in_ms * VOICE_RATE // 1000
    placements = []
    for index, (line, found) in enumerate(zip(lines, surveys, strict=True)):
        placements.append(Placement(line, position, found.first, found.last, gains[line.speaker]))
        position = placements[-1].end
        pause = line.pause_after_ms
        if pause is None and index + 1 < len(lines):
            pause = pause_between(line, lines[index + 1], new_chapter=index + 1 in openers)
        position += max(0, pause or 0) * VOICE_RATE // 1000
    return Timeline(tuple(placements), position + TAIL_MS * VOICE_RATE // 1000)


def speech(timeline: Timeline) -> Iterator[Samples]:
    """The speech as blocks ``(n,)`` at 44.1 kHz, exactly `timeline.samples` in all."""
    import soxr

    resampler = soxr.ResampleStream(VOICE_RATE, EPISODE_RATE, 1, dtype="float32", quality="HQ")
    left = timeline.samples
    for block in in_blocks(_pieces(timeline)):
        made = resampler.resample_chunk(block)[:left]
        left -= len(made)
        if len(made):
            yield made
    made = resampler.resample_chunk(np.zeros(0, np.float32), last=True)[:left]
    yield np.concatenate([made, np.zeros(left - len(made), np.float32)])


def read_pcm(path: Path, *, first: int = 0, last: int | None = None) -> Iterator[Samples]:
    """Samples `first` to `last` of a headerless float32 file, in blocks."""
    left = (path.stat().st_size // 4 if last is None else last) - first
    with path.open("rb") as stream:
        stream.seek(first * 4)
        while left > 0:
            block = np.fromfile(stream, dtype="<f4", count=min(BLOCK, left))
            if not len(block):
                return
            left -= len(block)
            yield block.astype(np.float32, copy=False)


def _gains(lines: Sequence[VoicedLine], surveys: Sequence[LineSurvey]) -> dict[int, float]:
    gains = {}
    for speaker in {line.speaker for line in lines}:
        energies = [s.energies for line, s in zip(lines, surveys, strict=True) if line.speaker == speaker]
        gains[speaker] = usual_gain(np.concatenate([np.asarray(e) for e in energies]))
    return gains


def usual_gain(energies: NDArray[np.float64]) -> float:
    """The factor that brings speech of these energies (of every 100 ms) to `SPEECH_LUFS`."""
    loudness = loudness_of(energies)
    wanted = SPEECH_LUFS - loudness if math.isfinite(loudness) else _LOUDEST_GAIN_DB
    return amplitude(min(wanted, _LOUDEST_GAIN_DB))


def _pieces(timeline: Timeline) -> Iterator[Samples]:
    position = 0
    for placement in timeline.placements:
        yield from _silence(placement.start - position)
        done, size = 0, placement.last - placement.first
        for block in read_pcm(placement.line.pcm, first=placement.first, last=placement.last):
            yield block * np.float32(placement.gain) * edges(done, len(block), size)
            done += len(block)
        if done != size:
            raise RenderingFailed("The sound of a line changed while it was mixed; make the episode again.")
        position = placement.end
    yield from _silence(timeline.length - position)


def edges(start: int, count: int, size: int) -> Samples:
    """A fade of a few milliseconds at either end of a line, so that no cut can click."""
    at = np.arange(start, start + count, dtype=np.float32)
    nearest = np.minimum(at + 1, size - at)
    return np.asarray(np.minimum(1.0, nearest / _FADE), dtype=np.float32)


def _silence(count: int) -> Iterator[Samples]:
    while count > 0:
        yield np.zeros(min(BLOCK, count), np.float32)
        count -= BLOCK


def in_blocks(pieces: Iterable[Samples]) -> Iterator[Samples]:
    """Short pieces together, in blocks of at least `BLOCK` samples: meters take each at a price of its own."""
    held: list[Samples] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= BLOCK:
            yield np.concatenate(held)
            held, size = [], 0
    if held:
        yield np.concatenate(held)
