"""Rows of a table that a question chooses by a cell: "which locks open with a key", "how many have", "does it run"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.enumerations import enumerated
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.measures import Amount, Dimension, amounts_in, years_in
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.row_choice import named_rows
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.table_rows import (
    column_words,
    figure,
    has_amount,
    has_figures,
    is_none,
    lead_of,
    listed,
    name_and_unit,
    named_in,
    row_name,
    stated,
    with_unit,
)  # fmt: skip
from server.engine.notebooks.terms import NUMBER_WORDS, ONES, names, numbers, stem, words

LIKE = 0.6
"""Closeness from which a word is told of."""
MOST_CHOSEN = 8
ONE_VALUE = 2
"""Words of a value beside which a row has no other one, at most."""
HALF_TOLD = 0.6
"""Part of a question's words that must name a row and a value of its column where some of the others are free: by which
way somebody goes, in what words a thing is done."""
PLAIN = frozenset(
    "kind type sort variety brand per make makes take takes give gives has have need needs use uses using used go goes"
    " got get gets received run runs running work works one ones own put puts come comes different various total"
    " altogether actually contain contains include includes someone anyone somebody anybody person"
    " instructions guide manual article table list report notice handout leaflet catalogue".split()
)
"""Words of a question for rows of a table that tell nothing of a column."""
_CHOOSES = re.compile(r"^(?:and |but |so )?(?:which|what)\b(?: (?P<number>two|three|four|five|six)\b)?", re.IGNORECASE)
_COUNTS = re.compile(r"^(?:and |but |so )?how many\b(?! (?:more|fewer|times)\b)", re.IGNORECASE)
_WHETHER = re.compile(
    r"^(?:and |but |so )?(?:is|are|was|were|does|do|did|will|can|has|have|may|must|should)\b", re.IGNORECASE
)
_WITHOUT = re.compile(r"\b(?:without|no|not|none|never|free of|nothing|\w+n['’]t|lacks?|lacking)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|no|never|none|without|cannot|nothing|closed|suspended|cancelled)\b|n['’]t\b", re.IGNORECASE
)
_YES = re.compile(r"^(?:yes|✓|✔|x|included|available|allowed)$", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?P<how>more than|over|above|at least|longer than|heavier than|higher than|less than|fewer than|under|below"
    r"|at most|up to|no more than|shorter than|lighter than|lower than|cheaper than|dearer than|faster than)\s"
    r"(?P<limit>[£$€]?\s?\d.*)",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\b(?P<how>before|after|since|from)\s(?:the year )?(?P<limit>1[0-9]\d\d|20\d\d)\b", re.IGNORECASE)
_DOWN = re.compile(
    r"^(?:before|less|fewer|under|below|at most|up to|no more|shorter|lighter|lower|cheaper)", re.IGNORECASE
)
_INCLUSIVE = re.compile(r"^(?:since|from|at least|at most|up to|no more)", re.IGNORECASE)
_MANY = re.compile(
    r"\b(?:(?P<many>a lot of|lots of|plenty of|a great deal of|many|much)|(?P<few>few|little|hardly any|not many))\b",
    re.IGNORECASE,
)
_QUANTITIES = {
    "many": {"many", "much", "a lot", "lots", "plenty", "high"},
    "few": {"few", "little", "hardly any", "low"},
}
_TOTAL = re.compile(
    r"^(?:grand )?(?:total|sum|subtotal|overall|all|average|mean|group|balance|result)s?\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The rows that a condition of a question holds for, and its words that say so."""

    place: int
    rows: tuple[Found, ...]
    by: frozenset[str]


def things_of(table: Sequence[Found]) -> list[Found]:
    """The rows of a table that are of one thing each, and no sums."""
    return [each for each in table if not _TOTAL.match(each.chunk.cells[0].strip())]


def modifiers_of(question: str, kind: Sequence[str]) -> list[str]:
    """The words before what is asked for: "which bicycle lock"."""
    asked = focus(question)
    return list(asked[: max((asked.index(word) for word in kind if word in asked), default=0)])


