"""What the built-in writer needs to know of a language. Composition asks only this; the words live with the language."""  # noqa: E501

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from server.domain.sources import Source
from server.engine.writing.analysis import Role, Section, Sentence, Voice


@dataclass(frozen=True, slots=True)
class Reading:
    """A language's reading of the sources: what `Analysis` is made of."""

    sentences: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    titles: tuple[str, ...]
    voices: tuple[Voice, ...]
    authors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences a script may add of its own. `{…}` are the slots that composition fills.

    Each entry is a stock to choose from in turn, so that no episode opens two lines alike.
    """

    by_role: Mapping[Role, tuple[str, ...]]
    """Questions that any sentence of the role answers."""
    topic: tuple[str, ...]
    """Questions about `{topic}`, a definite noun phrase."""
    elaborate: tuple[str, ...]
    """Questions that a general statement invites and the next sentence answers."""
    onward: tuple[str, ...]
    """Questions that only ask to go on."""
    frames: Mapping[str, tuple[str, ...]]
    """Openings, transitions, attributions and closes by their name in the outline."""
    headings: Mapping[str, str]
    """Headings of written pieces by the part they stand over."""
    openers: tuple[str, ...]
    """Words a statement may be led in with, where two would begin alike."""
    listing: tuple[str, str]
    """What joins the items of a list and what stands before the last one."""

    @property
    def is_silent(self) -> bool:
        """Whether the language has no sentences of its own here, so that the sources can only be read in turn."""
        return not self.onward


class LanguageRules(Protocol):
    """A language of the built-in writer."""

    code: str
    phrases: Phrases

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """The sentences and sections of the sources, in their order."""
        ...

    def unsupported(self, text: str, *, passages: Sequence[str]) -> list[str]:
        """Numbers and names of a line that its passages do not carry."""
        ...

    def opening_pronoun(self, text: str) -> str:
        """The pronoun or demonstrative that a line starts with, or nothing."""
        ...

    def broken(self, text: str) -> list[str]:
        """What is wrong with a line as a piece of the language: fragments, doubled words, praise, page furniture."""
        ...

    def numerals(self, text: str) -> frozenset[str]:
        """The numbers of a text in one spelling, for comparing figures across sources."""
        ...

    def terms(self, text: str) -> frozenset[str]:
        """The content words of a text in the form that `Sentence.terms` has."""
        ...

    def subject_of(self, text: str) -> tuple[int, int]:
        """Where the noun phrase that a clause is about stands in it; (0, 0) where none can be told."""
        ...

    def self_contained(self, text: str) -> bool:
        """Whether nothing in a sentence points outside it."""
        ...

    def strikes(self, text: str) -> bool:
        """Whether a sentence can open an episode: an extreme or a turn, and nothing in it that points outside."""
        ...

    def led_in(self, text: str, words: str) -> str:
        """A line with an opener before it, or nothing where it can't take one."""
        ...

    def sentences_of(self, text: str) -> list[str]:
        """A line split into its sentences."""
        ...
