"""Measures of timelines, data tables and briefings against what is marked by hand in tests/data."""

from __future__ import annotations

import csv
import dataclasses
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plain_sources import TEXTS, read_text, source_of
from script_measures import facts_of, kept

from server.domain.documents import Briefing, DataTable, Table, Timeline, TimelineEvent
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.builtin import BuiltInWriter

MORE = TEXTS.parent / "documents"
ALL = tuple(sorted(p.name for p in TEXTS.iterdir() if p.suffix in {".md", ".txt"} and p.name != "README.md"))
DATED = tuple(n for n in ALL if (TEXTS / f"{n.split('.')[0]}.timeline.jsonl").exists())
TABLED = tuple(n for n in ALL if (TEXTS / f"{n.split('.')[0]}.table.csv").exists())
OTHERS = tuple(sorted(p.stem for p in MORE.glob("*.md")))


@dataclass(frozen=True, slots=True)
class Dates:
    """How a timeline fares: marked dates that it has, marked dates in all, and dates that are wrong."""

    right: int
    marked: int
    wrong: tuple[str, ...]
    missed: tuple[str, ...]


@cache
def writer_of(*sources: Source) -> BuiltInWriter:
    """A writer for these sources, so that all tests of them share one reading."""
    return BuiltInWriter()


@cache
def text_source(name: str) -> Source:
    """A development text in its own language."""
    source = read_text(name)
    stem = name.split(".")[0]
    return dataclasses.replace(source, language=stem[-2:] if stem[-3] == "_" else "en")


@cache
def other_source(stem: str) -> Source:
    """One of the texts that nothing was tuned on, in its own language."""
    return source_of((MORE / f"{stem}.md").read_text(encoding="utf-8"), id=stem, language=expected(stem)["language"])


def expected(stem: str) -> dict[str, object]:
    """What was written down for such a text before it was tried."""
    found: dict[str, object] = json.loads((MORE / f"{stem}.json").read_text(encoding="utf-8"))
    return found


@cache
def marked_source(path: Path) -> Source:
    """A text with marked dates, in the language that its name ends with."""
    stem = path.stem
    language = stem[-2:] if stem[-3] == "_" else "en"
    return source_of(path.read_text(encoding="utf-8"), id=stem, title=stem, language=language)


def dates(timeline: Timeline, name: str, folder: Path = TEXTS) -> Dates:
    """A timeline of a text against its marks.

    A mark with `also` is right and needn't be there. A marked date is right where an event rests on its sentence and has it. A date that was worked out is wrong where
    neither the marks nor the list of dates that were checked by hand have it; one that a sentence names is wrong
    where no passage of the event has its year.
    """  # noqa: E501
    stem = name.split(".")[0]
    rows = (folder / f"{stem}.timeline.jsonl").read_text(encoding="utf-8").splitlines()
    read = [json.loads(row) for row in rows if row]
    marks = [(r["date"], _plain(r["quote"])) for r in read if not r.get("also")]
    more = [(r["date"], _plain(r["quote"])) for r in read if r.get("also")]
    checked = json.loads((MORE / "checked_dates.json").read_text(encoding="utf-8")).get(stem, [])
    missed = [f"{d}: {q}" for d, q in marks if not any(_has(e, d) and _rests_on(e, q) for e in timeline.events)]
    wrong = []
    for event in timeline.events:
        marked = any(_has(event, d) and _rests_on(event, q) for d, q in (*marks, *more))
        years = re.findall(r"\d{3,4}", " ".join(p.text for p in event.text.passages))
        named = not event.is_resolved and (
            event.date[:4] in years or event.date.startswith("-") or event.date[2:4] == "01"
        )
        if not (marked or named or event.date in checked):
            wrong.append(f"{event.date}: {event.text.text}")
    return Dates(len(marks) - len(missed), len(marks), tuple(wrong), tuple(missed))


def _has(event: TimelineEvent, mark: str) -> bool:
    first, _, last = mark.partition("/")
    return event.date.startswith(first) and (not last or event.end.startswith(last))


def _plain(text: str) -> str:
    return re.sub(r"[*_]", "", text)


def _rests_on(event: TimelineEvent, quote: str) -> bool:
    said = _row(quote)
    return any(said[:60] in _row(p.text) or _row(p.text) in said for p in event.text.passages)


