"""A document laid out in reading order, in words of its own language, before it becomes Markdown, HTML or PDF.

Every renderer draws the same few kinds of block, so that a document says the same in each of its forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from server.domain.documents import Chart, Column, SourceNote


@dataclass(frozen=True, slots=True)
class Run:
    """A statement and the numbers of the notes that it rests on."""

    text: str
    notes: tuple[int, ...] = ()


Runs: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 stands right under the title."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph. `is_lead` marks the summary that a cover may take."""

    runs: Runs
    is_lead: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A list without order, set apart as something to look at."""

    items: tuple[Runs, ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """A word to the reader beside the text."""

    label: str
    items: tuple[Runs, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms and what they mean."""

    entries: tuple[tuple[str, Runs], ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Questions, each with its answer."""

    entries: tuple[tuple[str, Runs], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A number to be seen at a glance."""

    value: str
    unit: str
    label: str
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Numbers side by side."""

    entries: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """A chart with its notes."""

    chart: Chart
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: every cell a run, numbers flush right."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Runs, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A date as the language writes it, and what happened."""

    label: str
    run: Run
    is_approximate: bool = False


@dataclass(frozen=True, slots=True)
class Moments:
    """Events in order; a strip of a few, or a rail down the page."""

    entries: tuple[Moment, ...]
    is_strip: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with lettered options; `answer` counts from 0."""

    question: str
    options: tuple[str, ...]
    answer: int
    explanation: Run


@dataclass(frozen=True, slots=True)
class Choices:
    """The questions of a quiz, without what is right."""

    entries: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """What is right and why; on paper it stands on a page of its own."""

    heading: str
    entries: tuple[Choice, ...]


Block: TypeAlias = (
    Heading | Prose | Points | Callout | Terms | Answers | Cards | Graph | Grid | Moments | Choices | AnswerKey
)


@dataclass(frozen=True, slots=True)
class Note:
    """Where a statement comes from: the words, and `place` in the source (``p. 4``, ``12:31``), empty when unknown."""

    number: int
    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source with its notes, in order of their numbers."""

    source: SourceNote
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A document ready to be shown."""

    kind: str
    """What it is, in the document's language: ``Briefing``."""
    title: str
    language: str
    facts: tuple[str, ...] = ()
    """Short facts beside the title: the day, how many sources, the difficulty."""
    blocks: tuple[Block, ...]
    sources_heading: str
    sources: tuple[CitedSource, ...]
    remarks_heading: str
    remarks: tuple[str, ...] = ()
    """What a person should be told beside it."""
    written_by: str
    """A whole phrase: ``Written by …``."""

    @property
    def is_right_to_left(self) -> bool:
        """Whether its language is written from right to left."""
        return self.language.split("-", maxsplit=1)[0] in {"ar", "fa", "he", "ur", "yi", "ps"}
