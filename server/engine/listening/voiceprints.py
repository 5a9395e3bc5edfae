"""Who a voice sounds like, as 256 numbers: the packaged embedder over its own log-mel form.

The model wants 80 frames of a 40-band log10 mel spectrum (Slaney bands, 25 ms Hamming window every 10 ms at 16 kHz), as
its file's own metadata says; a voiceprint is the mean of the normalised outputs, normalised.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, model_file

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

SAMPLE_RATE = 16_000
FRAME = 160
"""Samples between two frames: 10 ms."""
WINDOW_FRAMES = 80
"""Frames that the model takes at once."""
STEP_FRAMES = 25
"""Frames between two windows: a quarter of a second."""

_FFT = 512
_WIDTH = 400
_BANDS = 40
_BATCH = 64

Prints = NDArray[np.float32]
"""Unit vectors ``(n, 256)``, or one ``(256,)``."""


class Voiceprints:
    """The embedder in memory; not for use by two threads at once."""

    def __init__(self, cache: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        path = str(model_file(Model.VOICE_EMBEDDER, cache))
        self._session: InferenceSession = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])

    def windows(self, audio: NDArray[np.float32]) -> Prints:
        """One print for every 0.8 s window, each a quarter of a second after the one before: ``(n, 256)``.

        `audio` is mono at 16 kHz; what is shorter than a window is repeated until it fills one.
        """
        if not len(audio):
            return np.zeros((0, 256), np.float32)
        shortest = (WINDOW_FRAMES - 1) * FRAME + _FFT
        if len(audio) < shortest:
            audio = np.tile(audio, -(-shortest // len(audio)))[:shortest]
        frames = _log_mel(audio)
        starts = np.arange(0, len(frames) - WINDOW_FRAMES + 1, STEP_FRAMES)
        prints = [
            self._session.run(
                None, {"mel_window": np.stack([frames[s : s + WINDOW_FRAMES] for s in starts[at : at + _BATCH]])}
            )[0]
            for at in range(0, len(starts), _BATCH)
        ]
        return normalised(np.concatenate(prints))

    def of(self, audio: NDArray[np.float32]) -> Prints:
        """The print of a stretch in which one person speaks: ``(256,)``."""
        return mean_print(self.windows(audio))


@cache
def voiceprints(models: Path) -> Voiceprints:
    """The process's one embedder; `models` is the cache of model files."""
    return Voiceprints(models)


def normalised(vectors: NDArray[np.float32]) -> Prints:
    """The vectors at length one."""
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-12), np.float32)


def mean_print(prints: Prints) -> Prints:
    """The one direction nearest to all of them."""
    return normalised(prints.mean(axis=0))


def _log_mel(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """Frames ``(n, 40)``."""
    frames = np.lib.stride_tricks.sliding_window_view(audio, _FFT)[::FRAME]
    made = []
    for at in range(0, len(frames), 4096):
        power = np.abs(np.fft.rfft(frames[at : at + 4096] * _window(), axis=1)) ** 2
        made.append(np.log10(power @ _bands().T + 1e-10))
    return np.concatenate(made).astype(np.float32)


@cache
def _window() -> NDArray[np.float64]:
    """A periodic Hamming window of 25 ms in the middle of the transform's 32 ms."""
    window = 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(_WIDTH) / _WIDTH)
    side = (_FFT - _WIDTH) // 2
    return np.pad(window, (side, _FFT - _WIDTH - side))


@cache
def _bands() -> NDArray[np.float64]:
    """Triangles ``(40, 257)`` on Slaney's mel scale, each of area one (M. Slaney, Auditory Toolbox, 1998)."""
    edges = _hertz(np.linspace(0.0, _mel(SAMPLE_RATE / 2), _BANDS + 2))
    bins = np.linspace(0, SAMPLE_RATE / 2, _FFT // 2 + 1)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return np.asarray(triangles * (2.0 / (edges[2:] - edges[:-2]))[:, None])


_BREAK_HZ, _BREAK_MEL = 1000.0, 15.0
_LOG_STEP = np.log(6.4) / 27.0


def _mel(hertz: float) -> float:
    """Slaney's scale: even below 1 kHz, logarithmic above."""
    return hertz * 3 / 200 if hertz < _BREAK_HZ else float(_BREAK_MEL + np.log(hertz / _BREAK_HZ) / _LOG_STEP)


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mels < _BREAK_MEL, mels * 200 / 3, _BREAK_HZ * np.exp(_LOG_STEP * (mels - _BREAK_MEL)))
