"""Do people speak at once? One voice's power lies on the harmonics of one pitch; another voice's lies between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from server.engine.listening.activity import SAMPLE_RATE
from server.engine.speech.world import world

JUDGED_S = 20.0
AT_ONCE = 0.22
"""Share of foreign moments above which people speak at once: six people alone have 0.07 to 0.18, and five of six
equally loud pairs of them more than this."""

_LOWEST_HZ, _HIGHEST_HZ = 60.0, 450.0
_BAND_HZ = (60.0, 1500.0)
_FRAME_MS = 20.0
_WINDOW, _TRANSFORM = 1024, 4096
_WIDTH_HZ = 26.0
"""Half the width of a harmonic as the window blurs it."""
_OWN_SHARE = 0.75
_FEWEST = 50
"""Voiced moments below which nothing is said of a recording."""


def foreign_share(audio: NDArray[np.float32]) -> float:
    """The share of voiced moments with over a quarter of their power away from the harmonics of the pitch, 0 to 1.

    `audio` is mono at 16 kHz, best of speech only; 0 where too little of it is voiced.
    """
    signal = audio.astype(np.float64)
    found, times = world().dio(signal, SAMPLE_RATE, f0_floor=_LOWEST_HZ, f0_ceil=_HIGHEST_HZ, frame_period=_FRAME_MS)
    pitches = world().stonemask(signal, found, times, SAMPLE_RATE)
    middles = (times * SAMPLE_RATE).astype(np.int64)
    side = _WINDOW // 2
    audible = 0.02 * float(np.abs(signal).max(initial=0.0))
    bins = np.fft.rfftfreq(_TRANSFORM, 1 / SAMPLE_RATE)
    band = (bins > _BAND_HZ[0]) & (bins < _BAND_HZ[1])
    bins = bins[band]
    shares: list[float] = []
    for pitch, middle in zip(pitches, middles, strict=True):
        if pitch <= 0 or middle < side or middle + side > len(signal):
            continue
        moment = signal[middle - side : middle + side]
        if np.sqrt(np.mean(moment**2)) < audible:
            continue
        power = np.abs(np.fft.rfft(moment * np.hanning(_WINDOW), _TRANSFORM))[band] ** 2
        apart = np.abs(bins - np.round(bins / pitch) * pitch)
        own = (apart < min(_WIDTH_HZ, pitch / 4)) & (bins > pitch / 2)
        shares.append(float(power[own].sum() / max(power.sum(), 1e-20)))
    if len(shares) < _FEWEST:
        return 0.0
    return float(np.mean(np.array(shares) < _OWN_SHARE))
