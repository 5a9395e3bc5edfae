"""Tables with a column of dates, whose rows say what happened then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention
from server.engine.writing.dates.standing import TELLS, stands
from server.engine.writing.dates.tenses import Tense, tense, tense_at
from server.engine.writing.dates.words import date_words
from server.engine.writing.timelines.columns import Cell, cells, column_named, header_cell
from server.engine.writing.timelines.deadlines import DUE
from server.engine.writing.timelines.rows import body_of, told_by

_DATE_COLUMNS = 3
_MOST_DATES = 0.74
_DATE_ROWS = 2
_LEAST_WORDS = 3
_DONE = re.compile(
    r"(?:actual(?:ly)?|done|completed?|achieved|finished|carried out|delivered)(?: (?:on|in|date))?", re.IGNORECASE
)
"""Headers of the column that says when something was done, beside that for which it was planned."""
_MADE = re.compile(
    r"(?:year |date )?(?:re)?(?:built|made|opened|founded|laid|cast|sunk|dug|bought|acquired|launched|published|"
    r"painted|planted|closed|sold|installed|completed|finished|erected|restored|rebuilt|recorded|found|given|registered)"
    r"(?: (?:in|on))?",
    re.IGNORECASE,
)
"""Headers that say what was done at their dates."""
_EVENT = re.compile(
    r"\b(?:event|what|happen\w*|note|remark|comment|work|action|step|milestone|entry|detail)", re.IGNORECASE
)
"""Headers of columns that tell what happened."""
_NAMED = re.compile(r"milestones?|events?|steps?|stages?|phases?", re.IGNORECASE)
"""Headers of the column that names what is dated, in one word or more."""
_PLAIN_HEAD = re.compile(r"(?:years?|dates?|when|days?|period|dated?|from|time)", re.IGNORECASE)
"""Headers that only say that a column has dates."""


def of_chronology(
    source: Source, code: str, tables: Sequence[Sequence[Block]]
) -> Iterator[tuple[Cell, Statement, Block]]:
    """Rows of tables that have a column of dates, among the first ones, and others that say what happened."""
    for rows in tables:
        body = body_of(rows)
        if len(body) < 2:
            continue
        at, days = _dates(source, body, code, due=column_named(rows, DUE))
        done = column_named(rows, _DONE)
        if at >= 0 and done >= 0 and done != at:
            at, days = done, cells(source, body, done, code)
        said = [_told_beside(b, at) for b in body] if at >= 0 else []
        said = _of_one_column(body, said) if said and _is_of_figures(body, at) else said
        named = column_named(rows, _NAMED)
        if at >= 0 and any(said) and named >= 0 and named != at:
            said = [s or b.cells[named].strip() for s, b in zip(said, body, strict=True)]
        if at >= 0 and not any(said) and _are_single_days(days):
            said = [_figure_beside(rows, b, at) for b in body]
        if at >= 0:
            said = [_headed(rows, b, at, told, code) if told else "" for b, told in zip(body, said, strict=True)]
        if at >= 0 and _is_of_figures(body, at) and _are_spans(days):
            said = [_named_beside(rows, b, at) for b in body]
        elif at >= 0 and not _is_of_figures(body, at):
            said = [s or _named_beside(rows, b, at) for s, b in zip(said, body, strict=True)]
        if at < 0 or sum(map(bool, said)) < len(body) / 2:
            continue
        for block, day, what in zip(body, days, said, strict=True):
            if day is None or not what or _is_old_thing(day, what, code):
                continue
            yield _own_year(day, what, code), told_by(source, block, what), block


def _own_year(day: Cell, what: str, code: str) -> Cell:
    """The date that a row's words have themselves in place of that of its column.

    So has "1851 | Railway opens (1848)", and under a year that ends in March "2011 | The cook retired in May 2010".
    """
    found = [m for m in mentions(what, code) if m.first.year is not None] if not day.first.month else []
    inner = found[0] if len(found) == 1 and found[0].last is None else None
    if inner is None:
        return day
    is_beside = what[: inner.core].rstrip().endswith("(") and inner.first.year != day.first.year
    is_then = inner.first.month > 0 and inner.bound in {Bound.AT, Bound.NONE} and _is_done(what, inner, code)
    return Cell(inner, inner.first) if is_beside or (is_then and _is_of_year(day, inner)) else day


def _is_done(what: str, day: Mention, code: str) -> bool:
    """Whether a row's words tell what was done on a day that they name."""
    return tense_at(what, day.start, day.end, date_words(code)) is Tense.PAST and stands(what, day, [day])


