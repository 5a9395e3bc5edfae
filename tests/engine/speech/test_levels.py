"""Silence, loudness and peaks."""

from __future__ import annotations

import numpy as np
import pytest

from server.engine.speech.levels import CEILING, SAMPLE_RATE, TARGET, levelled, limited, loudness, trimmed


def tone(seconds: float, level: float = 0.1, frequency: float = 997.0) -> np.ndarray:
    at = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (level * np.sin(2 * np.pi * frequency * at)).astype(np.float32)


@pytest.mark.parametrize("sample_rate", [16_000, 24_000, 48_000])
def test_a_full_scale_sine_is_3_lufs_down(sample_rate: int) -> None:
    # BS.1770-4: a 997 Hz sine at 0 dBFS in one channel reads -3.01 LUFS.
    at = np.arange(5 * sample_rate) / sample_rate

    assert loudness(np.sin(2 * np.pi * 997 * at).astype(np.float32), sample_rate) == pytest.approx(-3.01, abs=0.1)


def test_silence_between_words_is_gated_out() -> None:
    alone = loudness(tone(2.0))

    assert loudness(np.concatenate([tone(2.0), np.zeros(3 * SAMPLE_RATE, np.float32)])) == pytest.approx(alone, abs=0.6)
    assert loudness(np.zeros(SAMPLE_RATE, np.float32)) == -70.0


def test_silence_at_the_ends_goes_and_the_ends_do_not_click() -> None:
    silence = np.zeros(SAMPLE_RATE // 2, np.float32)

    kept = trimmed(np.concatenate([silence, tone(1.0), silence]))

    assert 1.04 <= len(kept) / SAMPLE_RATE <= 1.08
    assert abs(kept[0]) < 1e-4
    assert abs(kept[-1]) < 1e-4


def test_nothing_but_silence_is_nothing() -> None:
    assert len(trimmed(np.zeros(SAMPLE_RATE, np.float32))) == 0
    assert len(trimmed(np.zeros(3, np.float32))) == 0


def test_long_lines_are_measured_and_short_ones_take_their_voices_gain() -> None:
    assert loudness(levelled(tone(4.0, 0.02), voice_loudness=0.0)) == pytest.approx(TARGET, abs=0.05)
    short = tone(0.5, 0.02)
    assert levelled(short, voice_loudness=TARGET - 6) == pytest.approx(short * 10 ** (6 / 20), rel=1e-3)


def test_peaks_are_held_and_the_rest_is_left_alone() -> None:
    audio = tone(1.0, 0.3)
    audio[12_000:12_020] *= 5

    held = limited(audio)

    assert np.abs(held).max() <= CEILING
    assert held[:10_000] == pytest.approx(audio[:10_000])
    loud = np.abs(audio) > 0.05
    assert np.abs(np.diff(held[loud] / audio[loud])).max() < 0.05
