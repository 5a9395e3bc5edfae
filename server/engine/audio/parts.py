"""An episode in parts: stretches of lines between two silences, each mixed, levelled and encoded alone.

A part is named by all that it is made of. Whoever changes one line makes one part anew; the others are the same frames
as before, and the same samples. Parts are whole frames long (26 ms): the pauses take up the rest.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, cast

import msgspec
import numpy as np

from server.domain.errors import RenderingFailed
from server.engine.audio.assembling import LineSurvey, LineTime, VoicedLine, edges, in_blocks, read_pcm
from server.engine.audio.decoding import decode
from server.engine.audio.encoding import ENCODER_GAIN_DB, encode
from server.engine.audio.joining import FRAME, Stretch, frames_of, stretch_of
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.mastering import CEILING_DBTP, levelled, limiting
from server.engine.audio.mixing import Mix, Music, mix
from server.engine.audio.pauses import pause_between
from server.engine.audio.peaks import TruePeakMeter
from server.engine.audio.signals import BLOCK, EPISODE_RATE, VOICE_RATE, Samples, amplitude, decibels, milliseconds

FORMAT = 2
"""Counts up when the same part comes out differently."""
CONTEXT = 16
"""Frames before and behind a part with music that are mixed with it: its limiter hears what the neighbours' heard."""
ENCODED_CONTEXT = 6
"""Frames of these that are encoded, so that the encoder decides at the joint as it did for the neighbour."""
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
    """Slots that are made together, behind `lead` frames of silence, over music where there is some.

    Music that goes on beyond a part goes on in its neighbours: then `before` and `after` frames of theirs, with the
    slots `around` that are heard in them, are mixed with it, and the last `trail` frames of its pause are the next's.
    """

    slots: tuple[Slot, ...]
    lead: int = 0
    has_music: bool = False
    trail: int = 0
    before: int = 0
    after: int = 0
    around: tuple[Slot, ...] = ()

    @property
    def start(self) -> int:
        """The first frame of the episode that it takes."""
        return self.slots[0].start - self.lead

    @property
    def frames(self) -> int:
        """How many frames it takes."""
        return self.lead + sum(slot.frames for slot in self.slots) - self.trail

    @property
    def window(self) -> tuple[int, int]:
        """First frame of the episode that is mixed with it, and how many are; the encoder adds the last one itself."""
        count = self.before + self.frames + self.after
        return self.start - self.before, count if self.after else count - 1

    @property
    def heard(self) -> tuple[int, int]:
        """The samples of the episode that are mixed with it: the first, and the one behind the last."""
        start, frames = self.window
        return start * FRAME, (start + frames) * FRAME

    @property
    def made_of(self) -> tuple[object, ...]:
        """All that its sound depends on, beside the music; where it stands in the episode is no matter."""
        return (
            FORMAT,
            (self.lead, self.trail, self.before, self.after),
            tuple((s.line.pcm.name, s.first, s.last, round(s.gain, 6), s.frames) for s in self.slots),
            tuple((s.line.pcm.name, s.first, s.last, round(s.gain, 6), s.start - self.start) for s in self.around),
        )


@dataclass(frozen=True, slots=True)
class PartFacts:
    """What is known of a made part: K-weighted energies of every 100 ms and true peaks (dBTP) before and after
    mastering, the mean square of every frame of the written file, and how it joins to what it stands behind."""

    frames: int
    raw_energies: tuple[float, ...]
    raw_peak: float
    energies: tuple[float, ...]
    peak: float
    powers: tuple[float, ...]
    borrowed: bytes = b""
    spare: int = 0

    def stretch(self, frames: bytes) -> Stretch:
        """The part's frames with how they join."""
        return Stretch(frames, self.borrowed, self.spare)


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


