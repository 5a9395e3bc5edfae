"""Loudness as a mix desk shows it: integrated, short-term and range, from the energies of every 100 ms."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from server.domain.episode_drafts import LoudnessReport
from server.engine.audio.loudness import ABSOLUTE_GATE_LUFS, loudness_of

SILENT_LUFS = -99.0
"""What is shown of a recording in which nothing is heard."""
_SHORT_TERM_STEPS = 30
_RANGE_GATE_LU = -20.0
_OFFSET = -0.691


def loudness_report(energies: NDArray[np.float64], *, true_peak: float) -> LoudnessReport:
    """What K-weighted energies of successive 100 ms say; the range by EBU Tech 3342 (10th to 95th percentile)."""
    integrated = loudness_of(energies)
    short = _short_term(energies)
    return LoudnessReport(
        integrated=round(max(integrated, SILENT_LUFS), 2),
        loudest_short_term=round(float(short.max()), 2) if len(short) else SILENT_LUFS,
        range=round(_range(short), 2),
        true_peak=round(max(true_peak, SILENT_LUFS), 2),
    )


def _short_term(energies: NDArray[np.float64]) -> NDArray[np.float64]:
    """Loudness of every three seconds, a tenth of a second apart; of all of a shorter sound."""
    if not len(energies):
        return np.zeros(0)
    length = min(_SHORT_TERM_STEPS, len(energies))
    sums = np.concatenate([[0.0], np.cumsum(energies)])
    windows = np.maximum((sums[length:] - sums[:-length]) / length, 1e-12)
    return np.asarray(_OFFSET + 10.0 * np.log10(windows), np.float64)


def _range(short: NDArray[np.float64]) -> float:
    heard = short[short > ABSOLUTE_GATE_LUFS]
    if not len(heard):
        return 0.0
    mean = 10.0 * math.log10(float(np.mean(10.0 ** (heard / 10.0))))
    kept = heard[heard > mean + _RANGE_GATE_LU]
    low, high = np.percentile(kept, (10, 95))
    return float(high - low)
