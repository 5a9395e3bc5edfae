"""Loudness and peaks of the finished file: one gain for the whole recording and a look-ahead limiter.

Both are settled on figures, before anything is encoded: the energies of every tenth of a second tell what the limiter
will take away, so that the first encoding is usually right. What counts is measured on the written file all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
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
_ROUNDS = 7
_CHUNK = 1 << 15


@dataclass(frozen=True, slots=True)
class Aim:
    """What the encoder should be given: loudness in LUFS and true peak in dBTP before encoding."""

    loudness: float = TARGET_LUFS - ENCODER_GAIN_DB
    ceiling: float = CEILING_DBTP - ENCODER_GAIN_DB - 0.8
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
    slope, before = 1.0, (0.0, 0.0)
    for attempt in range(_ROUNDS):
        gains = amplitude(gain_db) * limiting(peaks * amplitude(gain_db), ceiling=ceiling)
        loudness = loudness_of(mix.energies * _kept_power(gains, mix))
        missing = aim.loudness - loudness
        if abs(missing) < 0.03:
            break
        if attempt and gain_db != before[0]:
            # The limiter takes part of what the gain gives: the last step tells how much.
            slope = min(1.0, max(0.3, (loudness - before[1]) / (gain_db - before[0])))
        before = (gain_db, loudness)
        gain_db = min(gain_db + missing / slope, _HIGHEST_GAIN_DB)
    return np.asarray(gains, dtype=np.float32)


def limiting(peaks: Samples, *, ceiling: float) -> Samples:
    """The gain (at most 1) at every hop that holds peaks ``(hops,)`` under `ceiling`.

    It falls along a ramp that ends 5 ms before the peak and rises by 49 dB a second, slower than a syllable's
    attack and too slow to follow a voice's waveform; where nothing is too loud it is exactly 1.
    """
    reach, released = _LOOK_AHEAD_HOPS, np.zeros(len(peaks) + 2 * _LOOK_AHEAD_HOPS, np.float32)
    falling = 0.0
    for first in range(0, len(peaks), _CHUNK):
        size = min(_CHUNK, len(peaks) - first)
        near = peaks[max(0, first - reach) : first + size + reach]
        near = np.pad(near, (max(0, reach - first), max(0, first + size + reach - len(peaks))))
        held = sliding_window_view(20.0 * np.log10(np.maximum(near, ceiling) / ceiling), 2 * reach + 1).max(axis=1)
        slope = _RELEASE_DB_PER_HOP * np.arange(1, size + 1)
        rest = np.maximum(np.maximum.accumulate(np.maximum(held + slope, falling)) - slope, 0.0)
        released[reach + first : reach + first + size] = rest
        falling = float(rest[-1])
    released[:reach], released[-reach:] = released[reach], released[-reach - 1]
    gain = np.power(np.float32(10.0), released / np.float32(-20.0))
    smooth = np.empty(len(peaks), np.float32)
    for first in range(0, len(peaks), _CHUNK):
        part = gain[first : first + _CHUNK + 2 * reach]
        sums = np.cumsum(np.pad(part, (1, 0)), dtype=np.float64)
        smooth[first : first + _CHUNK] = (sums[2 * reach + 1 :] - sums[: -2 * reach - 1]) / (2 * reach + 1)
    return np.minimum(smooth, np.float32(1.0))


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


def _kept_power(gains: Samples, mix: Mix) -> NDArray[np.float64]:
    """What the gain makes of the energy of every 100 ms: its square, weighed by where the energy is."""
    needed = len(mix.energies) * HOPS_PER_STEP
    missing = max(0, needed - len(gains))
    by_step = (len(mix.energies), HOPS_PER_STEP)
    powers = np.pad(mix.powers, (0, missing))[:needed].reshape(by_step)
    gain = np.pad(gains, (0, missing), mode="edge")[:needed].reshape(by_step)
    loud = np.einsum("kn,kn,kn->k", powers, gain, gain) + np.float32(1e-12)
    kept: NDArray[np.float64] = (loud / (powers.sum(axis=1) + np.float32(1e-12))).astype(np.float64)
    return kept
