"""A music bed: music under a whole episode, looped without a click, out of the way of the words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import SourceNotImported
from server.engine.audio.decoding import decode_start
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.music import BELOW_SPEECH_LU, CONTROL_RATE, DUCKED_DB, ducking, folded
from server.engine.audio.signals import EPISODE_RATE, Samples, amplitude

LONGEST_LOOP_S = 600.0
"""Of longer music only so much is used, and comes round again."""
SHORTEST_LOOP_S = 4.0
"""Shorter music would be heard as a pattern."""
CROSSFADE_S = 2.0
FADE_IN_S = 0.8
FADE_OUT_S = 3.0
LEAST_FADE_S = 0.005
_SILENT_DB = -50.0


class Bed:
    """Music as long as an episode, computed where it is read: memory holds one round of it.

    Args:
        loop: one round ``(n,)`` at 44.1 kHz, at its level. Its end is faded into its beginning.
        samples: the length of the episode.
        spoken: where somebody speaks, ``(start, end)`` in seconds, in order.
    """

    def __init__(
        self,
        loop: Samples,
        *,
        samples: int,
        spoken: Sequence[tuple[float, float]],
        ducked_db: float = DUCKED_DB,
        fade_in_s: float = FADE_IN_S,
        fade_out_s: float = FADE_OUT_S,
    ) -> None:
        self._loop = loop
        self._samples = samples
        self._control = ducking(spoken, seconds=samples / EPISODE_RATE, ducked_db=ducked_db)
        self._fades = (fade_in_s, fade_out_s)

    def __len__(self) -> int:
        return self._samples

    def __getitem__(self, part: slice) -> Samples:
        start, stop, _ = part.indices(self._samples)
        at = np.arange(start, max(start, stop))
        rise, fall = self._fades
        faded = looped(self._loop, at) * fades(at, samples=self._samples, fade_in_s=rise, fade_out_s=fall)
        return np.asarray(faded * ducked(self._control, at), np.float32)


def crossing(loop: Samples) -> int:
    """Over how many samples the end of a loop is faded into its beginning."""
    return min(round(CROSSFADE_S * EPISODE_RATE), len(loop) // 4)


def looped(loop: Samples, at: NDArray[np.int64]) -> Samples:
    """A loop that comes round for ever, at these samples."""
    cross = crossing(loop)
    period = len(loop) - cross
    place = at % period
    sound = loop[place].copy()
    meeting = (place < cross) & (at >= period)
    share = place[meeting] / cross
    # Equal power: two stretches of one piece are hardly ever in phase.
    leaving = loop[place[meeting] + period] * np.cos(0.5 * np.pi * share)
    sound[meeting] = sound[meeting] * np.sin(0.5 * np.pi * share) + leaving
    return np.asarray(sound, np.float32)


def fades(at: NDArray[np.int64], *, samples: int, fade_in_s: float, fade_out_s: float) -> NDArray[np.float64]:
    """The gain at these samples of music that is `samples` long, faded in and out."""
    coming, going = (max(s, LEAST_FADE_S) * EPISODE_RATE for s in (fade_in_s, fade_out_s))
    rise, fall = np.clip(at / coming, 0, 1), np.clip((samples - at) / going, 0, 1)
    return np.asarray(np.sin(0.5 * np.pi * rise) ** 2 * np.sin(0.5 * np.pi * fall) ** 2)


def ducked(control: Samples, at: NDArray[np.int64]) -> NDArray[np.float64]:
    """The gains of `music.ducking` at these samples."""
    step = EPISODE_RATE / CONTROL_RATE
    return np.asarray(np.interp(at / step, np.arange(len(control)), control))


def load_loop(path: Path, *, speech_lufs: float, name: str = "", below_lu: float = BELOW_SPEECH_LU) -> Samples:
    """One round of bed music at its level below speech of `speech_lufs`: mono, cut at zero crossings.

    Raises:
        SourceNotImported: the file can't be read, is silent or shorter than four seconds.
    """
    shown = name or path.name
    sound = folded(decode_start(path, rate=EPISODE_RATE, channels=2, seconds=LONGEST_LOOP_S, name=shown))
    heard = np.flatnonzero(np.abs(sound) > amplitude(_SILENT_DB))
    if not len(heard):
        raise SourceNotImported(f"{shown} is silent; choose other music.", source=shown)
    sound = between_crossings(sound[heard[0] : heard[-1] + 1])
    if len(sound) < SHORTEST_LOOP_S * EPISODE_RATE:
        raise SourceNotImported(
            f"{shown} is shorter than four seconds, too short to go on under an episode; choose longer music.",
            source=shown,
        )
    meter = LoudnessMeter(EPISODE_RATE)
    meter.add(sound)
    loudness = meter.integrated()
    gain = amplitude(speech_lufs - below_lu - loudness) if math.isfinite(loudness) else 1.0
    return np.asarray(sound * np.float32(gain), np.float32)


def between_crossings(sound: Samples) -> Samples:
    """`sound` from its first to its last rising zero crossing, so that both ends stand at nothing."""
    rising = np.flatnonzero((sound[:-1] <= 0) & (sound[1:] > 0)) + 1
    return sound[rising[0] : rising[-1]] if len(rising) > 1 else sound
