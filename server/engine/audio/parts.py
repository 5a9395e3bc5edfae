"""An episode in parts: stretches of lines between two silences, each mixed, levelled and encoded alone.

A part is named by all that it is made of. Whoever changes one line makes one part anew; the others are the same frames
as before, and the same samples. Parts are whole frames long (26 ms): the pauses take up the rest.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, cast

import msgspec
import numpy as np

from server.domain.errors import RenderingFailed
from server.engine.audio.assembling import LineSurvey, LineTime, VoicedLine, edges, read_pcm
from server.engine.audio.decoding import decode
from server.engine.audio.encoding import ENCODER_GAIN_DB, encode
from server.engine.audio.joining import FRAME, frames_of
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.mastering import CEILING_DBTP, levelled, limiting
from server.engine.audio.mixing import Mix, Music, mix
from server.engine.audio.pauses import pause_between
from server.engine.audio.peaks import TruePeakMeter
from server.engine.audio.signals import BLOCK, EPISODE_RATE, VOICE_RATE, Samples, amplitude, decibels, milliseconds

FORMAT = 1
"""Counts up when the same part comes out differently."""
TAIL_MS = 900
_LEAST_PAUSE = FRAME + 96
"""Silence that the last frame of a part needs: what the encoder still holds comes out there."""
_TRIES = 3
_NOTHING_DB = -180.0
_SAFE_DBTP = 0.1


@dataclass(frozen=True, slots=True)
class Slot:
    """A line in its place: `frames` of the episode from frame `start` on, its pause included."""

    line: VoicedLine
    first: int
    last: int
    """The samples of the line's sound (24 kHz) that are heard."""
    gain: float
    start: int
    frames: int

    @property
    def samples(self) -> int:
        """Samples that the line's sound has at the episode's rate."""
        return math.ceil((self.last - self.first) * EPISODE_RATE / VOICE_RATE)

    @property
    def time(self) -> LineTime:
        """When the line is heard."""
        start = self.start * FRAME
        return LineTime(milliseconds(start, EPISODE_RATE), milliseconds(start + self.samples, EPISODE_RATE))


@dataclass(frozen=True, slots=True)
class Part:
    """Slots that are made together, behind `lead` frames of silence, over music where there is some."""

    slots: tuple[Slot, ...]
    lead: int = 0
    has_music: bool = False

    @property
    def start(self) -> int:
        """The first frame of the episode that it takes."""
        return self.slots[0].start - self.lead

    @property
    def frames(self) -> int:
        """How many frames it takes."""
        return self.lead + sum(slot.frames for slot in self.slots)

    @property
    def made_of(self) -> tuple[object, ...]:
        """All that its sound depends on, beside the music; where it stands in the episode is no matter."""
        return (
            FORMAT,
            self.lead,
            tuple((s.line.pcm.name, s.first, s.last, round(s.gain, 6), s.frames) for s in self.slots),
        )


@dataclass(frozen=True, slots=True)
class PartFacts:
    """What is known of a made part: K-weighted energies of every 100 ms and true peaks (dBTP) before and after
    mastering, and the mean square of every frame of the written file."""

    frames: int
    raw_energies: tuple[float, ...]
    raw_peak: float
    energies: tuple[float, ...]
    peak: float
    powers: tuple[float, ...]


