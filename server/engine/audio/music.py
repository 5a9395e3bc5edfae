"""Intro music: alone for some seconds, under the first words, then gone.

Everything happens where the timeline says that somebody speaks, not where a detector hears it: the music is already
down when the first word comes, and no word's loudness makes it move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from server.domain.errors import SourceNotImported
from server.engine.audio.decoding import decode_start
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.signals import EPISODE_RATE, Samples, amplitude

ALONE_S = 6.0
UNDER_SPEECH_S = 8.0
FADE_OUT_S = 4.0
FADE_IN_S = 0.4
BELOW_SPEECH_LU = 2.0
"""How much softer than the speech the music is while it plays alone."""

DUCKED_DB = -16.0
ATTACK_S = 0.6
RELEASE_S = 1.4
HOLD_S = 1.2
"""A pause in the speech shorter than this leaves the music down."""

CONTROL_RATE = 100
"""Gains a second that ducking gives."""

_LEAST_FADE_S = 0.005
_SHORTEST_S = 0.5
_SILENT_DB = -50.0
_CANCELLED = 0.25
_LONGEST_SILENT_LEAD_S = 20.0


@dataclass(frozen=True, slots=True)
class IntroMusic:
    """Music ready to be laid from the first sample on: mono, 44.1 kHz, faded and at its level, not yet ducked."""

    samples: Samples
    lead_in_ms: int


def load_intro(
    path: Path,
    *,
    speech_lufs: float,
    name: str = "",
    below_lu: float = BELOW_SPEECH_LU,
    fade_in_s: float = FADE_IN_S,
    fade_out_s: float = FADE_OUT_S,
) -> IntroMusic:
    """Read intro music and bring it to its level below speech of `speech_lufs`.

    A piece too short to go on under the words plays whole, and the words follow it. A longer one plays `ALONE_S`
    alone, goes on under the words and fades out. Silence at the head of the file is left out. `below_lu` says how much
    softer than the speech it is while it plays alone.

    Raises:
        SourceNotImported: the file can't be read, is silent or shorter than half a second.
    """
    shown = name or path.name
    wanted_s = ALONE_S + UNDER_SPEECH_S + fade_out_s
    sound = folded(
        decode_start(path, rate=EPISODE_RATE, channels=2, seconds=wanted_s + _LONGEST_SILENT_LEAD_S, name=shown)
    )
    heard = np.flatnonzero(np.abs(sound) > amplitude(_SILENT_DB))
    if not len(heard):
        raise SourceNotImported(f"{shown} is silent at its beginning; choose other intro music.", source=shown)
    sound = sound[heard[0] : min(heard[-1] + 1, heard[0] + int(wanted_s * EPISODE_RATE))]
    length_s = len(sound) / EPISODE_RATE
    if length_s < _SHORTEST_S:
        raise SourceNotImported(f"{shown} is shorter than half a second; choose longer intro music.", source=shown)
    goes_on_s = length_s - ALONE_S
    if goes_on_s >= ATTACK_S + 1.0:
        alone_s, fade_s = ALONE_S, min(fade_out_s, goes_on_s)
    else:
        # It ends before the words, or so soon after them that it had better end before.
        fade_s = min(0.8, length_s / 3)
        alone_s = length_s - fade_s / 2
    meter = LoudnessMeter(EPISODE_RATE)
    meter.add(sound)
    loudness = meter.integrated()
    gain = amplitude(speech_lufs - below_lu - loudness) if math.isfinite(loudness) else 1.0
    faded = sound * np.float32(gain) * _fades(len(sound), fade_in_s=fade_in_s, fade_out_s=fade_s)
    return IntroMusic(faded.astype(np.float32), round(alone_s * 1000))


def ducking(spoken: Sequence[tuple[float, float]], *, seconds: float, ducked_db: float = DUCKED_DB) -> Samples:
    """The music's gain at every 10 ms, for speech at ``(start, end)`` seconds, in order.

    The gain moves evenly in dB along a raised cosine: down in `ATTACK_S`, there when the first word comes; up in
    `RELEASE_S` after the speech has paused for `HOLD_S`.
    """
    times = np.arange(math.ceil(seconds * CONTROL_RATE) + 1) / CONTROL_RATE
    depth = np.zeros(len(times))
    for start, end in _runs(spoken):
        if start - ATTACK_S > times[-1]:
            break
        down = _ease((times - (start - ATTACK_S)) / ATTACK_S)
        up = _ease((times - end) / RELEASE_S)
        depth = np.maximum(depth, np.minimum(down, 1.0 - up))
    return np.asarray(10.0 ** (ducked_db * depth / 20.0), dtype=np.float32)


def duck(music: Samples, spoken: Sequence[tuple[float, float]], *, ducked_db: float = DUCKED_DB) -> Samples:
    """`music` ``(n,)`` at 44.1 kHz, lowered where somebody speaks (``(start, end)`` in seconds of its own time)."""
    control = ducking(spoken, seconds=len(music) / EPISODE_RATE, ducked_db=ducked_db)
    at = np.arange(len(music), dtype=np.float64) * (CONTROL_RATE / EPISODE_RATE)
    gain = np.interp(at, np.arange(len(control)), control)
    return np.asarray(music * gain, dtype=np.float32)


def folded(stereo: Samples) -> Samples:
    """Both channels in one; the left alone where the two would cancel each other."""
    middle = np.asarray(stereo.mean(axis=0), dtype=np.float32)
    louder = max(float(np.mean(np.square(channel))) for channel in stereo)
    if float(np.mean(np.square(middle))) < _CANCELLED**2 * louder:
        return np.asarray(stereo[int(np.argmax(np.square(stereo).mean(axis=1)))], dtype=np.float32)
    return middle


def _fades(size: int, *, fade_in_s: float, fade_out_s: float) -> Samples:
    at = np.arange(size, dtype=np.float64) / EPISODE_RATE
    rise = np.sin(0.5 * np.pi * np.clip(at / max(fade_in_s, _LEAST_FADE_S), 0, 1)) ** 2
    left = np.clip((size / EPISODE_RATE - at) / max(fade_out_s, _LEAST_FADE_S), 0, 1)
    return np.asarray(rise * np.sin(0.5 * np.pi * left) ** 2, dtype=np.float32)


def _ease(
    share: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * np.clip(share, 0.0, 1.0)))


def _runs(spoken: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    runs: list[tuple[float, float]] = []
    for start, end in spoken:
        if runs and start - runs[-1][1] < HOLD_S:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs
