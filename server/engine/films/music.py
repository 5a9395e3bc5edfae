"""A music bed made here: slow chords, a soft melody above them, the same for the same seed."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.signals import EPISODE_RATE, Samples

_CHORDS = (
    ((45, 52, 57, 60, 64), (41, 48, 53, 57, 60), (48, 55, 60, 64, 67), (43, 50, 55, 59, 62)),
    ((50, 57, 62, 65, 69), (46, 53, 58, 62, 65), (43, 50, 55, 58, 62), (45, 52, 57, 61, 64)),
    ((48, 55, 60, 64, 67), (45, 52, 57, 60, 64), (41, 48, 53, 57, 60), (43, 50, 55, 59, 62)),
)
"""Three progressions as MIDI notes."""
_BAR_S = 4.0
_ROUNDS = 2
PEAK = 0.25


def bed_loop(seed: int) -> Samples:
    """One round of music ``(n,)`` at 44.1 kHz (32 s), at a peak of `PEAK`; its end runs into its beginning."""
    rng = Random(seed)
    chords = _CHORDS[seed % len(_CHORDS)]
    size = int(_BAR_S * len(chords) * _ROUNDS * EPISODE_RATE)
    out = np.zeros(size, np.float64)
    for bar in range(len(chords) * _ROUNDS):
        notes = chords[bar % len(chords)]
        start = bar * _BAR_S
        for note in notes:
            _add(out, start, _pad(note, _BAR_S * 1.5, detune=rng.uniform(0.001, 0.004)), 0.16)
        for step in range(8):
            if rng.random() < 0.62:
                note = rng.choice(notes[2:]) + 12
                _add(out, start + step * _BAR_S / 8, _bell(note), 0.1 * rng.uniform(0.5, 1.0))
        _add(out, start, _pad(notes[0] - 12, _BAR_S * 1.2, detune=0.0), 0.3)
    out = _softened(out)
    return np.asarray(out * (PEAK / max(1e-9, float(np.abs(out).max()))), np.float32)


def _add(out: NDArray[np.float64], start_s: float, sound: NDArray[np.float64], gain: float) -> None:
    """Add a sound; what runs over the end comes in at the beginning."""
    at = (int(start_s * EPISODE_RATE) + np.arange(len(sound))) % len(out)
    out[at] += sound * gain


def _pad(note: int, seconds: float, *, detune: float) -> NDArray[np.float64]:
    time = np.arange(int(seconds * EPISODE_RATE)) / EPISODE_RATE
    pitch = 440.0 * 2 ** ((note - 69) / 12)
    swell = np.sin(np.pi * np.clip(time / seconds, 0, 1)) ** 1.2
    tone = sum(
        np.sin(2 * np.pi * pitch * k * (1 + side * detune) * time) / k**2.2 for k in (1, 2, 3) for side in (-1, 1)
    )
    return np.asarray(tone * swell, np.float64)


def _bell(note: int) -> NDArray[np.float64]:
    time = np.arange(int(2.4 * EPISODE_RATE)) / EPISODE_RATE
    pitch = 440.0 * 2 ** ((note - 69) / 12)
    tone = np.sin(2 * np.pi * pitch * time) + 0.3 * np.sin(2 * np.pi * pitch * 2.01 * time) * np.exp(-3 * time)
    return np.asarray(tone * np.exp(-2.2 * time) * np.clip(time / 0.012, 0, 1), np.float64)


def _softened(sound: NDArray[np.float64]) -> NDArray[np.float64]:
    """With an echo of itself, so that it stands in a room."""
    wet = np.zeros_like(sound)
    for delay_s, gain in ((0.31, 0.3), (0.47, 0.22), (0.73, 0.15)):
        wet += np.roll(sound, int(delay_s * EPISODE_RATE)) * gain
    return np.asarray(sound + wet, np.float64)
