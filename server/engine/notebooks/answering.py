"""Answers from a notebook by the built-in writer: the sources' own sentences, each marked, or that they do not say."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from server.domain.notebooks import Answer, AnswerCitation, NotebookSource
from server.domain.sources import BlockKind, Source
from server.engine.notebooks.chunks import Unit
from server.engine.notebooks.files import chunk_rows, conversation, keep_answer, opened
from server.engine.notebooks.followups import Whole, whole
from server.engine.notebooks.refusing import Verdict, judged, refusal
from server.engine.notebooks.retrieval import Found, find, row_text
from server.engine.notebooks.statements import Statement, worth_of
from server.engine.notebooks.terms import content, has_number, names, numbers, stem, words
from server.engine.writing.vectors import answer_scores

MAX_ANSWER = 1_190
MAX_CITATION = 990
NEAR = 3.0
"""Points below the best chunk within which another one is told as well."""
READ = 5
"""Chunks whose sentences are judged one by one."""
MOST_SENTENCES = 26
MOST_STATED = 3
PASSAGE = 380
"""Characters of a passage."""
GAP = 3
"""Characters between two sentences that follow each other."""
_LEANS = re.compile(
    r"^(?:it|he|she|they|this|that|these|those|its|his|her|their|there|then|here|such|both|one|but|and|so|instead|also"
    r"|as a result|because of this|by then)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:compare|compared|comparison|differ|differs|difference|versus|vs|than|both)\b", re.IGNORECASE
)
_COUNTED = re.compile(r"\b(?:how (?:many|much|long|old|far|high|deep|often|big|large|fast|heavy|wide)|when|what year|"
                      r"which year|what percentage|what share)\b", re.IGNORECASE)  # fmt: skip


def answered(path: Path, question: str, *, blank: Answer, operation_id: str) -> Answer:
    """Answer a question and keep the answer, with its operation's reply, in the notebook's file.

    Args:
        path: the notebook's file.
        blank: everything of the answer but what the sources say.
    """
    turns = conversation(path, blank.conversation_id, most=4)
    with opened(path) as db:
        complete = answer(db, path, whole(question, turns), blank)
    keep_answer(path, complete, operation_id=operation_id)
    return complete


def answer(db: sqlite3.Connection, path: Path, asked: Whole, blank: Answer) -> Answer:
    """What the sources say to a question that stands alone."""
    records = {
        number: msgspec.msgpack.decode(record, type=NotebookSource)
        for number, record in db.execute("SELECT seq, record FROM sources")
    }
    question = asked.text
    compared = names(question)
    queries = [question, *(compared[:3] if len(compared) > 1 else ())]
    found = find(db, path, question, queries)
    statements = _judged_statements(db, question, found)
    verdict = judged(db, asked, statements, records)
    if verdict is not Verdict.SAID:
        language = records[found[0].source].language if found else "en"
        return replace(blank, answer=refusal(verdict, statements, records, language=language))
    chosen = _chosen(db, question, statements, compared)
    text, citations = _written(question, chosen, records, partial(_words_of, db))
    return replace(blank, answer=text, grounded=True, citations=citations)


def _judged_statements(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> list[Statement]:
    best = found[0].score if found else 0.0
    read = [each for place, each in enumerate(found) if place < 2 or (place < READ and each.score > best - 6)]
    rows = [each for each in found[:JUDGED_ROWS] if each.chunk.cells and each not in read]
    statements = [each for one in (*read, *rows) for each in _statements(db, one, question)]
    if len(statements) > MOST_SENTENCES:
        wanted = set(content(question))
        statements.sort(key=lambda each: (-len(wanted & set(content(each.judged))), -each.found.score))
        statements = statements[:MOST_SENTENCES]
    scores = answer_scores([(question, each.judged) for each in statements])
    judged_ones = [
        # A sentence in the midst of a chunk that answers is believed a little more.
        replace(each, score=score + _typed(question, each) + 0.15 * min(each.found.score, 8.0))
        for each, score in zip(statements, scores, strict=True)
    ]
    return sorted(judged_ones, key=lambda each: -each.score)


JUDGED_ROWS = 10
"""Chunks whose rows of tables are looked at: a table has many rows that are alike."""


def _typed(question: str, statement: Statement) -> float:
    """What a statement loses when it can't hold the kind of thing that was asked for."""
    loss = 0.0
    if _COUNTED.search(question) and not has_number(statement.told):
        loss -= 3.0
    if statement.kind is BlockKind.TABLE_ROW and statement.found.chunk.cells:
        loss += _row_fit(question, statement.found)
    if statement.told.rstrip().endswith("?"):
        loss -= 3.0
    return loss


def _row_fit(question: str, found: Found) -> float:
    """What a row gains when the question names it, and loses when the question asks for something else.

    A row is about what its first cell names. Where the question names row and column, only the rest of its words
    (what is measured) is left to stand in the headings above the table.
    """
    chunk = found.chunk
    asked, asked_numbers = set(content(question)), numbers(question)
    label = set(content(chunk.cells[0]))
    if not label or not label <= asked | asked_numbers:
        return -1.5
    columns = [
        name
        for name in chunk.header[1:]
        if set(content(name)) & asked or (numbers(name) and numbers(name) <= asked_numbers)
    ]
    if not columns:
        return 2.5
    rest = asked - label - asked_numbers - {term for name in columns for term in content(name)}
    above = set(content(chunk.context))
    if rest and not rest & above:
        return -2.0
    return 2.5 + 5.0 * (len(rest & above) / len(rest) if rest else 1.0)


