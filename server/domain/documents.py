"""What a writer hands over for reading: typed documents whose every statement names the passages it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.domain.scripts import Section, Statement
from server.domain.sources import Passage

BUILT_IN = "Built-in (extractive)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What all documents have."""

    title: str
    language: str
    """ISO 639-1 code."""
    written_by: str = BUILT_IN
    notes: tuple[str, ...] = ()
    """What a person should be told beside it, for example that the sources carried less than was asked."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every statement, in reading order."""
        raise NotImplementedError

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage that it rests on, in reading order, repeats included."""
        return tuple(passage for statement in self.statements for passage in statement.passages)


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A question that a reader would ask, and its answer in one or a few sentences."""

    question: str
    answer: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Faq(Document):
    """The weightiest questions and answers, in an order that reads well."""

    entries: tuple[QuestionAnswer, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every answer's sentences."""
        return tuple(s for entry in self.entries for s in entry.answer)


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """A term and what the sources say it is."""

    term: str
    definition: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyGuide(Document):
    """What to learn: key terms, the matter in order, questions with answers."""

    terms: tuple[KeyTerm, ...]
    outline: tuple[Section, ...]
    questions: tuple[QuestionAnswer, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Definitions, the outline's sentences, answers."""
        outline = tuple(s for section in self.outline for paragraph in section.paragraphs for s in paragraph)
        return (
            *(term.definition for term in self.terms),
            *outline,
            *(s for entry in self.questions for s in entry.answer),
        )


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """Something that happened.

    `date` and `end` are ISO 8601 with the precision known (``1897``, ``1897-05``, ``1897-05-03``,
    ``1897-05-03T14:20``); years before the common era start with ``-`` and are astronomical. `end` is empty for a
    point in time. `label` is the date as a reader of the language writes it.
    """

    date: str
    label: str
    text: Statement
    end: str = ""
    is_resolved: bool = False
    """The date stands not in the sentence but follows from another one ("three years later")."""
    is_approximate: bool = False
    """The source says about, around, circa."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline(Document):
    """Events in order of time."""

    events: tuple[TimelineEvent, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The events' sentences."""
        return tuple(event.text for event in self.events)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number worth a card: ``value`` as shown (``1.2 million``), `unit` (``t CO2``), what it counts, and where."""

    value: str
    unit: str
    label: str
    statement: Statement


class ChartKind(StrEnum):
    """How numbers that belong together are best drawn."""

    BARS = "bars"
    LINE = "line"
    """Over time."""
    SHARES = "shares"
    """Parts of a whole, together 100 per cent."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Numbers of the sources that belong together; one series a tuple of `values`, as long as `labels`."""

    kind: ChartKind
    title: str
    unit: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    """Name of each series ("" for a single one) and its values."""
    passages: tuple[Passage, ...]


class ColumnType(StrEnum):
    """What stands in a column's cells."""

    TEXT = "text"
    NUMBER = "number"
    PERCENT = "percent"
    """`value` is in per cent: 12.5 for 12.5 %."""
    MONEY = "money"
    DATE = "date"
    """`value` is an ISO 8601 date of any precision."""


@dataclass(frozen=True, slots=True)
class Column:
    """A property that is compared; `unit` (``km``, ``EUR``) is the cells' and empty when they have none."""

    name: str
    type: ColumnType = ColumnType.TEXT
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value: as shown (without the column's unit), and typed where the column is. Empty when sources don't say."""

    text: str = ""
    value: float | str | None = None
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Things in rows, properties in columns; the first column names the things."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataTable(Document):
    """The things and properties that the sources compare; the weightiest table first."""

    tables: tuple[Table, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every filled cell, as a statement of its passages."""
        return tuple(
            Statement(cell.text, cell.passages)
            for table in self.tables
            for row in table.rows
            for cell in row
            if cell.text
        )


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A source as it is listed at the end; `id` is what passages name."""

    id: str
    title: str
    address: str = ""
    author: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing(Document):
    """What somebody has to know before a meeting."""

    summary: tuple[Statement, ...]
    """What it is, in two to four sentences."""
    figures: tuple[Figure, ...] = ()
    findings: tuple[Section, ...]
    """The findings with their evidence, a heading each: in the order of one source, the weightiest of several first."""
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    events: tuple[TimelineEvent, ...] = ()
    """The few dates that matter, in order."""
    open_questions: tuple[Statement, ...] = ()
    """What the sources themselves call open, disputed or still to be decided."""
    sources: tuple[SourceNote, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Summary, figures, findings, dates and open questions."""
        findings = tuple(s for section in self.findings for paragraph in section.paragraphs for s in paragraph)
        return (
            *self.summary,
            *(figure.statement for figure in self.figures),
            *findings,
            *(event.text for event in self.events),
            *self.open_questions,
        )


class Difficulty(StrEnum):
    """What a quiz asks: what is said plainly; what takes attention; what takes two places or an exact figure."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """Four options of one kind, exactly one right; the explanation is the passage's own statement."""

    question: str
    options: tuple[str, str, str, str]
    answer_index: int
    explanation: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz(Document):
    """Questions to test oneself with."""

    difficulty: Difficulty
    questions: tuple[QuizQuestion, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The explanations."""
        return tuple(question.explanation for question in self.questions)
