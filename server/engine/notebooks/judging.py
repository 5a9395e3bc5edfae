"""The sentences, rows and lists of the chunks that were found, judged one by one."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import replace

from server.domain.sources import BlockKind
from server.engine.notebooks.asked_columns import columns_for
from server.engine.notebooks.checking import read
from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.defining import defines
from server.engine.notebooks.expecting import Kind, expected, fit
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.retrieval import Found, row_text, table_heading
from server.engine.notebooks.statements import MAX_CITATION, Statement
from server.engine.notebooks.table_rows import row_said
from server.engine.notebooks.terms import asks, content, numbers, stem

READ = 7
"""Chunks that are read as wholes, and whose sentences are judged one by one."""
FITTING = 1.0
"""Points of a statement that holds the kind of thing asked for; as many are lost where it does not."""
ANSWERS, HERE, FITS = 0.3, 0.67, 0.25
"""What a statement gains for each of the log odds that its chunk answers and that the answer stands in it, and for each
point of its chunk's score. These and the other points: a regression on the questions of tests/data, of which statement
of the chunks that were found is the right one."""
TOLD_OF = 1.6
"""Points of a statement that tells of every word of the question."""
ROWS = 0.6
"""What a point of a row counts for: a row has figures, and no reasons."""
NOT_MEANT = -2.0
"""Points of a row that the question names, and asks something else of."""
REPLIES_TO = 2.0
"""Points of the reply to a question of the source's own that asks the same."""
DEFINES = 1.5
"""Points of a sentence that says what the thing is that is asked about, or who holds the office."""
SAME_QUESTION = 2
"""Words of such a question, at least: "why fewer?" may ask for anything."""
LEANS = re.compile(
    r"^(?:it|he|she|they|this|that|these|those|its|his|her|their|there|then|here|such|both|one|but|and|so|instead|also"
    r"|as a result|because of this|by then)\b",
    re.IGNORECASE,
)
"""How a sentence begins whose subject stands before it."""


