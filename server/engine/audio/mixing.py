"""Speech and music in one signal, kept on disk while it is levelled: memory does not grow with the episode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.ahead import ahead
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.peaks import AFTER, BEFORE, OVERSHOOT, oversampled
from server.engine.audio.signals import EPISODE_RATE, Samples

HOP = 45
"""Samples that share one peak figure: 1.02 ms, a 98th of the tenth of a second that loudness counts in."""

HOPS_PER_STEP = EPISODE_RATE // 10 // HOP
_READ = HOP * 1456
_GAP = HOPS_PER_STEP
_LONGEST_RUN = 20 * HOPS_PER_STEP


class Music(Protocol):
    """Music at 44.1 kHz, mono, from the first sample of the episode on: an array, or computed where it is read."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Samples: ...


@dataclass(frozen=True, slots=True)
class Mix:
    """A whole mono recording at 44.1 kHz in an open scratch file, with what levelling needs to know of it."""

    scratch: BinaryIO
    samples: int
    energies: NDArray[np.float64]
    """Mean K-weighted energy of every 100 ms."""
    heights: Samples
    """The largest sample of every hop."""
    powers: Samples
    """The mean square of every hop."""

    def blocks(self) -> Iterator[Samples]:
        """The signal from its beginning, in blocks of whole hops (the last may be shorter)."""
        self.scratch.seek(0)
        left = self.samples
        while left > 0:
            block = np.fromfile(self.scratch, dtype=np.float32, count=min(_READ, left))
            if not len(block):
                raise OSError("the scratch file ends early")
            left -= len(block)
            yield block

    def true_peaks(self, *, above: float) -> Samples:
        """The true peak of every hop; exact for those whose peak is over `above`, else the largest sample."""
        peaks = self.heights.copy()
        for first, last in _runs(np.flatnonzero(self.heights * OVERSHOOT > above)):
            start, stop = first * HOP, min(last * HOP, self.samples)
            found = oversampled(self._window(start - BEFORE, stop + AFTER))
            peaks[first:last] = np.pad(found, (0, -len(found) % HOP)).reshape(-1, HOP).max(axis=1)
        return peaks

    def _window(self, start: int, stop: int) -> Samples:
        first = max(0, start)
        self.scratch.seek(first * 4)
        read = np.fromfile(self.scratch, dtype=np.float32, count=min(stop, self.samples) - first)
        return np.pad(read, (first - start, max(0, stop - self.samples)))


def mix(
    speech: Iterable[Samples],
    music: Music | None,
    scratch: BinaryIO,
    progress: Callable[[int], None] = lambda _: None,
) -> Mix:
    """Add music (from the first sample on) to speech, both at 44.1 kHz, and write the sum to `scratch`.

    `progress` is told how many samples are done. The music is never longer than the speech with its lead-in.

    Raises:
        OSError: the disk is full.
    """
    meter = LoudnessMeter(EPISODE_RATE)
    hops: list[Samples] = []
    rest = np.zeros(0, np.float32)
    position = 0
    for spoken in ahead(speech):
        block = spoken
        if music is not None and position < len(music):
            under = music[position : position + len(spoken)]
            block = spoken + np.pad(under, (0, len(spoken) - len(under)))
        scratch.write(block.astype(np.float32, copy=False).tobytes())
        meter.add(block)
        position += len(block)
        signal = np.concatenate([rest, block])
        whole = len(signal) // HOP * HOP
        hops.append(_hops(signal[:whole]))
        rest = signal[whole:]
        progress(position)
    hops.append(_hops(np.pad(rest, (0, -len(rest) % HOP))))
    scratch.flush()
    heights, powers = np.concatenate(hops, axis=1)
    return Mix(scratch, position, meter.energies(), heights, powers)


def _hops(signal: Samples) -> Samples:
    """The largest sample and the mean square of every hop: ``(2, hops)``."""
    rows = signal.reshape(-1, HOP)
    return np.stack([np.abs(rows).max(axis=1), np.einsum("kn,kn->k", rows, rows) / np.float32(HOP)])


def _runs(indices: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Stretches of the hops named, gaps of up to 0.1 s included and none longer than two seconds."""
    if not len(indices):
        return
    breaks = np.flatnonzero(np.diff(indices) > _GAP)
    starts = np.concatenate([[indices[0]], indices[breaks + 1]])
    stops = np.concatenate([indices[breaks], [indices[-1]]]) + 1
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
        for first in range(start, stop, _LONGEST_RUN):
            yield first, min(first + _LONGEST_RUN, stop)
