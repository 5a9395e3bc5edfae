"""A recording's outline for a player: lowest, highest and mean level of equal stretches of time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.decoding import decode
from server.engine.audio.signals import EPISODE_RATE, Samples

BUCKETS = 1200
FRAMES_PER_SECOND = 100


@dataclass(frozen=True, slots=True)
class Waveform:
    """`buckets` stretches of equal length. Each list holds one byte a stretch.

    `low` and `high` are signed (-127 to 127 is full scale), `rms` runs from 0 to 255.
    """

    duration_ms: int
    low: bytes
    high: bytes
    rms: bytes

    @property
    def buckets(self) -> int:
        """How many stretches there are."""
        return len(self.rms)

    def as_json(self) -> dict[str, object]:
        """Plain numbers for the wire: low and high from -127 to 127, rms from 0 to 255."""
        return {
            "version": 1,
            "durationMs": self.duration_ms,
            "low": np.frombuffer(self.low, np.int8).tolist(),
            "high": np.frombuffer(self.high, np.int8).tolist(),
            "rms": list(self.rms),
        }


class WaveformMeter:
    """Outlines a mono signal fed in blocks; it keeps 12 bytes for every 10 ms."""

    def __init__(self, rate: int = EPISODE_RATE) -> None:
        self._rate = rate
        self._frame = rate // FRAMES_PER_SECOND
        self._rest = np.zeros(0, np.float32)
        self._low: list[Samples] = []
        self._high: list[Samples] = []
        self._energy: list[Samples] = []
        self._samples = 0

    def add(self, block: Samples) -> None:
        """Take the next samples ``(n,)``."""
        self._samples += len(block)
        signal = np.concatenate([self._rest, block]) if len(self._rest) else block
        whole = len(signal) // self._frame * self._frame
        self._outline(signal[:whole])
        self._rest = signal[whole:].copy()

    def frame_energies(self) -> NDArray[np.float32]:
        """Mean square of every complete 10 ms so far."""
        return np.concatenate(self._energy) if self._energy else np.zeros(0, np.float32)

    def waveform(self, buckets: int = BUCKETS) -> Waveform:
        """The outline in so many stretches; fewer where the recording has fewer hundredths of a second."""
        if len(self._rest):
            self._outline(np.pad(self._rest, (0, self._frame - len(self._rest))))
            self._rest = self._rest[:0]
        duration_ms = self._samples * 1000 // self._rate
        energies = self.frame_energies()
        count = min(buckets, len(energies))
        if not count:
            return Waveform(duration_ms, b"", b"", b"")
        starts = np.arange(count) * len(energies) // count
        low = np.minimum.reduceat(np.concatenate(self._low), starts)
        high = np.maximum.reduceat(np.concatenate(self._high), starts)
        rms = np.sqrt(np.add.reduceat(energies, starts) / np.diff(np.append(starts, len(energies))))
        return Waveform(
            duration_ms,
            np.rint(np.clip(low, -1, 1) * 127).astype(np.int8).tobytes(),
            np.rint(np.clip(high, -1, 1) * 127).astype(np.int8).tobytes(),
            np.rint(np.clip(rms, 0, 1) * 255).astype(np.uint8).tobytes(),
        )

    def _outline(self, signal: Samples) -> None:
        if not len(signal):
            return
        frames = signal.reshape(-1, self._frame)
        self._low.append(frames.min(axis=1))
        self._high.append(frames.max(axis=1))
        self._energy.append(np.einsum("kn,kn->k", frames, frames) / np.float32(self._frame))


def waveform_of(path: Path, *, buckets: int = BUCKETS, name: str = "") -> Waveform:
    """The outline of any sound file.

    Raises:
        SourceNotImported: the file can't be read as sound.
    """
    meter = WaveformMeter()
    for block in decode(path, rate=EPISODE_RATE, name=name):
        meter.add(block[0])
    return meter.waveform(buckets)
