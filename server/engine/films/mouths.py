"""How far a speaker's mouth is open, and how wide, at each picture of a film: from the sound of the speech.

Openness is the RMS of the sound around the moment of the picture, against the loud parts of the same line; width is how
much of it lies in the high band, where the spread vowels and hissing sounds are (a two-band reading of the speech
envelope, as simple lip synchronisation does it).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.engine.audio.assembling import LineTime
from server.engine.films.plans import FPS

RATE = 24_000
"""Of voiced lines, in samples a second."""
STEPS = 9
"""A mouth is from 0 (closed) to this."""
_WINDOW = RATE // FPS
_CLOSED = 0.07
"""Below this share of a line's loud parts the mouth is shut."""


def mouth_track(recordings: Sequence[Path], times: Sequence[LineTime], *, duration_ms: int) -> tuple[int, ...]:
    """For each picture of a film, ten times how open the mouth is plus how wide, each from 0 to `STEPS`.

    Args:
        recordings: the voiced lines, as headerless float32 at `RATE`.
        times: when each of them is heard, in milliseconds of the film.
        duration_ms: of the film.
    """
    frames = -(-duration_ms * FPS // 1000)
    track = np.zeros(frames, np.int64)
    for path, time in zip(recordings, times, strict=True):
        first = -(-time.start_ms * FPS // 1000)
        last = min(frames, time.end_ms * FPS // 1000 + 1)
        if last <= first:
            continue
        sound = np.fromfile(path, "<f4")
        centres = ((np.arange(first, last) * 1000 / FPS - time.start_ms + time.skipped_ms) * RATE / 1000).astype(int)
        opened, wide = _shapes(sound, centres)
        track[first:last] = opened * 10 + wide
    return tuple(int(each) for each in track)


def _shapes(sound: NDArray[np.float32], centres: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    padded = np.pad(sound.astype(np.float64), _WINDOW)
    # A first difference is a high-pass filter: what is left of it against the whole tells bright sounds from dark.
    high = np.diff(padded, prepend=0.0)
    loud = np.array([_rms(padded, at) for at in centres])
    bright = np.array([_rms(high, at) for at in centres])
    top = float(np.percentile(loud, 90)) if loud.size else 0.0
    if top <= 1e-5:
        return np.zeros(len(centres), np.int64), np.zeros(len(centres), np.int64)
    share = np.clip((loud / top - _CLOSED) / (1 - _CLOSED), 0, 1) ** 0.75
    opened = np.rint(share * STEPS).astype(np.int64)
    wide = np.rint(np.clip(bright / np.maximum(loud, 1e-6) / 0.8, 0, 1) * STEPS).astype(np.int64)
    return opened, np.where(opened > 0, wide, 0)


def _rms(sound: NDArray[np.float64], at: int) -> float:
    part = sound[max(0, at + _WINDOW // 2) : at + _WINDOW // 2 + _WINDOW]
    return float(np.sqrt(np.mean(part * part))) if part.size else 0.0
