"""The languages that can be asked for, with the voices that speak them and the best engine of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.accounts import Account
from server.domain.languages import LANGUAGES
from server.domain.voices import SpeechEngine, Voice
from server.services.voices import Voices

RANKS = (SpeechEngine.KOKORO, SpeechEngine.PIPER, SpeechEngine.ENDPOINT, SpeechEngine.ESPEAK)
"""Engines from the best to the most basic."""


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """One line of the language list."""

    name: str
    code: str
    voices: tuple[int, ...]
    """Ids of the voices that speak it, those of the best engine first."""
    engine: str
    """The best engine that speaks it: ``kokoro``, ``piper``, ``endpoint`` or ``espeak``."""

    @property
    def is_basic(self) -> bool:
        """Whether only formant synthesis speaks it."""
        return self.engine == SpeechEngine.ESPEAK


class Languages:
    """The language list."""

    def __init__(self, voices: Voices) -> None:
        self._voices = voices

    def list(self, *, by: Account | None = None) -> tuple[SpokenLanguage, ...]:
        """Every language that a voice speaks, in the order people are shown."""
        usable = [voice for voice in self._voices.all(by.id if by else "") if voice.available]
        found = []
        for language in LANGUAGES:
            speaking = sorted((v for v in usable if v.speaks(language.code)), key=_rank)
            if speaking:
                found.append(SpokenLanguage(language.name, language.code, _ids(speaking), _best(speaking)))
        return tuple(found)


def _rank(voice: Voice) -> int:
    return RANKS.index(voice.engine) if voice.engine in RANKS else len(RANKS) - 1


def _ids(voices: Sequence[Voice]) -> tuple[int, ...]:
    return tuple(voice.id for voice in voices)


def _best(voices: Sequence[Voice]) -> str:
    """The engine of the first voice; the draft engine is no language's best."""
    return next((str(voice.engine) for voice in voices if voice.engine in RANKS), str(voices[0].engine))