def parted_over_music(slots: Sequence[Slot]) -> tuple[Part, ...]:
    """The slots in parts over music that never ends: one for each line, which meet within the pauses."""
    leads = [slots[0].start, *((s.frames - -(-s.samples // FRAME)) // 2 for s in slots[:-1])]
    trails = [*leads[1:], 0]
    end = slots[-1].start + slots[-1].frames
    parts = []
    for number, (slot, lead, trail) in enumerate(zip(slots, leads, trails, strict=True)):
        first, last = slot.start - lead, slot.start + slot.frames - trail
        before, after = min(CONTEXT, first), min(CONTEXT, end - last)
        around = tuple(
            other
            # A slot has at least two frames: no further one reaches here.
            for other in slots[max(0, number - CONTEXT) : number + CONTEXT + 1]
            if other is not slot
            and other.start < last + after
            and other.start * FRAME + other.samples > (first - before) * FRAME
        )
        parts.append(Part((slot,), lead, has_music=True, trail=trail, before=before, after=after, around=around))
    return tuple(parts)


def make_part(
    part: Part, music: Music | None, *, gain_db: float, ceiling_db: float = CEILING_DBTP, out: Path, facts: Path
) -> None:
    """Mix, level, encode and measure one part: its frames to `out`, what is known of them to `facts`.

    Raises:
        RenderingFailed: the sound of a line can't be read, or peaks can't be held.
        OSError: the disk is full.
    """
    before, after = min(part.before, ENCODED_CONTEXT), min(part.after, ENCODED_CONTEXT)
    left_out = part.before - before
    encoded = (part.window[1] - left_out - (part.after - after)) * FRAME
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".part-") as folder:
        whole = Path(folder) / "part.mp3"
        with tempfile.TemporaryFile(dir=folder) as scratch:
            mixed = _mixed(part, music, cast("BinaryIO", scratch))
            highest = float(mixed.heights.max())
            raw_energies = _own_energies(mixed, part)
            raw_peak = decibels(max(float(mixed.true_peaks(above=highest).max()), 1e-9))
            aim = ceiling_db - ENCODER_GAIN_DB - 0.8
            for _ in range(_TRIES):
                gains = part_gains(mixed, gain_db=gain_db, ceiling_db=aim)
                encode(excerpt(levelled(mixed, gains), left_out * FRAME, encoded), whole)
                heard = _heard(whole, before * FRAME, part.frames * FRAME)
                if heard.peak < ceiling_db:
                    break
                aim -= heard.peak - ceiling_db + _SAFE_DBTP
            else:
                raise RenderingFailed("A passage peaks so high that it can't be held; lower its speaker's level.")
        _, frames = frames_of(whole.read_bytes())
        if len(frames) != encoded // FRAME + 1:
            raise RenderingFailed("A part of the recording came out in the wrong length; make the episode again.")
        cut = stretch_of(frames, before, part.frames)
        kept = replace(
            heard,
            frames=part.frames,
            raw_energies=raw_energies,
            raw_peak=raw_peak,
            borrowed=cut.borrowed,
            spare=cut.spare,
        )
        made = whole.with_suffix(".frames")
        made.write_bytes(cut.frames)
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
    position, end = start * FRAME, (start + frames) * FRAME
    for slot in slots:
        at = slot.start * FRAME
        yield from silence(at - position)
        position = max(position, at)
        sound = sound_of(slot)[position - at : max(0, end - at)]
        yield sound
        position += len(sound)
    yield from silence(end - position)


def silence(count: int) -> Iterator[Samples]:
    """So many samples of nothing, in blocks."""
    while count > 0:
        yield np.zeros(min(BLOCK, count), np.float32)
        count -= BLOCK


def _mixed(part: Part, music: Music | None, scratch: BinaryIO) -> Mix:
    start, frames = part.window
    slots = sorted((*part.slots, *part.around), key=lambda slot: slot.start)
    return mix(signal_of(slots, start=start, frames=frames), music if part.has_music else None, scratch)


def excerpt(blocks: Iterable[Samples], first: int, count: int) -> Iterator[Samples]:
    """`count` samples of some blocks from sample `first` on, or as many as there are."""
    at = 0
    for block in blocks:
        own = block[max(0, first - at) : max(0, first + count - at)]
        at += len(block)
        if len(own):
            yield own


def _own_energies(mixed: Mix, part: Part) -> tuple[float, ...]:
    """The energies of a part without its neighbours."""
    if not (part.before or part.after):
        return tuple(mixed.energies.tolist())
    meter = LoudnessMeter(EPISODE_RATE)
    for block in excerpt(mixed.blocks(), part.before * FRAME, part.frames * FRAME):
        meter.add(block)
    return tuple(meter.energies().tolist())


def _heard(path: Path, first: int, count: int) -> PartFacts:
    """What the written part holds from sample `first` on."""
    loudness, peak = LoudnessMeter(EPISODE_RATE), TruePeakMeter()
    blocks = []
    for block in in_blocks(excerpt((each[0] for each in decode(path, rate=EPISODE_RATE)), first, count)):
        loudness.add(block)
        peak.add(block)
        blocks.append(np.square(block))
    squares = np.concatenate(blocks)
    powers = np.pad(squares, (0, -len(squares) % FRAME)).reshape(-1, FRAME).mean(axis=1)
    # JSON has no infinity: a muted part peaks at nothing.
    highest = max(peak.level(), _NOTHING_DB)
    return PartFacts(0, (), 0.0, tuple(loudness.energies().tolist()), highest, tuple(powers.tolist()))
