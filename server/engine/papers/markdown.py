"""A sheet as Markdown (CommonMark with tables): what a script reads and what `response_text` holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from server.domain.documents import Chart, Column, ColumnType, Quiz
from server.engine.papers.labels import labels_of
from server.engine.papers.sheets import (
    AnswerKey,
    Answers,
    Block,
    Callout,
    Cards,
    Choices,
    Graph,
    Grid,
    Heading,
    Moment,
    Moments,
    Points,
    Prose,
    Run,
    Runs,
    Sheet,
    Terms,
)

LETTERS = "ABCDEFGH"
_ANYWHERE = re.compile(r"([\\`*])|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|\[(?=[^\]]*\][(\[])|&(?=#?\w+;)|~(?=~)")
_AT_START = re.compile(r"^(#{1,6}(?=\s|$)|[-+>](?=\s|$)|=+$|-{3,}$)|^(\d{1,9})([.)])(?=\s|$)")


def as_markdown(sheet: Sheet, *, with_notes: bool = False) -> str:
    """The whole sheet, title first.

    Args:
        with_notes: put the numbers of the notes behind the statements, and list the notes at the end.
    """
    writing = _Writing(with_notes=with_notes, language=sheet.language)
    parts = [f"# {escaped(sheet.title)}"]
    for block in sheet.blocks:
        parts += writing.block(block)
    if sheet.remarks:
        parts += [f"## {sheet.remarks_heading}", "\n".join(f"- {escaped(remark)}" for remark in sheet.remarks)]
    if with_notes and sheet.sources:
        parts.append(f"## {sheet.sources_heading}")
        for cited in sheet.sources:
            source = cited.source
            facts = ", ".join(escaped(fact) for fact in (source.author, source.published, source.address) if fact)
            parts.append(f"**{escaped(source.title)}**{f' ({facts})' if facts else ''}")
            rows = [f"- [{n.number}] {f'{n.place}: ' if n.place else ''}“{escaped(n.quote)}”" for n in cited.notes]
            if rows:
                parts.append("\n".join(rows))
    return "\n\n".join(part for part in parts if part) + "\n"


def as_table_markdown(sheet: Sheet) -> str:
    """Only the tables of a sheet: a single one without any heading, several under their titles."""
    writing = _Writing(with_notes=False, language=sheet.language)
    grids = [block for block in sheet.blocks if isinstance(block, Grid)]
    parts = [part for grid in grids for part in writing.block(grid)]
    return "\n\n".join(parts[-1:] if len(grids) == 1 else parts) + "\n"


def as_quiz_json(quiz: Quiz) -> str:
    """The wire's quiz: ``{title, difficulty, questions: [{question, options, answerIndex, explanation}]}``."""
    return msgspec.json.encode(
        {
            "title": quiz.title,
            "difficulty": quiz.difficulty.value,
            "questions": [
                {
                    "question": each.question,
                    "options": list(each.options),
                    "answerIndex": each.answer_index,
                    "explanation": each.explanation.text,
                }
                for each in quiz.questions
            ],
        }
    ).decode()


def escaped(text: str, *, in_table: bool = False) -> str:
    """Words that Markdown takes as they stand, with as few backslashes as that needs."""
    safe = _ANYWHERE.sub(lambda m: f"\\{m[0]}", text)
    safe = _AT_START.sub(lambda m: f"{m[2]}\\{m[3]}" if m[2] else f"\\{m[1]}", safe)
    return safe.replace("|", "\\|") if in_table else safe


def header(column: Column) -> str:
    """A column's name with its unit."""
    unit = column.unit or ("%" if column.type is ColumnType.PERCENT else "")
    return f"{column.name} ({unit})" if unit and unit not in column.name else column.name


def plain_number(value: float) -> str:
    """A number without a tail of noise: ``12``, ``12.5``."""
    return f"{value:.0f}" if value == int(value) else f"{value:.10g}"


