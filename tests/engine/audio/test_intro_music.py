from __future__ import annotations

import numpy as np
import pytest

from server.domain.errors import SourceNotImported
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.music import ALONE_S, DUCKED_DB, duck, ducking, load_intro
from server.engine.audio.signals import EPISODE_RATE

RATE = EPISODE_RATE


def loudness(sound):
    meter = LoudnessMeter(RATE)
    meter.add(sound)
    return meter.integrated()


def decibels(sound):
    return 20 * np.log10(np.sqrt(np.mean(np.square(sound))))


@pytest.mark.parametrize("level", [-40, -3])
def test_music_of_any_level_plays_a_little_below_the_speech(written, sine, level) -> None:
    path = written("m.wav", sine(500, level, 40, 48_000), 48_000)
    intro = load_intro(path, speech_lufs=-16.0)
    assert loudness(intro.samples[: 6 * RATE]) == pytest.approx(-18.0, abs=0.7)
    assert intro.lead_in_ms == ALONE_S * 1000
    assert len(intro.samples) / RATE == pytest.approx(18.0, abs=0.1)


def test_it_begins_softly_and_ends_in_nothing(written, sine) -> None:
    samples = load_intro(written("m.mp3", sine(500, -10, 30, RATE), RATE), speech_lufs=-16.0).samples
    middle = decibels(samples[2 * RATE : 3 * RATE])
    assert decibels(samples[:400]) < middle - 20
    assert decibels(samples[-RATE // 4 :]) < middle - 30
    assert np.abs(samples[-20:]).max() < 1e-3


def test_a_short_jingle_plays_whole_before_the_words(written, sine) -> None:
    intro = load_intro(written("m.wav", sine(500, -10, 2.5, RATE), RATE), speech_lufs=-16.0)
    assert len(intro.samples) == pytest.approx(2.5 * RATE, abs=50)
    assert 1900 <= intro.lead_in_ms <= 2500


def test_silence_before_the_music_is_left_out(written, sine) -> None:
    late = np.concatenate([np.zeros(3 * RATE, np.float32), sine(500, -10, 20, RATE)])
    samples = load_intro(written("m.wav", late, RATE), speech_lufs=-16.0).samples
    assert decibels(samples[RATE // 2 : RATE]) > -40


def test_channels_that_cancel_each_other_are_not_lost(written, sine) -> None:
    left = sine(500, -10, 20, RATE)
    samples = load_intro(written("m.wav", np.stack([left, -left]), RATE), speech_lufs=-16.0).samples
    assert loudness(samples) > -25


def test_music_that_cannot_be_heard_is_refused(written) -> None:
    silent = written("m.wav", np.zeros(10 * RATE, np.float32), RATE)
    with pytest.raises(SourceNotImported, match="Theme is silent"):
        load_intro(silent, speech_lufs=-16.0, name="Theme")
    blip = written("b.wav", np.full(RATE // 10, 0.3, np.float32), RATE)
    with pytest.raises(SourceNotImported, match="shorter than half a second"):
        load_intro(blip, speech_lufs=-16.0)


def test_the_music_is_down_when_the_first_word_comes_and_moves_smoothly() -> None:
    gain = 20 * np.log10(ducking([(6.0, 8.0), (8.5, 11.0)], seconds=18.0))
    assert gain[530] == pytest.approx(0.0, abs=0.01)
    assert gain[600:1100] == pytest.approx(DUCKED_DB, abs=0.01)
    assert gain[1300] == pytest.approx(0.0, abs=0.01)
    assert np.abs(np.diff(gain)).max() < 0.5


def test_ducking_changes_the_level_and_nothing_else(sine) -> None:
    music = sine(500, -20, 10, RATE)
    ducked = duck(music, [(4.0, 12.0)])
    assert decibels(ducked[: 3 * RATE]) == pytest.approx(-23.0, abs=0.05)
    assert decibels(ducked[5 * RATE :]) == pytest.approx(-39.0, abs=0.05)
    assert np.abs(np.diff(ducked)).max() <= np.abs(np.diff(music)).max() * 1.01
