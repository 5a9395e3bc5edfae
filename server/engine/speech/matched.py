"""Speaking in matched voices: a packaged voice or blend, shaped towards a person's timbre."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.domain.decoding import from_json
from server.domain.errors import CannotProduce
from server.domain.voices import SpeechEngine, Voice
from server.engine.speech.kokoro import Kokoro
from server.engine.speech.shaping import Timbre, shaped


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that speaking in a matched voice needs."""

    name: str
    key: str
    """A Kokoro key: a voice or a blend."""
    language: str
    accent: str
    sex: str
    similarity: float
    """Cosine likeness to held-out speech of the person, 0 to 1."""
    nearest_similarity: float
    """The same for the nearest packaged voice as it is."""
    made_of: tuple[str, ...]
    """Names of the voices in it."""
    shape: Timbre | None = None
    same_person: float = 0.0
    """The likeness of one half of the recording to the other."""
    own: Timbre | None = None
    """The timbre of the voice under the shape, over a whole passage."""

    @property
    def base(self) -> Voice:
        """The voice under the shape."""
        return Voice(0, self.name, SpeechEngine.KOKORO, self.key, self.language, accent=self.accent, sex=self.sex)


class Matched:
    """Speaks in matched voices; a voice's `source` is its profile."""

    def __init__(self, models: Path) -> None:
        self._kokoro = Kokoro(models)
        self._profiles: dict[str, tuple[int, Profile]] = {}

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed.

        Raises:
            CannotProduce: the voice was removed.
        """
        profile = self._profile(voice)
        sound = self._kokoro.synthesise(text, profile.base, speed=speed)
        return shaped(sound, profile.shape, own=profile.own) if profile.shape else sound

    def _profile(self, voice: Voice) -> Profile:
        try:
            written = Path(voice.source).stat().st_mtime_ns
        except OSError as error:
            raise _removed(voice) from error
        kept = self._profiles.get(voice.source)
        if kept is None or kept[0] != written:
            kept = self._profiles[voice.source] = (written, read_profile(voice))
        return kept[1]


def read_profile(voice: Voice) -> Profile:
    """The profile of a matched voice. Raises `CannotProduce` when it is gone."""
    try:
        return from_json(Path(voice.source).read_bytes(), Profile)
    except (OSError, msgspec.MsgspecError) as error:
        raise _removed(voice) from error


def _removed(voice: Voice) -> CannotProduce:
    return CannotProduce(f"The voice {voice.name} was removed; choose another voice.")
