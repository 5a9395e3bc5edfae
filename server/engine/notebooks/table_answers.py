"""Questions that a table answers with one of its cells: the most or least of a column, and a price by its row.

Answered by the cells alone: what a row's sentence says to the cross-encoder is much the same for all of them.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence

from server.domain.sources import BlockKind
from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.judging import LIKE
from server.engine.notebooks.retrieval import Found, row_text, table_heading
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.terms import content, numbers, stem

LOOKED_AT = 14
"""Chunks whose tables are looked at."""
MOST_ROWS = 500
"""Rows of a table that are compared."""
TOLD_OF = 0.45
"""Closeness that every word of the question must have to the column, its table or the superlative."""
FIGURES = 0.8
"""Part of a column's cells that must be figures."""
_MOST = (
    r"most expensive|most|highest|largest|biggest|greatest|longest|tallest|oldest|heaviest|deepest|dearest|fastest"
    r"|costliest"
)
_LEAST = r"least expensive|least|fewest|lowest|smallest|shortest|lightest|cheapest|slowest|youngest"
_SUPERLATIVE = re.compile(
    rf"^(?:in |at |on |of )?(?:which|what|who|whose)\b(?P<of>[^?]*?)\b(?:the )?"
    rf"(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\b",
    re.IGNORECASE,
)
_MEANT: Mapping[str, str] = {
    **dict.fromkeys(("most expensive", "dearest", "costliest", "cheapest", "least expensive"), "price cost"),
    **dict.fromkeys(("longest", "shortest"), "length duration"),
    **dict.fromkeys(("tallest", "highest", "lowest"), "height"),
    **dict.fromkeys(("oldest", "youngest"), "age"),
    **dict.fromkeys(("heaviest", "lightest"), "weight"),
    **dict.fromkeys(("fastest", "slowest"), "speed"),
    "deepest": "depth",
}
"""What a superlative names by itself."""
_PRICE = re.compile(
    r"\b(?:price|cost|costs|fee|charge|rate|fare|preis|prix|precio|prezzo|preço)\b|[€£$]", re.IGNORECASE
)
_ASKS_PRICE = re.compile(r"^how much (?:is|are|was|were|does|do|did)\b", re.IGNORECASE)
_NO_PRICE = re.compile(r"\bweigh|\bof the\b|\bfaster|\bmore\b|\bless\b", re.IGNORECASE)
_ASKS_FIGURE = re.compile(r"^(?:(?:at|in|on|to|for|after|from|by) )?(?:how|what|which|when)\b", re.IGNORECASE)
_HOW = re.compile(r"^how (?P<how>heavy|tall|high|deep|wide|fast|old|expensive|dear)\b", re.IGNORECASE)
_OF_HOW: Mapping[str, str] = {
    "heavy": "weight", "tall": "height", "high": "height", "deep": "depth", "wide": "width", "fast": "speed",
    "old": "age", "expensive": "price", "dear": "price",
}  # fmt: skip
"""What a column is called that tells how something is."""
_PLAIN = frozenset("kind type sort variety brand per make makes take takes give gives has have need needs".split())
"""Words of a question for the most of something that tell nothing of the column."""
_KIND_OF = re.compile(r"\b(?:kind|type|sort|variety|make|brand|model)s? of\b", re.IGNORECASE)
_FIGURE = re.compile(r"^\W*(?P<number>[-−]?\d[\d,. ]*)\D*$")


