"""The languages that can be asked for, with the voices that speak them and the best engine of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.accounts import Account
from server.domain.languages import LANGUAGES
from server.domain.voices import MOST_WORD_ERRORS, SpeechEngine, Voice
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
    word_errors: float | None
    """Those of the voices that speak it where none is named; None where they were not measured."""

    @property
    def is_basic(self) -> bool:
        """Whether only formant synthesis speaks it."""
        return self.engine == SpeechEngine.ESPEAK

    @property
    def by_default(self) -> bool:
        """Whether the voices that speak it unasked have so few errors that nothing needs to be said of them."""
        return self.word_errors is not None and self.word_errors <= MOST_WORD_ERRORS


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
                found.append(
                    SpokenLanguage(
                        language.name, language.code, _ids(speaking), _best(speaking), _errors_unasked(speaking)
                    )
                )
        return tuple(found)


def _rank(voice: Voice) -> int:
    return RANKS.index(voice.engine) if voice.engine in RANKS else len(RANKS) - 1


def _ids(voices: Sequence[Voice]) -> tuple[int, ...]:
    return tuple(voice.id for voice in voices)


def _best(voices: Sequence[Voice]) -> str:
    """The engine of the first voice; the draft engine is no language's best."""
    return next((str(voice.engine) for voice in voices if voice.engine in RANKS), str(voices[0].engine))


def _errors_unasked(voices: Sequence[Voice]) -> float | None:
    """The larger share of the two that speak where none is named: the best packaged engine's first of each sex."""
    packaged = [v for v in voices if not v.source and not v.client_id and v.engine in (*RANKS, SpeechEngine.HIBARI)]
    pair = {v.sex: v for v in reversed(packaged) if v.engine is packaged[0].engine}
    shares = [voice.word_errors for voice in pair.values()]
    known = [share for share in shares if share is not None]
    return max(known) if known and len(known) == len(shares) else None
