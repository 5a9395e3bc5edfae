"""From a model's answer to the typed result of its task; only what the gate lets in is in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.documents import (
    Briefing,
    Cell,
    Column,
    ColumnType,
    DataTable,
    Faq,
    Figure,
    KeyTerm,
    QuestionAnswer,
    Quiz,
    QuizQuestion,
    SourceNote,
    StudyGuide,
    Table,
    Timeline,
    TimelineEvent,
)
from server.domain.scripts import Chapter, Composition, Line, LineKind, Script, Section, Statement
from server.domain.sources import Passage
from server.engine.writing.connected.admission import Gate, clean
from server.engine.writing.connected.answers import (
    BriefingAnswer,
    DataTableAnswer,
    EventAnswer,
    FaqAnswer,
    FigureAnswer,
    QuestionAnswered,
    QuizAnswer,
    ResearchAnswer,
    SectionAnswer,
    StudyGuideAnswer,
    TableAnswer,
    TextAnswer,
    TimelineAnswer,
    Turn,
)
from server.engine.writing.quantities import value_of
from server.engine.writing.research_words import research_words
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    DialogueTask,
    FaqTask,
    QuizTask,
    ResearchTask,
    StudyGuideTask,
    Task,
    TextTask,
    TimelineTask,
)

_ISO = re.compile(r"-?\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d)?)?)?")
_KINDS = {kind.value: kind for kind in LineKind}
_TYPES = {kind.value: kind for kind in ColumnType}
_OPTIONS = 4
_LONGEST_VALUE = 24
"""Characters of a figure as it is shown."""


def title_of(gate: Gate, told: str, task: Task[object]) -> str:
    """The title asked for, else the model's where the sources carry it, else the first source's."""
    first = next((source.title for source in task.sources if source.title), "")
    return task.title or gate.heading(told, first) or first


def script(gate: Gate, title: str, chapters: Sequence[tuple[str, Sequence[Turn]]], task: DialogueTask) -> Script:
    """A conversation: statements by their passages, and what stands between them by those of its neighbours."""
    lines: list[Line] = []
    marks: list[Chapter] = []
    for name, turns in chapters:
        first = len(lines)
        lines += _lines(gate, turns)
        if len(lines) > first:
            marks.append(Chapter(gate.heading(name, title), first))
    lines = _joined(lines)
    marks = [replace(mark, first_line=min(mark.first_line, max(0, len(lines) - 1))) for mark in marks]
    marks = [mark for n, mark in enumerate(marks) if n == 0 or mark.first_line > marks[n - 1].first_line]
    return Script(title=title_of(gate, title, task), language=task.language, lines=tuple(lines), chapters=tuple(marks))


def _lines(gate: Gate, turns: Sequence[Turn]) -> list[Line]:
    admitted: list[Line | Turn] = []
    for turn in turns:
        kind = _KINDS.get(turn.kind.lower(), LineKind.STATEMENT)
        if kind is not LineKind.STATEMENT:
            admitted.append(turn)
            continue
        statement = gate.statement(turn.text, turn.passages)
        if statement is not None:
            admitted.append(Line(min(max(turn.speaker, 0), 1), statement.text, kind, statement.passages))
        elif admitted and isinstance(admitted[-1], Turn) and admitted[-1].kind.lower() == LineKind.QUESTION:
            # A question goes with the answer that was not let in.
            admitted.pop()
    lines: list[Line] = []
    for n, each in enumerate(admitted):
        if isinstance(each, Line):
            lines.append(each)
            continue
        near = next((a.passages for a in admitted[n + 1 :] if isinstance(a, Line)), ())
        before = lines[-1].passages if lines else ()
        passages = tuple(dict.fromkeys((*gate.numbering.passages(each.passages), *near, *before)))
        words = clean(each.text)
        if words and passages and not gate.faults(words, passages):
            lines.append(Line(min(max(each.speaker, 0), 1), words, _KINDS[each.kind.lower()], passages))
    return lines


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Without a line said twice, and without a question that the same speaker goes on from or that ends it all."""
    seen: set[str] = set()
    out: list[Line] = []
    for line in lines:
        if line.text.casefold() in seen:
            continue
        seen.add(line.text.casefold())
        out.append(line)
    while out and out[-1].kind is LineKind.QUESTION:
        out.pop()
    return out


def composition(gate: Gate, answer: TextAnswer, task: TextTask) -> Composition:
    """A written piece."""
    return Composition(
        title=title_of(gate, answer.title, task),
        language=task.language,
        sections=_sections(gate, answer.sections, set()),
    )


