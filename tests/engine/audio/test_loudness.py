"""Loudness against the published figures of EBU Tech 3341 and a plain recursive filter."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from server.engine.audio.loudness import LoudnessMeter, head_filter, loudness_of, low_cut_filter


def measured(sound, rate, *, channels=1, block=7919):
    meter = LoudnessMeter(rate, channels)
    rows = sound.reshape(channels, -1)
    for start in range(0, rows.shape[1], block):
        meter.add(rows[:, start : start + block])
    return meter.integrated()


def test_the_filters_at_48_khz_are_those_of_the_standard() -> None:
    (b0, b1, b2), (_, a1, a2) = head_filter(48_000)
    assert [b0, b1, b2] == pytest.approx([1.53512485958697, -2.69169618940638, 1.19839281085285], abs=1e-9)
    assert [a1, a2] == pytest.approx([-1.69065929318241, 0.73248077421585], abs=1e-9)
    assert low_cut_filter(48_000)[1][1:] == pytest.approx((-1.99004745483398, 0.99007225036621), abs=1e-9)


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("level", [-23.0, -33.0])
def test_a_stereo_tone_at_any_rate(sine, rate, level) -> None:
    left = sine(1000, level, 20, rate)
    assert measured(np.stack([left, left]), rate, channels=2) == pytest.approx(level, abs=0.1)
    assert measured(left, rate) == pytest.approx(level - 3.01, abs=0.1)


@pytest.mark.parametrize(
    "parts",
    [
        [(-36, 10), (-23, 60), (-36, 10)],
        [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)],
        [(-26, 20), (-20, 20.1), (-26, 20)],
    ],
    ids=["case 3", "case 4", "case 5"],
)
def test_the_gates_leave_out_what_the_standard_says(sine, parts) -> None:
    left = np.concatenate([sine(1000, level, seconds, 48_000) for level, seconds in parts])
    assert measured(np.stack([left, left]), 48_000, channels=2) == pytest.approx(-23.0, abs=0.1)


@pytest.mark.parametrize("rate", [24_000, 44_100])
def test_it_agrees_with_the_recursive_filters(talk, rate) -> None:
    sound = talk(12.3, seed=5, rate=rate)
    weighted = lfilter(*low_cut_filter(rate), lfilter(*head_filter(rate), sound.astype(np.float64)))
    step = rate // 10
    energies = np.square(weighted[: len(weighted) // step * step]).reshape(-1, step).mean(axis=1)
    assert measured(sound, rate) == pytest.approx(loudness_of(energies), abs=0.002)


def test_the_size_of_the_blocks_does_not_matter(talk) -> None:
    sound = talk(5, rate=44_100)
    assert measured(sound, 44_100, block=333) == pytest.approx(measured(sound, 44_100, block=10**6), abs=1e-4)


def test_a_sound_shorter_than_a_gating_block_has_a_loudness(sine) -> None:
    assert measured(sine(1000, -20, 0.25, 44_100), 44_100) == pytest.approx(-23.0, abs=0.3)
    assert measured(sine(1000, -20, 0.05, 44_100), 44_100) == pytest.approx(-23.0, abs=0.5)


def test_nothing_is_infinitely_soft() -> None:
    assert measured(np.zeros(44_100, np.float32), 44_100) == -math.inf
    assert LoudnessMeter(44_100).integrated() == -math.inf
