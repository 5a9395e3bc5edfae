"""True peak against the synthetic cases of EBU Tech 3341 and a resampler of another make."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.signal import resample_poly

from server.engine.audio.peaks import TruePeakMeter


def level(sound, *, channels=1, block=5000):
    meter = TruePeakMeter(channels)
    rows = sound.reshape(channels, -1)
    for start in range(0, rows.shape[1], block):
        meter.add(rows[:, start : start + block])
    return meter.level()


def eased(sound):
    rise = np.minimum(1, np.arange(len(sound)) / 2400)
    return (sound * rise * rise[::-1]).astype(np.float32)


@pytest.mark.parametrize(
    ("divisor", "phase", "peak", "expected"),
    [(4, 0, 0.5, -6.0), (4, 45, 0.5, -6.0), (6, 60, 0.5, -6.0), (8, 67.5, 0.5, -6.0), (4, 45, 1.41, 3.0)],
)
def test_tones_whose_crest_lies_between_samples(sine, divisor, phase, peak, expected) -> None:
    sound = eased(sine(48_000 / divisor, 20 * math.log10(peak), 1, 48_000, phase=phase))
    assert expected - 0.4 <= level(sound) <= expected + 0.2


def test_it_agrees_with_another_oversampler(talk) -> None:
    sound = talk(3, rate=44_100, level=0.2)
    other = 20 * math.log10(np.abs(resample_poly(sound.astype(np.float64), 4, 1)).max())
    assert level(sound) == pytest.approx(other, abs=0.1)


@pytest.mark.parametrize("block", [1, 17, 997, 10**6])
def test_blocks_of_any_size_give_the_same(talk, block) -> None:
    sound = talk(0.1, rate=44_100)
    assert level(sound, block=block) == pytest.approx(level(sound), abs=1e-4)


def test_the_louder_channel_counts_and_silence_is_infinitely_low(sine) -> None:
    pair = np.stack([sine(1000, -20, 1, 44_100), sine(1000, -3, 1, 44_100)])
    assert level(pair, channels=2) == pytest.approx(-3.0, abs=0.1)
    assert level(np.zeros(1000, np.float32)) == -math.inf


def test_a_peak_at_the_very_end_is_found() -> None:
    sound = np.zeros(1000, np.float32)
    sound[-1] = 0.9
    assert level(sound) >= 20 * math.log10(0.9) - 0.01