def _statements(db: sqlite3.Connection, found: Found, question: str) -> list[Statement]:
    chunk = found.chunk
    if chunk.cells:
        unit = chunk.units[0]
        text = row_text(chunk)
        heading = chunk.context.split(" / ")[0]
        return [Statement(found, unit.start, unit.end, _row_told(found, question), f"{heading}: {text}", unit.kind)]
    out: list[Statement] = []
    heading = chunk.context.rpartition(" / ")[2][:80]
    for place, unit in enumerate(chunk.units):
        own = _text(found, unit.start, unit.end)
        listed = _listing(db, found, place)
        if listed is not None:
            out.append(listed)
            continue
        start, told = unit.start, own
        before = chunk.units[place - 1] if place else None
        if before is not None and before.end - before.start < 400 and (_LEANS.match(own) or own.endswith(":")):
            start = before.start
            told = _text(found, start, unit.end)
            if unit.end - start > MAX_CITATION:
                start, told = unit.start, own
        head = f"{heading}: " if heading and len(told) < 160 else ""
        who = f"{chunk.speaker}: " if chunk.speaker else ""
        out.append(Statement(found, start, unit.end, told, f"{head}{who}{told}", unit.kind))
    return out


def _text(found: Found, start: int, end: int) -> str:
    return found.chunk.text[start - found.chunk.start : end - found.chunk.start]


def _listing(db: sqlite3.Connection, found: Found, place: int) -> Statement | None:
    """A list as one statement, when the unit announces one."""
    units = found.chunk.units
    unit = units[place]
    own = _text(found, unit.start, unit.end)
    if unit.kind is BlockKind.LIST_ITEM or not own.rstrip().endswith(":"):
        return None
    items = [
        (each.start, each.end, _text(found, each.start, each.end))
        for each in units[place + 1 :]
        if each.kind is BlockKind.LIST_ITEM
    ]
    if place + 1 + len(items) == len(units):
        number = found.number
        while (number := number + 1) and len(items) < 40:
            row = chunk_rows(db, [number]).get(number)
            if row is None or row[0] != found.source:
                break
            own_items = [each for each in row[1].units if each.kind is BlockKind.LIST_ITEM]
            if not own_items or row[1].units[0].kind is not BlockKind.LIST_ITEM:
                break
            items += [
                (each.start, each.end, row[1].text[each.start - row[1].start : each.end - row[1].start])
                for each in own_items
            ]
            if len(own_items) < len(row[1].units):
                break
    if not items:
        return None
    kept = [item for item in items if item[1] - unit.start <= MAX_CITATION]
    listed = "; ".join(item[2].strip().rstrip(".;,") for item in kept)
    end = kept[-1][1] if kept else unit.end
    told = f"{own.rstrip()} {listed}."
    return Statement(found, unit.start, end, told, told, unit.kind)


def _row_told(found: Found, question: str) -> str:
    """A row as a sentence: the asked columns, or all of them."""
    chunk = found.chunk
    if len(chunk.header) != len(chunk.cells) or len(chunk.cells) < 2:
        return f"{row_text(chunk)}."
    wanted, asked_numbers = set(content(question)), numbers(question)
    label = chunk.cells[0]
    columns = [
        place
        for place, name in enumerate(chunk.header)
        if place and (set(content(name)) & wanted or (numbers(name) and numbers(name) <= asked_numbers))
    ]
    pairs = [(chunk.header[place], chunk.cells[place]) for place in columns or range(1, len(chunk.cells))]
    first = f"{chunk.header[0]} {label}" if re.fullmatch(r"[\d.,-]+", label) and chunk.header[0] else label
    return f"{first}: " + ", ".join(f"{name} {cell}".strip() for name, cell in pairs if cell) + "."


def _chosen(
    db: sqlite3.Connection, question: str, statements: Sequence[Statement], compared: Sequence[str]
) -> list[Statement]:
    """Passages of the chunks that answer best: the best sentence of each, with those around it."""
    by_chunk: dict[int, list[Statement]] = {}
    for each in statements:
        by_chunk.setdefault(each.found.number, []).append(each)
    ranked = sorted(by_chunk.values(), key=lambda own: -worth_of(own))
    best = worth_of(ranked[0])
    chosen: list[Statement] = []
    for own in ranked:
        if len(chosen) == MOST_STATED or worth_of(own) < best - NEAR:
            break
        passage = _passage(db, own)
        if not any(_same(passage, other) for other in chosen):
            chosen.append(passage)
    for name in compared if len(compared) > 1 or _COMPARES.search(question) else ():
        if not any(_names_it(name, each) for each in chosen):
            more = next((own for own in ranked if worth_of(own) > best - 7 and _names_it(name, own[0])), None)
            if more is not None:
                chosen.append(_passage(db, more))
    first = chosen[0]
    rest = sorted(chosen[1:], key=lambda each: (each.found.source != first.found.source, each.found.source, each.start))
    return [first, *rest]


