"""Sound made on the spot: speech-like signals, tones and files of every kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from server.engine.audio.assembling import VoicedLine
from server.engine.audio.signals import VOICE_RATE

Sound = NDArray[np.float32]


def speech_like(seconds: float, *, seed: int = 0, level: float = 0.1, rate: int = VOICE_RATE) -> Sound:
    """Syllables of a voiced buzz under moving formants, with short breaks: the dynamics of talk, not its words."""
    rng = np.random.default_rng(seed)
    count = int(seconds * rate)
    t = np.arange(count) / rate
    pitch = 120 + 60 * (seed % 2) + 15 * np.sin(2 * np.pi * 0.7 * t + seed)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    buzz = sum(np.cos(k * phase + rng.uniform(0, 6)) / k for k in range(1, 24))
    noise = rng.standard_normal(count) * 0.15
    syllables = np.repeat(rng.uniform(0.15, 1.0, count // (rate // 5) + 2), rate // 5)[:count]
    arc = np.abs(np.sin(np.pi * 5 * t)) ** 0.7
    sound = (buzz + noise) * syllables * arc
    return (level * sound / np.sqrt(np.mean(sound**2))).astype(np.float32)


def tone(frequency: float, level_dbfs: float, seconds: float, rate: int, *, phase: float = 0.0) -> Sound:
    """A sine whose peak is `level_dbfs`."""
    t = np.arange(round(seconds * rate)) / rate
    return (10 ** (level_dbfs / 20) * np.sin(2 * np.pi * frequency * t + np.radians(phase))).astype(np.float32)


@pytest.fixture
def talk() -> Callable[..., Sound]:
    return speech_like


@pytest.fixture
def sine() -> Callable[..., Sound]:
    return tone


@pytest.fixture
def voiced(tmp_path: Path) -> Callable[..., VoicedLine]:
    """Makes a voiced line with its raw sound in a file."""
    folder = tmp_path / "lines"
    folder.mkdir()

    def make(
        text: str = "Fine.", *, speaker: int = 0, seconds: float = 2.0, sound: Sound | None = None, **more: object
    ):
        number = len(list(folder.iterdir()))
        path = folder / f"{number:04}.f32"
        made = speech_like(seconds, seed=number * 2 + speaker) if sound is None else sound
        made.astype("<f4").tofile(path)
        return VoicedLine(path, speaker, text, **more)  # type: ignore[arg-type]

    return make


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes sound ``(n,)`` or ``(2, n)`` as a file; the name's ending chooses the form."""
    codecs = {".mp3": "libmp3lame", ".m4a": "aac", ".wav": "pcm_s16le", ".flac": "flac"}

    def write(name: str, sound: Sound, rate: int) -> Path:
        path = tmp_path / name
        rows = np.atleast_2d(sound)
        layout = "stereo" if len(rows) == 2 else "mono"
        with av.open(str(path), "w") as container:
            stream = container.add_stream(codecs[path.suffix], rate=rate, layout=layout)
            for start in range(0, rows.shape[1], rate):
                part = np.ascontiguousarray(rows[:, start : start + rate])
                frame = av.AudioFrame.from_ndarray(part, format="fltp", layout=layout)
                frame.sample_rate, frame.pts = rate, start
                for packet in stream.encode(frame):
                    container.mux(packet)
            for packet in stream.encode(None):
                container.mux(packet)
        return path

    return write
