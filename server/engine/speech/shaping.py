"""A voice moved towards another one's pitch and timbre with the WORLD vocoder (M. Morise et al., 2016).

What is moved: the mean pitch, half of its variation, and four fifths of the difference between the two mean spectral
envelopes, as smooth as 24 cepstral coefficients let it be. Formants stay where they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from server.engine.speech.world import world

RATE = 24_000
FRAME_MS = 5.0
EQUALISED = 0.8
VARIANCE = 0.5

_LIFTER = 24
_MOST = 3.0
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 450.0
_EXCURSION = (0.6, 1.6)


@dataclass(frozen=True, slots=True)
class Timbre:
    """The mean and the deviation of ln(Hz), and the smoothed mean log envelope at 24 kHz, level taken out."""

    pitch: float
    deviation: float
    envelope: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What WORLD makes of a sound: Hz (0 where unvoiced), power envelope and aperiodicity of every frame."""

    pitch: NDArray[np.float64]
    envelope: NDArray[np.float64]
    noise: NDArray[np.float64]


def timbre_of(audio: NDArray[np.float32], *, found: Analysis | None = None) -> Timbre | None:
    """The timbre of mono speech at 24 kHz; None where too little of it is voiced. `found` is its analysis."""
    return _timbre(found or analysed(audio))


def shaped(
    audio: NDArray[np.float32], towards: Timbre, *, own: Timbre | None = None, found: Analysis | None = None
) -> NDArray[np.float32]:
    """`audio` (mono, 24 kHz) moved towards a timbre; as it is where nothing in it is voiced.

    `own` is the timbre of the voice that speaks, measured over more than this sound: a few words are no measure, and
    with it every sentence keeps its own melody. Without it the sound itself is measured. `found` is its analysis.
    """
    if len(audio) < RATE // 10:
        return audio
    found = found or analysed(audio)
    own = own or _timbre(found)
    if own is None or len(own.envelope) != len(towards.envelope):
        return audio
    ratio = towards.deviation / max(own.deviation, 1e-3)
    stretch = float(np.clip(VARIANCE * ratio + (1 - VARIANCE), *_EXCURSION))
    voiced = found.pitch > 0
    logs = np.log(np.where(voiced, found.pitch, 1.0))
    pitch = np.where(voiced, np.exp((logs - own.pitch) * stretch + towards.pitch), 0.0)
    difference = np.clip(np.array(towards.envelope) - np.array(own.envelope), -_MOST, _MOST)
    envelope = found.envelope * np.exp(EQUALISED * difference)[None]
    made = (
        world()
        .synthesize(
            np.ascontiguousarray(pitch),
            np.ascontiguousarray(envelope),
            np.ascontiguousarray(found.noise),
            RATE,
            FRAME_MS,
        )[: len(audio)]
        .astype(np.float32)
    )
    level = np.sqrt(np.mean(np.square(audio))) / max(float(np.sqrt(np.mean(np.square(made)))), 1e-6)
    return np.asarray(np.clip(made * level, -1.0, 1.0), np.float32)


def shapes_between(own: Timbre, towards: Timbre) -> tuple[Timbre, ...]:
    """The ways from one timbre to another that are worth hearing: pitch and envelope, and the envelope alone.

    Where a voice is about as high as the person, moving its pitch costs more by the vocoder's traces than it gains.
    """
    return towards, replace(towards, pitch=own.pitch, deviation=own.deviation)


def analysed(audio: NDArray[np.float32]) -> Analysis:
    """WORLD's view of mono speech at 24 kHz."""
    signal = audio.astype(np.float64)
    pitch, times = world().dio(signal, RATE, f0_floor=_LOWEST_HZ, f0_ceil=_HIGHEST_HZ, frame_period=FRAME_MS)
    pitch = world().stonemask(signal, pitch, times, RATE)
    return Analysis(pitch, world().cheaptrick(signal, pitch, times, RATE), world().d4c(signal, pitch, times, RATE))


def _timbre(found: Analysis) -> Timbre | None:
    voiced = found.pitch > 0
    if voiced.sum() < 20:
        return None
    logs = np.log(found.pitch[voiced])
    spectra = np.log(found.envelope[voiced] + 1e-12)
    mean = (spectra - spectra.mean(axis=1, keepdims=True)).mean(axis=0)
    cepstrum = np.fft.irfft(mean)
    cepstrum[_LIFTER : len(cepstrum) - _LIFTER + 1] = 0
    smooth = np.fft.rfft(cepstrum).real[: len(mean)]
    return Timbre(float(logs.mean()), float(logs.std()), tuple(round(float(value), 4) for value in smooth))
