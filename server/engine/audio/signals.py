"""Samples as this package passes them on: float32, full scale 1.0, in blocks small enough for constant memory."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""One channel ``(n,)`` or several ``(channels, n)``."""

VOICE_RATE = 24_000
"""Rate in Hz of every voice's raw sound."""

EPISODE_RATE = 44_100
"""Rate in Hz of every finished recording."""

BLOCK = 1 << 16
"""Samples handled at a time (1.5 s at 44.1 kHz, 256 kB)."""


def decibels(amplitude: float) -> float:
    """Amplitude (1.0 is full scale) in dB; minus infinity for nothing."""
    return 20.0 * math.log10(amplitude) if amplitude > 0 else -math.inf


def amplitude(level_db: float) -> float:
    """The factor that changes a signal by so many dB."""
    return float(10.0 ** (level_db / 20.0))


def milliseconds(samples: int, rate: int) -> int:
    """The whole milliseconds nearest to so many samples."""
    return (samples * 1000 + rate // 2) // rate