def chosen_rows(question: str, table: Sequence[Found], title: str) -> list[Statement]:
    """The rows that "which …" asks for, or how many "how many …" does; empty where the table does not tell."""
    counts, chooses = _COUNTS.match(question), _CHOOSES.match(question)
    things = things_of(table)
    if not (counts or chooses) or len(things) < 2:
        return []
    header, context = things[0].chunk.header, things[0].chunk.context
    rest = [word for word in focus(question) if word not in PLAIN | NUMBER_WORDS and not _WITHOUT.fullmatch(word)]
    about = f"{header[0]} {context.replace(' / ', ' ')} {title}"
    # What a row is of must be what is asked for: "which locks".
    kind = [word for word, one in zip(rest[:3], near(rest[:3], f"{header[0]} {title}"), strict=True) if one >= LIKE]
    if not kind:
        return []
    # How they have it is free: "which boats carry more than 200 passengers".
    ends = [match.start() for match in (_THAN.search(question), None if counts else _MANY.search(question)) if match]
    ends += [each.start for each in amounts_in(question) if each.dimension is not Dimension.COUNT]
    named = {word.lower() for name in names(question) for word in words(name)}
    free = [word for word in focus(question[: min(ends)])[-1:] if word not in named] if ends else []
    for choice in _choices(question, rest, things):
        told = f"{about} {column_words(header[choice.place])}"
        left = [word for word in rest if stem(word) not in choice.by and word not in kind and word not in free]
        if not all(one >= LIKE for one in near(left, told)) or not 0 < len(choice.rows) <= MOST_CHOSEN:
            continue
        wanted = ONES.get((chooses["number"] or "").lower()) if chooses else None
        if wanted not in {None, len(choice.rows)}:
            continue
        if counts is None and len(choice.rows) == 1:
            return stated(choice.rows, [choice.place])
        return [listed(choice.rows, _together(choice, len(things) if counts else 0))]
    return []


def _choices(question: str, rest: Sequence[str], things: Sequence[Found]) -> list[Choice]:
    """What may be meant, by each column: none of it, yes, a value of it, or more or less than an amount."""
    header = things[0].chunk.header
    without, than = _WITHOUT.search(question), _THAN.search(question) or _YEARS.search(question)
    out: list[Choice | None] = []
    for place in range(1, len(header)):
        close = near(rest, column_words(header[place]))
        named = frozenset(stem(word) for word, one in zip(rest, close, strict=True) if one >= LIKE)
        cells = [each.chunk.cells[place].strip() for each in things]
        yes_or_no = all(_YES.match(cell) or is_none(cell) for cell in cells)
        if than is not None:
            out.append(_beyond(than, named, things, place))
        elif named and (yes_or_no or without):
            kept = [each for each, cell in zip(things, cells, strict=True) if is_none(cell) is bool(without)]
            # "Without" is said of a column that has none of it somewhere.
            out.append(_choice(place, kept, named, things) if any(is_none(cell) for cell in cells) else None)
        elif named and not _COUNTS.match(question) and (much := _MANY.search(question)):
            wanted = _QUANTITIES["many" if much["many"] else "few"]
            kept = [each for each, cell in zip(things, cells, strict=True) if cell.lower() in wanted]
            out.append(_choice(place, kept, named | {stem(word) for word in words(much[0])}, things))
        elif not without:
            out.append(_valued(question, named, things, place))
    return [each for each in out if each is not None]


def _choice(place: int, kept: Sequence[Found], by: frozenset[str], things: Sequence[Found]) -> Choice | None:
    return Choice(place, tuple(kept), by) if 0 < len(kept) < len(things) else None


def _valued(question: str, named: frozenset[str], things: Sequence[Found], place: int) -> Choice | None:
    """The rows whose cell has the value that is asked for: "which of them are U-locks"."""
    asked = named_in(question)
    plain = has_figures(things, place)
    values = [named_in(each.chunk.cells[place]) for each in things]
    measured = [each for each in things if has_amount(question, each, place)]
    if measured:
        said = " ".join(f"{each.shown} {each.unit}" for each in amounts_in(question))
        return _choice(place, measured, named | {stem(word) for word in words(said)} | numbers(said), things)
    kept = [each for each, value in zip(things, values, strict=True) if value and value <= asked]
    told = {frozenset(value) for value in values if value and value <= asked}
    if len(told) != 1:
        return None
    (value,) = told
    if not named and (plain or all(word.isdigit() for word in value)):
        return None
    return _choice(place, kept, named | value, things)