def faq(gate: Gate, answer: FaqAnswer, task: FaqTask) -> Faq:
    """Questions and answers."""
    return Faq(title=title_of(gate, answer.title, task), language=task.language, entries=_entries(gate, answer.entries))


def study_guide(gate: Gate, answer: StudyGuideAnswer, task: StudyGuideTask) -> StudyGuide:
    """Terms, outline, questions."""
    terms: list[KeyTerm] = []
    for each in answer.terms:
        definition = gate.statement(each.definition.text, each.definition.passages)
        term = gate.heading(each.term)
        if definition is not None and term and all(term.casefold() != other.term.casefold() for other in terms):
            terms.append(KeyTerm(term, definition))
    return StudyGuide(
        title=title_of(gate, answer.title, task),
        language=task.language,
        terms=tuple(terms),
        outline=_sections(gate, answer.outline, set()),
        questions=_entries(gate, answer.questions),
    )


def timeline(gate: Gate, answer: TimelineAnswer, task: TimelineTask) -> Timeline:
    """Events in order."""
    return Timeline(
        title=title_of(gate, answer.title, task), language=task.language, events=events_of(gate, answer.events)
    )


def briefing(gate: Gate, answer: BriefingAnswer, task: BriefingTask) -> Briefing:
    """A briefing."""
    summary = gate.statements(answer.summary)
    told = {statement.text.casefold() for statement in summary}
    return Briefing(
        title=title_of(gate, answer.title, task),
        language=task.language,
        summary=summary,
        figures=figures_of(gate, answer.figures),
        findings=_sections(gate, answer.findings, told),
        events=events_of(gate, answer.events),
        open_questions=_anew(gate.statements(answer.open_questions), told),
        sources=notes_of(gate),
    )


def figures_of(gate: Gate, answers: Sequence[FigureAnswer]) -> tuple[Figure, ...]:
    """Numbers with what they count, each once: a sentence in the place of a number is none."""
    out: dict[tuple[str, str], Figure] = {}
    for each in answers:
        value, unit, label = clean(each.value), clean(each.unit), clean(each.label)
        if not re.search(r"\d", value) or len(value) > _LONGEST_VALUE or not label:
            continue
        statement = gate.statement(each.text, each.passages)
        if statement is not None and not gate.faults(f"{value} {unit} {label}", statement.passages):
            out.setdefault((value, unit), Figure(value, unit, label, statement))
    return tuple(out.values())


def _anew(statements: Sequence[Statement], told: set[str]) -> tuple[Statement, ...]:
    """Those that the piece has not told yet; they are told from then on."""
    out = tuple(statement for statement in statements if statement.text.casefold() not in told)
    told |= {statement.text.casefold() for statement in out}
    return out


def research(gate: Gate, answer: ResearchAnswer, task: ResearchTask) -> Briefing:
    """A report; where sources differ stands among its findings."""
    summary = gate.statements(answer.summary)
    told = {statement.text.casefold() for statement in summary}
    findings = _sections(gate, answer.findings, told)
    differing = tuple(
        statement
        for statement in gate.statements(answer.contradictions)
        if len({passage.source_id for passage in statement.passages}) > 1
    )
    if differing:
        heading = research_words(task.language).contradictions
        findings = (*findings, Section(heading, tuple((statement,) for statement in differing)))
    return Briefing(
        title=title_of(gate, answer.title, task),
        language=task.language,
        summary=summary,
        findings=findings,
        open_questions=_anew(gate.statements(answer.open_questions), told),
        sources=notes_of(gate),
    )


def quiz(gate: Gate, answer: QuizAnswer, task: QuizTask) -> Quiz:
    """Questions with four different options, the right one carried by its passages."""
    questions: list[QuizQuestion] = []
    for each in answer.questions:
        options = [clean(option) for option in each.options]
        is_sound = len(options) == _OPTIONS == len({option.casefold() for option in options} - {""})
        if not is_sound or not 0 <= each.answer_index < _OPTIONS:
            continue
        explanation = gate.statement(each.explanation.text, each.explanation.passages)
        if explanation is None or gate.faults(options[each.answer_index], explanation.passages):
            continue
        question = gate.asked(each.question, (explanation,))
        if question and all(question.casefold() != other.question.casefold() for other in questions):
            four = (options[0], options[1], options[2], options[3])
            questions.append(QuizQuestion(question, four, each.answer_index, explanation))
    return Quiz(
        title=title_of(gate, answer.title, task),
        language=task.language,
        difficulty=task.difficulty,
        questions=tuple(questions),
    )


