"""Where somebody speaks: Silero's voice activity model (in faster-whisper's package) over a stream of any length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
STEP = 512
"""Samples that one probability stands for: 32 ms."""

_SPEECH, _SILENCE = 0.5, 0.35
_MIN_SILENCE = 0.2
_MIN_SPEECH = 0.15
_PADDING = 0.06
_AT_ONCE = STEP * 1875
"""A minute: what the model gets at a time."""
_WARM_UP = STEP * 64
"""Two seconds of the stretch before, so that the model has heard the voice when its answers begin to count."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch, samples at 16 kHz from `start` to `end`."""

    start: int
    end: int

    @property
    def seconds(self) -> float:
        """How long it is."""
        return (self.end - self.start) / SAMPLE_RATE


class ActivityMeter:
    """Takes sound in blocks and keeps one probability for every 32 ms."""

    def __init__(self) -> None:
        from faster_whisper.vad import get_vad_model

        self._model = get_vad_model()
        self._held = np.zeros(0, np.float32)
        self._warm = 0
        self._found: list[NDArray[np.float32]] = []

    def add(self, block: NDArray[np.float32]) -> None:
        """Take the next mono samples at 16 kHz."""
        self._held = np.concatenate([self._held, block])
        while len(self._held) - self._warm >= _AT_ONCE:
            self._judge(self._held[: self._warm + _AT_ONCE])
            self._held = self._held[self._warm + _AT_ONCE - _WARM_UP :]
            self._warm = _WARM_UP

    def probabilities(self) -> NDArray[np.float32]:
        """That somebody speaks, for every 32 ms of all that came; call it once, at the end."""
        if len(self._held) > self._warm:
            self._judge(np.pad(self._held, (0, -len(self._held) % STEP)))
            self._held, self._warm = self._held[:0], 0
        return np.concatenate(self._found) if self._found else np.zeros(0, np.float32)

    def _judge(self, audio: NDArray[np.float32]) -> None:
        found = np.asarray(self._model(audio.copy()), np.float32).ravel()
        self._found.append(found[self._warm // STEP :])


def regions(probabilities: NDArray[np.float32], *, samples: int) -> tuple[Region, ...]:
    """Where somebody speaks: pauses under 0.2 s are bridged, sounds under 0.15 s are none, 60 ms are kept around."""
    found: list[tuple[int, int]] = []
    start, quiet_since = -1, -1
    longest_pause = int(_MIN_SILENCE * SAMPLE_RATE / STEP)
    for at, chance in enumerate(probabilities.tolist()):
        if chance >= _SPEECH:
            start, quiet_since = (at if start < 0 else start), -1
        elif start >= 0 and chance < _SILENCE:
            quiet_since = at if quiet_since < 0 else quiet_since
            if at - quiet_since >= longest_pause:
                found.append((start, quiet_since))
                start = quiet_since = -1
    if start >= 0:
        found.append((start, len(probabilities) if quiet_since < 0 else quiet_since))
    spoken = [(a * STEP, b * STEP) for a, b in found if (b - a) * STEP >= _MIN_SPEECH * SAMPLE_RATE]
    return tuple(_padded(spoken, samples))


def _padded(spoken: list[tuple[int, int]], samples: int) -> Iterable[Region]:
    side = int(_PADDING * SAMPLE_RATE)
    for index, (start, end) in enumerate(spoken):
        before = spoken[index - 1][1] if index else 0
        after = spoken[index + 1][0] if index + 1 < len(spoken) else samples
        yield Region(
            max(start - side, (before + start) // 2 if index else 0),
            min(end + side, (end + after) // 2 if index + 1 < len(spoken) else samples),
        )
