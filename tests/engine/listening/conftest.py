"""Small recordings made on the spot: two voices that take turns."""

from __future__ import annotations

import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from server.domain.voices import SpeechEngine, Voice

WriteWav = Callable[..., Path]


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache of joined model files for all tests."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture
def write_wav(tmp_path: Path) -> WriteWav:
    """Writes float samples ``(n,)`` or ``(channels, n)`` as a 16-bit WAV file."""

    def write(samples: NDArray[np.float32], *, rate: int = 16_000, name: str = "recording.wav") -> Path:
        planes = np.atleast_2d(samples)
        path = tmp_path / name
        with wave.open(str(path), "wb") as out:
            out.setnchannels(len(planes))
            out.setsampwidth(2)
            out.setframerate(rate)
            out.writeframes(np.rint(np.clip(planes.T, -1, 1) * 32767).astype("<i2").tobytes())
        return path

    return write


HEART = Voice(0, "Heart", SpeechEngine.HIBARI, "heart", "en")
SPANISH = Voice(0, "Pedro", SpeechEngine.ESPEAK, "es", "es", sex="male")


@pytest.fixture(scope="session")
def said(models: Path) -> Callable[..., NDArray[np.float32]]:
    """A sentence in one of two quickly made voices: mono at 16 kHz."""
    import soxr

    from server.engine.speech.synthesis import speak

    def say(text: str, *, voice: int = 0) -> NDArray[np.float32]:
        sound = speak(text, (HEART, SPANISH)[voice], models=models)
        return np.asarray(soxr.resample(sound, 24_000, 16_000), np.float32)

    return say


def with_pauses(
    parts: Sequence[NDArray[np.float32]], *, pause_s: float = 0.5, rate: int = 16_000
) -> NDArray[np.float32]:
    """The parts one after the other with silence between and around them."""
    quiet = np.zeros(int(pause_s * rate), np.float32)
    return np.concatenate([quiet, *(each for part in parts for each in (part, quiet))])


@pytest.fixture
def laid_out() -> Callable[..., NDArray[np.float32]]:
    """See `with_pauses`."""
    return with_pauses
