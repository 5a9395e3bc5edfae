"""Voice match: the packaged voice, or blend of two, that comes nearest to a person's, shaped towards it.

This is no cloning. No package ships weights for that; what is made here sounds like somebody of the same kind, and says
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce
from server.engine.listening.calibration import Measured, measured, said_by
from server.engine.listening.pitch import Pitch, pitch_of
from server.engine.listening.voiceprints import SAMPLE_RATE, Prints, Voiceprints, voiceprints
from server.engine.speech.matched import Profile
from server.engine.speech.shaping import RATE, shaped, timbre_of

SHARES = (0.7, 0.5)
"""What the nearest voice may have of a blend with another one."""
CONSIDERED = 3
GAIN_NEEDED = 0.01
"""A shape is kept when the likeness to speech that it was not made from rises by more than this."""

_PITCH_WEIGHT = 0.25
_UNSURE_HZ = (150.0, 185.0)
_PITCH_S = 20
_TRIAL = "The harbour was quiet, and the boats lay still. Who would go out in such a wind?"


def match(speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str, models: Path) -> Profile:
    """The nearest voice to a person's.

    Args:
        speech: the person's speech, mono at 16 kHz, ten seconds at least.
        wide: the same at 24 kHz.
        name: what the voice shall be called.
        language: ISO 639-1 code of what the person speaks; the voice speaks it where Kokoro does, else English.
        models: the cache of model files.

    Raises:
        CannotProduce: nothing of the speech is voiced.
    """
    listener = voiceprints(models)
    shown, held_out = halves(speech)
    wanted, judged = listener.of(shown), listener.of(held_out)
    pitch = pitch_of(shown[: _PITCH_S * SAMPLE_RATE])
    if pitch is None:
        raise CannotProduce("No pitch could be made out in the recording; speak up, without whispering.")
    sex = sex_of(pitch, wanted)
    ranked = nearest(wanted, pitch, sex=sex)
    chosen = _best(ranked, wanted, language=language, listener=listener, models=models)
    spoken = said_by(chosen.base, models)
    plain = float(listener.of(spoken) @ judged)
    profile = replace(
        chosen,
        name=name,
        sex=sex,
        similarity=round(plain, 3),
        nearest_similarity=round(float(ranked[0].print @ judged), 3),
    )
    return _shaped(profile, wide, judged, listener, models)


def nearest(wanted: Prints, pitch: Pitch, *, sex: str) -> list[Measured]:
    """The packaged voices of a sex, the likest in sound and height first."""
    of_sex = [each for each in measured() if each.voice.sex == sex] or list(measured())
    return sorted(
        of_sex, key=lambda each: float(each.print @ wanted) - _PITCH_WEIGHT * abs(each.pitch - pitch.mean), reverse=True
    )


def sex_of(pitch: Pitch, wanted: Prints) -> str:
    """By pitch, and where that leaves it open by the company the voice keeps."""
    if not _UNSURE_HZ[0] <= pitch.hertz <= _UNSURE_HZ[1]:
        return pitch.sex
    closest = sorted(measured(), key=lambda each: float(each.print @ wanted), reverse=True)[:5]
    return "female" if sum(each.voice.sex == "female" for each in closest) > 2 else "male"


def halves(speech: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Two halves of a speech in alternating stretches of five seconds."""
    size = min(5 * SAMPLE_RATE, len(speech) // 2)
    stretches = [speech[at : at + size] for at in range(0, len(speech), size)]
    return np.concatenate(stretches[::2]), np.concatenate(stretches[1::2])


def _best(ranked: Sequence[Measured], wanted: Prints, *, language: str, listener: Voiceprints, models: Path) -> Profile:
    """The likest of the nearest voices and their blends, each heard."""
    first = ranked[0].voice
    spoken = language if any(each.voice.language == language for each in measured()) else "en"
    accent = first.accent if first.language == spoken else ""
    candidates: list[tuple[str, tuple[str, ...]]] = [
        (each.voice.key, (each.voice.name,)) for each in ranked[:CONSIDERED]
    ]
    candidates += [
        (f"{first.key}:{share}+{other.voice.key}:{round(1 - share, 2)}", (first.name, other.voice.name))
        for other in ranked[1:CONSIDERED]
        for share in SHARES
    ]
    tried = []
    for key, names in candidates:
        profile = Profile("", key, spoken, accent, first.sex, 0.0, 0.0, names)
        text = _TRIAL if spoken == "en" else ""
        tried.append((float(listener.of(said_by(profile.base, models, text=text)) @ wanted), profile))
    return max(tried, key=lambda each: each[0])[1]


def _shaped(
    profile: Profile, wide: NDArray[np.float32], judged: Prints, listener: Voiceprints, models: Path
) -> Profile:
    import soxr

    from server.engine.speech.synthesis import speak

    towards = timbre_of(wide[: 40 * RATE])
    if towards is None:
        return profile
    text = _TRIAL if profile.language == "en" else ""
    spoken = (
        soxr.resample(said_by(profile.base, models, text=text), SAMPLE_RATE, RATE)
        if text == ""
        else speak(text, profile.base, models=models)
    )
    moved = shaped(np.asarray(spoken, np.float32), towards)
    before = listener.of(np.asarray(soxr.resample(spoken, RATE, SAMPLE_RATE), np.float32)) @ judged
    after = listener.of(np.asarray(soxr.resample(moved, RATE, SAMPLE_RATE), np.float32)) @ judged
    if float(after) - float(before) <= GAIN_NEEDED:
        return profile
    return replace(profile, shape=towards, similarity=round(float(after), 3))


def told(profile: Profile) -> str:
    """One plain sentence about what the voice is."""
    made_of = " and ".join(profile.made_of)
    shaped_too = ", shaped towards the recording" if profile.shape else ""
    return (
        f"{profile.name} is a voice match, not a clone: the nearest packaged voice ({made_of}){shaped_too}. "
        f"Its likeness to the recording is {profile.similarity:.2f} of 1; the same person usually reaches 0.80 or more."
    )
