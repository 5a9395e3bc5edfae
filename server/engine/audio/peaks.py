"""True peak by ITU-R BS.1770-4 annex 2: the signal between the samples, by four-fold polyphase interpolation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.signals import Samples, decibels

_PHASES = 4
_REACH = 12
"""Samples on either side of a point that its interpolation looks at."""

BEFORE, AFTER = _REACH - 1, _REACH
"""Samples of context that `oversampled` needs on each side."""


def _interpolators() -> NDArray[np.float32]:
    offsets = np.arange(-_REACH + 1, _REACH + 1)
    rows = []
    for phase in range(1, _PHASES):
        distance = offsets - phase / _PHASES
        taps = np.sinc(distance) * np.i0(6.0 * np.sqrt(np.clip(1 - (distance / _REACH) ** 2, 0, 1))) / np.i0(6.0)
        rows.append(taps / taps.sum())
    return np.asarray(rows, dtype=np.float32)


_TAPS = _interpolators()
OVERSHOOT = float(np.abs(_TAPS).sum(axis=1).max())
"""No interpolated value exceeds the largest sample within reach by more than this factor."""

_FRAME = 48
"""Points interpolated by one row of a matrix product, which is several times faster than convolving."""


def _matrix() -> NDArray[np.float32]:
    rows = np.zeros((_FRAME + 2 * _REACH - 1, len(_TAPS), _FRAME), np.float32)
    for column in range(_FRAME):
        rows[column : column + 2 * _REACH, :, column] = _TAPS.T
    return rows.reshape(len(rows), -1)


_MATRIX = _matrix()


def oversampled(signal: Samples) -> Samples:
    """The largest magnitude at or just after each sample, interpolated ones included.

    `signal` is ``(n + 23,)`` with 11 samples of context before and 12 behind; the result is ``(n,)``.
    """
    size = len(signal) - BEFORE - AFTER
    frames = -(-size // _FRAME)
    padded = np.pad(signal, (0, frames * _FRAME - size))
    windows = np.lib.stride_tricks.sliding_window_view(padded, len(_MATRIX))[::_FRAME]
    between = np.abs(windows @ _MATRIX).reshape(frames, len(_TAPS), _FRAME).max(axis=1).reshape(-1)[:size]
    return np.asarray(np.maximum(between, np.abs(signal[BEFORE : BEFORE + size])), dtype=np.float32)


class TruePeakMeter:
    """The largest true peak of a signal with `channels` channels, fed in blocks of any size."""

    def __init__(self, channels: int = 1) -> None:
        self._channels = channels
        self._context = np.zeros((channels, BEFORE), np.float32)
        self._peak = 0.0

    def add(self, block: Samples) -> None:
        """Take the next samples, ``(n,)`` or ``(channels, n)``."""
        signal = np.concatenate([self._context, block.reshape(self._channels, -1)], axis=1)
        self._search(signal)
        self._context = signal[:, -(BEFORE + AFTER) :].copy()

    def level(self) -> float:
        """The true peak so far in dBTP."""
        self._search(np.pad(self._context, ((0, 0), (0, AFTER))))
        return decibels(self._peak)

    def _search(self, signal: Samples) -> None:
        for channel in signal:
            if len(channel) > BEFORE + AFTER and float(np.abs(channel).max()) * OVERSHOOT > self._peak:
                self._peak = max(self._peak, float(oversampled(channel).max()))
