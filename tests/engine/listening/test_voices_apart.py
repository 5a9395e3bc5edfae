"""Speakers are told apart, and their tracks add up to the recording."""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from server.domain.errors import NothingUsable, SourceNotImported
from server.engine.listening.activity import Region, regions
from server.engine.listening.diarising import Heard, Stretch, diarise, listen
from server.engine.listening.recordings import read, require_speech, survey
from server.engine.listening.tracks import Share, shares, write_tracks
from server.engine.listening.voiceprints import voiceprints

Say = Callable[..., NDArray[np.float32]]
LINES = (
    "Welcome back, everybody. Today we talk about ships and harbours.",
    "El puerto estaba tranquilo y los barcos no se movían nada.",
    "And what happened when the storm came over the sea that night?",
    "Nadie salió con ese viento, todos esperaron en la casa.",
)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory, said: Say) -> tuple[NDArray[np.float32], list[tuple[float, float]]]:
    """Two voices in turn, at 16 kHz, and when each line is heard."""
    quiet = np.zeros(8000, np.float32)
    parts, times, at = [quiet], [], 0.5
    for number, line in enumerate(LINES):
        sound = said(line, voice=number % 2)
        parts += [sound, quiet]
        times.append((at, at + len(sound) / 16_000))
        at += len(sound) / 16_000 + 0.5
    return np.concatenate(parts), times


def test_two_voices_are_told_apart_with_and_without_their_number(
    talk: Any, models: Path, write_wav: Any, tmp_path: Path
) -> None:
    sound, times = talk
    pcm = tmp_path / "sound.s16"
    found = survey(write_wav(sound), pcm)
    heard = listen(read(pcm, Region(0, found.samples)), found.regions, voiceprints(models))

    for number in (2, None):
        stretches = diarise(heard, speakers=number)
        for line, (start, end) in enumerate(times):
            inside = {s.speaker for s in stretches if min(s.end, end) - max(s.start, start) > 0.3}
            assert inside == {line % 2}
    assert {s.speaker for s in diarise(heard, speakers=1)} == {0}


def test_a_short_pause_of_the_same_voice_is_none_and_a_longer_one_is() -> None:
    voice = np.eye(1, 256, dtype=np.float32)
    heard = [
        Heard(Region(round(start * 16_000), round(end * 16_000)), np.repeat(voice, 4, axis=0))
        for start, end in ((0.0, 1.6), (1.9, 3.5), (4.2, 5.8))
    ]

    assert diarise(heard) == (Stretch(0.0, 3.5, 0), Stretch(4.2, 5.8, 0))


@pytest.mark.parametrize(("apart", "speakers"), [(0.47, 2), (0.38, 1)])
def test_short_voices_that_are_alike_are_two_and_moods_of_one_are_one(apart: float, speakers: int) -> None:
    one = np.eye(1, 256, dtype=np.float32)
    other = np.zeros((1, 256), np.float32)
    other[0, :2] = 1 - apart, np.sqrt(1 - (1 - apart) ** 2)
    heard = [
        Heard(Region(at * 112_000, at * 112_000 + 96_000), np.repeat(voice, 21, axis=0))
        for at, voice in enumerate((one, other))
    ]

    assert len({stretch.speaker for stretch in diarise(heard)}) == speakers


def test_the_tracks_add_up_to_the_recording_bit_by_bit(write_wav: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    original = (rng.standard_normal((2, 44_100 * 2)) * 0.2).astype(np.float32)
    original[:, 20_000:20_400] = 1.0
    source = write_wav(original, rate=44_100)
    tracks = [tmp_path / f"{n}.wav" for n in range(3)]

    seconds = write_tracks(source, [Share(0.0, 0), Share(0.4537, 1), Share(1.1, 2), Share(1.5, 0)], tracks)

    def pcm(path: Path) -> NDArray[np.int64]:
        with wave.open(str(path)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (44_100, 2, 2)
            return np.frombuffer(file.readframes(10**9), "<i2").astype(np.int64)

    assert seconds == 2.0
    assert np.array_equal(sum(pcm(track) for track in tracks), pcm(source))
    assert all(np.abs(pcm(track)).sum() > 0 for track in tracks)


def test_shares_change_at_the_quietest_moment_between_speakers() -> None:
    stretches = [Stretch(0.0, 1.0, 0), Stretch(1.2, 2.0, 0), Stretch(3.0, 4.0, 1)]

    assert shares(stretches, lambda a, b: a + 0.75 * (b - a)) == (Share(0.0, 0), Share(2.75, 1))


def test_silence_and_tones_are_no_speech(write_wav: Any, tmp_path: Path) -> None:
    quiet = survey(write_wav(np.zeros(32_000, np.float32)), tmp_path / "a")
    with pytest.raises(NothingUsable, match="silent"):
        require_speech(quiet, name="a.wav")
    tone = 0.3 * np.sin(np.arange(64_000) * 2 * np.pi * 440 / 16_000).astype(np.float32)
    with pytest.raises(NothingUsable, match="Nobody speaks"):
        require_speech(survey(write_wav(tone), tmp_path / "b"), name="b.wav")


def test_a_file_that_is_no_sound_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "notes.mp3"
    wrong.write_text("These are words and not sound. " * 50)
    with pytest.raises(SourceNotImported, match=r"notes\.mp3"):
        survey(wrong, tmp_path / "c")


def test_long_recordings_are_cut_in_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from server.engine.listening import recordings

    chances = np.ones(6000, np.float32)
    chances[2400:2440] = 0.0

    chunks = recordings._chunks(chances, 6000 * 512)

    assert chunks[0].start == 0
    assert 2400 * 512 < chunks[0].end < 2440 * 512
    assert [a.end for a in chunks[:-1]] == [b.start for b in chunks[1:]]
    assert chunks[-1].end == 6000 * 512


def test_regions_bridge_short_pauses_and_leave_out_clicks() -> None:
    chances = np.zeros(200, np.float32)
    chances[20:40] = 0.9
    chances[43:60] = 0.9
    chances[120:123] = 0.9

    (found,) = regions(chances, samples=200 * 512)

    assert found.start < 20 * 512 < 60 * 512 < found.end
