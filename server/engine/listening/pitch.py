"""How high a voice lies: the fundamental frequency of its voiced moments, by WORLD's Harvest (M. Morise, 2017)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.engine.speech.world import world

SAMPLE_RATE = 16_000
LOWEST_HZ, HIGHEST_HZ = 60.0, 450.0
_FRAME_MS = 5.0
_EDGE_HZ = 165.0
"""Between the usual male and female ranges."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """Mean and deviation of the natural logarithm of the frequency in Hz; `voiced` is the share of voiced frames."""

    mean: float
    deviation: float
    voiced: float

    @property
    def hertz(self) -> float:
        """The geometric mean frequency."""
        return float(np.exp(self.mean))

    @property
    def sex(self) -> str:
        """What the pitch alone suggests."""
        return "female" if self.hertz > _EDGE_HZ else "male"


def pitch_of(audio: NDArray[np.float32]) -> Pitch | None:
    """The pitch of mono speech at 16 kHz; None where nothing is voiced."""
    found, _ = world().harvest(
        audio.astype(np.float64), SAMPLE_RATE, f0_floor=LOWEST_HZ, f0_ceil=HIGHEST_HZ, frame_period=_FRAME_MS
    )
    voiced = found[found > 0]
    if len(voiced) < 20:
        return None
    logs = np.log(voiced)
    middle = logs[np.abs(logs - np.median(logs)) < 0.6]
    return Pitch(float(np.median(middle)), float(middle.std()), len(voiced) / len(found))