def told_by_table(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> Statement | None:
    """The row whose cell answers, with that cell; None where the question is none of these."""
    rows = [each for each in found[:LOOKED_AT] if each.chunk.cells and len(each.chunk.header) == len(each.chunk.cells)]
    if not rows or (not found[0].chunk.cells and not any(each.chunk.cells for each in found[:3])):
        return None
    superlative = _SUPERLATIVE.match(question)
    if superlative is not None:
        return _extreme(db, question, superlative, rows[0])
    priced = _price(question, rows) if _ASKS_PRICE.match(question) and not _NO_PRICE.search(question) else None
    return priced or _cell(question, rows)


def _extreme(db: sqlite3.Connection, question: str, superlative: re.Match[str], best: Found) -> Statement | None:
    header = best.chunk.header
    degree = (superlative["most"] or superlative["least"]).lower()
    kind = {stem(word) for word in content(_KIND_OF.sub("", superlative["of"]))[:1]}
    wanted = [
        word
        for word in focus(question)
        if stem(word) not in kind
        and stem(word) not in {stem(one) for one in degree.split()}
        and word.lower() not in _PLAIN
    ]
    # What a row is of must be what is asked for: "which school".
    of = [word for word in focus(question) if stem(word) in kind]
    if of and max(near(of, f"{header[0]} {best.chunk.context}"), default=0.0) < LIKE:
        return None
    wanted += [word for word in _MEANT.get(degree, "").split()[:1] if not wanted]
    if not wanted:
        return None
    table = _table(db, best)
    column = _column(wanted, table, f"{degree} {_MEANT.get(degree, '')}")
    if column is None:
        return None
    figures = [(number, each) for each in table if (number := _figure(each.chunk.cells[column])) is not None]
    pick = max if superlative["most"] else min
    value = pick(number for number, _ in figures)
    winners = [each for number, each in figures if number == value]
    return _statement(winners[0], [column], also=[each.chunk.cells[0] for each in winners[1:4]])


def _table(db: sqlite3.Connection, best: Found) -> list[Found]:
    """All rows of the table that a row is of, in their order."""
    found = [best]
    for step in (-1, 1):
        number = best.number
        while len(found) < MOST_ROWS:
            number += step
            row = chunk_rows(db, [number]).get(number)
            if row is None or row[0] != best.source or not _same_table(row[1], best.chunk):
                break
            found.append(Found(number, row[0], row[1], best.score))
    return sorted(found, key=lambda each: each.number)


def _same_table(one: Chunk, other: Chunk) -> bool:
    return bool(one.cells) and (one.header, one.context, one.sheet) == (other.header, other.context, other.sheet)


def _column(wanted: Sequence[str], table: Sequence[Found], beside: str) -> int | None:
    """The column of figures that has the most of the wanted words; none where one of them is told of nowhere."""
    header, context = table[0].chunk.header, table[0].chunk.context
    scores: Counter[int] = Counter()
    for place in range(1, len(header)):
        cells = [each.chunk.cells[place] for each in table if place < len(each.chunk.cells)]
        if sum(_figure(cell) is not None for cell in cells) < FIGURES * len(table):
            continue
        closeness = near(wanted, header[place])
        scores[place] = round(1_000 * sum(one for one in closeness if one >= LIKE))
    if not scores or scores.most_common(1)[0][1] <= 0:
        return None
    best = scores.most_common(1)[0][1]
    place = min((place for place in scores if scores[place] == best), key=lambda place: len(header[place]))
    title = context.replace(" / ", " ")
    if min(near(wanted, f"{header[place]} {title} {beside}")) < TOLD_OF:
        return None
    return place


def _price(question: str, rows: Sequence[Found]) -> Statement | None:
    """The price in the row that the question names."""
    asked = set(content(question)) | numbers(question)
    for each in rows:
        label = _label(each)
        priced = [place for place, name in enumerate(each.chunk.header) if place and _PRICE.search(name)]
        if label and label <= asked and len(priced) == 1:
            return _statement(each, priced)
    return None


def _cell(question: str, rows: Sequence[Found]) -> Statement | None:
    """The cell in the row and in the one column that the question names, all of whose other words are told of."""
    if not _ASKS_FIGURE.match(question):
        return None
    asked = set(content(question)) | numbers(question)
    named = [each for each in rows if (own := _label(each)) and own <= asked]
    if not named or len({each.chunk.cells[0] for each in named}) > 1:
        return None
    row = named[0]
    chunk, label = row.chunk, _label(row)
    rest = [word for word in focus(question) if stem(word) not in label and word.lower() not in label]
    how = _HOW.match(question)
    rest = [*(word for word in rest if word.lower() not in _PLAIN), *([_OF_HOW[how["how"].lower()]] if how else ())]
    if not rest:
        return None
    likely = {
        place: sum(one >= LIKE for one in near(rest, chunk.header[place]))
        for place in range(1, len(chunk.header))
        if re.search(r"\d", chunk.cells[place])
    }
    most = max(likely.values(), default=0)
    columns = [place for place, count in likely.items() if count == most]
    if not most or len(columns) > 1:
        return None
    above = chunk.context.replace(" / ", " ")
    if min(near(rest, f"{chunk.header[columns[0]]} {above}")) < LIKE:
        return None
    return _statement(row, columns)


def _label(found: Found) -> set[str]:
    """What a row's first cell names: the stems of its words, and its numbers."""
    return set(content(found.chunk.cells[0])) | numbers(found.chunk.cells[0])


def _statement(found: Found, columns: Sequence[int], *, also: Sequence[str] = ()) -> Statement:
    chunk = found.chunk
    cells = ", ".join(f"{chunk.header[place]}: {chunk.cells[place]}" for place in columns)
    heading = table_heading(chunk)
    label = " / ".join([chunk.cells[0], *also])
    unit = chunk.units[0]
    told = f"{heading.rstrip(' .:')}: {label}, {cells}."
    return Statement(
        found, unit.start, unit.end, told, f"{heading}: {row_text(chunk)}", BlockKind.TABLE_ROW, score=10.0, odds=5.0
    )


def _figure(cell: str) -> float | None:
    match = _FIGURE.match(cell.strip())
    if match is None:
        return None
    digits = match["number"].replace("−", "-").replace(" ", "").rstrip(".,")
    # A comma before three digits parts thousands; before one or two it is a decimal one.
    digits = re.sub(r",(?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
    try:
        return float(digits)
    except ValueError:
        return None
