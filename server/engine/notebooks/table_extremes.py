"""The rows of a table that have the most or the least of a column: "which is the heaviest?"."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.judging import LIKE
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.table_choices import PLAIN, things_of
from server.engine.notebooks.table_rows import column_words, figure, has_figures, stated, table_of
from server.engine.notebooks.terms import NUMBER_WORDS, numbers, stem

TOLD_OF = 0.45
"""Closeness that every word of the question must have to the column, its table or the superlative."""
_MOST = (
    r"most expensive|most|highest|largest|biggest|greatest|longest|tallest|oldest|newest|heaviest|deepest|dearest"
    r"|fastest|costliest"
)
_LEAST = r"least expensive|least|fewest|lowest|smallest|shortest|lightest|cheapest|slowest|youngest"
SUPERLATIVE = re.compile(
    rf"^(?:in |at |on |of )?(?:which|what|who|whose)\b(?P<of>[^?]*?)\b(?:the )?"
    rf"(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\b",
    re.IGNORECASE,
)
_MEANT: Mapping[str, str] = {
    **dict.fromkeys(("most expensive", "dearest", "costliest", "cheapest", "least expensive"), "price cost"),
    **dict.fromkeys(("longest", "shortest"), "length duration"),
    **dict.fromkeys(("tallest", "highest", "lowest"), "height"),
    **dict.fromkeys(("oldest", "youngest", "newest"), "age"),
    **dict.fromkeys(("heaviest", "lightest"), "weight"),
    **dict.fromkeys(("fastest", "slowest"), "speed"),
    "deepest": "depth",
}
"""What a superlative names by itself."""
_KIND_OF = re.compile(r"\b(?:kind|type|sort|variety|make|brand|model)s? of\b", re.IGNORECASE)
_LASTS = re.compile(r"\b(?:takes?|took|lasts?|lasted|time)\b", re.IGNORECASE)
_BY_YEAR = frozenset({"oldest", "newest", "youngest"})
_BEGAN = re.compile(
    r"\b(?:built|founded|opened|established|year|since|begun|made|dated?|from|planted)\b", re.IGNORECASE
)
_YEAR = re.compile(r"^\D{0,4}(?:1[0-9]\d\d|20\d\d)\b")
MOST_ALIKE = 4
"""Rows that have the most alike."""


def extreme(
    db: sqlite3.Connection, question: str, superlative: re.Match[str], best: Found, title: str
) -> list[Statement]:
    """The rows that have the most or the least of the column that a superlative asks for; none where it names none.

    Args:
        superlative: as `SUPERLATIVE` found it in the question.
        best: a row of the table.
        title: of its source.
    """
    header = best.chunk.header
    degree = (superlative["most"] or superlative["least"]).lower()
    of = [word for word in focus(_KIND_OF.sub("", superlative["of"])) if word not in NUMBER_WORDS][:1]
    # What a row is of must be what is asked for: "which school".
    if of and max(near(of, f"{header[0]} {best.chunk.context} {title}"), default=0.0) < LIKE:
        return []
    beside = {stem(word) for word in (*of, *degree.split())}
    told = numbers(" ".join(header))
    wanted = [
        word
        for word in focus(question)
        if stem(word) not in beside and word not in PLAIN and not (numbers(word) and numbers(word) <= told)
    ]
    # What all the rows are, their source's title says.
    free = focus(superlative["of"])
    wanted = [word for word in wanted if word not in free or near([word], f"{header[0]} {title}")[0] < 1]
    counted = set(re.findall(r"[a-z-]+", superlative["of"].lower())) & NUMBER_WORDS
    wanted = [word for word in wanted if word not in counted]
    behind = focus(question[superlative.end() :])[:1]
    if not of and behind and near(behind, header[0])[0] >= LIKE:
        # "Which is the oldest boat": what the rows are of.
        wanted = [word for word in wanted if word not in behind]
    if degree in {"longest", "shortest"} and _LASTS.search(question):
        wanted = [*(word for word in wanted if not _LASTS.fullmatch(word)), "time"]
    wanted += [word for word in _MEANT.get(degree, "").split()[:1] if not wanted]
    table = things_of(table_of(db, best))
    column = _column(wanted, table, f"{degree} {_MEANT.get(degree, '')}", free=free) if wanted and table else None
    most = bool(superlative["most"])
    if column is None and degree in _BY_YEAR and table:
        column, most = _years(table), degree in {"newest", "youngest"}
    return stated(outermost(table, column, most=most), [column]) if column is not None else []


def outermost(table: Sequence[Found], column: int, *, most: bool) -> list[Found]:
    """The rows that have the most, or the least, of a column."""
    figures = [(number, each) for each in table if (number := figure(each.chunk.cells[column])) is not None]
    value = (max if most else min)(number for number, _ in figures)
    return [each for number, each in figures if number == value][:MOST_ALIKE]


def _years(table: Sequence[Found]) -> int | None:
    """The one column of years in which something began."""
    places = [
        place
        for place, name in enumerate(table[0].chunk.header)
        if place and _BEGAN.search(name) and all(_YEAR.search(each.chunk.cells[place]) for each in table)
    ]
    return places[0] if len(places) == 1 else None


def _column(wanted: Sequence[str], table: Sequence[Found], beside: str, *, free: Sequence[str] = ()) -> int | None:
    """The column of figures that has the most of the wanted words; none where one of them is told of nowhere.

    Args:
        free: words that need not be told of where others are: how a thing has it, "carries the most passengers".
    """
    header, context = table[0].chunk.header, table[0].chunk.context
    scores: Counter[int] = Counter()
    for place in range(1, len(header)):
        if has_figures(table, place):
            scores[place] = round(1_000 * sum(one for one in near(wanted, column_words(header[place])) if one >= LIKE))
    if not scores or scores.most_common(1)[0][1] <= 0:
        return None
    best = scores.most_common(1)[0][1]
    place = min((place for place in scores if scores[place] == best), key=lambda place: len(header[place]))
    title = context.replace(" / ", " ")
    needed = [word for word in wanted if word not in free] or wanted
    if min(near(needed, f"{column_words(header[place])} {title} {beside}")) < TOLD_OF:
        return None
    return place