def lay_out(
    lines: Sequence[VoicedLine],
    surveys: Sequence[LineSurvey],
    gains: Sequence[float],
    *,
    lead_in_ms: int,
    openers: Sequence[int] = (),
) -> tuple[Slot, ...]:
    """Every line in its place behind the lead-in; `openers` are numbers of lines that open a chapter."""
    place = frames_in(lead_in_ms)
    opening = set(openers)
    slots: list[Slot] = []
    for number, (line, found, gain) in enumerate(zip(lines, surveys, gains, strict=True)):
        pause = line.pause_after_ms
        if number + 1 == len(lines):
            pause = TAIL_MS + (pause or 0)
        elif pause is None:
            pause = pause_between(line, lines[number + 1], new_chapter=number + 1 in opening)
        slot = Slot(line, found.first, found.last, gain, place, 0)
        rest = max(_LEAST_PAUSE, pause * EPISODE_RATE // 1000)
        slot = replace(slot, frames=-(-(slot.samples + rest) // FRAME))
        slots.append(slot)
        place += slot.frames
    return tuple(slots)


def frames_in(length_ms: int) -> int:
    """So many milliseconds in whole frames, rounded up."""
    return -(-length_ms * EPISODE_RATE // 1000 // FRAME)


def parted(slots: Sequence[Slot], *, music_samples: int = 0) -> tuple[Part, ...]:
    """The slots in parts: one for all that music is heard under, then one for each line."""
    under = [slot for slot in slots if slot.start * FRAME < music_samples]
    first = slots[: max(1, len(under))]
    return (Part(tuple(first), lead=first[0].start, has_music=bool(under)), *(Part((s,)) for s in slots[len(first) :]))


def make_part(
    part: Part, music: Music | None, *, gain_db: float, ceiling_db: float = CEILING_DBTP, out: Path, facts: Path
) -> None:
    """Mix, level, encode and measure one part: its frames to `out`, what is known of them to `facts`.

    Raises:
        RenderingFailed: the sound of a line can't be read, or peaks can't be held.
        OSError: the disk is full.
    """
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".part-") as folder:
        whole = Path(folder) / "part.mp3"
        with tempfile.TemporaryFile(dir=folder) as scratch:
            mixed = _mixed(part, music, cast("BinaryIO", scratch))
            highest = float(mixed.heights.max())
            raw_energies = tuple(mixed.energies.tolist())
            raw_peak = decibels(max(float(mixed.true_peaks(above=highest).max()), 1e-9))
            aim = ceiling_db - ENCODER_GAIN_DB - 0.8
            for _ in range(_TRIES):
                encode(levelled(mixed, part_gains(mixed, gain_db=gain_db, ceiling_db=aim)), whole)
                heard = _heard(whole)
                if heard.peak < ceiling_db:
                    break
                aim -= heard.peak - ceiling_db + _SAFE_DBTP
            else:
                raise RenderingFailed("A passage peaks so high that it can't be held; lower its speaker's level.")
        _, frames, count = frames_of(whole.read_bytes())
        if count != part.frames:
            raise RenderingFailed("A part of the recording came out in the wrong length; make the episode again.")
        kept = replace(heard, frames=count, raw_energies=raw_energies, raw_peak=raw_peak)
        made = whole.with_suffix(".frames")
        made.write_bytes(frames)
        written = whole.with_suffix(".json")
        written.write_bytes(msgspec.json.encode(kept))
        made.replace(out)
        written.replace(facts)


def head_of(folder: Path) -> bytes:
    """LAME's header frame for a file of our kind: its figures are a whole file's to tell (`joining.joined`)."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".part-") as place:
        path = Path(place) / "silence.mp3"
        encode([np.zeros(FRAME, np.float32)], path)
        return frames_of(path.read_bytes())[0]


def part_gains(mixed: Mix, *, gain_db: float, ceiling_db: float) -> Samples:
    """The gain of every hop: the episode's own, and less where a peak would pass the ceiling."""
    gain, ceiling = amplitude(gain_db), amplitude(ceiling_db)
    peaks = mixed.true_peaks(above=ceiling / gain)
    return np.asarray(np.float32(gain) * limiting(peaks * np.float32(gain), ceiling=ceiling), np.float32)


def sound_of(slot: Slot) -> Samples:
    """A line at the episode's rate and its level, with soft edges."""
    import soxr

    blocks = list(read_pcm(slot.line.pcm, first=slot.first, last=slot.last))
    sound = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
    size = slot.last - slot.first
    if len(sound) != size:
        raise RenderingFailed("The sound of a line changed while it was mixed; make the episode again.")
    sound = sound * np.float32(slot.gain) * edges(0, size, size)
    made = soxr.resample(sound, VOICE_RATE, EPISODE_RATE, quality="HQ")[: slot.samples]
    return np.pad(made.astype(np.float32, copy=False), (0, slot.samples - len(made)))


def signal_of(slots: Sequence[Slot], *, start: int, frames: int) -> Iterator[Samples]:
    """The speech of some slots in blocks, silence between them, over `frames` frames from frame `start` on."""
    position = start * FRAME
    for slot in slots:
        yield from silence(slot.start * FRAME - position)
        sound = sound_of(slot)
        yield sound
        position = slot.start * FRAME + len(sound)
    yield from silence((start + frames) * FRAME - position)


def silence(count: int) -> Iterator[Samples]:
    """So many samples of nothing, in blocks."""
    while count > 0:
        yield np.zeros(min(BLOCK, count), np.float32)
        count -= BLOCK


def _mixed(part: Part, music: Music | None, scratch: BinaryIO) -> Mix:
    # The encoder adds the last frame itself, of silence.
    speech = signal_of(part.slots, start=part.start, frames=part.frames - 1)
    return mix(speech, music if part.has_music else None, scratch)


def _heard(path: Path) -> PartFacts:
    """What the written part holds."""
    loudness, peak = LoudnessMeter(EPISODE_RATE), TruePeakMeter()
    blocks = []
    for block in decode(path, rate=EPISODE_RATE):
        loudness.add(block[0])
        peak.add(block[0])
        blocks.append(np.square(block[0]))
    squares = np.concatenate(blocks)
    powers = np.pad(squares, (0, -len(squares) % FRAME)).reshape(-1, FRAME).mean(axis=1)
    # JSON has no infinity: a muted part peaks at nothing.
    highest = max(peak.level(), _NOTHING_DB)
    return PartFacts(0, (), 0.0, tuple(loudness.energies().tolist()), highest, tuple(powers.tolist()))
