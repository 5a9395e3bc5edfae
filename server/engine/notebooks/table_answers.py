"""Questions that a table answers with its cells: the most or least of a column, who won, and a cell by row and column.

Answered by the cells alone: what a row's sentence says to the cross-encoder is much the same for all of them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence

from server.engine.notebooks.asked_columns import columns_for
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.expecting import Kind, expected
from server.engine.notebooks.judging import LIKE
from server.engine.notebooks.measures import Dimension, amounts_in
from server.engine.notebooks.retrieval import Found, holders, titles_of
from server.engine.notebooks.row_choice import OF_WHICH, Named, named_rows, with_last_days
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.table_choices import PLAIN, chosen_rows, modifiers_of, things_of, whether
from server.engine.notebooks.table_extremes import SUPERLATIVE, extreme, outermost
from server.engine.notebooks.table_rows import (
    begins,
    column_words,
    first_rows,
    has_figures,
    label,
    name_and_unit,
    said_round,
    stated,
    table_of,
    with_unit,
)
from server.engine.notebooks.terms import content, names, numbers, stem, words

LOOKED_AT = 14
"""Chunks whose tables are looked at."""
_PRICE = re.compile(
    r"\b(?:price|cost|costs|fee|charge|rate|fare|preis|prix|precio|prezzo|preço)\b|[€£$]", re.IGNORECASE
)
_ASKS_PRICE = re.compile(r"^how much (?:is|are|was|were|does|do|did)\b", re.IGNORECASE)
_NO_PRICE = re.compile(r"\bweigh|\bof the\b|\bfaster|\bmore\b|\bless\b", re.IGNORECASE)
_HOW = re.compile(
    r"^how (?P<how>heavy|tall|high|deep|wide|fast|old|expensive|dear|hot|warm|cold|loud)\b", re.IGNORECASE
)
_HOW_ANY = re.compile(r"^how (?P<how>[a-z]+)\b", re.IGNORECASE)
_OF_HOW: Mapping[str, str] = {
    "heavy": "weight", "tall": "height", "high": "height", "deep": "depth", "wide": "width", "fast": "speed",
    "old": "age", "expensive": "price", "dear": "price", "hot": "temperature", "warm": "temperature",
    "cold": "temperature", "loud": "noise",
}  # fmt: skip
"""What a column is called that tells how something is."""
_BEST = re.compile(
    r"\b(?:w[io]ns?|winning|winner|came (?:in |out |off )?(?:first|top|on top)|top[- ](?:rated|scoring)|first place"
    r"|best|(?:scored|rated|marked|rates?|scores?) (?:the )?highest)\b",
    re.IGNORECASE,
)
_WORST = re.compile(
    r"\b(?:lost|came (?:in |out |off )?(?:last|bottom|worst)|worst|last place"
    r"|(?:scored|rated|marked|rates?|scores?) (?:the )?lowest)\b",
    re.IGNORECASE,
)
_SIZED = re.compile(r"\bhow long (?:do|does|did|must|should|may|can|will)\b.*\bbe\b", re.IGNORECASE)
_WHICH = re.compile(r"^(?:and |but |so )?(?:which|what|who)\b", re.IGNORECASE)
_SCORE = re.compile(r"\b(?:scores?|points?|marks?|ratings?|rated|verdict|overall|stars)\b", re.IGNORECASE)
_TESTS = frozenset("test tests comparison contest competition race trial ranking rating score scores marks end".split())
"""Where something wins."""
_PAID = re.compile(r"^what\b.*\b(?:pay|pays|paid|charged?|charges|claim|refund(?:s|ed)?)\b", re.IGNORECASE)
_CELL = re.compile(
    r"^(?:and |but |so )?(?:(?:at|in|on|to|for|after|from|by) )?(?:how|what|which|when|where|who)\b", re.IGNORECASE
)
_WHERE_WHO = re.compile(r"^(?:and |but |so )?(?:[a-z]+ )?(?:where|whom?)\b", re.IGNORECASE)
_PAYS = frozenset(
    "pay pays paid cost costs charge charges charged price fee fees money claim refund rate amount ticket"
    " tickets admission entry entrance".split()
)
_NOUN_OF: Mapping[str, str] = {
    **dict.fromkeys(("sell", "sells", "sold"), "sales"),
    **dict.fromkeys(("earn", "earns", "earned"), "earnings"),
    **dict.fromkeys(("spend", "spends", "spent"), "spending"),
    **dict.fromkeys(("lose", "loses", "lost"), "loss"),
    **dict.fromkeys(("grow", "grows", "grew", "grown"), "growth"),
    **dict.fromkeys(("employ", "employs", "employed"), "employees"),
}
"""What a table calls that somebody does something: sales, where it is asked what was sold."""
_CODE = re.compile(r"[A-Z]{1,3}\d{1,3}")
_MEANING = re.compile(
    r"\b(?:mean|means|meaning|wrong|matter|happen(?:s|ed)?|do|about|shows?|displays?|why)\b", re.IGNORECASE
)
_FREE = re.compile(r"^(?:free|no charge|nothing|included)\b", re.IGNORECASE)
_OF_KIND: Mapping[Kind, frozenset[Dimension]] = {
    Kind.MONEY: frozenset({Dimension.MONEY}),
    Kind.SPAN: frozenset({Dimension.SPAN, Dimension.COUNT}),
    Kind.WEIGHT: frozenset({Dimension.WEIGHT}),
    Kind.LENGTH: frozenset({Dimension.LENGTH}),
    Kind.SPEED: frozenset({Dimension.SPEED, Dimension.SPAN}),
    Kind.AGE: frozenset({Dimension.SPAN, Dimension.COUNT}),
}
"""What a cell must be an amount of."""
AT_THE_FRONT = 3
"""Chunks the first of which are rows where a question is about a table."""
FEW_TABLES = 3
MOST_PRICES = 3
"""Columns of prices that are told where none of them is named."""


def told_by_table(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> list[Statement]:
    """The rows whose cells answer; none where the question is none of these."""
    rows = [each for each in found[:LOOKED_AT] if each.chunk.cells and len(each.chunk.header) == len(each.chunk.cells)]
    if found and _WHICH.match(question) and (_BEST.search(question) or _WORST.search(question)):
        # Who won stands in a table that has neither word.
        rows += first_rows(db, found[0].source)
    superlative = SUPERLATIVE.match(question)
    leading = any(each.chunk.cells for each in found[:AT_THE_FRONT])
    if found and superlative is not None and not leading:
        rows = first_rows(db, found[0].source)  # what is said of each thing may stand before the table
    rows = [each for each in rows if len(each.chunk.header) > 1]
    if not rows:
        return []
    titles = titles_of(db, {each.source for each in rows})
    if superlative is not None:
        tried = rows[:1] if leading else rows
        answers = (extreme(db, question, superlative, each, titles[each.source]) for each in tried)
        return next((told for told in answers if told), [])
    firsts: dict[tuple[int, str, tuple[str, ...]], Found] = {}
    for each in rows:
        firsts.setdefault((each.source, each.chunk.context, each.chunk.header), each)
    for first in list(firsts.values())[:FEW_TABLES]:
        table, title = table_of(db, first), titles[first.source]
        told = (
            _ranked(db, question, table, title)
            or whether(question, table, title)
            or chosen_rows(question, table, title)
            or (_priced(db, question, table, title) if leading else [])
            or _coded(question, table)
            or _cell(db, question, table, title)
        )
        if told:
            return told
    return []


def _ranked(db: sqlite3.Connection, question: str, table: Sequence[Found], title: str) -> list[Statement]:
    """The row with the best, or the worst, score, where it is asked what won."""
    best, worst = _BEST.search(question), _WORST.search(question)
    things = things_of(table)
    if not (best or worst) or not _WHICH.match(question) or len(things) < 2:
        return []
    header, context = things[0].chunk.header, things[0].chunk.context
    scores = [place for place in range(1, len(header)) if _SCORE.search(header[place]) and has_figures(things, place)]
    if len(scores) != 1:
        return []
    said = {word.lower() for match in (best, worst) if match for word in match[0].split()}
    rest = [word for word in focus(question) if word not in said | _TESTS | PLAIN]
    told = f"{column_words(header[scores[0]])} {header[0]} {context.replace(' / ', ' ')} {title}"
    kind = [word for word, one in zip(rest, near(rest, f"{header[0]} {title}"), strict=True) if one >= LIKE]
    before = modifiers_of(question, kind[:1])
    if not kind or _untold(db, question, rest, told, things[0].source, before=before):
        return []
    return stated(outermost(things, scores[0], most=best is not None), scores)


def _untold(
    db: sqlite3.Connection, question: str, rest: Sequence[str], told: str, source: int, *, before: Sequence[str] = ()
) -> list[str]:
    """The words that are told of neither there nor, being part of a name, anywhere in the source.

    Args:
        before: other words that may stand anywhere in it.
    """
    named = {*(word.lower() for name in names(question) for word in words(name)), *before}
    return [
        word
        for word, one in zip(rest, near(rest, told), strict=True)
        if one < LIKE and not (word in named and source in (holders(db, word) or frozenset({source})))
    ]


def _coded(question: str, table: Sequence[Found]) -> list[Statement]:
    """The whole row whose head is a code of the question, where it is asked what that means or what to do: "E3"."""
    asked = {word for word in words(question) if _CODE.fullmatch(word)}
    rows = [each for each in table if each.chunk.cells[0].strip() in asked]
    if len(rows) != 1 or not _MEANING.search(question) or expected(question) not in {Kind.OTHER, Kind.REASON}:
        return []
    return stated(rows, range(1, len(rows[0].chunk.header)))


def _priced(db: sqlite3.Connection, question: str, table: Sequence[Found], title: str) -> list[Statement]:
    """The price in the row that the question names, where it asks for nothing that belongs to it: "sides for it"."""
    priced = [place for place, name in enumerate(table[0].chunk.header) if place and _PRICE.search(name)]
    if len(priced) != 1 or not _ASKS_PRICE.match(question) or _NO_PRICE.search(question):
        return []
    asked = set(content(question)) | numbers(question)
    rows = [each for each in table if (own := label(each)) and own <= asked][:1]
    if not rows:
        return []
    named = label(rows[0])
    left = [word for word in focus(question) if stem(word) not in named and word not in named | PLAIN | _PAYS]
    cells = " ".join((*rows[0].chunk.header, *rows[0].chunk.cells))
    told = f"{rows[0].chunk.context.replace(' / ', ' ')} {title} {cells}"
    return [] if _untold(db, question, left, told, rows[0].source) else stated(rows, priced)


def _cell(db: sqlite3.Connection, question: str, table: Sequence[Found], title: str) -> list[Statement]:
    """The cells in the rows and in the one column that the question names, all of whose other words are told of."""
    context = table[0].chunk.context.replace(" / ", " ")
    question = with_last_days(question)
    named = named_rows(question, table, f"{context} {title}") if _CELL.match(question) else None
    if named is None:
        return []
    header, source = table[0].chunk.header, table[0].source
    how = _HOW.match(question)
    rest = [word for word in focus(question) if stem(word) not in named.by and word not in named.by]
    rest = [word for word in rest if how is None or word != how["how"].lower()]
    rest = [*(word for word in rest if word not in PLAIN), *([_OF_HOW[how["how"].lower()]] if how else ())]
    rest = [_NOUN_OF.get(word, word) for word in rest]
    in_names = _in_names(db, question, source)
    by_word = [place for place in columns_for(question, header) if place != named.place]
    columns = by_word or _begun_by(question, header) or _asked_columns(question, rest, named, in_names)
    if not columns or (not by_word and _WHERE_WHO.match(question)):
        return []
    paid = _kind_of(question) is Kind.MONEY
    left = [word for word in rest if not (paid and word in _PAYS)]
    left = [word for word in left if not any(begins(word, header[place]) for place in columns)]
    cells = " ".join(" ".join(each.chunk.cells) for each in named.rows)
    above = " ".join(column_words(header[place]) for place in columns)
    # A sum says what the figures above it are, and so does the row that others are part of.
    sums = " ".join(each.chunk.cells[0] for each in table if each not in things_of(table))
    if any(OF_WHICH.match(each.chunk.cells[0]) for each in named.rows):
        sums = f"{sums} {' '.join(each.chunk.cells[0] for each in table)}"
    others = " ".join(header) if by_word else header[0]
    told = f"{above} {others} {context} {title} {cells} {sums} {said_round(db, table)}"
    if _untold(db, question, left, told, source):
        return []
    return stated(named.rows, [*(() if named.place in {0, *columns} else (named.place,)), *columns])


def _in_names(db: sqlite3.Connection, question: str, source: int) -> frozenset[str]:
    """The words of names in the question that stand somewhere in the source: what all of its table is about."""
    own = {word.lower() for name in names(question) for word in words(name)}
    return frozenset(word for word in own if source in (holders(db, word) or frozenset({source})))


def _begun_by(question: str, header: Sequence[str]) -> list[int]:
    """The one column whose name is made from what is asked with "how": "how free", and "Freedom"."""
    how = _HOW_ANY.match(question)
    places = [place for place in range(1, len(header)) if how is not None and begins(how["how"], header[place])]
    return places if len(places) == 1 else []


def _naming(wanted: Sequence[str], header: str) -> list[float]:
    """How near each word comes to a column's name; a number is none but itself."""
    told = numbers(header)
    return [
        float(word in told) if word.isdigit() else one
        for word, one in zip(wanted, near(wanted, column_words(header)), strict=True)
    ]


