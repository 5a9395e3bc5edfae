from __future__ import annotations

import numpy as np
import pytest

from server.domain.errors import RenderingFailed
from server.engine.audio.checking import check
from server.engine.audio.encoding import encode
from server.engine.audio.inspecting import inspect
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.tagging import ChapterTime, Tags, tag

TAGS = Tags(title="Ice", cover=b"\xff\xd8\xff", chapters=(ChapterTime("All", 0, 12_000),))


def at_level(sound, lufs):
    meter = LoudnessMeter(44_100)
    meter.add(sound)
    return np.clip(sound * 10 ** ((lufs - meter.integrated() + 0.445) / 20), -0.8, 0.8).astype(np.float32)


@pytest.fixture
def made(tmp_path, talk):
    def make(*, lufs=-16.0, gap_s=0.0, sound=None, tags=TAGS):
        talked = at_level(talk(12, rate=44_100), lufs) if sound is None else sound
        talked[44_100 * 4 : 44_100 * 4 + int(44_100 * gap_s)] = 0
        path = tmp_path / "e.mp3"
        encode([talked], path)
        tag(path, tags)
        return path

    return make


def test_a_sound_episode_passes(made) -> None:
    path = made()
    found = inspect(path)
    check(path, found, expected_s=12.0, tags=TAGS)
    assert found.silent_share < 0.1
    assert found.waveform.buckets == 1200


@pytest.mark.parametrize(
    ("how", "expected_s", "sentence"),
    [
        ({"lufs": -19.0}, 12.0, r"loudness of -1\d\.\d LUFS instead of -16"),
        ({}, 25.0, r"plays 12\.0 seconds instead of 25\.0"),
        ({"gap_s": 7.0}, 12.0, "silent for 7 seconds on end"),
        ({"tags": Tags(title="Ice")}, 12.0, "lost its title, cover or chapters"),
        ({"tags": Tags(title="", cover=b"\xff", chapters=TAGS.chapters)}, 12.0, "lost its title"),
    ],
)
def test_what_is_wrong_is_told(made, how, expected_s, sentence) -> None:
    path = made(**how)
    with pytest.raises(RenderingFailed, match=sentence):
        check(path, inspect(path), expected_s=expected_s, tags=TAGS)


def test_peaks_over_the_ceiling_and_much_silence(made, talk) -> None:
    loud = at_level(talk(12, rate=44_100), -16.0)
    loud[44_100::88_200] = 1.0
    loud[44_101::88_200] = 1.0
    path = made(sound=loud)
    with pytest.raises(RenderingFailed, match="dBTP"):
        check(path, inspect(path), expected_s=12.0, tags=TAGS)
    holes = at_level(talk(12, rate=44_100), -16.0)
    holes.reshape(6, -1)[:, 30_000:] = 0
    path = made(sound=holes)
    with pytest.raises(RenderingFailed, match=r"silent for 6\d% of its time"):
        check(path, inspect(path), expected_s=12.0, tags=TAGS)


def test_an_ordered_pause_is_no_fault(made) -> None:
    path = made(gap_s=7.0)
    check(path, inspect(path), expected_s=12.0, tags=TAGS, asked_silence_s=7.0)


def test_stereo_and_other_forms_are_not_ours(written, talk) -> None:
    path = written("a.m4a", np.stack([talk(3, rate=44_100)] * 2), 44_100)
    with pytest.raises(RenderingFailed, match="not in the form"):
        check(path, inspect(path), expected_s=3.0, tags=TAGS)


def test_a_damaged_file_does_not_count(made) -> None:
    path = made()
    path.write_bytes(path.read_bytes()[:90_000])
    with pytest.raises(RenderingFailed, match="could not be played back"):
        inspect(path)
