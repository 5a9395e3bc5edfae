"""What turns a recording of a person into a voice: the packaged voice match, or an endpoint that clones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce
from server.domain.voices import Voice
from server.engine.listening import matching
from server.engine.listening.recordings import wav_bytes
from server.engine.speech.cloned import Cloned, Reference
from server.engine.speech.levels import SAMPLE_RATE
from server.engine.speech.matched import Matched

REFERENCE_S = 30.0
"""Of a longer recording only so much goes along."""


@dataclass(frozen=True, slots=True)
class MadeVoice:
    """A voice that can speak: its profile as a JSON file's bytes, and what a person is told of it."""

    profile: bytes
    engine: str
    language: str
    accent: str
    sex: str
    similarity: float | None
    told: str


class CloneEngine(Protocol):
    """Makes voices and speaks with them."""

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """A voice like the person's in `speech` (mono, 16 kHz) and `wide` (the same at 24 kHz).

        Raises:
            GenerationError: it can't be made; the sentence says why.
        """
        ...

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken in a voice whose `source` is such a profile: mono at 24 kHz, trimmed.

        Raises:
            GenerationError: the voice is gone or can't speak.
        """
        ...


class MatchingEngine(Matched):
    """The packaged voice match."""

    def __init__(self, models: Path) -> None:
        super().__init__(models)
        self._models = models

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """See `CloneEngine.make`."""
        profile = matching.match(speech, wide, name=name, language=language, models=self._models)
        return MadeVoice(
            msgspec.json.encode(profile),
            "matched",
            profile.language,
            profile.accent,
            profile.sex,
            profile.similarity,
            matching.told(profile),
        )


class EndpointEngine(Cloned):
    """An endpoint that takes a recording of the voice it shall speak with."""

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """See `CloneEngine.make`; the endpoint has to say a word before the voice counts as made."""
        from server.engine.listening.pitch import pitch_of

        if self._endpoint is None:
            raise CannotProduce("No endpoint that clones voices is set up; name one in the settings.")
        wav = wav_bytes(wide[: int(REFERENCE_S * SAMPLE_RATE)], SAMPLE_RATE)
        reference = Reference(name, self._endpoint.url, self._endpoint.model, language, wav)
        self.say(reference, "One, two, three.", speed=1.0)
        pitch = pitch_of(speech[: 20 * 16_000])
        return MadeVoice(
            msgspec.json.encode(reference),
            "cloned",
            language,
            "",
            pitch.sex if pitch else "",
            None,
            f"{name} is spoken by the endpoint {self._endpoint.url} with the recording as its model.",
        )
