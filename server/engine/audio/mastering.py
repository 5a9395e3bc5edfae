"""Loudness and peaks of the finished file: one gain for the whole recording and a look-ahead limiter.

Both are settled on figures, before anything is encoded: the energies of every tenth of a second tell what the limiter
will take away, so that the first encoding is usually right. What counts is measured on the written file all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import RenderingFailed
from server.engine.audio.encoding import ENCODER_GAIN_DB
from server.engine.audio.loudness import loudness_of
from server.engine.audio.mixing import HOP, HOPS_PER_STEP, Mix
from server.engine.audio.signals import Samples, amplitude

TARGET_LUFS = -16.0
TOLERANCE_LU = 1.0
CEILING_DBTP = -1.0

NEAR_ENOUGH_LU = 0.4
"""A file further from the target than this is encoded once more."""

_LOOK_AHEAD_HOPS = 5
_RELEASE_DB_PER_HOP = 0.05
_HIGHEST_GAIN_DB = 40.0


@dataclass(frozen=True, slots=True)
class Aim:
    """What the encoder should be given: loudness in LUFS and true peak in dBTP before encoding."""

    loudness: float = TARGET_LUFS - ENCODER_GAIN_DB
    ceiling: float = CEILING_DBTP - ENCODER_GAIN_DB - 0.9
    """Encoding moves single peaks by up to about 0.7 dB."""

    def corrected(self, *, loudness: float, true_peak: float) -> Aim:
        """The aim for a second try, after the file made with this one measured so."""
        over = max(0.0, true_peak - (CEILING_DBTP - 0.2))
        return replace(self, loudness=self.loudness + TARGET_LUFS - loudness, ceiling=self.ceiling - over)


def levels(mix: Mix, aim: Aim) -> Samples:
    """The gain of a mix at every hop that reaches `aim`.

    Raises:
        RenderingFailed: the mix is silent.
    """
    loudness = loudness_of(mix.energies)
    if not math.isfinite(loudness):
        raise RenderingFailed("The recording is silent; choose other voices and make it again.")
    gain_db = min(aim.loudness - loudness, _HIGHEST_GAIN_DB)
    ceiling = amplitude(aim.ceiling)
    peaks = mix.true_peaks(above=ceiling / amplitude(gain_db + 1.5))
    for _ in range(4):
        gains = amplitude(gain_db) * limiting(peaks * amplitude(gain_db), ceiling=ceiling)
        missing = aim.loudness - loudness_of(mix.energies * _step_power(gains, len(mix.energies)))
        if abs(missing) < 0.02 or gain_db + missing > _HIGHEST_GAIN_DB:
            break
        gain_db += missing
    return gains


def limiting(peaks: Samples, *, ceiling: float) -> Samples:
    """The gain (at most 1) at every hop that holds peaks ``(hops,)`` under `ceiling`.

    It falls along a ramp that ends 5 ms before the peak and rises by 49 dB a second, slower than a syllable's
    attack and too slow to follow a voice's waveform; where nothing is too loud it is exactly 1.
    """
    reduction = np.maximum(0.0, 20.0 * np.log10(np.maximum(peaks, 1e-9) / ceiling))
    if not reduction.any():
        return np.ones(len(peaks), np.float32)
    reach = _LOOK_AHEAD_HOPS
    padded = np.pad(reduction, reach)
    held = padded[: len(peaks)].copy()
    for offset in range(1, 2 * reach + 1):
        np.maximum(held, padded[offset : offset + len(peaks)], out=held)
    slope = _RELEASE_DB_PER_HOP * np.arange(len(held))
    released = np.maximum(np.maximum.accumulate(held + slope) - slope, 0.0)
    gain = 10.0 ** (-released / 20.0)
    sums = np.cumsum(np.pad(gain, (reach + 1, reach), mode="edge"))
    return np.asarray((sums[2 * reach + 1 :] - sums[: -2 * reach - 1]) / (2 * reach + 1), dtype=np.float32)


def levelled(mix: Mix, gains: Samples) -> Iterator[Samples]:
    """The mix with its gain, in blocks. Between hops the gain moves in a straight line and never above either's."""
    knots = np.minimum(np.concatenate([gains[:1], gains]), np.concatenate([gains, gains[-1:]]))
    ramp = (np.arange(HOP, dtype=np.float32) + 0.5) / HOP
    hop = 0
    for block in mix.blocks():
        count = -(-len(block) // HOP)
        lower, upper = knots[hop : hop + count, None], knots[hop + 1 : hop + count + 1, None]
        hop += count
        yield block * (lower + (upper - lower) * ramp).reshape(-1)[: len(block)]


def _step_power(gains: Samples, steps: int) -> NDArray[np.float64]:
    """The mean square of the gain over every 100 ms."""
    needed = steps * HOPS_PER_STEP
    power = np.square(gains[:needed].astype(np.float64))
    return np.pad(power, (0, needed - len(power)), mode="edge").reshape(steps, HOPS_PER_STEP).mean(axis=1)
