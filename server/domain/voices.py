"""A voice as the catalogue lists it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SpeechEngine(StrEnum):
    """What speaks a voice."""

    KOKORO = "kokoro"
    HIBARI = "hibari"
    ESPEAK = "espeak"


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice. `id` is a number that never changes; `key` is what its engine calls it (``af_heart``)."""

    id: int
    name: str
    engine: SpeechEngine
    key: str
    language: str
    """ISO 639-1 code of the language it speaks."""
    accent: str = ""
    """Region of the accent, for people: ``US``, ``British``, ``Brazil``."""
    sex: str = ""
    """``female``, ``male`` or empty."""
    grade: str = ""
    """A to D by the measured word errors and the publisher's own grading; ``basic`` for formant synthesis."""
    available: bool = True
    needs: str = ""
    """What would have to be installed for an unavailable voice."""
