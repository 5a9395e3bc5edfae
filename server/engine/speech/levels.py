"""The level of a voice: silence trimmed, loudness brought to one figure, peaks kept under full scale."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 24_000
"""Samples a second of everything that a voice says."""

TARGET = -20.0
"""LUFS of a line. Episodes are brought to their own level later; this leaves room for a voice's peaks."""

CEILING = 0.891
"""The highest sample, -1 dBFS."""

_AUDIBLE = 10 ** (-42 / 20)
_FRAME = SAMPLE_RATE // 200
_PAD = int(0.03 * SAMPLE_RATE)
_FADE = int(0.008 * SAMPLE_RATE)
_MEASURABLE = 3 * SAMPLE_RATE
_TOO_SHORT = SAMPLE_RATE // 2
_LOOK = int(0.003 * SAMPLE_RATE)

Samples = NDArray[np.float32]


def trimmed(audio: Samples) -> Samples:
    """`audio` from its first to its last audible moment with 30 ms kept at both ends, faded so that it can't click.

    Audible is what a 5 ms frame holds within 42 dB of the loudest one; without any, the result is empty.
    """
    count = len(audio) // _FRAME
    if not count:
        return audio[:0]
    power = np.sqrt(np.mean(audio[: count * _FRAME].reshape(count, _FRAME) ** 2, axis=1))
    loudest = float(power.max())
    if loudest < 1e-4:
        return audio[:0]
    heard = np.flatnonzero(power > loudest * _AUDIBLE)
    start = max(0, int(heard[0]) * _FRAME - _PAD)
    end = min(len(audio), (int(heard[-1]) + 1) * _FRAME + _PAD)
    kept = audio[start:end].copy()
    fade = min(_FADE, len(kept) // 2)
    ramp = np.asarray(0.5 - 0.5 * np.cos(np.pi * np.arange(fade) / fade), np.float32)
    kept[:fade] *= ramp
    kept[len(kept) - fade :] *= ramp[::-1]
    return kept


def loudness(audio: Samples, sample_rate: int = SAMPLE_RATE) -> float:
    """Gated loudness in LUFS of a mono signal (ITU-R BS.1770-4); -70 for silence.

    The K weighting is applied as the frequency response of its two analogue prototypes (a high shelf of +4 dB at
    1,682 Hz and a high pass at 38 Hz), so that it holds at any sample rate.
    """
    block, step = int(0.4 * sample_rate), int(0.1 * sample_rate)
    if len(audio) < block:
        audio = np.pad(audio, (0, block - len(audio)))
    # Half a second more than the sound, so that what rings on at its end does not come round to its beginning.
    size = 1 << (len(audio) + sample_rate // 2).bit_length()
    spectrum = np.fft.rfft(audio, size) * _k_weighting(size // 2 + 1, sample_rate)
    weighted = np.fft.irfft(spectrum, size)[: len(audio)]
    total = np.concatenate(([0.0], np.cumsum(weighted**2)))
    starts = np.arange(0, len(audio) - block + 1, step)
    power = (total[starts + block] - total[starts]) / block
    power = power[power > 10 ** ((-70 + 0.691) / 10)]
    if not len(power):
        return -70.0
    power = power[power > power.mean() * 0.1]
    return float(-0.691 + 10 * np.log10(power.mean()))


@lru_cache(maxsize=4)
def _k_weighting(bins: int, sample_rate: int) -> NDArray[np.complex64]:
    """Response of the two BS.1770 biquads, designed for `sample_rate` (B. De Man, 2014)."""
    z = np.exp(-1j * np.pi * np.arange(bins) / (bins - 1))
    k = np.tan(np.pi * 1681.974450955533 / sample_rate)
    q, high = 0.7071752369554196, 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    over = 1 + k / q + k * k
    shelf = (high + band * k / q + k * k + 2 * (k * k - high) * z + (high - band * k / q + k * k) * z**2) / (
        over + 2 * (k * k - 1) * z + (1 - k / q + k * k) * z**2
    )
    k, q = np.tan(np.pi * 38.13547087602444 / sample_rate), 0.5003270373238773
    over = 1 + k / q + k * k
    high_pass = over * (1 - 2 * z + z**2) / (over + 2 * (k * k - 1) * z + (1 - k / q + k * k) * z**2)
    return np.asarray(shelf * high_pass, np.complex64)


_MAKING_UP = 3
_HEARD_LOSS = 0.2
"""LU that the limiter may take off a line; a voice with high peaks would be softer than the others by more."""


def levelled(audio: Samples, *, voice_loudness: float) -> Samples:
    """`audio` brought to `TARGET` and limited.

    A line of three seconds or more is measured. Gated loudness says little about a few words: the shorter a line is,
    the more its gain is its voice's own, whose usual loudness in LUFS is `voice_loudness`.
    """
    trust = min(1.0, max(0.0, (len(audio) - _TOO_SHORT) / (_MEASURABLE - _TOO_SHORT)))
    taken = voice_loudness + trust * (loudness(audio) - voice_loudness) if trust else voice_loudness
    wanted = audio * np.float32(10 ** ((TARGET - taken) / 20))
    made = limited(wanted)
    if made is wanted or not trust:
        return made
    aim, added = loudness(wanted), 0.0
    for _ in range(_MAKING_UP):
        lost = aim - loudness(made)
        if lost <= _HEARD_LOSS:
            break
        added += lost
        made = limited(wanted * np.float32(10 ** (added / 20)))
    return made


def limited(audio: Samples) -> Samples:
    """`audio` with its peaks held under `CEILING` by a gain that looks 3 ms ahead and moves smoothly."""
    if not len(audio) or float(np.abs(audio).max()) <= CEILING:
        return audio
    needed = np.minimum(1.0, CEILING / np.maximum(np.abs(audio), 1e-9))
    window = 2 * _LOOK + 1
    lowest = _lowest(np.pad(needed, 2 * _LOOK, constant_values=1.0), window)
    total = np.concatenate(([0.0], np.cumsum(lowest, dtype=np.float64)))
    gain = (total[window:] - total[:-window]) / window
    return np.asarray(np.clip(audio * gain, -CEILING, CEILING), np.float32)


def _lowest(values: Samples, window: int) -> Samples:
    """The least of every `window` values that follow one another, by windows of doubled length: log2 steps, not n."""
    size, least = 1, values
    while 2 * size <= window:
        least = np.minimum(least[:-size], least[size:])
        size *= 2
    rest = window - size
    return np.minimum(least[:-rest], least[rest:]) if rest else least
