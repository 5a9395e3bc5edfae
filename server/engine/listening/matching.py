"""Voice match: the packaged voice, or blend of two, that comes nearest to a person's, shaped towards it.

This is no cloning. No package ships weights for that; what is made here sounds like somebody of the same kind, and says
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce
from server.engine.listening.calibration import Measured, measured, said_in
from server.engine.listening.pitch import Pitch, pitch_of
from server.engine.listening.voiceprints import SAMPLE_RATE, Prints, Voiceprints, voiceprints
from server.engine.speech.matched import Profile
from server.engine.speech.passages import passage_of
from server.engine.speech.shaping import RATE, Timbre, analysed, shaped, shapes_between, timbre_of
from server.engine.speech.synthesis import speak

SHARES = (0.6,)
"""What the nearest voice may have of a blend with another one."""
CONSIDERED = 3
GAIN_NEEDED = 0.01
"""A shape is kept when the likeness to speech that it was not made from rises by more than this."""

_PITCH_WEIGHT = 0.25
_UNSURE_HZ = (150.0, 185.0)
_PITCH_S = 20
_TIMBRE_S = 40


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
    towards = timbre_of(halves(wide, rate=RATE)[0][: _TIMBRE_S * RATE])
    chosen = _best(ranked, wanted, towards, language=language, hear=_Ear(listener), models=models)
    profile = replace(
        chosen,
        name=name,
        sex=sex,
        nearest_similarity=round(float(ranked[0].print @ judged), 3),
        same_person=round(float(wanted @ judged), 3),
    )
    return _judged(profile, towards, wanted, judged, hear=_Ear(listener), models=models)


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


def halves(speech: NDArray[np.float32], *, rate: int = SAMPLE_RATE) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Two halves of a speech in alternating stretches of five seconds."""
    size = min(5 * rate, len(speech) // 2)
    stretches = [speech[at : at + size] for at in range(0, len(speech), size)]
    return np.concatenate(stretches[::2]), np.concatenate(stretches[1::2])


class _Ear:
    """Hears sound at 24 kHz as a print."""

    def __init__(self, listener: Voiceprints) -> None:
        self._listener = listener

    def __call__(self, sound: NDArray[np.float32]) -> Prints:
        import soxr

        return self._listener.of(np.asarray(soxr.resample(sound, RATE, SAMPLE_RATE), np.float32))


def _best(
    ranked: Sequence[Measured], wanted: Prints, towards: Timbre | None, *, language: str, hear: _Ear, models: Path
) -> Profile:
    """The likest of the nearest voices and their blends, each heard as it would speak: shaped, where that helps."""
    first = ranked[0].voice
    spoken = language if any(each.voice.language == language for each in measured()) else "en"
    candidates: list[tuple[str, tuple[str, ...]]] = [
        (each.voice.key, (each.voice.name,)) for each in ranked[:CONSIDERED]
    ]
    candidates += [
        (f"{first.key}:{share}+{other.voice.key}:{round(1 - share, 2)}", (first.name, other.voice.name))
        for other in ranked[1:CONSIDERED]
        for share in SHARES
    ]
    accent = first.accent if first.language == spoken else ""
    tried: list[tuple[float, Profile]] = []
    for key, names in candidates:
        profile = Profile("", key, spoken, accent, first.sex, 0.0, 0.0, names)
        sound = speak(passage_of(spoken), profile.base, models=models)
        tried.append((max(float(hear(way.sound) @ wanted) for way in _ways(sound, towards)), profile))
    return max(tried, key=lambda each: each[0])[1]


@dataclass(frozen=True, slots=True)
class _Way:
    """How a voice may sound: as it is, or shaped."""

    sound: NDArray[np.float32]
    shape: Timbre | None = None
    own: Timbre | None = None


def _ways(sound: NDArray[np.float32], towards: Timbre | None) -> list[_Way]:
    """What is spoken as it is, and in every shape that leads towards a timbre."""
    found = analysed(sound) if towards else None
    own = timbre_of(sound, found=found) if found else None
    shapes = shapes_between(own, towards) if own and towards else ()
    return [_Way(sound), *(_Way(shaped(sound, shape, own=own, found=found), shape, own) for shape in shapes)]


def _judged(
    profile: Profile, towards: Timbre | None, wanted: Prints, judged: Prints, *, hear: _Ear, models: Path
) -> Profile:
    """The voice with its likeness to what it was not made from, and in the likest shape where that raises it."""
    plain, *ways = _ways(speak(said_in(profile.language), profile.base, models=models), towards)
    as_it_is = float(hear(plain.sound) @ judged)
    if ways:
        print_of, way = max(((hear(each.sound), each) for each in ways), key=lambda heard: float(heard[0] @ wanted))
        moved = float(print_of @ judged)
        if moved - as_it_is > GAIN_NEEDED:
            return replace(profile, shape=way.shape, own=way.own, similarity=round(moved, 3))
    return replace(profile, similarity=round(as_it_is, 3))


def told(profile: Profile) -> str:
    """One plain sentence about what the voice is."""
    made_of = " and ".join(profile.made_of)
    shaped_too = ", shaped towards the recording" if profile.shape else ""
    return (
        f"{profile.name} is a voice match, not a clone: the nearest packaged voice ({made_of}){shaped_too}. "
        f"Its likeness to parts of the recording that it was not made from is {profile.similarity:.2f} of 1; "
        f"another part of the same recording reaches {profile.same_person:.2f}."
    )
