"""From a writer's typed document to a sheet: its parts in reading order under headings of its own language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from server.domain.documents import (
    Briefing,
    Chart,
    DataTable,
    Document,
    Faq,
    Figure,
    QuestionAnswer,
    Quiz,
    StudyGuide,
    Table,
    Timeline,
    TimelineEvent,
)
from server.domain.scripts import Composition, Section, Statement
from server.domain.sources import Passage
from server.engine.papers.labels import Labels, day_in, labels_of
from server.engine.papers.references import Origin, References, clean
from server.engine.papers.sheets import (
    AnswerKey,
    Answers,
    Block,
    Callout,
    Card,
    Cards,
    Choice,
    Choices,
    Graph,
    Grid,
    Heading,
    Moment,
    Moments,
    Prose,
    Run,
    Runs,
    Sheet,
    Terms,
)


def compose(document: Document | Composition, *, origins: tuple[Origin, ...] = (), day: date | None = None) -> Sheet:
    """Lay a document out.

    Args:
        origins: the sources that its passages point into, in the order to be listed in.
        day: the day to stand beside the title; none when left out.

    Raises:
        TypeError: nothing is known of this kind of document.
    """
    labels = labels_of(document.language)
    references = References(origins, labels)
    composing = _Composing(labels, references)
    kind, facts, blocks = composing.parts(document)
    sources = references.listed()
    about = labels.one_source if len(sources) == 1 else labels.many_sources.format(n=len(sources))
    stamp = (day_in(document.language, day),) if day else ()
    return Sheet(
        kind=kind,
        title=clean(document.title) or labels.untitled,
        language=document.language,
        facts=(*facts, *stamp, *((about,) if sources else ())),
        blocks=tuple(blocks),
        sources_heading=labels.sources,
        sources=sources,
        remarks_heading=labels.remarks,
        remarks=tuple(remark for note in document.notes if (remark := clean(note))),
        written_by=labels.written_by.format(name=clean(document.written_by)),
    )


class _Composing:
    def __init__(self, labels: Labels, references: References) -> None:
        self._labels = labels
        self._references = references

    def parts(  # noqa: PLR0911 - one of each kind
        self, document: Document | Composition
    ) -> tuple[str, tuple[str, ...], list[Block]]:
        """Kind, facts and blocks."""
        labels = self._labels
        match document:
            case Briefing():
                return labels.briefing, (), list(self._briefing(document))
            case Faq():
                return labels.faq, (), [Answers(self._answers(document.entries))]
            case StudyGuide():
                return labels.study_guide, (), list(self._study_guide(document))
            case Timeline():
                return labels.timeline, (), [Moments(self._moments(document.events))]
            case Quiz():
                asked = labels.difficulty.format(n=getattr(labels, document.difficulty.value))
                return labels.quiz, (asked,), list(self._quiz(document))
            case DataTable():
                return labels.data_table, (), [self._grid(table) for table in document.tables]
            case Composition():
                return "", (), list(self._sections(document.sections, level=1))
            case _:
                raise TypeError(f"{type(document).__name__} can't be laid out")

    def _briefing(self, briefing: Briefing) -> Iterator[Block]:
        labels = self._labels
        if briefing.summary:
            yield Heading(labels.summary)
            yield Prose(self._runs(briefing.summary), is_lead=True)
        if briefing.figures:
            yield Heading(labels.figures)
            yield Cards(
                tuple(
                    _card(figure, self._references.numbers_of(figure.statement.passages), briefing.language)
                    for figure in briefing.figures
                )
            )
        charts, tables = list(briefing.charts), list(briefing.tables)
        if briefing.findings:
            yield Heading(labels.findings)
        for section in briefing.findings:
            yield from self._section(section, level=2)
            yield from map(self._graph, _taken(charts, section))
        if charts or tables:
            yield Heading(labels.numbers)
            yield from map(self._graph, charts)
            yield from map(self._grid, tables)
        if briefing.events:
            yield Heading(labels.dates)
            yield Moments(self._moments(briefing.events), is_strip=True)
        if briefing.open_questions:
            items = tuple(self._runs((statement,)) for statement in briefing.open_questions)
            yield Callout(labels.open_questions, items)

    def _study_guide(self, guide: StudyGuide) -> Iterator[Block]:
        labels = self._labels
        if guide.terms:
            yield Heading(labels.terms)
            yield Terms(tuple((clean(term.term), self._runs((term.definition,))) for term in guide.terms))
        if guide.outline:
            yield Heading(labels.outline)
            yield from self._sections(guide.outline, level=2)
        if guide.questions:
            yield Heading(labels.review)
            yield Answers(self._answers(guide.questions))

    def _quiz(self, quiz: Quiz) -> Iterator[Block]:
        entries = tuple(
            Choice(
                clean(question.question),
                tuple(clean(option) for option in question.options),
                question.answer_index,
                self._references.run(question.explanation.text, question.explanation.passages),
            )
            for question in quiz.questions
        )
        yield Choices(entries)
        yield AnswerKey(self._labels.answers, entries)

    def _sections(self, sections: Iterable[Section], *, level: int) -> Iterator[Block]:
        for section in sections:
            yield from self._section(section, level=level)

    def _section(self, section: Section, *, level: int) -> Iterator[Block]:
        if heading := clean(section.heading):
            yield Heading(heading, level)
        for paragraph in section.paragraphs:
            if runs := self._runs(paragraph):
                yield Prose(runs)

    def _runs(self, statements: Iterable[Statement]) -> Runs:
        runs = (self._references.run(statement.text, statement.passages) for statement in statements)
        return tuple(run for run in runs if run.text)

    def _answers(self, entries: Iterable[QuestionAnswer]) -> tuple[tuple[str, Runs], ...]:
        return tuple((clean(entry.question), self._runs(entry.answer)) for entry in entries)

    def _moments(self, events: Iterable[TimelineEvent]) -> tuple[Moment, ...]:
        return tuple(
            Moment(
                clean(event.label) or _plain_date(event),
                self._references.run(event.text.text, event.text.passages),
                event.is_approximate,
            )
            for event in events
        )

    def _graph(self, chart: Chart) -> Graph:
        # A chart of "Members" needs no "members" beside its title.
        said_twice = chart.unit.casefold() == chart.title.casefold()
        return Graph(replace(chart, unit="") if said_twice else chart, self._references.numbers_of(chart.passages))

    def _grid(self, table: Table) -> Grid:
        width = len(table.columns)
        rows = (tuple(self._references.run(cell.text, cell.passages) for cell in row[:width]) for row in table.rows)
        return Grid(clean(table.title), table.columns, tuple(_once(row) for row in rows))


def _taken(charts: list[Chart], section: Section) -> list[Chart]:
    """Takes the charts out of the list that rest on passages which a finding also rests on."""
    cited = {_place(p) for paragraph in section.paragraphs for s in paragraph for p in s.passages}
    taken = [chart for chart in charts if any(_place(p) in cited for p in chart.passages)]
    charts[:] = [chart for chart in charts if chart not in taken]
    return taken


def _once(row: Runs) -> Runs:
    """A row whose first cell names the notes that the whole row rests on; the others name only what they add."""
    if not row:
        return row
    first = set(row[0].notes)
    return (row[0], *(Run(run.text, tuple(n for n in run.notes if n not in first)) for run in row[1:]))


def _place(passage: Passage) -> tuple[str, int, int]:
    return passage.source_id, passage.start, passage.end


def _plain_date(event: TimelineEvent) -> str:
    return f"{event.date} – {event.end}" if event.end else event.date


def _card(figure: Figure, numbers: tuple[int, ...], language: str) -> Card:
    """A figure's card; per cent are read with their number, in English without a space."""
    value, unit = clean(figure.value), clean(figure.unit)
    if unit == "%":
        value, unit = f"{value}{'' if language == 'en' else chr(0xA0)}%", ""
    return Card(value, unit, clean(figure.label), numbers)
