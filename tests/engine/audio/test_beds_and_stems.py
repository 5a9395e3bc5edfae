"""Music under a whole episode, and each speaker alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pedalboard.io import AudioFile

from server.domain.errors import SourceNotImported
from server.engine.audio.assembling import place, speech
from server.engine.audio.beds import Bed, between_crossings, load_loop
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.music import DUCKED_DB
from server.engine.audio.rendering import EpisodeSpec, render_episode
from server.engine.audio.signals import EPISODE_RATE
from server.engine.audio.stems import write_stems

RATE = EPISODE_RATE


def chords(seconds: float) -> np.ndarray:
    t = np.arange(round(seconds * RATE)) / RATE
    return sum(np.sin(2 * np.pi * f * t) for f in (220.0, 277.2, 329.6)).astype(np.float32) * np.float32(0.1)


@pytest.fixture
def music_file(tmp_path: Path) -> Callable[[float], Path]:
    def make(seconds: float) -> Path:
        path = tmp_path / f"music{seconds}.wav"
        with AudioFile(str(path), "w", samplerate=RATE, num_channels=1) as file:
            file.write(chords(seconds))
        return path

    return make


def test_a_loop_comes_round_without_a_click() -> None:
    loop = between_crossings(chords(5.0))
    bed = Bed(loop, samples=20 * RATE, spoken=())

    sound = bed[2 * RATE : 16 * RATE]

    # The steepest step is no steeper than within the music itself, and the level holds where the ends meet.
    assert np.abs(np.diff(sound)).max() < 1.5 * np.abs(np.diff(loop)).max()
    levels = np.sqrt(np.mean(sound[: 14 * RATE].reshape(140, -1) ** 2, axis=1))
    assert levels.min() > 0.4 * levels.max()


def test_pieces_of_a_bed_are_the_whole() -> None:
    bed = Bed(between_crossings(chords(5.0)), samples=9 * RATE, spoken=[(2.0, 4.0)])

    whole = bed[0 : len(bed)]
    pieces = np.concatenate([bed[start : start + 50_000] for start in range(0, len(bed), 50_000)])

    assert len(whole) == 9 * RATE
    assert np.array_equal(whole, pieces)
    assert abs(float(whole[0])) < 1e-6
    assert abs(float(whole[-1])) < 1e-3


def test_a_bed_gives_way_to_words_and_comes_back() -> None:
    bed = Bed(between_crossings(chords(30.0)), samples=30 * RATE, spoken=[(8.0, 15.0)])

    def level(start: float, stop: float) -> float:
        return 10 * np.log10(np.mean(bed[round(start * RATE) : round(stop * RATE)] ** 2))

    assert level(9, 14) - level(3, 6) == pytest.approx(DUCKED_DB, abs=0.5)
    assert level(18, 24) == pytest.approx(level(3, 6), abs=0.5)


def test_a_bed_too_short_or_silent_is_refused(music_file: Callable[[float], Path], tmp_path: Path) -> None:
    with pytest.raises(SourceNotImported, match="four seconds"):
        load_loop(music_file(2.0), speech_lufs=-16)
    with AudioFile(str(tmp_path / "silent.wav"), "w", samplerate=RATE, num_channels=1) as file:
        file.write(np.zeros(RATE * 6, np.float32))
    with pytest.raises(SourceNotImported, match="silent"):
        load_loop(tmp_path / "silent.wav", speech_lufs=-16)


def test_a_bed_is_brought_to_its_level(music_file: Callable[[float], Path]) -> None:
    loop = load_loop(music_file(6.0), speech_lufs=-16.0)
    meter = LoudnessMeter(RATE)
    meter.add(loop)

    assert meter.integrated() == pytest.approx(-18.0, abs=0.3)


def read(path: Path) -> np.ndarray:
    with AudioFile(str(path)) as file:
        assert (file.samplerate, file.num_channels) == (RATE, 1)
        return np.asarray(file.read(file.frames)[0])


def test_stems_together_are_the_mix(voiced: Callable, talk: Callable, tmp_path: Path) -> None:
    lines = tuple(
        voiced(f"Line {number}.", speaker=number % 3, sound=talk(1.5, seed=number, level=0.3)) for number in range(6)
    )
    timeline = place(lines, lead_in_ms=500)
    bed = Bed(between_crossings(chords(5.0)), samples=timeline.samples, spoken=[(0.5, 3.0)])

    stems = write_stems(timeline, bed, folder=tmp_path, stem="e")

    assert [name for name, _ in stems] == ["stem_00", "stem_01", "stem_02", "stem_music"]
    together = sum(read(path) for _, path in stems)
    mixed = np.concatenate(list(speech(timeline))) + bed[0 : len(bed)]
    assert len(together) == timeline.samples
    assert np.abs(together - mixed).max() < 1e-4


def test_an_episode_with_bed_stems_and_pauses_passes_its_check(
    voiced: Callable, talk: Callable, music_file: Callable[[float], Path], tmp_path: Path
) -> None:
    lines = (
        voiced("One.", speaker=0, sound=talk(3.0, seed=1), pause_after_ms=2500),
        voiced("Two.", speaker=1, sound=talk(3.0, seed=2)),
    )

    made = render_episode(
        EpisodeSpec("T", lines, music=music_file(5.0), has_bed=True, with_stems=True), tmp_path / "episode.mp3"
    )

    assert made.line_times[1].start_ms - made.line_times[0].end_ms == pytest.approx(2500, abs=2)
    assert [path.name for _, path in made.stems] == ["episode_00.wav", "episode_01.wav", "episode_music.wav"]
    assert not list(tmp_path.glob(".part*"))
