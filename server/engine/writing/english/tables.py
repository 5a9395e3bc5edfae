"""Tables as English sentences made of nothing but their headers and cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.enumerations import enumerated
from server.domain.sources import Block
from server.engine.writing.english import programmes, troubles
from server.engine.writing.lettering import capital

_NUMBER = re.compile(r"^[-−+]?[£$€]?\d[\d,]*(?:\.\d+)?\s?[%€£$]?$")
_MEASURED = re.compile(r"^[-−+]?\d[\d,]*(?:\.\d+)? ?(?:°[CF]|%|[a-zµ]{1,3}|[a-z]{1,3}/[a-z]{1,3})$", re.IGNORECASE)
"""A cell with its own unit: "37.5 °C"."""
_YEAR = re.compile(r"^(1[89]\d\d|20\d\d)$")
_UNIT = re.compile(r"\s*\((?P<unit>[^()]*)\)\s*$")
_COUNTED = re.compile(r"^(?:[A-Za-z]{3,}(?<!s)(?<!u)(?<!i)s|(?:Wom|M)en|People|Children)(?: [a-z]+)?$")
"""A heading that counts things: "Orders lost"."""
_LEAST_WORTH = 0.05
_MENDING_WORTH = 0.6
"""Of a fault and what to do about it."""
_DAY_WORTH = 0.6
"""Of what is on on a day."""
_TOTAL = re.compile(r"^(total|sum|all|overall)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableSentence:
    """A sentence and the rows it rests on (indexes into the table's blocks)."""

    text: str
    rows: tuple[int, ...]
    worth: float


def _value(cell: str) -> float | None:
    plain = cell.strip().replace("−", "-")
    if not _NUMBER.match(plain):
        return None
    return float(re.sub(r"[^\d.-]", "", plain) or 0)


def _header(text: str) -> tuple[str, str]:
    """A header's noun and its unit."""
    match = _UNIT.search(text)
    noun = _UNIT.sub("", text).strip()
    return noun, match["unit"].strip() if match else ""


def _noun(text: str) -> str:
    return text if len(text) > 1 and text[1].isupper() else text[:1].lower() + text[1:]


def _with_unit(cell: str, unit: str) -> str:
    """A cell with the unit of its header, where a unit can be said after a number."""
    if not unit or (not _value(cell) and cell.strip("0.,") != ""):
        return cell
    if re.search(r"\b(percent|°C|kg|l/min|km|mm|cm|m|dB|litres|l|tonnes|hours|minutes|bar|years|thousands?)\b|%", unit):
        word = "percent" if unit.startswith(("percent", "%")) else unit
        return cell if word.startswith("thousand") else f"{cell} {word}"
    return cell


def sentences(rows: Sequence[Block], *, caption: str = "") -> list[TableSentence]:
    """What a person would read out of a table: extremes of its columns, or the way of each row through the years."""
    cells = [r.cells for r in rows]
    if len(rows) < 2 or not cells[0] or len(cells[0]) < 2:
        return []
    at = next((i for i, r in enumerate(rows) if r.is_header), 0)
    header, body = cells[at], [(i, c) for i, c in enumerate(cells) if i != at and len(c) == len(cells[at])]
    if not body or not all(h.strip() for h in header[1:]):
        return []
    if troubles.mends(header):
        rows_told = ((i, troubles.told(row)) for i, row in body)
        return [TableSentence(text, (at, i), _MENDING_WORTH) for i, text in rows_told if text]
    if days := programmes.days(body):
        return [TableSentence(text, (at, *told), _DAY_WORTH) for text, told in days]
    if sum(bool(_YEAR.match(h.strip())) for h in header[1:]) >= 2:
        return _through_years(header, body, at=at, caption=caption)
    return _extremes(header, body, at=at)


def _through_years(
    header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]], *, at: int, caption: str
) -> list[TableSentence]:
    out = []
    years = [(j, h.strip()) for j, h in enumerate(header) if _YEAR.match(h.strip())]
    (a, first), (b, last) = years[0], years[-1]
    subject, _, unit = caption.partition(",")
    what = _noun(subject.strip()) if subject.strip() else "the figure"
    unit = unit.strip()
    thousands = unit.lower().startswith("thousand")
    for i, row in body:
        old, new = _value(row[a]), _value(row[b])
        if old is None or new is None or old == 0:
            continue
        shown = [f"{c} thousand" if thousands else f"{c} {unit}".strip() for c in (row[a], row[b])]
        verb = "rose" if new > old else "fell" if new < old else "stayed"
        name = row[0].strip()
        label = f"({name})" if what.endswith(" in") else f"in {name}"
        if not caption or len(body) > 6:
            head = capital(name)
        else:
            head = (
                (f"The total of {what}" if what.startswith("the ") else f"Total {what}")
                if _TOTAL.match(name)
                else f"{capital(what)} {label}"
            )
        if verb == "stayed":
            text = f"{head} stayed at {shown[0]} from {first} to {last}."
        else:
            text = f"{head} {verb} from {shown[0]} in {first} to {shown[1]} in {last}."
        change = abs(new - old) / abs(old)
        out.append(TableSentence(text, (at, i), 0.35 + min(0.5, change) + 0.3 * bool(_TOTAL.match(name))))
    return out


