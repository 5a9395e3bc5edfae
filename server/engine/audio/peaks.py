"""True peak by ITU-R BS.1770-4 annex 2: the signal between the samples, by four-fold polyphase interpolation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.signals import Samples, decibels

_PHASES = 4
_REACH = 12
"""Samples on either side of a point that its interpolation looks at."""


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

_STRETCH = 2048


def oversampled(signal: Samples) -> Samples:
    """The largest magnitude at or just after each sample, interpolated ones included.

    `signal` is ``(n + 23,)`` with 11 samples of context before and 12 behind; the result is ``(n,)``.
    """
    size = len(signal) - 2 * _REACH + 1
    largest = np.abs(signal[_REACH - 1 : _REACH - 1 + size])
    for taps in _TAPS:
        np.maximum(largest, np.abs(np.correlate(signal, taps, "valid")), out=largest)
    return largest


BEFORE, AFTER = _REACH - 1, _REACH
"""Samples of context that `oversampled` needs on each side."""


class TruePeakMeter:
    """The largest true peak of a signal with `channels` channels, fed in blocks of any size.

    Only stretches that could exceed the peak found so far are interpolated; the result is the same.
    """

    def __init__(self, channels: int = 1) -> None:
        self._channels = channels
        self._context = np.zeros((channels, BEFORE), np.float32)
        self._peak = 0.0

    def add(self, block: Samples) -> None:
        """Take the next samples, ``(n,)`` or ``(channels, n)``."""
        signal = np.concatenate([self._context, block.reshape(self._channels, -1)], axis=1)
        for channel in signal:
            self._search(channel)
        self._context = signal[:, -(BEFORE + AFTER) :].copy()

    def level(self) -> float:
        """The true peak so far in dBTP."""
        for channel in np.pad(self._context, ((0, 0), (0, AFTER))):
            self._search(channel)
        return decibels(self._peak)

    def _search(self, signal: Samples) -> None:
        size = len(signal) - BEFORE - AFTER
        if size <= 0:
            return
        starts = np.arange(0, size, _STRETCH)
        heights = [float(np.abs(signal[s : s + _STRETCH + BEFORE + AFTER]).max()) for s in starts]
        for index in np.argsort(heights)[::-1]:
            if heights[index] * OVERSHOOT <= self._peak:
                return
            stretch = signal[starts[index] : starts[index] + _STRETCH + BEFORE + AFTER]
            self._peak = max(self._peak, float(oversampled(stretch).max()))
