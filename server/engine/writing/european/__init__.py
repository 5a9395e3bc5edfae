"""The built-in writer's languages without a packaged parser: German, French, Spanish, Italian and Portuguese."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.sources import Source
from server.engine.writing.european import numbers
from server.engine.writing.european.reading import Reader, points_outside, terms
from server.engine.writing.european.splitting import split
from server.engine.writing.european.wondering import wondering
from server.engine.writing.european.words import Words
from server.engine.writing.languages import Phrases, Reading

_FURNITURE = re.compile(r"https?://|www\.|[#*_]{2,}|\||\b(cookies?|newsletter)\b", re.IGNORECASE)
_SLOT = re.compile(r"\{\w+\}")
_PAIRS = (("„", "“"), ("«", "»"), ("(", ")"))


class European:
    """One language, read by rules and ranked and checked as every language is."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.code = words.code
        self.phrases: Phrases = words.phrases
        self._own = frozenset(w.lower() for text in _all_phrases(words.phrases) for w in re.findall(r"[^\W\d_]+", text))

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """The sentences and sections of the sources, in their order."""
        return Reader(self._words).read(sources)

    def unsupported(self, text: str, *, passages: Sequence[str]) -> list[str]:
        """Numbers and names of a line that its passages do not carry."""
        return numbers.unsupported(text, code=self.code, passages=passages, own=self._own)

    def opening_pronoun(self, text: str) -> str:
        """The pronoun or demonstrative that a line starts with, or nothing."""
        found = self._words.opening_pronoun.match(text)
        return found[1].lower() if found else ""

    def broken(self, text: str) -> list[str]:
        """What is wrong with a line as a piece of the language."""
        bare, out = text.strip(), []
        if not bare or bare[0].islower():
            out.append("starts small")
        if not re.search(r"[.?!…।][\"'”“’»)\s]*$", bare):
            out.append("has no end")
        if re.search(r"\s[,.](\s|$)|,,|,\.|\.\.(?!\.)", bare):
            out.append("stray mark")
        if any(bare.count(a) != bare.count(b) for a, b in _PAIRS) or bare.count('"') % 2:
            out.append("unbalanced quotation or bracket")
        if self._words.praise.search(bare):
            out.append("praise")
        if _FURNITURE.search(bare):
            out.append("page furniture")
        return out

    def numerals(self, text: str) -> frozenset[str]:
        """The numbers of a text as plain digits."""
        return numbers.numerals(text, self.code)

    def terms(self, text: str) -> frozenset[str]:
        """The content words of a text, cut to their stems."""
        return terms(text, self._words)

    def subject_of(self, text: str) -> tuple[int, int]:
        """Where the noun phrase that a clause opens with stands in it; (0, 0) where none can be told."""
        words = wondering(self.code)
        found = words.subject.match(text) if words is not None else None
        return found.span("topic") if found is not None else (0, 0)

    def self_contained(self, text: str) -> bool:
        """Whether nothing at the head of a sentence points outside it."""
        return not points_outside(text, self._words) and not self.opening_pronoun(text)

    def strikes(self, text: str) -> bool:
        """Whether a sentence can open an episode: an extreme, and nothing in it that points outside."""
        return bool(self._words.superlative.search(text)) and self.self_contained(text)

    def led_in(self, text: str, words: str) -> str:
        """Nothing: word order and case forbid to put words before a finished sentence."""
        del text, words
        return ""

    def sentences_of(self, text: str) -> list[str]:
        """A line split into its sentences."""
        return [text[a:b] for a, b in split(text, self._words.abbreviations, ordinal=self._words.ordinal)]


def _all_phrases(phrases: Phrases) -> list[str]:
    stocks = [*phrases.by_role.values(), phrases.topic, phrases.onward, *phrases.frames.values(), phrases.openers]
    return [_SLOT.sub(" ", text) for stock in stocks for text in stock]


def german() -> European:
    """German."""
    from server.engine.writing.european.german import GERMAN

    return European(GERMAN)


def french() -> European:
    """French."""
    from server.engine.writing.european.french import FRENCH

    return European(FRENCH)


def spanish() -> European:
    """Spanish."""
    from server.engine.writing.european.spanish import SPANISH

    return European(SPANISH)


def italian() -> European:
    """Italian."""
    from server.engine.writing.european.italian import ITALIAN

    return European(ITALIAN)


def portuguese() -> European:
    """Portuguese."""
    from server.engine.writing.european.portuguese import PORTUGUESE

    return European(PORTUGUESE)
