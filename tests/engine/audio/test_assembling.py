from __future__ import annotations

import numpy as np
import pytest

from server.domain.errors import RenderingFailed
from server.engine.audio.assembling import VoicedLine, place, speech
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.signals import EPISODE_RATE


def heard(timeline):
    return np.concatenate(list(speech(timeline)))


def loudness(sound):
    meter = LoudnessMeter(EPISODE_RATE)
    meter.add(sound)
    return meter.integrated()


def test_every_line_is_heard_when_the_times_say(voiced, sine) -> None:
    lines = [voiced(f"Line {n}.", speaker=n % 2, sound=sine(400 + 300 * n, -12, 1.0 + n / 7, 24_000)) for n in range(4)]
    timeline = place(lines, lead_in_ms=2345)
    sound = heard(timeline)

    assert len(sound) == timeline.samples
    assert timeline.line_times[0].start_ms == 2345
    for time in timeline.line_times:
        start, end = (round(ms * EPISODE_RATE / 1000) for ms in (time.start_ms, time.end_ms))
        assert np.abs(sound[start - 441 : start - 44]).max() < 1e-3
        assert np.abs(sound[start + 441 : start + 882]).max() > 0.05
        assert np.abs(sound[end - 882 : end - 441]).max() > 0.05
        assert np.abs(sound[end + 44 : end + 441]).max() < 1e-3
    gaps = [b.start_ms - a.end_ms for a, b in zip(timeline.line_times, timeline.line_times[1:], strict=False)]
    assert all(350 < gap < 500 for gap in gaps)


def test_silence_around_a_line_is_left_out_and_accounted_for(voiced, talk) -> None:
    quiet = np.zeros(12_000, np.float32)
    line = voiced(sound=np.concatenate([quiet, talk(1.0), quiet]))
    time = place([line], lead_in_ms=0).line_times[0]
    assert 420 <= time.skipped_ms <= 500
    assert 1000 <= time.end_ms - time.start_ms <= 1120


def test_voices_come_out_equally_loud(voiced, talk) -> None:
    lines = [voiced(speaker=n % 2, sound=talk(4, seed=n % 2, level=(0.02, 0.3)[n % 2])) for n in range(4)]
    timeline = place(lines, lead_in_ms=300)
    first, second = (loudness(heard(timeline.only(speaker))) for speaker in (0, 1))
    assert first == pytest.approx(second, abs=0.2)
    assert first == pytest.approx(-16.0, abs=0.3)


def test_the_stems_add_up_to_the_speech(voiced) -> None:
    timeline = place([voiced(speaker=n % 3) for n in range(6)], lead_in_ms=100)
    together = sum(heard(timeline.only(speaker)) for speaker in range(3))
    assert np.abs(together - heard(timeline)).max() < 1e-4


def test_an_ordered_pause_and_a_chapter_are_kept(voiced) -> None:
    lines = [voiced(pause_after_ms=2500), voiced(), voiced()]
    times = place(lines, lead_in_ms=0, chapter_starts=[0, 2]).line_times
    assert times[1].start_ms - times[0].end_ms == 2500
    assert times[2].start_ms - times[1].end_ms > 950


def test_no_edge_clicks(voiced) -> None:
    timeline = place([voiced(sound=np.full(24_000, 0.3, np.float32))], lead_in_ms=500)
    assert np.abs(np.diff(heard(timeline))).max() < 0.05


def test_a_line_without_usable_sound_names_its_number(voiced, tmp_path, talk) -> None:
    good = voiced()
    broken = voiced()
    broken.pcm.write_bytes(broken.pcm.read_bytes()[:-3])
    for bad, sentence in [
        (voiced(sound=np.zeros(24_000, np.float32)), "said nothing for line 2"),
        (voiced(sound=np.zeros(0, np.float32)), "said nothing for line 2"),
        (voiced(sound=np.full(2400, np.nan, np.float32)), "no usable sound of line 2"),
        (VoicedLine(tmp_path / "gone.f32", 0, "Hello."), "line 2 could not be read"),
        (broken, "line 2 is incomplete"),
    ]:
        with pytest.raises(RenderingFailed, match=sentence):
            place([good, bad], lead_in_ms=0)
    with pytest.raises(RenderingFailed, match="no line to speak"):
        place([], lead_in_ms=0)
