"""A table of the figures of sources that compare nothing: of what, which figure, value, unit, year; no sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.documents import Cell, Column, ColumnType, Table
from server.engine.writing.analysis import Analysis
from server.engine.writing.cards import Card, cards
from server.engine.writing.datatables.wording import word
from server.engine.writing.lettering import capital
from server.engine.writing.quantities import Quantity, quantities

_LEAST_ROWS, _MOST_ROWS = 2, 16
_THING_WORDS, _FIGURE_WORDS = 7, 6
"""Words of a cell at most: what needs more isn't a value."""
_ABOUT = re.compile(
    r"[\s,]*\b(?:about|some|around|nearly|almost|roughly|over|only|more than|less than|up to|at least|etwa|rund|nur|"
    r"fast|knapp|environ|quelque|près de|plus de|unos|unas|casi|más de|circa|quasi|oltre|cerca de|quase|mais de|"
    r"[€$£¥])?[\s,]*$",
    re.IGNORECASE,
)


_ENDING = re.compile(r"\s(?:the|an?|der|die|das|le|la|les|el|los|las|il|i|o|os|as)$")
_SPAN = re.compile(r"\s*(?:(?:to|bis|à|a|–|-)\s*\d|\d+ ?[sd]\b)")
"""What follows the first number of a range, and the shillings of a sum."""
_SMALL_MONEY = re.compile(r" ?(cents?|pence|shillings?|pennies)\b")
_BOUND = re.compile(r",\s*(?:about|some|nearly|almost|over|only|more than|less than|up to|at least)?\s*[€$£]?$")
"""A figure that is only added behind a comma: "too large, up to fourteen pounds"."""
_WENT = re.compile(r"(?:from|von|de|da) [\d.,]+(?: \w+)? (?:to|auf|à|a|para)$")
_MEASURE = re.compile(
    r"(?:metre|meter|litre|liter|gram|ton|tonne|mile|pound|euro|dollar|hour|minute|second|day|week|year)s?$"
)
_POINTING = re.compile(r"(?i)\b(?:his|her|their|its|he|she|they|it|this|that|these|those|I|we|my|our|you)\b")
_LOOSE = re.compile(
    r"[\"();:,?]|\b(?:and|or|that|which|who|und|dass|et|que|y|e|che|not|never|nicht|nie|pas|no|non|não)\b|\b(?:from|von)$"
)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_NO_UNITS = frozenset(("below", "above", "was", "were", "should", "included", "lower", "higher"))


@dataclass(frozen=True, slots=True)
class _Row:
    card: Card
    thing: str
    figure: str
    value: str
    number: float
    unit: str


def figure_table(analysis: Analysis, worth: Sequence[float]) -> Table | None:
    """The weightiest figures, those of one thing together; nothing where fewer than two can be told so shortly."""
    code = analysis.rules.code
    told = [row for card in cards(analysis, worth, spelled=True) for row in _rows(analysis, card)]
    best = sorted(told, key=lambda row: -row.card.worth)[:_MOST_ROWS]
    firsts: dict[str, int] = {}
    for row in sorted(best, key=lambda row: row.card.sentence):
        firsts.setdefault(row.thing.lower(), row.card.sentence)
    best = sorted(best, key=lambda row: (firsts[row.thing.lower()], row.card.sentence))
    found = list({(row.thing, row.figure, row.value): row for row in best}.values())
    if len(found) < _LEAST_ROWS:
        return None
    years, units = any(row.card.year for row in found), any(row.unit for row in found)
    columns = [
        Column(word(code, "thing")),
        Column(word(code, "what")),
        Column(word(code, "value"), ColumnType.NUMBER),
        *([Column(word(code, "unit"))] if units else []),
        *([Column(word(code, "year"), ColumnType.DATE)] if years else []),
    ]
    rows = []
    for row in found:
        passages, year = row.card.figure.statement.passages, row.card.year
        cells = [Cell(row.thing, None, passages), Cell(row.figure, None, passages)]
        cells.append(Cell(row.value, row.number, passages))
        cells += [Cell(row.unit, None, passages) if row.unit else Cell()] if units else []
        cells += [Cell(year, year, passages) if year else Cell()] if years else []
        rows.append(tuple(cells))
    return Table(word(code, "figures"), tuple(columns), tuple(rows))


def _shown(card: Card, quantity: Quantity) -> tuple[str, str]:
    """A quantity's value and unit as its card shows them, or as they stand where the card is of another one."""
    if quantity == card.quantity:
        return card.figure.value, card.figure.unit
    digits = quantity.text if re.search(r"\d", quantity.text) else f"{quantity.number:g}"
    return digits, "%" if quantity.kind is ColumnType.PERCENT else quantity.unit


def _rows(analysis: Analysis, card: Card) -> list[_Row]:
    """The card's figure, or another one of its sentence, that can be told in the cells of a row."""
    statement = card.figure.statement.text
    text, at = statement, 0
    for sentence in analysis.rules.sentences_of(statement):
        start = statement.find(sentence, at)
        if start <= card.quantity.start < start + len(sentence):
            text, at = sentence, start
    start, end = analysis.rules.subject_of(text)
    others = [q for q in quantities(statement, analysis.rules.code) if at <= q.start < at + len(text)]
    for quantity in dict.fromkeys((card.quantity, *others)):
        names = _named(analysis, text, (start, end), replace(quantity, start=quantity.start - at))
        value, unit = _shown(card, quantity)
        if names is not None and not (_YEAR.fullmatch(value) and not unit):
            small = _SMALL_MONEY.match(statement[quantity.end :])
            unit = small[1] if small is not None and not unit else unit
            unit = "" if unit in _NO_UNITS or unit.lower() == names[0].lower() else unit
            return [_Row(card, *names, value, quantity.number, unit)]
    return []


def _named(analysis: Analysis, text: str, span: tuple[int, int], quantity: Quantity) -> tuple[str, str] | None:
    """What a figure is of and what it says of that, both in a few of the sentence's words; nothing if that can't be."""
    start, end = span
    thing = text[start:end].strip(" ,")
    if not thing or analysis.rules.opening_pronoun(f"{capital(thing)} is") or re.search(r"[\"();:,]", thing):
        return None
    if start <= quantity.start < end:
        is_counted = quantity.kind is ColumnType.NUMBER and text[start:end].endswith(quantity.unit)
        thing = quantity.unit if is_counted and not _MEASURE.search(quantity.unit) else ""
        figure = re.split(r"[,;:.](?:\s|$)", text[end:].strip())[0]
    else:
        between = text[end : quantity.start] if end <= quantity.start else ""
        figure = "" if _BOUND.search(between) else _ABOUT.sub("", between)
    figure = _ENDING.sub("", figure.strip())
    if re.search(r"['’]s?$", thing):
        return None
    fits = 1 <= len(thing.split()) <= _THING_WORDS and 1 <= len(figure.split()) <= _FIGURE_WORDS
    if not fits or _POINTING.search(thing) or _LOOSE.search(figure) or _SPAN.match(text[quantity.end :]):
        return None
    if quantities(figure, analysis.rules.code) and not _WENT.search(figure):
        return None
    return capital(thing), figure
