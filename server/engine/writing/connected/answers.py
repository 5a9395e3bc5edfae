"""What a model is asked to answer each task with. Numbers name passages; nothing else of a source comes back."""

from __future__ import annotations

import msgspec


class Said(msgspec.Struct):
    """A statement and the numbers of its passages."""

    text: str = ""
    passages: list[int] = []


class ParagraphAnswer(msgspec.Struct):
    statements: list[Said] = []


class SectionAnswer(msgspec.Struct):
    heading: str = ""
    paragraphs: list[ParagraphAnswer] = []


class QuestionAnswered(msgspec.Struct):
    question: str = ""
    answer: list[Said] = []


class Turn(msgspec.Struct):
    """`kind` is statement, question, reaction or frame."""

    speaker: int = 0
    kind: str = "statement"
    text: str = ""
    passages: list[int] = []


class ChapterPlan(msgspec.Struct):
    title: str = ""
    passages: list[int] = []


class OutlineAnswer(msgspec.Struct):
    title: str = ""
    chapters: list[ChapterPlan] = []


class TurnsAnswer(msgspec.Struct):
    turns: list[Turn] = []


class TextAnswer(msgspec.Struct):
    title: str = ""
    sections: list[SectionAnswer] = []


class FaqAnswer(msgspec.Struct):
    title: str = ""
    entries: list[QuestionAnswered] = []


class TermAnswer(msgspec.Struct):
    term: str = ""
    definition: Said = msgspec.field(default_factory=Said)


class StudyGuideAnswer(msgspec.Struct):
    title: str = ""
    terms: list[TermAnswer] = []
    outline: list[SectionAnswer] = []
    questions: list[QuestionAnswered] = []


class EventAnswer(msgspec.Struct):
    """`date` and `end` are ISO 8601 of any precision; `label` is the date in words."""

    date: str = ""
    end: str = ""
    label: str = ""
    text: str = ""
    approximate: bool = False
    passages: list[int] = []


class TimelineAnswer(msgspec.Struct):
    title: str = ""
    events: list[EventAnswer] = []


class FigureAnswer(msgspec.Struct):
    value: str = ""
    unit: str = ""
    label: str = ""
    text: str = ""
    passages: list[int] = []


class BriefingAnswer(msgspec.Struct):
    title: str = ""
    summary: list[Said] = []
    figures: list[FigureAnswer] = []
    findings: list[SectionAnswer] = []
    events: list[EventAnswer] = []
    open_questions: list[Said] = []


class ResearchAnswer(msgspec.Struct):
    title: str = ""
    summary: list[Said] = []
    findings: list[SectionAnswer] = []
    contradictions: list[Said] = []
    open_questions: list[Said] = []


class QuizQuestionAnswer(msgspec.Struct):
    question: str = ""
    options: list[str] = []
    answer_index: int = 0
    explanation: Said = msgspec.field(default_factory=Said)


class QuizAnswer(msgspec.Struct):
    title: str = ""
    questions: list[QuizQuestionAnswer] = []


class ColumnAnswer(msgspec.Struct):
    """`type` is text, number, percent, money or date."""

    name: str = ""
    type: str = "text"
    unit: str = ""


class CellAnswer(msgspec.Struct):
    text: str = ""
    passages: list[int] = []


class RowAnswer(msgspec.Struct):
    cells: list[CellAnswer] = []


class TableAnswer(msgspec.Struct):
    title: str = ""
    columns: list[ColumnAnswer] = []
    rows: list[RowAnswer] = []


class DataTableAnswer(msgspec.Struct):
    title: str = ""
    tables: list[TableAnswer] = []


class NotesAnswer(msgspec.Struct):
    """What a part of long sources says."""

    notes: list[Said] = []


class Reworded(msgspec.Struct):
    """A statement that was sent back, by its number in the list."""

    number: int = 0
    text: str = ""
    passages: list[int] = []


class RepairAnswer(msgspec.Struct):
    statements: list[Reworded] = []


class ShownAnswer(msgspec.Struct):
    """A slide or a panel: `kind` is points, figures, table, timeline, quotation or steps, with that kind's fields."""

    kind: str = "points"
    heading: str = ""
    points: list[Said] = []
    figures: list[FigureAnswer] = []
    events: list[EventAnswer] = []
    table: TableAnswer = msgspec.field(default_factory=TableAnswer)
    speaker: str = ""
    talk: list[Said] = []


class DeckAnswer(msgspec.Struct):
    title: str = ""
    lead: Said = msgspec.field(default_factory=Said)
    slides: list[ShownAnswer] = []
    recap: list[Said] = []


class InfographicAnswer(msgspec.Struct):
    title: str = ""
    lead: Said = msgspec.field(default_factory=Said)
    panels: list[ShownAnswer] = []


class SceneItemAnswer(msgspec.Struct):
    """`line` counts from 0 the spoken line that brings it."""

    text: str = ""
    label: str = ""
    line: int = 0


class SceneAnswer(msgspec.Struct):
    """`kind` is statement, number, list, comparison, timeline, quotation, terms or steps."""

    kind: str = "statement"
    heading: str = ""
    text: str = ""
    lines: list[Said] = []
    items: list[SceneItemAnswer] = []
    value: str = ""
    unit: str = ""


class StoryboardAnswer(msgspec.Struct):
    title: str = ""
    hook: Said = msgspec.field(default_factory=Said)
    scenes: list[SceneAnswer] = []
    recap: Said = msgspec.field(default_factory=Said)
    description: list[Said] = []
