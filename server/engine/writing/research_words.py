"""The heading that a report adds of its own, in the report's language; English where a language is not here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResearchWords:
    """`contradictions` stands over statements in which sources differ."""

    contradictions: str


_ENGLISH = ResearchWords("Where the sources differ")
_WORDS = {
    "en": _ENGLISH,
    "de": ResearchWords("Worin sich die Quellen unterscheiden"),
    "fr": ResearchWords("Où les sources divergent"),
    "es": ResearchWords("En qué difieren las fuentes"),
    "it": ResearchWords("Dove le fonti divergono"),
    "pt": ResearchWords("Onde as fontes divergem"),
}


def research_words(language: str) -> ResearchWords:
    """The words of a language."""
    return _WORDS.get(language.split("-", maxsplit=1)[0].lower(), _ENGLISH)