def _extremes(header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]], *, at: int) -> list[TableSentence]:
    out = []
    names = [r[0].strip() for _, r in body]
    if any(_value(n) is not None for n in names):
        return _rows_by_number(header, body, at=at)
    for j in range(1, len(header)):
        noun, unit = _header(header[j])
        values = [(v, i, r) for i, r in body if (v := _value(r[j])) is not None and not _TOTAL.match(r[0])]
        if len(values) < 2:
            continue
        low = min(values, key=lambda v: v[0])
        high = max(values, key=lambda v: v[0])
        if low[0] == high[0]:
            continue
        if all(_YEAR.match(row[j].strip()) for _, row in body if row[j].strip()):
            text = f"{capital(noun)}: the earliest is {low[2][0].strip()}, {low[2][j].strip()}, and the latest {high[2][0].strip()}, {high[2][j].strip()}."  # noqa: E501
            out.append(TableSentence(text, (at, low[1], high[1]), 0.3))
            continue
        a, b = _with_unit(high[2][j].strip(), unit), _with_unit(low[2][j].strip(), unit)
        best, least = high[2][0].strip(), low[2][0].strip()
        most, fewest = ("most", "fewest") if _COUNTED.match(noun) and not unit else ("highest", "lowest")
        text = f"{best} has the {most} {_noun(noun)}, {a}, and {least} the {fewest}, {b}."
        worth = max(_LEAST_WORTH, (0.75 if len(body) > 5 else 0.3) - 0.06 * j)
        out.append(TableSentence(text, (at, high[1], low[1]), worth))
    for i, row in body:
        parts = [
            f"{_noun(_header(header[j])[0])} {_with_unit(row[j].strip(), _header(header[j])[1])}"
            for j in range(1, len(header))
            if _value(row[j]) is not None or _MEASURED.match(row[j].strip())
        ]
        parts = [*parts[:3], parts[-1]] if len(parts) > 4 else parts
        if len(parts) >= 2:
            joined = enumerated(parts)
            out.append(TableSentence(f"{row[0].strip()}: {joined}.", (at, i), 0.6))
    return out or _rows_of_words(header, body, at=at)


def _rows_of_words(header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]], *, at: int) -> list[TableSentence]:
    """Rows without figures: "Chain breaks: owner Ada Brand and likelihood low.", and sentences that stand in a cell."""
    out = []
    for i, row in body:
        name = row[0].strip()
        filled = [(_noun(_header(header[j])[0]), row[j].strip()) for j in range(1, len(header)) if row[j].strip()]
        if not name or not filled:
            continue
        short = [f"{noun} {cell}" for noun, cell in filled if len(cell.split()) < 5 and not cell.endswith(".")]
        if short:
            joined = enumerated(short)
            out.append(TableSentence(f"{name}: {joined}.", (at, i), 0.4))
        for noun, cell in filled:
            if len(cell.split()) >= 5 or cell.endswith("."):
                end = "" if cell.endswith((".", "!", "?")) else "."
                out.append(TableSentence(f"{name}, {noun}: {cell}{end}", (at, i), 0.6))
    return out


def _rows_by_year(header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]], *, at: int) -> list[TableSentence]:
    """Rows that are keyed by a year: "1860: beds 64 and nurses 9." """
    out = []
    for place, (i, row) in enumerate(body):
        heads = [_header(h) for h in header[1:4]]
        parts = [
            f"{_noun(noun)} {_with_unit(row[j].strip(), unit)}" for j, (noun, unit) in enumerate(heads, 1) if row[j]
        ]
        if parts:
            worth = 0.6 if place in {0, len(body) - 1} else 0.3
            out.append(TableSentence(f"{row[0].strip()}: {enumerated(parts)}.", (at, i), worth))
    return out


def _rows_by_number(
    header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]], *, at: int
) -> list[TableSentence]:
    """Rows that are keyed by a number: "At 30 percent glycol, the freezing point is -15 °C." for the ends of the table."""  # noqa: E501
    out = []
    key, key_unit = _header(header[0])
    if all(_YEAR.match(row[0].strip()) for _, row in body):
        return _rows_by_year(header, body, at=at)
    for place, (i, row) in enumerate(body):
        parts = []
        for j in range(1, min(len(header), 4)):
            noun, unit = _header(header[j])
            parts.append(f"the {_noun(noun)} is {_with_unit(row[j].strip(), unit)}")
        joined = enumerated(parts)
        unit = "percent " if key_unit.startswith("percent") else ""
        noun, cell = _noun(key), row[0].strip()
        keyed = f"no. {cell}" if noun.rstrip(".").lower() == "no" else f"{cell} {unit}{noun}"
        text = f"At {keyed}, {joined}."
        out.append(TableSentence(text, (at, i), 0.6 if place in {0, len(body) - 1} else 0.3))
    return out
