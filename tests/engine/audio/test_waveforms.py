from __future__ import annotations

import json

import numpy as np
import pytest

from server.engine.audio.waveform import WaveformMeter, waveform_of


def test_the_outline_follows_the_sound(written, sine) -> None:
    sound = np.concatenate([sine(300, level, 2, 44_100) for level in (-6, -60, -20)])
    waveform = waveform_of(written("a.wav", sound, 44_100), buckets=300)
    high, rms = np.frombuffer(waveform.high, np.int8), np.frombuffer(waveform.rms, np.uint8)
    assert waveform.duration_ms == 6000
    assert waveform.buckets == 300
    assert high[:99] == pytest.approx(64, abs=2)
    assert rms[:99] == pytest.approx(90, abs=2)
    assert np.frombuffer(waveform.low, np.int8)[:99] == pytest.approx(-64, abs=2)
    assert high[101:199].max() <= 1
    assert high[202:] == pytest.approx(13, abs=1)


def test_blocks_of_any_size_and_very_short_sounds(talk) -> None:
    sound = talk(1.234, rate=44_100)
    whole, pieces = WaveformMeter(), WaveformMeter()
    whole.add(sound)
    for part in np.array_split(sound, 50):
        pieces.add(part)
    assert whole.waveform(100) == pieces.waveform(100)
    assert whole.waveform(5000).buckets == 124
    assert WaveformMeter().waveform().buckets == 0


def test_it_goes_over_the_wire(talk) -> None:
    meter = WaveformMeter()
    meter.add(talk(2, rate=44_100))
    told = json.loads(json.dumps(meter.waveform(50).as_json()))
    assert len(told["low"]) == len(told["high"]) == len(told["rms"]) == 50
    assert min(told["low"]) < 0 < max(told["high"]) <= 127