def judged_statements(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> list[Statement]:
    best = found[0].score if found else 0.0
    chunks = [each for place, each in enumerate(found) if place < READ and (place < 2 or each.score > best - 11)]
    rows = [each for each in found[:JUDGED_ROWS] if each.chunk.cells and each not in chunks]
    wanted = focus(question)
    outdone = _named_by_less(question, [*chunks, *rows])
    statements = []
    for one in read(db, question, [*chunks, *rows]):
        for each in _statements(db, one.found, question):
            here = one.within(each.start, each.end)
            typed = _typed(question, wanted, each, outdone)
            score = ANSWERS * one.odds + HERE * here + FITS * min(one.found.score, HIGHEST) + typed
            statements.append(replace(each, score=score, odds=one.odds, here=here))
    return sorted(statements, key=lambda each: -each.score)


HIGHEST = 8.0
"""Points of a chunk beyond which nothing changes."""
LIKE = 0.6
"""Closeness from which the name of a column means what is asked for."""
REPLIES = 2
"""Sentences after a question of the source that are read with it."""
MOST_ITEMS = 40
"""Items of a list that goes on beyond its chunk, at most."""
JUDGED_ROWS = 10
"""Chunks whose rows of tables are looked at: a table has many rows that are alike."""


def _typed(question: str, wanted: Sequence[str], statement: Statement, outdone: Collection[int]) -> float:
    """What speaks for or against a statement beside its score: the kind of thing it holds, the words it tells of.

    Args:
        outdone: numbers of rows beside which the question names another one with more words.
    """
    chunk = statement.found.chunk
    columns = f"{chunk.context} {' '.join(chunk.header)}"
    score = FITTING * fit(question, statement.told, around=columns)
    told = near(wanted, f"{statement.judged} {chunk.context.rpartition(' / ')[2]}")
    score += TOLD_OF * (sum(told) / len(told) if told else 0.0)
    if statement.kind is BlockKind.TABLE_ROW and chunk.cells and expected(question) is not Kind.REASON:
        score += ROWS * (NOT_MEANT if statement.found.number in outdone else _row_fit(question, statement.found))
    if asks(statement.told):
        score -= 3.0
    if defines(question, statement.told):
        score += DEFINES
    return score + REPLIES_TO * _like_question(wanted, statement.replies_to)


def _like_question(wanted: Sequence[str], asked: str) -> float:
    """How much the source's own question asks for the same: both ask for the words of the other, or for like ones."""
    own = focus(asked)
    if len(own) < SAME_QUESTION or not wanted:
        return 0.0
    there, back = near(own, " ".join(wanted)), near(wanted, asked)
    return max(0.0, (sum(there) / len(there)) * (sum(back) / len(back)))


def _named_by_less(question: str, found: Sequence[Found]) -> set[int]:
    """The rows whose name is a part of another's that the question has too: "mown every third year" is not "every
    year"."""
    asked = set(content(question)) | numbers(question)
    labels = {each.number: set(content(each.chunk.cells[0])) for each in found if each.chunk.cells}
    named = {number: label for number, label in labels.items() if label and label <= asked}
    return {number for number, label in named.items() if any(label < other for other in named.values())}


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
    columns = [chunk.header[place] for place in _columns(chunk, question)]
    if not columns:
        return 2.5
    rest = asked - label - asked_numbers - {term for name in columns for term in content(name)}
    above = set(content(chunk.context))
    if rest and not rest & above:
        return NOT_MEANT
    return 4.0 + 6.0 * (len(rest & above) / len(rest) if rest else 1.0)


def _statements(db: sqlite3.Connection, found: Found, question: str) -> list[Statement]:
    chunk = found.chunk
    if chunk.cells:
        unit = chunk.units[0]
        text = row_text(chunk)
        heading = table_heading(chunk)
        return [Statement(found, unit.start, unit.end, _row_told(found, question), f"{heading}: {text}", unit.kind)]
    out: list[Statement] = []
    heading = chunk.context.rpartition(" / ")[2][:80]
    asked, replies = "", 0
    for place, unit in enumerate(chunk.units):
        own = found.chunk.said(unit.start, unit.end)
        # A question of the source's own answers none; what follows it does.
        if asks(own) and len(chunk.units) > 1:
            asked, replies = own.strip(), 0
            continue
        replies += 1
        listed = _listing(db, found, place)
        if listed is not None:
            out.append(listed)
            # An item may be asked for alone as well; a line that announces a list says nothing without it.
            if unit.kind is not BlockKind.LIST_ITEM:
                continue
        start, told = unit.start, own
        before = chunk.units[place - 1] if place else None
        answers = bool(asked) and replies == 1
        if (
            before is not None
            and not answers
            and before.end - before.start < 400
            and (LEANS.match(own) or own.endswith(":"))
        ):
            start = before.start
            told = found.chunk.said(start, unit.end)
            if unit.end - start > MAX_CITATION:
                start, told = unit.start, own
        head = f"{heading}: " if heading and len(told) < 160 else ""
        who = f"{chunk.speaker}: " if chunk.speaker else ""
        put = f"{asked} " if asked and replies <= REPLIES and start == unit.start else ""
        judged = f"{head}{put}{who}{told}"
        out.append(Statement(found, start, unit.end, told, judged, unit.kind, replies_to=put.strip()))
    return out


def _listing(db: sqlite3.Connection, found: Found, place: int) -> Statement | None:
    """A list as one statement: of the unit that announces it, or of its first item where its heading does."""
    units = found.chunk.units
    unit = units[place]
    own = found.chunk.said(unit.start, unit.end)
    heading = found.chunk.context.rpartition(" / ")[2].rstrip(" .:")
    headed = place == 0 and bool(heading) and _opens_list(db, found)
    if not headed and (unit.kind is BlockKind.LIST_ITEM or not own.rstrip().endswith(":")):
        return None
    first = place if headed else place + 1
    items = [
        (each.start, each.end, found.chunk.said(each.start, each.end))
        for each in units[first:]
        if each.kind is BlockKind.LIST_ITEM
    ]
    if first + len(items) == len(units):
        items += _continued(db, found)
    if len(items) < (2 if headed else 1):
        return None
    kept = [item for item in items if item[1] - unit.start <= MAX_CITATION]
    listed = "; ".join(item[2].strip().rstrip(".;,") for item in kept)
    end = kept[-1][1] if kept else unit.end
    told = f"{heading}: {listed}." if headed else f"{own.rstrip()} {listed}."
    return Statement(found, unit.start, end, told, told, BlockKind.PARAGRAPH if headed else unit.kind)


def _opens_list(db: sqlite3.Connection, found: Found) -> bool:
    """Whether a chunk begins with the first item of a list, right under its heading."""
    chunk = found.chunk
    if chunk.units[0].kind is not BlockKind.LIST_ITEM:
        return False
    before = chunk_rows(db, [found.number - 1]).get(found.number - 1)
    return before is None or before[0] != found.source or before[1].context != chunk.context


def _continued(db: sqlite3.Connection, found: Found) -> list[tuple[int, int, str]]:
    """The items of a list that goes on beyond its chunk."""
    items: list[tuple[int, int, str]] = []
    number = found.number
    while (number := number + 1) and len(items) < MOST_ITEMS:
        row = chunk_rows(db, [number]).get(number)
        if row is None or row[0] != found.source or row[1].context != found.chunk.context:
            break
        own_items = [each for each in row[1].units if each.kind is BlockKind.LIST_ITEM]
        if not own_items or row[1].units[0].kind is not BlockKind.LIST_ITEM:
            break
        items += [(each.start, each.end, row[1].said(each.start, each.end)) for each in own_items]
        if len(own_items) < len(row[1].units):
            break
    return items


def _columns(chunk: Chunk, question: str) -> list[int]:
    """The columns that a question asks for: by their words, their numbers, or words of a like meaning."""
    asked, asked_numbers, wanted = set(content(question)), numbers(question), focus(question)
    places = range(1, len(chunk.header))
    named = [
        place
        for place in places
        if set(content(chunk.header[place])) & asked
        or (numbers(chunk.header[place]) and numbers(chunk.header[place]) <= asked_numbers)
    ]
    if asked_for := columns_for(question, chunk.header):
        return sorted({*named, *asked_for})
    if named:
        return named
    label = set(content(chunk.cells[0]))
    rest = [word for word in wanted if stem(word) not in label]
    likely = {place: max(near(rest, chunk.header[place]), default=0.0) for place in places}
    best = max(likely.values(), default=0.0)
    return [place for place in places if likely[place] == best] if best >= LIKE else []


def _row_told(found: Found, question: str) -> str:
    """A row as a sentence: the asked columns, or all of them."""
    chunk = found.chunk
    if len(chunk.header) != len(chunk.cells) or len(chunk.cells) < 2:
        return f"{row_text(chunk)}."
    return row_said(chunk, _columns(chunk, question) or range(1, len(chunk.cells)))
