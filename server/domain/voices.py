"""Voices as the catalogue lists them, blends of them, and an endpoint that speaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

MOST_WORD_ERRORS = 0.03
"""What a voice may have that is offered by default."""


class SpeechEngine(StrEnum):
    """What speaks a voice."""

    KOKORO = "kokoro"
    HIBARI = "hibari"
    ESPEAK = "espeak"
    MATCHED = "matched"
    """A voice match: a blend of Kokoro's voices, perhaps shaped towards a person's."""
    CLONED = "cloned"
    """An endpoint that takes a recording of the voice."""
    PIPER = "piper"
    ENDPOINT = "endpoint"


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice. `id` is a number that never changes; `key` is what its engine calls it (``af_heart``)."""

    id: int
    name: str
    engine: SpeechEngine
    key: str
    language: str
    """ISO 639-1 code of the language it speaks; empty for a voice that speaks whatever it is given."""
    accent: str = ""
    """Region of the accent, for people: ``US``, ``British``, ``Brazil``."""
    sex: str = ""
    """``female``, ``male`` or empty."""
    grade: str = ""
    """A to D by the measured word errors and the publisher's own grading; ``basic`` for formant synthesis."""
    available: bool = True
    needs: str = ""
    """What would have to be installed for an unavailable voice."""
    client_id: str = ""
    """Its owner; empty for a voice that everybody can use."""
    source: str = ""
    """The file that it comes from, for a voice that is not packaged."""
    word_errors: float | None = None
    """The share of words that the packaged listener hears otherwise; None where it was not measured."""

    @property
    def by_default(self) -> bool:
        """Whether it is offered without a word about its errors: it was measured, and has few."""
        return self.available and self.word_errors is not None and self.word_errors <= MOST_WORD_ERRORS

    def speaks(self, language: str) -> bool:
        """Whether it is a voice of the language (ISO 639-1, with or without a region)."""
        return not self.language or self.language.partition("-")[0] == language.partition("-")[0]


CLONING_KEY = "QUILLCAST_CLONING_KEY"
"""Environment variable with the key of the endpoint that clones voices; worker processes inherit it."""


@dataclass(frozen=True, slots=True)
class CloningEndpoint:
    """An OpenAI-compatible ``/v1/audio/speech`` that takes a recording of the voice it shall speak with.

    `url` ends before ``/audio/speech``; the recording goes along as `reference_audio`, a WAV file in base64.
    """

    url: str
    key: str = field(default="", repr=False)
    model: str = "tts-1"


@dataclass(frozen=True, slots=True)
class BlendPart:
    """A packaged voice's share of a blend."""

    voice: int
    share: float
    """Above 0; the shares of a blend are relative to each other."""


@dataclass(frozen=True, slots=True)
class SpeechEndpoint:
    """An OpenAI-compatible ``/v1/audio/speech``. `url` ends before ``/audio/speech``."""

    url: str
    key: str = field(default="", repr=False)
    model: str = "tts-1"
    voices: tuple[str, ...] = ()
