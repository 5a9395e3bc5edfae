"""Questions made from sentences, whatever the language: what is asked, and the words that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from server.engine.writing.analysis import Analysis, Sentence


class Kind(StrEnum):
    """What a question asks for."""

    ASKED = "asked"
    """The source puts it itself."""
    WHY = "why"
    HOW = "how"
    WHO = "who"
    WHAT = "what"
    WHEN = "when"
    WHERE = "where"
    HOW_MANY = "how many"
    HOW_LONG = "how long"
    SHARE = "share"
    DEFINITION = "definition"
    CONDITION = "condition"
    CHANGE = "change"
    PLAN = "plan"
    VIEW = "view"
    EVENT = "event"
    ABOUT = "about"
    """Only names what the sentence is about: for want of a better one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that one sentence answers.

    `answer` are the sentence's own words that answer it, as they stand in it; empty where only the whole does.
    `quality` tells how likely a person would ask it, 0 to 1.
    """

    question: str
    kind: Kind
    sentence: int
    answer: str = ""
    quality: float = 0.5
    since: int = -1
    """The sentence with which the answer has to begin, where that isn't this one: what a pronoun in it stands for."""
    checked: bool = True
    """False where it can't be compared with its answer by meaning (a language the cross-encoder doesn't know)."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word or name that a sentence explains; `said` is the explanation as a sentence of its own."""

    term: str
    said: str
    sentence: int
    strength: float
    question: str = ""
    meaning: str = ""
    """The explanation without the term, where it can be set apart."""


class Asker(Protocol):
    """A language's way to ask."""

    def questions(self, analysis: Analysis, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        ...

    def terms(self, analysis: Analysis, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        ...

    def stands(self, text: str) -> bool:
        """Whether nothing in a text points at something that it doesn't name."""
        ...


def asker_for(analysis: Analysis) -> Asker:
    """The asker of an analysis's language."""
    from server.engine.writing.english import English

    rules = analysis.rules
    if isinstance(rules, English):
        from server.engine.writing.english.asking import EnglishAsker

        return EnglishAsker(rules.parsed)
    from server.engine.writing.european.asking import EuropeanAsker

    return EuropeanAsker()


def standing(s: Sentence) -> str:
    """A sentence as it stands by itself; empty where it can't."""
    return (s.alone if s.leans else s.told) or ""


def together(analysis: Analysis, ids: Sequence[int]) -> list[str]:
    """Sentences one after the other: in full after the one they lean on, else by themselves."""
    out, last = [], -9
    for i in ids:
        s = analysis.sentences[i]
        out.append(s.told if not s.leans or last == i - 1 else s.alone or s.told)
        last = i
    return out
