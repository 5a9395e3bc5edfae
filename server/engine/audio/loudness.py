"""Programme loudness by ITU-R BS.1770-4 in NumPy, block by block: an hour of sound needs a few megabytes.

K-weighting runs as overlap-save convolution: both filters are recursive, and their response has died away (by
120 dB) after 60 ms, so it may be cut there. Loudness needs only the weighted energy of every 100 ms.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.signals import Samples

Coefficients = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Numerator and denominator of a second-order filter."""

ABSOLUTE_GATE_LUFS = -70.0
RELATIVE_GATE_LU = -10.0
STEPS_PER_SECOND = 10
STEPS_PER_GATING_BLOCK = 4
_OFFSET = -0.691
_RESPONSE_S = 0.06


def head_filter(rate: int) -> Coefficients:
    """The first stage of K-weighting (the head's shelf) for any sampling rate in Hz.

    The analogue prototype is fitted to the 48 kHz table of BS.1770-4 (B. De Man, "Evaluation of implementations of
    the EBU R128 loudness measurement", 2018), so that 48 kHz gives the table itself.
    """
    k = math.tan(math.pi * 1681.974450955533 / rate)
    q = 0.7071752369554196
    high = 10.0 ** (3.999843853973347 / 20.0)
    band = high**0.4996667741545416
    a0 = 1.0 + k / q + k * k
    numerator = ((high + band * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - band * k / q + k * k) / a0)
    return numerator, (1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)


def low_cut_filter(rate: int) -> Coefficients:
    """The second stage of K-weighting (the revised low-frequency curve) for any sampling rate in Hz."""
    k = math.tan(math.pi * 38.13547087602444 / rate)
    q = 0.5003270373238773
    a0 = 1.0 + k / q + k * k
    return (1.0, -2.0, 1.0), (1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)


@cache
def _response(rate: int, size: int) -> NDArray[np.complex64]:
    delay = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    response = np.ones(size // 2 + 1, dtype=np.complex128)
    for (b0, b1, b2), (a0, a1, a2) in (head_filter(rate), low_cut_filter(rate)):
        response *= (b0 + b1 * delay + b2 * delay**2) / (a0 + a1 * delay + a2 * delay**2)
    return response.astype(np.complex64)


class LoudnessMeter:
    """Integrated loudness of a mono or stereo signal of any rate, fed in blocks of any size."""

    def __init__(self, rate: int, channels: int = 1) -> None:
        self._channels = channels
        self._step = max(1, round(rate / STEPS_PER_SECOND))
        self._tail = round(rate * _RESPONSE_S)
        self._size = 1 << (self._tail + 3 * self._step - 1).bit_length()
        self._hop = (self._size - self._tail) // self._step * self._step
        self._response = _response(rate, self._size)
        self._pending = np.zeros((channels, self._tail), np.float32)
        self._blocks: list[Samples] = []
        self._held = 0
        self._energies: list[NDArray[np.float64]] = []

    def add(self, block: Samples) -> None:
        """Take the next samples, ``(n,)`` or ``(channels, n)``."""
        rows = block.reshape(self._channels, -1)
        self._blocks.append(rows)
        self._held += rows.shape[1]
        if self._held < self._hop:
            return
        signal = np.concatenate([self._pending, *self._blocks], axis=1)
        start = 0
        while start + self._tail + self._hop <= signal.shape[1]:
            self._energies.append(self._weigh(signal[:, start : start + self._tail + self._hop]))
            start += self._hop
        self._pending = signal[:, start:].copy()
        self._blocks, self._held = [], self._pending.shape[1] - self._tail

    def energies(self) -> NDArray[np.float64]:
        """The mean K-weighted energy of each 100 ms so far, channels added up.

        The last, incomplete 100 ms counts only for a signal shorter than that.
        """
        rest = np.concatenate([self._pending, *self._blocks], axis=1)
        complete = self._held // self._step
        last = self._weigh(rest)[:complete] if complete else np.empty(0)
        found = np.concatenate([*self._energies, last])
        if not len(found) and self._held:
            return np.asarray([float(np.sum(self._weigh(rest)[:1])) * self._step / self._held])
        return found

    def integrated(self) -> float:
        """Gated loudness in LUFS; minus infinity when nothing reaches -70 LUFS."""
        return loudness_of(self.energies())

    def _weigh(self, signal: Samples) -> NDArray[np.float64]:
        spectrum = np.fft.rfft(signal, self._size, axis=1)
        weighted = np.fft.irfft(spectrum * self._response, self._size, axis=1)[:, self._tail : self._tail + self._hop]
        steps = weighted.reshape(self._channels, -1, self._step)
        return np.asarray(np.einsum("cks,cks->k", steps, steps) / self._step, dtype=np.float64)


def loudness_of(energies: NDArray[np.float64]) -> float:
    """Integrated loudness in LUFS from the K-weighted energies of successive 100 ms.

    Gating blocks are 400 ms long and overlap by 75 %; a signal shorter than one block counts as one block.
    """
    if not len(energies):
        return -math.inf
    length = min(STEPS_PER_GATING_BLOCK, len(energies))
    sums = np.concatenate([[0.0], np.cumsum(energies)])
    blocks = np.maximum((sums[length:] - sums[:-length]) / length, 0.0)
    heard = blocks[blocks > _energy(ABSOLUTE_GATE_LUFS)]
    if not len(heard):
        return -math.inf
    gate = heard.mean() * 10.0 ** (RELATIVE_GATE_LU / 10.0)
    return float(_OFFSET + 10.0 * math.log10(heard[heard > gate].mean()))


def _energy(level_lufs: float) -> float:
    return float(10.0 ** ((level_lufs - _OFFSET) / 10.0))
