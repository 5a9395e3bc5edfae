from __future__ import annotations

import tempfile

import numpy as np
import pytest

from server.domain.errors import RenderingFailed
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.mastering import Aim, levelled, levels, limiting
from server.engine.audio.mixing import HOP, mix
from server.engine.audio.peaks import TruePeakMeter
from server.engine.audio.signals import EPISODE_RATE


@pytest.fixture
def mixed():
    with tempfile.TemporaryFile() as scratch:
        yield lambda sound, music=None: mix(np.array_split(sound, 7), music, scratch)


def mastered(mixed, aim):
    sound = np.concatenate(list(levelled(mixed, levels(mixed, aim))))
    loudness, peak = LoudnessMeter(EPISODE_RATE), TruePeakMeter()
    loudness.add(sound)
    peak.add(sound)
    return sound, loudness.integrated(), peak.level()


@pytest.mark.parametrize("level", [0.003, 0.02, 0.4])
@pytest.mark.parametrize("seconds", [0.2, 1.0, 20.0])
def test_talk_of_any_length_and_level_reaches_its_aim(mixed, talk, level, seconds) -> None:
    found = mixed(talk(seconds, level=level, rate=EPISODE_RATE))
    _, loudness, peak = mastered(found, Aim(loudness=-16.0, ceiling=-1.5))
    assert loudness == pytest.approx(-16.0, abs=0.35)
    assert peak <= -1.49


def test_sound_full_of_clicks_stays_under_the_ceiling(mixed, talk) -> None:
    sound = talk(10, level=0.05, rate=EPISODE_RATE)
    sound[::30_011] = 1.0
    sound[5::44_100] = -1.0
    _, _, peak = mastered(mixed(sound), Aim(loudness=-16.0, ceiling=-1.5))
    assert peak <= -1.49


def test_what_needs_no_limiting_is_only_made_louder(mixed, sine) -> None:
    sound = sine(1000, -30, 5, EPISODE_RATE)
    out, loudness, _ = mastered(mixed(sound), Aim(loudness=-16.0, ceiling=-1.5))
    ratio = out[1000:-1000][np.abs(sound[1000:-1000]) > 0.01] / sound[1000:-1000][np.abs(sound[1000:-1000]) > 0.01]
    assert ratio.std() / ratio.mean() < 1e-5
    assert loudness == pytest.approx(-16.0, abs=0.05)


def test_the_limiter_looks_ahead_and_lets_go_slowly() -> None:
    peaks = np.full(4000, 0.1, np.float32)
    peaks[2000] = 1.0
    gain = limiting(peaks, ceiling=0.5)
    decibels = 20 * np.log10(gain)
    assert gain[2000] <= 0.5
    assert gain[1988] == 1.0
    assert (np.diff(decibels)[2006:] >= 0).all()
    assert np.diff(decibels)[2006:].max() < 0.06
    assert gain[2200] == 1.0


def test_the_limiter_works_the_same_across_its_own_pieces() -> None:
    rng = np.random.default_rng(3)
    peaks = rng.uniform(0.0, 1.0, 70_000).astype(np.float32) ** 4
    whole = limiting(peaks, ceiling=0.5)
    late = limiting(peaks[32_000:], ceiling=0.5)
    assert (whole * peaks <= 0.5 + 1e-6).all()
    assert whole[34_000:] == pytest.approx(late[2000:], abs=1e-5)


def test_the_mix_keeps_every_sample(mixed, talk) -> None:
    sound, music = talk(3, rate=EPISODE_RATE), talk(1, seed=3, rate=EPISODE_RATE)
    found = mixed(sound, music)
    expected = sound.copy()
    expected[: len(music)] += music
    assert np.array_equal(np.concatenate(list(found.blocks())), expected)
    assert len(found.heights) == -(-len(sound) // HOP)


def test_silence_cannot_be_mastered(mixed) -> None:
    with pytest.raises(RenderingFailed, match="recording is silent"):
        levels(mixed(np.zeros(EPISODE_RATE, np.float32)), Aim())