def _beyond(than: re.Match[str], named: frozenset[str], things: Sequence[Found], place: int) -> Choice | None:
    """The rows with more, or less, than an amount."""
    limits = amounts_in(than["limit"]) or years_in(than["limit"])
    if not limits or not has_figures(things, place):
        return None
    limit = limits[0]
    _, unit = name_and_unit(things[0].chunk.header[place])
    kept, like = [], False
    for each in things:
        cell = each.chunk.cells[place]
        value = _value_like(limit, with_unit(cell, unit), cell)
        if value is None:
            continue
        like = like or limit.dimension not in {Dimension.COUNT, Dimension.YEAR}
        beyond = value < limit.value if _DOWN.match(than["how"]) else value > limit.value
        if beyond or (value == limit.value and _INCLUSIVE.match(than["how"])):
            kept.append(each)
    if not named and not like:
        return None
    by = {stem(word) for word in words(f"{than['how']} {limit.shown} {limit.unit}")} | numbers(limit.shown)
    return _choice(place, kept, named | by, things)


def _value_like(limit: Amount, said: str, cell: str) -> float | None:
    """A cell's value in the scale of an amount; None where it is of something else."""
    if limit.dimension in {Dimension.COUNT, Dimension.YEAR}:
        return figure(cell)
    return next((each.value for each in amounts_in(said) if each.dimension is limit.dimension), None)


def _together(choice: Choice, of: int) -> str:
    """Several rows in one sentence, with how many of the table's they are where that is asked for."""
    name, unit = name_and_unit(choice.rows[0].chunk.header[choice.place])
    cells = [with_unit(each.chunk.cells[choice.place], unit) for each in choice.rows]
    called = [row_name(each.chunk) for each in choice.rows]
    lead = lead_of(choice.rows[0].chunk)
    if len(set(cells)) > 1:
        together = enumerated([f"{one} {cell}" for one, cell in zip(called, cells, strict=True)])
        above = [lead.removesuffix(": "), f"{len(called)} of {of}" if of else "", name]
        return f"{', '.join(each for each in above if each)}: {together}."
    together = f"{len(called)} of {of} ({enumerated(called)})" if of else enumerated(called)
    return f"{lead}{together}, {name}: {cells[0]}."


def whether(question: str, table: Sequence[Found], title: str) -> list[Statement]:
    """The row that a question of yes or no names, with the cell that answers it; yes or no first where it is plain."""
    context = table[0].chunk.context.replace(" / ", " ")
    named = named_rows(question, table, f"{context} {title}") if _WHETHER.match(question) else None
    if named is None or len(named.rows) != 1 or _WITHOUT.search(question):
        return []
    row = named.rows[0]
    header = row.chunk.header
    rest = [word for word in focus(question) if stem(word) not in named.by and word not in PLAIN]
    for place in range(1, len(header)):
        cell = row.chunk.cells[place].strip()
        told = f"{column_words(header[place])} {header[0]} {context} {title}"
        beside = [each.chunk.cells[place].strip() for each in table]
        if all(_YES.match(one) or is_none(one) for one in beside):
            close = near(rest, told)
            if rest and max(near(rest, column_words(header[place]))) >= LIKE and min(close) >= LIKE:
                return stated([row], [place], first="No. " if is_none(cell) else "Yes. ")
            continue
        found = _said_of_another(question, row, table, place)
        if found is None:
            held = near(rest, column_words(header[place]))
            if rest and max(held) >= LIKE and min(near(rest, told)) >= LIKE and any(is_none(one) for one in beside):
                # "Does it contain grog": some have none of it.
                return stated([row], [place], first="No. " if is_none(cell) else "Yes. ")
            continue
        value, own = found
        left = [word for word in rest if stem(word) not in value]
        if left and (len(rest) - len(left) + len(named.by)) < HALF_TOLD * (len(rest) + len(named.by)):
            continue
        denied = bool(_DENIED.search(cell)) or is_none(cell)
        first = (
            "No. " if not own and (denied or _is_one_value(cell)) else "Yes. " if own and not (denied or left) else ""
        )
        return stated([row], [place], first=first)
    return []


def _is_one_value(cell: str) -> bool:
    """Whether a cell has one value, so that another one is not meant: "coal", and no "coal or wood"."""
    return len(words(cell)) <= ONE_VALUE and not re.search(r"[,;/]|\b(?:or|and)\b", cell)


def _said_of_another(question: str, row: Found, table: Sequence[Found], place: int) -> tuple[set[str], bool] | None:
    """What a question says of a row that its column tells of it, or of another one; and whether of it."""
    asked = named_in(question)
    own = named_in(row.chunk.cells[place])
    if own and own <= asked:
        return own, True
    for each in table:
        value = named_in(each.chunk.cells[place]) - _WAYS
        if each is not row and value and value <= asked and not any(word.isdigit() for word in value):
            return value, False
    return None


_WAYS = {stem(word) for word in ("via", "by", "to", "at", "use", "ends", "leaves")}
"""Words of a cell that a question says in its own way."""
