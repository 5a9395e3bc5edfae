"""A table of a source as questions see it: its rows in their order, its columns with their units, rows in words."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from server.domain.sources import BlockKind
from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.measures import UNIT_NAMES, Dimension, amounts_in
from server.engine.notebooks.retrieval import Found, numbers_of, row_text, table_heading
from server.engine.notebooks.statements import MAX_CITATION, Statement
from server.engine.notebooks.terms import content, numbers, words

MOST_ROWS = 500
"""Rows of a table that are compared."""
LEAD = 100
"""Characters of a line above a table that is told with its rows."""
STEM = 4
"""Letters of a word, at least, that another one is made from."""
FIGURES = 0.8
"""Part of a column's cells that must be figures."""
_FIGURE = re.compile(r"^[^\w−–-]*(?P<number>[-−–]?\s?\d[\d,. ]*)\D*$")
_PLAIN = re.compile(r"^(?P<sign>[-−–+±]?)\s?(?P<digits>\d[\d,.]*\+?)$")
_NONE = re.compile(
    r"^(?:[-–—−]|none|no|never|nothing|not (?:needed|required|allowed|available)|n/?a|nil)?$", re.IGNORECASE
)
_SIGN = re.compile(r"^(?P<sign>[£$€])(?P<many>\s?(?:m|bn|k|million|thousand))?$", re.IGNORECASE)
_SCALE = re.compile(
    r"^(?:(?:figures|amounts|values) )?(?:in )?(?:[£$€]\s?)?"
    r"(?:thousands?|millions?|billions?|000s?|bn|per cent|percent|%)(?!\w)",
    re.IGNORECASE,
)
"""How the name of a first column begins that tells the scale of the figures, and nothing of the rows' heads."""
_IN_BRACKETS = re.compile(r"^(?P<name>.*\S)\s*\((?P<unit>[^()]+)\)$")
_BEHIND_COMMA = re.compile(r"^(?P<name>.*\S),\s*(?P<unit>[^,]+)$")
_LAST_WORD = re.compile(
    r"^(?P<name>.*[^\s\d])\s+(?P<unit>[£$€%]|°[CF]|kg|[cmk]?m[²³]?|ml|kw|hp|lb|oz|db|mph)$", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+(?=\D)")
_FULL_NAMES = {
    "mm": "millimetres length", "cm": "centimetres length", "m": "metres length", "km": "kilometres length distance",
    "g": "grams weight", "kg": "kilograms weight", "°c": "degrees temperature", "°f": "degrees temperature",
    "£": "pounds price cost", "$": "dollars price cost", "€": "euros price cost", "p": "pence price cost",
    "%": "percent share percentage", "min": "minutes time", "h": "hours time", "s": "seconds time", "l": "litres",
    "ml": "millilitres", "kw": "kilowatts power", "w": "watts power", "db": "decibels noise loud",
    "m²": "square metres area",
}  # fmt: skip
"""What a unit is called in a question, and what it measures."""
_LASTING = re.compile(r"\b(?:hours?|minutes?|seconds?|days?|weeks?|months?)\b", re.IGNORECASE)
_OTHER_UNITS = frozenset({"kwh", "lumens", "hz", "rpm", "volts", "points", "bar", "kcal", "calories", "mph"})


def table_of(db: sqlite3.Connection, row: Found) -> list[Found]:
    """All rows of the table that a row is of, in their order."""
    found = [row]
    for step in (-1, 1):
        number = row.number
        while len(found) < MOST_ROWS:
            number += step
            other = chunk_rows(db, [number]).get(number)
            if other is None or other[0] != row.source or not _same_table(other[1], row.chunk):
                break
            found.append(Found(number, other[0], other[1], row.score))
    return sorted(found, key=lambda each: each.number)


def said_round(db: sqlite3.Connection, table: Sequence[Found]) -> str:
    """The prose right before and right after a table, under its own heading: it may say what all of its figures are."""
    beside = (table[0].number - 1, table[-1].number + 1)
    heading = table[0].chunk.context.rpartition(" / ")[0]
    return " ".join(
        chunk.text
        for source, chunk in chunk_rows(db, beside).values()
        if source == table[0].source and not chunk.cells and chunk.context in {table[0].chunk.context, heading}
    )


def first_rows(db: sqlite3.Connection, source: int) -> list[Found]:
    """The first row of each table of a source, of those that stand in its first part."""
    found: dict[tuple[str, tuple[str, ...]], Found] = {}
    for number, row in sorted(chunk_rows(db, numbers_of(db, source)[:MOST_ROWS]).items()):
        chunk = row[1]
        if len(chunk.cells) > 1 and len(chunk.cells) == len(chunk.header):
            found.setdefault((chunk.context, chunk.header), Found(number, row[0], chunk, 0.0))
    return list(found.values())


def _same_table(one: Chunk, other: Chunk) -> bool:
    whole = len(one.header) == len(one.cells)
    return (
        bool(one.cells) and whole and (one.header, one.context, one.sheet) == (other.header, other.context, other.sheet)
    )


def label(found: Found) -> set[str]:
    """What a row's first cell names: the stems of its words, and its numbers."""
    return named_in(found.chunk.cells[0])


def named_in(text: str) -> set[str]:
    """The stems of a text's words, and its numbers."""
    return set(content(text)) | numbers(text)


def figure(cell: str) -> float | None:
    """The number that a cell is, whatever its unit; None where it is none, or several."""
    match = _FIGURE.match(cell.strip())
    if match is None:
        return None
    digits = re.sub(r"[−–]", "-", match["number"]).replace(" ", "").rstrip(".,")
    # A comma before three digits parts thousands; before one or two it is a decimal one.
    digits = re.sub(r",(?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
    try:
        return float(digits)
    except ValueError:
        return None


def has_figures(table: Sequence[Found], place: int) -> bool:
    """Whether a column is one of figures."""
    return sum(figure(each.chunk.cells[place]) is not None for each in table) >= FIGURES * len(table)


def has_amount(question: str, row: Found, place: int) -> bool:
    """Whether a cell is an amount of the question: 950 °C; counted things and prices may be of anything."""
    _, unit = name_and_unit(row.chunk.header[place])
    cell = {
        (each.dimension, each.value)
        for each in amounts_in(with_unit(row.chunk.cells[place], unit))
        if each.dimension not in {Dimension.COUNT, Dimension.MONEY, Dimension.SHARE}
    }
    return bool(cell) and any((each.dimension, each.value) in cell for each in amounts_in(question))


def is_none(cell: str) -> bool:
    """Whether a cell says that there is none: "none", "no", a dash."""
    return _NONE.match(cell.strip()) is not None


def name_and_unit(header: str) -> tuple[str, str]:
    """The name of a column and the unit of its figures: "Weight kg", "Price (£)", "Grinder, seconds"."""
    header = re.sub(r"\s+", " ", header).strip()
    for pattern in (_IN_BRACKETS, _BEHIND_COMMA, _LAST_WORD):
        match = pattern.match(header)
        if match and _is_unit(match["unit"]):
            return match["name"], match["unit"]
    return header, ""


def _is_unit(text: str) -> bool:
    text = text.strip().lower()
    first = re.split(r"[\s/]", text)[0]
    known = {first, first.removesuffix("s"), text, text.removesuffix("s")}
    return bool(_SIGN.match(text) or known & UNIT_NAMES or known & _OTHER_UNITS or text.startswith("out of "))


def column_words(header: str) -> str:
    """A column's name with what its unit is called in full."""
    _, unit = name_and_unit(header)
    # A single letter is a unit only where one stands: "New Year's Dip".
    units = [*re.findall(r"°[CF]|[£$€%]|[a-zA-Z]+[²³]?", unit), *re.findall(r"[£$€%]|\b[a-zA-Z]{2}\b", header)]
    known = dict.fromkeys(_FULL_NAMES[each.lower()] for each in units if each.lower() in _FULL_NAMES)
    lasting = ["time duration"] if _LASTING.search(header) else []
    return " ".join([header, *known, *lasting])


def begins(word: str, header: str) -> bool:
    """Whether a word of a column's name is made from a word: "free" and "Freedom", "thick" and "Thickness"."""
    return len(word) >= STEM and any(
        len(each) > len(word) and each.lower().startswith(word.lower()) for each in words(header)
    )


def with_unit(cell: str, unit: str) -> str:
    """A cell with the unit that its column's name tells; as it stands where it has one, or words."""
    match = _PLAIN.match(cell.strip())
    if not unit or match is None:
        return cell
    sign = _SIGN.match(unit)
    if sign is not None:
        return f"{match['sign']}{sign['sign']}{match['digits']}{sign['many'] or ''}"
    return f"{cell}{'' if unit == '%' else ' '}{unit}"


def row_said(chunk: Chunk, places: Iterable[int], *, lead: bool = True) -> str:
    """A row in words, of these columns: ``Rates: Bicycle, Limit: 20p per mile.``"""
    told = []
    for place in places:
        name, unit = name_and_unit(chunk.header[place])
        if chunk.cells[place].strip():
            cell = with_unit(chunk.cells[place], unit)
            told.append(f"{name}: {cell}" if name else cell)
    above = _with_scale(lead_of(chunk), chunk.header[0]) if lead else ""
    return f"{above}{', '.join([row_name(chunk), *told])}."


def _with_scale(lead: str, first: str) -> str:
    """The line above a table with what its first column's name says all its figures are: "Sales (million crowns): "."""
    if not _SCALE.match(first):
        return lead
    return f"{lead.removesuffix(': ')} ({first[:1].lower()}{first[1:]}): " if lead else f"{first}: "


def row_name(chunk: Chunk) -> str:
    """How a row is called: by its first cell, with the column's name where that is a figure or a range."""
    own, column = chunk.cells[0], name_and_unit(chunk.header[0])
    if re.match(r"[a-zA-Z]?\W*\d[\d.,]*(?:\W+\d[\d.,]*)?\W*$", own) and column[0]:
        return f"{re.sub(r' *[(][^()]*[)]$', '', column[0])} {with_unit(own, column[1])}"
    return own


def bare_heading(heading: str) -> str:
    """A heading without its number and what ends it."""
    return _NUMBERED.sub("", heading.rstrip(" .:?"))


def lead_of(chunk: Chunk) -> str:
    """The line above a table that says what its figures are, where it is short; its number left out."""
    above = chunk.context.split(" / ")[1:-1]
    line = bare_heading(above[-1]) if above and not above[-1].endswith("?") else ""
    return f"{line}: " if line and len(line) <= LEAD else ""


def stated(rows: Sequence[Found], places: Sequence[int], *, first: str = "") -> list[Statement]:
    """A statement for each of some rows of a table, of these columns.

    Args:
        first: what is said before it: "No. ".
    """
    out = []
    for count, each in enumerate(rows):
        unit = each.chunk.units[0]
        said = row_said(each.chunk, _worth_telling(each.chunk, places), lead=not count)
        told = f"{first if not count else ''}{said}"
        out.append(_statement(each, unit.start, unit.end, told, f"{table_heading(each.chunk)}: {row_text(each.chunk)}"))
    return out


def listed(rows: Sequence[Found], told: str) -> Statement:
    """What several rows of a table say together, cited from the first of them to the last."""
    start = rows[0].chunk.units[0].start
    reached = [each.chunk.units[0].end for each in rows if each.chunk.units[0].end - start <= MAX_CITATION]
    return _statement(rows[0], start, max(reached, default=rows[0].chunk.units[0].end), told, told)


def _statement(found: Found, start: int, end: int, told: str, judged: str) -> Statement:
    return Statement(found, start, end, told, judged, BlockKind.TABLE_ROW, score=10.0, odds=5.0)


def _worth_telling(chunk: Chunk, places: Collection[int]) -> list[int]:
    """Of several cells those that are no dashes."""
    kept = [place for place in places if chunk.cells[place].strip(" -–—−")]
    return kept or list(places)