def _row(text: str) -> str:
    """A row of a table as its cells, without what stands between them."""
    return re.sub(r"\s*\|\s*|\s+", " ", text).strip()


def cells(table: DataTable, name: str) -> tuple[int, int]:
    """Marked cells that a data table has, and marked cells in all.

    A wide marked table is compared column by column, each with the column of ours that has most of its values. A long
    one (with a value and a unit) asks for the value at a row and column that its other cells name.
    """
    with (TEXTS / f"{name.split('.')[0]}.table.csv").open(encoding="utf-8", newline="") as file:
        marked = list(csv.reader(file))
    head, body = marked[0], marked[1:]
    if "value" in head:
        return sum(_has_long(table, dict(zip(head, row, strict=True))) for row in body), len(body)
    right = 0
    for n in range(1, len(head)):
        want = {row[0]: row[n] for row in body}
        right += max(
            (_agreeing(t, j, want) for t in table.tables for j in range(1, len(t.columns))),
            default=0,
        )
    return right, len(body) * (len(head) - 1)


def _agreeing(table: Table, column: int, want: dict[str, str]) -> int:
    return sum(_same(want.get(row[0].text, ""), row[column].text) for row in table.rows)


def _has_long(table: DataTable, row: dict[str, str]) -> bool:
    said = " ".join(row.values()).lower()
    for t in table.tables:
        for j, column in enumerate(t.columns):
            if (
                column.name != row["year"]
                or row["unit"].rstrip("s") not in f"{column.unit or 'people'} {t.title}".lower()
            ):
                continue
            for r in t.rows:
                if r[0].text.lower().split(":")[-1].strip() in said and _same(row["value"], r[j].text):
                    return True
    return False


def _same(a: str, b: str) -> bool:
    return bool(a) and a.replace(",", "").casefold() == b.replace(",", "").casefold()


def lines(briefing: Briefing) -> list[str]:
    """Everything a reader of a briefing reads, line by line."""
    cards = [f"{f.value} {f.unit}: {f.label}" for f in briefing.figures]
    rows = [
        " | ".join((t.title, *(f"{c.name} {cell.text} {c.unit}" for c, cell in zip(t.columns, row, strict=True))))
        for t in briefing.tables
        for row in t.rows
    ]
    return [*(s.text for s in briefing.statements), *cards, *rows]


def facts(briefing: Briefing, name: str) -> float:
    """The part of a text's marked facts, by weight, that a briefing keeps."""
    marked, read = facts_of(name), lines(briefing)
    return sum(f.weight for f in marked if kept(read, f)) / sum(f.weight for f in marked)


def words(briefing: Briefing) -> int:
    """Words of the findings and the summary."""
    return sum(len(s.text.split()) for s in briefing.statements)


def long_sources(count: int, number: int) -> tuple[Source, ...]:
    """About `count` words in `number` sources that tell of other things each."""
    text = long_source(count)
    size = len(text.blocks) // number + 1
    parts = [text.blocks[n : n + size] for n in range(0, len(text.blocks), size)]
    return tuple(
        source_of("\n\n".join(_as_markdown(text, block) for block in part), id=f"long-{n}")
        for n, part in enumerate(parts)
    )


def _as_markdown(source: Source, block: Block) -> str:
    words = source.block_text(block)
    return f"{'#' * max(1, block.level)} {words}" if block.kind is BlockKind.HEADING else words


def long_source(count: int) -> Source:
    """About `count` words out of the development texts, names changed from round to round so that nothing repeats."""
    texts = [(TEXTS / n).read_text(encoding="utf-8") for n in ALL if n.endswith(".md") and n.split(".")[0][-3] != "_"]
    parts: list[str] = []
    size = turn = 0
    while size < count:
        for text in texts:
            changed = re.sub(r"\b([A-Z][a-z]{5,})\b", lambda m, t=turn: f"{m[1]}{'aeiou'[t % 5]}n" if t else m[1], text)
            for paragraph in changed.split("\n\n"):
                if size < count:
                    parts.append(paragraph)
                    size += len(paragraph.split())
        turn += 1
    return source_of("\n\n".join(parts), id="long")