class _Writing:
    def __init__(self, *, with_notes: bool, language: str) -> None:
        self._with_notes = with_notes
        self._labels = labels_of(language)

    def block(self, block: Block) -> Iterator[str]:  # noqa: PLR0912 - one of each kind
        """The paragraphs of a block."""
        match block:
            case Heading(text, level):
                yield f"{'#' * (level + 1)} {escaped(text)}"
            case Prose(runs):
                yield self._runs(runs)
            case Points(items):
                yield "\n".join(f"- {self._runs(item)}" for item in items)
            case Callout(label, items):
                yield f"## {escaped(label)}"
                yield "\n".join(f"- {self._runs(item)}" for item in items)
            case Terms(entries):
                yield "\n".join(f"- **{escaped(term)}**: {self._runs(runs)}" for term, runs in entries)
            case Answers(entries):
                for question, runs in entries:
                    yield f"### {escaped(question)}"
                    yield self._runs(runs)
            case Cards(entries):
                rows = (
                    f"- **{escaped(' '.join(filter(None, (card.value, card.unit))))}**: "
                    f"{escaped(card.label)}{self._marks(card.notes)}"
                    for card in entries
                )
                yield "\n".join(rows)
            case Graph(chart, notes):
                yield f"**{escaped(chart.title)}**{self._marks(notes)}"
                yield "\n".join(_chart_rows(chart))
            case Grid():
                yield from self._grid(block)
            case Moments(entries):
                yield "\n".join(f"- **{escaped(self._when(e))}**: {self._run(e.run)}" for e in entries)
            case Choices(entries):
                for number, choice in enumerate(entries, 1):
                    yield f"**{number}. {escaped(choice.question)}**"
                    yield "\n".join(
                        f"- {LETTERS[index]}) {escaped(option)}" for index, option in enumerate(choice.options)
                    )
            case AnswerKey(heading, entries):
                yield f"## {escaped(heading)}"
                yield "\n".join(
                    f"{number}. **{LETTERS[choice.answer]}) {escaped(choice.options[choice.answer])}** "
                    f"{self._run(choice.explanation)}".rstrip()
                    for number, choice in enumerate(entries, 1)
                )

    def _grid(self, grid: Grid) -> Iterator[str]:
        if grid.title:
            yield f"### {escaped(grid.title)}"
        if not grid.columns:
            return
        rows = [f"| {' | '.join(escaped(header(column), in_table=True) for column in grid.columns)} |"]
        rows.append(f"|{'|'.join(' ---: ' if is_numeric(column) else ' --- ' for column in grid.columns)}|")
        for row in grid.rows:
            cells = [f"{escaped(run.text, in_table=True)}{self._marks(run.notes)}" if run.text else "" for run in row]
            cells += [""] * (len(grid.columns) - len(cells))
            rows.append(f"| {' | '.join(cells)} |")
        yield "\n".join(rows)

    def _when(self, moment: Moment) -> str:
        return when(moment, self._labels.approximate)

    def _run(self, run: Run) -> str:
        return f"{escaped(run.text)}{self._marks(run.notes)}"

    def _runs(self, runs: Runs) -> str:
        return " ".join(self._run(run) for run in runs)

    def _marks(self, notes: tuple[int, ...]) -> str:
        return "".join(f" [{number}]" for number in notes) if self._with_notes else ""


def when(moment: Moment, about: str) -> str:
    """A moment's date, with the word for "about" where it is not exact and its label doesn't say so itself."""
    is_said = moment.label.casefold().startswith((about, "c.", "ca.", "circa", "around", "um ", "vers "))
    return f"{about} {moment.label}" if moment.is_approximate and not is_said else moment.label


def is_numeric(column: Column) -> bool:
    """Whether a column's cells stand flush right."""
    return column.type in {ColumnType.NUMBER, ColumnType.PERCENT, ColumnType.MONEY}


def _chart_rows(chart: Chart) -> Iterator[str]:
    """A chart's numbers as a table."""
    names = [name or chart.unit or chart.title for name, _ in chart.series]
    units = f" ({chart.unit})" if chart.unit and any(name for name, _ in chart.series) else ""
    yield f"|  | {' | '.join(escaped(name + units, in_table=True) for name in names)} |"
    yield f"| --- |{' ---: |' * len(names)}"
    for index, label in enumerate(chart.labels):
        values = [plain_number(values[index]) if index < len(values) else "" for _, values in chart.series]
        yield f"| {escaped(label, in_table=True)} | {' | '.join(values)} |"