def data_table(gate: Gate, answer: DataTableAnswer, task: DataTableTask) -> DataTable:
    """Tables whose every filled cell stands in its passages."""
    tables = tuple(made for table in answer.tables if (made := table_of(gate, table, task.language)) is not None)
    return DataTable(title=title_of(gate, answer.title, task), language=task.language, tables=tables)


def table_of(gate: Gate, answer: TableAnswer, language: str) -> Table | None:
    """A table of the cells that their passages carry; nothing below two rows or columns."""
    columns = [
        Column(clean(c.name), _TYPES.get(c.type.lower(), ColumnType.TEXT), clean(c.unit)) for c in answer.columns
    ]
    rows = []
    for row in answer.rows:
        cells: list[Cell] = []
        for column, each in zip(columns, row.cells, strict=False):
            statement = gate.statement(each.text, each.passages) if each.text.strip() else None
            cells.append(_cell(statement.text, statement.passages, column, language) if statement else Cell())
        cells += [Cell()] * (len(columns) - len(cells))
        if cells and cells[0].text and any(cell.text for cell in cells[1:]):
            rows.append(tuple(cells))
    if len(columns) < 2 or len(rows) < 2:
        return None
    typed = tuple(
        column
        if column.type is ColumnType.TEXT or all(r[n].value is not None for r in rows if r[n].text)
        else replace(column, type=ColumnType.TEXT)
        for n, column in enumerate(columns)
    )
    return Table(gate.heading(answer.title), typed, tuple(rows))


def _cell(text: str, passages: tuple[Passage, ...], column: Column, language: str) -> Cell:
    if column.type is ColumnType.TEXT:
        return Cell(text, None, passages)
    if column.unit and text.endswith(column.unit):
        text = text.removesuffix(column.unit).strip()
    return Cell(text, value_of(text, language).value, passages)


def _sections(gate: Gate, answers: Sequence[SectionAnswer], told: set[str]) -> tuple[Section, ...]:
    """Sections without what was `told` before."""
    out = []
    for each in answers:
        paragraphs = tuple(row for p in each.paragraphs if (row := _anew(gate.statements(p.statements), told)))
        if paragraphs:
            out.append(Section(gate.heading(each.heading), paragraphs))
    return tuple(out)


def _entries(gate: Gate, answers: Sequence[QuestionAnswered]) -> tuple[QuestionAnswer, ...]:
    out: dict[str, QuestionAnswer] = {}
    answered: set[tuple[str, ...]] = set()
    for each in answers:
        told = gate.statements(each.answer)
        question = gate.asked(each.question, told) if told else ""
        said = tuple(statement.text.casefold() for statement in told)
        if question and said not in answered:
            out.setdefault(question.casefold(), QuestionAnswer(question, told))
            answered.add(said)
    return tuple(out.values())


def events_of(gate: Gate, answers: Sequence[EventAnswer]) -> tuple[TimelineEvent, ...]:
    """Events in order of time, whose years their passages state."""
    out: list[TimelineEvent] = []
    for each in answers:
        date, end = each.date.strip(), each.end.strip()
        if not _ISO.fullmatch(date) or (end and not _ISO.fullmatch(end)):
            continue
        text = gate.statement(each.text, each.passages)
        if text is None:
            continue
        carried = " ".join(passage.text for passage in text.passages)
        years = {part.lstrip("-").lstrip("0").split("-")[0] for part in (date, end) if part}
        stated = all(year in carried for year in years)
        label = clean(each.label)
        if not label or gate.faults(label, text.passages):
            label = date
        # A date that no passage states is the model's own reckoning: nobody can check it here.
        known = any(event.date == date and event.text.text == text.text for event in out)
        if stated and not known:
            out.append(TimelineEvent(date, label, text, end, False, each.approximate))
    return tuple(sorted(out, key=lambda event: _order(event.date)))


def _order(date: str) -> tuple[int, str]:
    year = -int(date[1:5]) if date.startswith("-") else int(date[:4])
    return year, date[5:]


def notes_of(gate: Gate) -> tuple[SourceNote, ...]:
    """The sources as they are listed."""
    return tuple(SourceNote(s.id, s.title, s.address, s.author, s.published) for s in gate.numbering.sources)
