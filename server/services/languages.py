"""The languages that can be asked for, with the voices that speak them."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.languages import LANGUAGES
from server.services.voices import VoiceCatalogue


@dataclass(frozen=True, slots=True)
class SpokenLanguage:
    """One line of the language list."""

    name: str
    code: str
    voices: tuple[int, ...]
    """Ids of the voices that speak it."""


class Languages:
    """The language list."""

    def __init__(self, catalogue: VoiceCatalogue) -> None:
        self._catalogue = catalogue

    def list(self) -> tuple[SpokenLanguage, ...]:
        """Every language, in the order people are shown."""
        speaking: dict[str, list[int]] = {}
        for voice in self._catalogue.voices():
            if voice.available:
                speaking.setdefault(_primary(voice.language), []).append(voice.id)
        return tuple(
            SpokenLanguage(language.name, language.code, tuple(speaking.get(_primary(language.code), ())))
            for language in LANGUAGES
        )


def _primary(code: str) -> str:
    """The language of a code without its region: ``pt`` of ``pt-BR``."""
    return code.partition("-")[0].lower()
