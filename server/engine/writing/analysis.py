"""What a set of sources says, sentence by sentence: computed once, read by every task.

Nothing here knows a language: a `LanguageRules` reads the blocks and fills the values in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from server.domain.sources import Passage, Source
from server.engine.writing.vectors import term_vectors

if TYPE_CHECKING:
    from server.engine.writing.languages import LanguageRules

FloatArray = NDArray[np.float32]


class Role(StrEnum):
    """What a sentence does in its text."""

    DEFINITION = "definition"
    BACKGROUND = "background"
    EVENT = "event"
    CAUSE = "cause"
    CONSEQUENCE = "consequence"
    MEASURE = "measure"
    COMPARISON = "comparison"
    CONTRAST = "contrast"
    LIST = "list"
    EXAMPLE = "example"
    QUOTATION = "quotation"
    PLAN = "plan"
    PROBLEM = "problem"
    REMEDY = "remedy"
    OPINION = "opinion"
    PERSON = "person"
    STEP = "step"
    ORDER = "order"
    """It tells somebody to do something, in a list of steps or elsewhere."""
    WARNING = "warning"
    QUESTION = "question"
    TABLE = "table"


class Voice(StrEnum):
    """Who speaks in a text: a narrator out of sight, one `I`, or the two sides of an interview."""

    THIRD = "third"
    FIRST = "first"
    INTERVIEW = "interview"


@dataclass(frozen=True, slots=True)
class Unit:
    """A clause, phrase or apposition of a sentence; `start` and `end` count code points of the source."""

    start: int
    end: int
    text: str
    relation: str
    """How it hangs in its sentence: main, and, but, because, which, while, if, apposition, aside …"""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question that one sentence answers.

    `answer`, where it isn't empty, is what the sentence shrinks to once the question has said the rest.
    """

    text: str
    kind: str
    strength: float
    answer: str = ""
    checked: bool = True
    """False where the question shares too few words with its answer for a cross-encoder to judge it."""
    span: tuple[int, int] = (0, 0)
    """Where the source itself asks it, if it does."""


@dataclass(frozen=True, slots=True)
class Halves:
    """A sentence that two voices can share: the first half, a bridge question and the second half."""

    first: str
    bridge: str
    second: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source and what can be said of it."""

    id: int
    source: int
    section: int
    paragraph: int
    start: int
    end: int
    text: str
    told: str
    """The sentence as it is said aloud: asides and citation marks gone, long ones split."""
    alone: str = ""
    """How it is said when the sentence before it isn't; empty when it can't stand alone."""
    roles: frozenset[Role] = frozenset()
    units: tuple[Unit, ...] = ()
    names: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    introduced: int = -1
    """The sentence shortly before that brings in what this one is about, where that is new to the source."""
    leans: bool = False
    """It points back to the sentence before it."""
    prompts: tuple[Prompt, ...] = ()
    halves: Halves | None = None
    contrast: tuple[str, str] = ("", "")
    """What it says and what it sets against that, as two sentences, where it holds both."""
    gist: tuple[str, ...] = ()
    """Noun phrases that stand for it in a recap, at most six words each."""
    remark: str = ""
    """What plain arithmetic on its figures says, ready to be spoken after it."""
    topic: str = ""
    """The noun phrase it is about, as it is written inside a sentence."""
    pronoun: str = ""
    """What stands for the topic at the start of an answer to a question about it."""
    speaker: str = ""
    voice: Voice = Voice.THIRD
    interest: float = 0.0
    leaning: float = 0.0
    """Above 0 it speaks for its subject, below 0 against it."""
    certain: bool = False
    """It claims something for sure or for all."""
    attributed: bool = False
    """It says who found or said it."""
    terms: frozenset[str] = frozenset()
    in_list: bool = False

    @property
    def words(self) -> int:
        """Spoken words."""
        return len(self.told.split())

    @property
    def prompts_asked(self) -> tuple[Prompt, ...]:
        """The questions that the source puts before this sentence, which begins to answer them."""
        return tuple(p for p in self.prompts if p.kind == "asked")


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of one source under one heading."""

    id: int
    source: int
    title: str
    """The heading as it is shown, numbers and marks gone; empty before the first heading."""
    spoken: str
    """The heading as it goes into a transition; empty where it can't be said."""
    start: int
    end: int
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Analysis:
    """The sources of a task, read. Sentence ids are positions in `sentences`."""

    sources: tuple[Source, ...]
    rules: LanguageRules
    sentences: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    titles: tuple[str, ...]
    voices: tuple[Voice, ...]
    authors: tuple[str, ...]
    vectors: FloatArray = field(repr=False, compare=False)
    """One row of unit length for each sentence."""
    centrality: FloatArray = field(repr=False, compare=False)
    """LexRank of each sentence within its source set, 0 to 1."""

    def passage(self, sentence: Sentence) -> Passage:
        """The words of the source that a sentence is."""
        return self.sources[sentence.source].passage(sentence.start, sentence.end)

    def section_of(self, sentence: Sentence) -> Section:
        """The section a sentence stands in."""
        return self.sections[sentence.section]

    def follows(self, first: Sentence, second: Sentence) -> bool:
        """Whether `second` is the very next sentence of the same source."""
        return first.source == second.source and second.id == first.id + 1


def analyse(sources: Sequence[Source], rules: LanguageRules) -> Analysis:
    """Read the sources of one language.

    Args:
        sources: at least one source, all in the language of `rules`.
        rules: the language's own reader.
    """
    from server.engine.writing.ranking import lexrank

    reading = rules.read(tuple(sources))
    vectors = term_vectors([s.terms for s in reading.sentences])
    return Analysis(
        sources=tuple(sources),
        rules=rules,
        sentences=reading.sentences,
        sections=reading.sections,
        titles=reading.titles,
        voices=reading.voices,
        authors=reading.authors,
        vectors=vectors,
        centrality=lexrank(vectors),
    )