def _passage(db: sqlite3.Connection, own: Sequence[Statement]) -> Statement:
    """The best sentence of a chunk, with those around it while they are few words, also beyond the chunk's ends."""
    best = own[0]
    chunk, number = best.found.chunk, best.found.number
    if chunk.cells or best.end > chunk.end:
        return best
    rows = chunk_rows(db, [number - 1, number + 1])
    near = [
        row[1]
        for row in rows.values()
        if row[0] == best.found.source
        and not row[1].cells
        and (row[1].context, row[1].page, row[1].slide) == (chunk.context, chunk.page, chunk.slide)
    ]
    start, end = best.start, best.end
    for grown in _around(
        sorted([*chunk.units, *(unit for each in near for unit in each.units)], key=_start), start, end
    ):
        touches = grown.start - end <= GAP and start - grown.end <= GAP
        if touches and max(end, grown.end) - min(start, grown.start) <= PASSAGE:
            start, end = min(start, grown.start), max(end, grown.end)
    passage = replace(best, start=start, end=end)
    return replace(passage, told=_words_of(db, passage))


def _start(unit: Unit) -> int:
    return unit.start


def _around(units: Sequence[Unit], start: int, end: int) -> list[Unit]:
    """The units beside a stretch, the next ones first: what follows explains more often."""
    after = [unit for unit in units if unit.start >= end]
    before = [unit for unit in reversed(units) if unit.end <= start]
    mixed = []
    for place in range(max(len(after), len(before))):
        mixed += after[place : place + 1] + before[place : place + 1]
    return mixed


def _names_it(name: str, statement: Statement) -> bool:
    wanted = {stem(word) for word in words(name)}
    return wanted <= {stem(word) for word in words(statement.judged + " " + statement.found.chunk.context)}


def _same(one: Statement, other: Statement) -> bool:
    if one.found.source == other.found.source and one.start < other.end and other.start < one.end:
        return True
    a, b = set(content(one.told)) | numbers(one.told), set(content(other.told)) | numbers(other.told)
    return len(a & b) >= 0.85 * max(1, min(len(a), len(b))) and numbers(one.told) == numbers(other.told)


def _written(
    question: str,
    chosen: Sequence[Statement],
    records: dict[int, NotebookSource],
    words_of: Callable[[Statement], str],
) -> tuple[str, dict[str, AnswerCitation]]:
    parts: list[str] = []
    citations: dict[str, AnswerCitation] = {}
    length = 0
    differ = _contradict(question, chosen)
    for each in chosen:
        marker = str(len(citations) + 1)
        source = records[each.found.source]
        said = _sentence(each.told)
        if differ:
            said = f"{source.title[:120]}: {said}"
        part = f"{said} [{marker}]"
        if length + len(part) + 30 > MAX_ANSWER:
            if citations:
                break
            part = f"{said[: MAX_ANSWER - 40].rsplit(' ', 1)[0]} … [{marker}]"
        parts.append(part)
        length += len(part) + 1
        citations[marker] = _citation(each, source, words_of(each))
    return (f"The sources differ. {' '.join(parts)}" if differ else " ".join(parts)), citations


def _contradict(question: str, chosen: Sequence[Statement]) -> bool:
    """Whether two sources say the same of the same thing with other numbers."""
    asked = set(content(question))
    for place, one in enumerate(chosen):
        for other in chosen[place + 1 :]:
            if one.found.source == other.found.source:
                continue
            a, b = set(content(one.told)), set(content(other.told))
            shared = (a & b) - {word for word in a & b if word.isdigit()}
            mine, others = numbers(one.told) - numbers(question), numbers(other.told) - numbers(question)
            if mine and others and not mine & others and len(shared & asked) >= max(1, len(asked) // 2):
                return True
    return False


def _sentence(told: str) -> str:
    told = re.sub(r"\s+", " ", told).strip()
    return told if told[-1:] in {".", "!", "?", "”", '"', "…", ")"} else f"{told.rstrip(',;:')}."


def _words_of(db: sqlite3.Connection, statement: Statement) -> str:
    """The source's own words of a statement; a list or a passage may reach beyond its chunk."""
    chunk = statement.found.chunk
    if chunk.start <= statement.start and statement.end <= chunk.end:
        return chunk.text[statement.start - chunk.start : statement.end - chunk.start]
    (body,) = db.execute("SELECT body FROM sources WHERE seq = ?", (statement.found.source,)).fetchone()
    return msgspec.msgpack.decode(body, type=Source).text[statement.start : statement.end]


def _citation(statement: Statement, source: NotebookSource, text: str) -> AnswerCitation:
    chunk = statement.found.chunk
    return AnswerCitation(
        source_id=source.id,
        source=source.title,
        text=text,
        start=statement.start,
        end=statement.end,
        page=chunk.page,
        time_ms=chunk.time_ms,
        slide=chunk.slide,
        row=chunk.row,
    )