def _is_of_year(row: Cell, day: Mention) -> bool:
    """Whether a day lies in a row's year, which may begin in the one before it."""
    return (row.first.year or 0) - (day.first.year or 0) in {0, 1} and row.last is None


def _dates(source: Source, body: Sequence[Block], code: str, *, due: int) -> tuple[int, list[Cell | None]]:
    """The first column of which nearly all cells are dates, and these; -1 where the table has none among its first."""
    for at in range(max(len(b.cells) for b in body)):
        found = cells(source, body, at, code, is_due=at == due)
        most = sum(at < len(b.cells) and (at < _DATE_COLUMNS or bool(b.cells[at].strip())) for b in body)
        if most >= _DATE_ROWS and sum(f is not None for f in found) >= _MOST_DATES * most:
            return at, found
    return -1, []


def _told_beside(block: Block, at: int) -> str:
    """The first cell beside the date that says something."""
    return next((c for n, c in enumerate(block.cells) if n != at and len(c.split()) >= _LEAST_WORDS), "")


def _of_one_column(body: Sequence[Block], said: list[str]) -> list[str]:
    """The cells of the one column that tells something in most rows, short ones too: "Family concert"."""
    found = {b.cells.index(s) for b, s in zip(body, said, strict=True) if s}
    at = found.pop() if len(found) == 1 else -1
    if at != 0 or 2 * sum(map(bool, said)) < len(body):
        return said
    return [s or (b.cells[at].strip() if at < len(b.cells) else "") for b, s in zip(body, said, strict=True)]


def _headed(rows: Sequence[Block], block: Block, at: int, told: str, code: str) -> str:
    """What a row says after what it is about: "Built: Mill Bridge", where what it says has no verb of its own.

    Its name is the cell before all others; what was done is what the column of the date says.
    """
    is_whole = tense(told, date_words(code)) is not Tense.UNKNOWN and TELLS.match(told[:1].lower() + told[1:]) is None
    if told not in block.cells or is_whole:
        return told
    if _EVENT.search(header_cell(rows, block.cells.index(told))):
        return told
    name = next((c.strip() for n, c in enumerate(block.cells[:2]) if n != at and c.strip()), "")
    is_name = name != told and len(name.split()) <= _LEAST_WORDS and re.search(r"[^\W\d]{3}", name) is not None
    head = header_cell(rows, at).strip()
    if _MADE.fullmatch(head):
        return f"{head}: {name if is_name else told}"
    return f"{name}: {told}" if is_name else told


def _is_of_figures(body: Sequence[Block], at: int) -> bool:
    """Whether most cells beside the dates are figures, as in a series of measures."""
    beside = [c for b in body for n, c in enumerate(b.cells) if n != at and c.strip()]
    return 2 * sum(re.search(r"\d", c) is not None for c in beside) >= len(beside)


def _named_beside(rows: Sequence[Block], block: Block, at: int) -> str:
    """The names beside a date, after what its column says was done then: "Returned: bristly stonewort, south"."""
    head = header_cell(rows, at)
    names = [c.strip() for n, c in enumerate(block.cells) if n != at and re.search(r"[^\W\d]{3}", c)]
    told = ", ".join(names)
    return f"{head}: {told}" if told and head and not _PLAIN_HEAD.fullmatch(head) else told


def _are_single_days(days: Sequence[Cell | None]) -> bool:
    """Whether a column has days each of a year of its own, as marks of floods and records are; readings go on."""
    years = [d.first.year for d in days if d is not None and d.first.day and d.last is None and not d.is_resolved]
    return len(years) == len(days) == len(set(years))


def _are_spans(days: Sequence[Cell | None]) -> bool:
    """Whether a column has only stretches of time, in which the thing that a row names was there."""
    return all(d is not None and d.last is not None for d in days)


def _figure_beside(rows: Sequence[Block], block: Block, at: int) -> str:
    """The first figure beside the day, after what its column says that it is."""
    found = next((n for n, c in enumerate(block.cells) if n != at and re.search(r"\d", c)), -1)
    head = header_cell(rows, found) if found >= 0 else ""
    return f"{head}: {block.cells[found].strip()}" if head else ""


def _is_old_thing(day: Cell, what: str, code: str) -> bool:
    """Whether a row only says about how old a thing is: "Oak chest | c. 1690"."""
    opening = re.split(r"[,;(]", what)[0]
    return day.mention.is_approximate and tense(opening, date_words(code)) is not Tense.PAST
