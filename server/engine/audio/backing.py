"""Music under a whole recording: looped without a click, down while somebody speaks, gone at the end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from server.domain.errors import SourceNotImported
from server.engine.audio.decoding import decode_start
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.music import ducking
from server.engine.audio.signals import EPISODE_RATE, Samples, amplitude

LONGEST_S = 240.0
"""More of the piece is not used; it begins again."""
CROSSFADE_S = 2.0
BELOW_SPEECH_LU = 6.0
FADE_IN_S = 1.0
FADE_OUT_S = 3.0

_SHORTEST_S = 4.0
_SILENT_DB = -50.0
_CONTROL_RATE = 100


@dataclass(frozen=True, slots=True)
class Bed:
    """One round of the music, mono at 44.1 kHz, at its level: its end runs into its beginning."""

    samples: Samples

    def at(self, position: int, count: int) -> Samples:
        """`count` samples from `position` of the endless piece on."""
        return self.samples[np.arange(position, position + count) % len(self.samples)]


def load_bed(path: Path, *, speech_lufs: float, name: str = "") -> Bed:
    """Read music and make a loop of it, `BELOW_SPEECH_LU` softer than the speech while it plays alone.

    Raises:
        SourceNotImported: the file can't be read, is silent or shorter than four seconds.
    """
    shown = name or path.name
    stereo = decode_start(path, rate=EPISODE_RATE, channels=2, seconds=LONGEST_S, name=shown)
    sound = np.asarray(stereo.mean(axis=0), np.float32)
    heard = np.flatnonzero(np.abs(sound) > amplitude(_SILENT_DB))
    if not len(heard):
        raise SourceNotImported(f"{shown} is silent; choose other background music.", source=shown)
    sound = sound[heard[0] : heard[-1] + 1]
    if len(sound) < _SHORTEST_S * EPISODE_RATE:
        raise SourceNotImported(f"{shown} is too short to play under a recording; 4 seconds are needed.", source=shown)
    meter = LoudnessMeter(EPISODE_RATE)
    meter.add(sound)
    loudness = meter.integrated()
    gain = amplitude(speech_lufs - BELOW_SPEECH_LU - loudness) if math.isfinite(loudness) else 1.0
    return Bed(looped(sound * np.float32(gain)))


def looped(sound: Samples) -> Samples:
    """`sound` without its last two seconds, which are faded into its first two at equal power."""
    fade = min(int(CROSSFADE_S * EPISODE_RATE), len(sound) // 3)
    angle = np.linspace(0, 0.5 * np.pi, fade, dtype=np.float32)
    body = sound[: len(sound) - fade].copy()
    body[:fade] = body[:fade] * np.sin(angle) + sound[len(sound) - fade :] * np.cos(angle)
    return body


def under(
    speech: Iterable[Samples], bed: Bed, spoken: Sequence[tuple[float, float]], *, samples: int
) -> Iterator[Samples]:
    """`speech` in blocks with the music under it; `spoken` is when somebody speaks, in seconds."""
    control = ducking(spoken, seconds=samples / EPISODE_RATE)
    places = np.arange(len(control))
    position = 0
    for block in speech:
        at = np.arange(position, position + len(block))
        gain = np.interp(at * (_CONTROL_RATE / EPISODE_RATE), places, control)
        rise = np.clip(at / (FADE_IN_S * EPISODE_RATE), 0, 1)
        fall = np.clip((samples - at) / (FADE_OUT_S * EPISODE_RATE), 0, 1)
        music = bed.at(position, len(block)) * gain * np.sin(0.5 * np.pi * np.minimum(rise, fall)) ** 2
        yield np.asarray(block + music, np.float32)
        position += len(block)