def _kind_of(question: str) -> Kind:
    """What kind of answer a question of a cell wants: what one pays is money, how long a thing must be is a length."""
    if _SIZED.search(question):
        return Kind.LENGTH
    priced = _ASKS_PRICE.match(question) and not _NO_PRICE.search(question)
    return Kind.MONEY if priced or _PAID.match(question) else expected(question)


def _asked_columns(question: str, rest: Sequence[str], named: Named, in_names: Collection[str]) -> list[int]:
    """The column that most of the words name and whose cells are of the kind that is asked for, or those of prices."""
    header = named.rows[0].chunk.header
    kinds = _OF_KIND.get(_kind_of(question), frozenset())
    naming = [word for word in rest if not (Dimension.MONEY in kinds and word in _PAYS)]
    plain = [word for word in naming if word not in in_names]
    likely: dict[int, float] = {}
    for place in range(1, len(header)):
        _, unit = name_and_unit(header[place])
        cells = [with_unit(each.chunk.cells[place], unit) for each in named.rows]
        priced = _PRICE.search(header[place]) is not None
        if not any(re.search(r"\d", cell) or (priced and _FREE.match(cell)) for cell in cells):
            continue
        of_kind = {amount.dimension for cell in cells for amount in amounts_in(cell)} & kinds
        if kinds and not of_kind and not priced:
            continue
        count = sum(one >= LIKE for one in _naming(naming, header[place]))
        # The one column beside the heads needs no name of its own.
        likely[place] = count + (1 if of_kind and len(header) == 2 else 0)
    most = max(likely.values(), default=0)
    places = [place for place, count in likely.items() if count == most]
    if not most and not plain and kinds == _OF_KIND[Kind.MONEY] and len(places) <= MOST_PRICES:
        return places
    # "Claimed range" and "our range": which of the two is meant, the reader sees.
    alike = len(places) == 1 or (len(places) == 2 and most >= len(plain) > 0)
    return places if most and alike else []
