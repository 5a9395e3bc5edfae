"""A whole episode, measured on the written file by other means than those that made it."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from scipy.signal import lfilter, resample_poly

from server.domain.errors import RenderingFailed, SourceNotImported
from server.domain.scripts import Chapter, LineKind
from server.engine.audio import rendering
from server.engine.audio.loudness import head_filter, loudness_of, low_cut_filter
from server.engine.audio.rendering import EpisodeSpec, render_episode
from server.engine.audio.tagging import read_tags


def decoded(path):
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        assert (stream.codec_context.sample_rate, stream.codec_context.channels) == (44_100, 1)
        return np.concatenate([frame.to_ndarray() for frame in container.decode(stream)], axis=1)[0]


def independently(sound):
    """Loudness by the standard's recursive filters, true peak by SciPy's resampler."""
    weighted = lfilter(*low_cut_filter(44_100), lfilter(*head_filter(44_100), sound.astype(np.float64)))
    energies = np.square(weighted[: len(weighted) // 4410 * 4410]).reshape(-1, 4410).mean(axis=1)
    return loudness_of(energies), 20 * np.log10(np.abs(resample_poly(sound.astype(np.float64), 4, 1)).max())


@pytest.fixture
def spec(voiced):
    lines = (
        voiced("Welcome to the ice.", seconds=3.0),
        voiced("How does it hold?", speaker=1, seconds=2.0, kind=LineKind.QUESTION),
        voiced("By the riverbed.", seconds=4.0),
        voiced("Right.", speaker=1, seconds=0.6, kind=LineKind.REACTION),
        voiced("Then the sun comes out.", seconds=5.0),
    )
    chapters = (Chapter("Opening", 0), Chapter("The sun", 4))
    return EpisodeSpec("Anchor Ice", lines, chapters, artist="Ana & Ben", album="Rivers", language="en", year=2026)


def test_an_episode_with_music_is_what_it_should_be(spec, written, sine, tmp_path) -> None:
    music = written("theme.wav", np.stack([sine(300, -10, 30, 48_000), sine(450, -10, 30, 48_000)]), 48_000)
    out = tmp_path / "made" / "episode.mp3"
    told = []

    made = render_episode(replace(spec, music=music), out, lambda share, text: told.append((share, text)))

    sound = decoded(out)
    loudness, peak = independently(sound)
    assert loudness == pytest.approx(-16.0, abs=0.5)
    assert peak < -1.0
    assert (made.loudness, made.true_peak) == pytest.approx((loudness, peak), abs=0.1)
    assert made.encodings == 1
    assert made.duration_ms == pytest.approx(len(sound) / 44.1, abs=1)
    assert made.size == out.stat().st_size
    assert made.line_times[0].start_ms == 6000
    assert made.waveform.buckets == 1200

    tags = read_tags(out)
    assert (tags.title, tags.artist, tags.album, tags.year) == ("Anchor Ice", "Ana & Ben", "Rivers", 2026)
    assert [(c.title, c.start_ms) for c in tags.chapters] == [("Opening", 0), ("The sun", made.line_times[4].start_ms)]
    assert tags.chapters[-1].end_ms == made.duration_ms
    assert tags.cover.startswith(b"\xff\xd8\xff")

    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert os.listdir(out.parent) == ["episode.mp3"]  # noqa: PTH208


def test_every_line_is_where_the_times_say(spec, tmp_path) -> None:
    made = render_episode(spec, tmp_path / "out" / "e.mp3")
    sound = decoded(made.path)
    for time in made.line_times:
        start, end = (round(ms * 44.1) for ms in (time.start_ms, time.end_ms))
        inside = np.sqrt(np.mean(np.square(sound[start + 2000 : end - 2000])))
        before = np.sqrt(np.mean(np.square(sound[start - 4000 : start - 900])))
        after = np.sqrt(np.mean(np.square(sound[end + 900 : end + 4000])))
        assert before < inside / 30
        assert after < inside / 30


def test_the_same_episode_has_the_same_bytes(spec, tmp_path) -> None:
    one = render_episode(spec, tmp_path / "a" / "e.mp3")
    two = render_episode(pickle.loads(pickle.dumps(spec)), tmp_path / "b" / "e.mp3")
    assert one.path.read_bytes() == two.path.read_bytes()


@pytest.mark.parametrize("seconds", [0.25, 1.0])
@pytest.mark.parametrize("level", [0.004, 0.5])
def test_one_very_short_line_very_soft_or_loud(voiced, talk, tmp_path, seconds, level) -> None:
    line = voiced("Yes.", sound=np.clip(talk(seconds, level=level), -1, 1))
    made = render_episode(EpisodeSpec("", (line,)), tmp_path / "out" / "e.mp3")
    assert made.loudness == pytest.approx(-16.0, abs=1.0)
    assert made.true_peak < -1.0


def test_an_encoder_that_misses_is_corrected_once(spec, tmp_path, monkeypatch) -> None:
    real = rendering.encode
    monkeypatch.setattr(rendering, "encode", lambda blocks, path: real((block * 0.8 for block in blocks), path))
    made = render_episode(spec, tmp_path / "out" / "e.mp3")
    assert made.encodings == 2
    assert made.loudness == pytest.approx(-16.0, abs=0.5)


def test_an_error_leaves_nothing_behind(spec, voiced, written, tmp_path, monkeypatch) -> None:
    out = tmp_path / "out" / "e.mp3"
    silent = voiced(sound=np.zeros(2400, np.float32))
    with pytest.raises(RenderingFailed, match="line 6"):
        render_episode(replace(spec, lines=(*spec.lines, silent)), out)
    words = tmp_path / "theme.mp3"
    words.write_text("no music at all " * 50)
    with pytest.raises(SourceNotImported, match="My theme could not be read"):
        render_episode(replace(spec, music=words, music_name="My theme"), out)
    with pytest.raises(RenderingFailed, match="cover picture could not be read"):
        render_episode(replace(spec, cover=tmp_path / "none.jpg"), out)

    def full(blocks, path):
        path.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(rendering, "encode", full)
    with pytest.raises(RenderingFailed, match="is full; free some space"):
        render_episode(spec, out)
    assert list(out.parent.iterdir()) == []


def die_while_listening(spec: EpisodeSpec, out: Path) -> None:
    def progress(_share: float, text: str) -> None:
        if text.startswith("Listening"):
            os.kill(os.getpid(), signal.SIGKILL)

    render_episode(spec, out, progress)


def test_after_a_kill_the_next_try_tidies_up(spec, tmp_path) -> None:
    out = tmp_path / "out" / "e.mp3"
    worker = multiprocessing.get_context("fork").Process(target=die_while_listening, args=(spec, out))
    worker.start()
    worker.join()
    assert worker.exitcode == -signal.SIGKILL
    assert [path.name for path in out.parent.iterdir()] == [".part-e.mp3"]

    render_episode(spec, out)

    assert [path.name for path in out.parent.iterdir()] == ["e.mp3"]


MEASURED_RUN = """
import json, pathlib, sys
from server.engine.audio.assembling import VoicedLine
from server.engine.audio.rendering import EpisodeSpec, render_episode

def held():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024

before = held()
line = VoicedLine(pathlib.Path(sys.argv[1]), 0, "A long one.")
made = render_episode(EpisodeSpec("Long", (line,) * 45), pathlib.Path(sys.argv[2]))
print(json.dumps([before, held(), made.duration_ms]))
"""


@pytest.mark.slow
def test_a_quarter_of_an_hour_needs_little_memory(voiced, tmp_path) -> None:
    line = voiced(seconds=20.0)
    told = subprocess.run(
        [sys.executable, "-c", MEASURED_RUN, str(line.pcm), str(tmp_path / "out" / "e.mp3")],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    before, most, duration_ms = json.loads(told.stdout)
    assert duration_ms > 15 * 60_000
    assert most - before < 150
