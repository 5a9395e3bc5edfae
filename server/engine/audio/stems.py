"""Each speaker alone, and the music alone: as long as the episode, aligned to it, before mastering."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from server.engine.audio.assembling import Timeline, speech
from server.engine.audio.joining import FRAME
from server.engine.audio.mixing import Music
from server.engine.audio.parts import Slot, signal_of
from server.engine.audio.signals import BLOCK, EPISODE_RATE, Samples

_FLOAT = 3
"""WAVE_FORMAT_IEEE_FLOAT: levelled speech may peak above full scale before it is mastered."""


def write_stems(timeline: Timeline, music: Music | None, *, folder: Path, stem: str) -> tuple[tuple[str, Path], ...]:
    """Write ``{stem}_00.wav`` … for the speakers and ``{stem}_music.wav``: 44.1 kHz, mono, 32-bit float.

    Their sum is what goes into mastering.

    Returns:
        The name of each artefact (``stem_00``, ``stem_music``) and its file.

    Raises:
        OSError: the disk is full.
    """
    written: list[tuple[str, Path]] = []
    for speaker in sorted({placement.line.speaker for placement in timeline.placements}):
        path = folder / f"{stem}_{speaker:02d}.wav"
        write_wav(speech(timeline.only(speaker)), path, samples=timeline.samples)
        written.append((f"stem_{speaker:02d}", path))
    if music is not None:
        path = folder / f"{stem}_music.wav"
        write_wav(_padded(music, timeline.samples), path, samples=timeline.samples)
        written.append(("stem_music", path))
    return tuple(written)


def write_part_stems(
    slots: Sequence[Slot], music: Music | None, *, frames: int, folder: Path, stem: str
) -> tuple[tuple[str, Path], ...]:
    """`write_stems` of an episode that is made in parts."""
    samples = frames * FRAME
    written: list[tuple[str, Path]] = []
    for speaker in sorted({slot.line.speaker for slot in slots}):
        path = folder / f"{stem}_{speaker:02d}.wav"
        own = [slot for slot in slots if slot.line.speaker == speaker]
        write_wav(signal_of(own, start=0, frames=frames), path, samples=samples)
        written.append((f"stem_{speaker:02d}", path))
    if music is not None:
        path = folder / f"{stem}_music.wav"
        write_wav(_padded(music, samples), path, samples=samples)
        written.append(("stem_music", path))
    return tuple(written)


def write_wav(blocks: Iterable[Samples], path: Path, *, samples: int) -> None:
    """Write blocks ``(n,)`` at 44.1 kHz, `samples` in all, as a WAV file of 32-bit floats; it appears whole.

    Raises:
        OSError: the disk is full.
    """
    part = path.with_name(f".part-{path.name}")
    size = samples * 4
    try:
        with part.open("wb") as file:
            file.write(b"RIFF" + struct.pack("<I", 50 + size) + b"WAVE")
            file.write(b"fmt " + struct.pack("<IHHIIHHH", 18, _FLOAT, 1, EPISODE_RATE, EPISODE_RATE * 4, 4, 32, 0))
            file.write(b"fact" + struct.pack("<II", 4, samples) + b"data" + struct.pack("<I", size))
            for block in blocks:
                file.write(block.astype("<f4", copy=False).tobytes())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _padded(music: Music, samples: int) -> Iterator[Samples]:
    for start in range(0, samples, BLOCK):
        stop = min(start + BLOCK, samples)
        piece = np.asarray(music[start:stop], np.float32)
        yield np.pad(piece, (0, stop - start - len(piece)))
