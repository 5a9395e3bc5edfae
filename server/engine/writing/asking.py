"""Questions made from sentences, whatever the language: what is asked, and the words that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis
from server.engine.writing.standalone import statement, written


class Kind(StrEnum):
    """What a question asks for."""

    ASKED = "asked"
    """The source puts it itself."""
    HEADED = "headed"
    """A heading of the source puts it."""
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
    ROW = "row"
    """What a table says of one of its rows, or which row leads a column."""
    WHETHER = "whether"
    """A question for yes or no; the answer says which."""
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
    probe: str = ""
    """What is compared with the answer, where the question itself has words of frame."""
    is_named: bool = False
    """The question names whom the first pronoun of the answer stands for."""
    head: int = -1
    """The sentence that is no more than a head and names what is asked about: no answer tells it."""
    is_wide: bool = False
    """It asks no more than what is said of a matter: nobody would read many such."""
    forms: tuple[str, ...] = ()
    """The same question in other words, which a piece takes in turn, so that it doesn't read like a form."""


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
    made: Statement | None = None
    """The explanation with its passages, where these aren't just the sentence's own."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of a sentence; `kind` sets persons, stretches of time and measures apart from other things."""

    word: str
    is_plural: bool
    kind: str


class Asker(Protocol):
    """A language's way to ask about the sentences of one analysis."""

    tellings: Tellings

    def questions(self, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        ...

    def terms(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        ...

    def concepts(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences name in passing, and what the sources keep coming back to."""
        ...

    def stands(self, text: str) -> bool:
        """Whether nothing in a text points at something that it doesn't name."""
        ...

    def states(self, text: str) -> bool:
        """Whether a text is one whole statement that tells by itself what it speaks of."""
        ...

    def nouns(self, text: str) -> list[Noun]:
        """The nouns of a text that others could be put in the place of; none where they can't be told."""
        ...

    def kind_of(self, name: str) -> str:
        """What a name of the sources names (``person``, ``body``, ``place``); empty where that isn't known."""
        ...


class Tellings:
    """How the sentences of an analysis are told by themselves and after one another; worked out once."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._alone: dict[int, Statement | None] = {}

    def alone(self, i: int) -> Statement | None:
        """A sentence that needs nothing before it, with its passages; nothing where it does."""
        if i not in self._alone:
            s = self._analysis.sentences[i]
            made = statement(self._analysis, i, most=s.words)
            if made is not None and any(p.kind == "asked" for p in s.prompts):
                made = Statement(written(self._analysis, s), made.passages)
            self._alone[i] = made
        return self._alone[i]

    def text(self, i: int) -> str:
        """The words of `alone`; empty where there are none."""
        made = self.alone(i)
        return made.text if made is not None else ""

    def told(self, ids: Sequence[int]) -> list[str]:
        """Sentences one after the other: the first by itself, those that follow on it as they are written."""
        out, last = [], -9
        for i in ids:
            said = written(self._analysis, self._analysis.sentences[i])
            out.append(said if last == i - 1 else self.text(i) or said)
            last = i
        return out
