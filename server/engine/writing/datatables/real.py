"""The tables that sources have as tables: headers with their units, typed columns, captions as titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from server.domain.documents import Cell, Column, ColumnType, Table
from server.domain.sources import Block, BlockKind, Passage, Source
from server.engine.writing.analysis import Analysis
from server.engine.writing.datatables.found import Found, filled
from server.engine.writing.quantities import Value, value_of
from server.engine.writing.timelines.events import runs

_BRACKETED = re.compile(r"^(?P<name>.*?)\s*[(\[](?P<unit>[^()\[\]]{1,24})[)\]]\s*$")
_AFTER_MARK = re.compile(
    r"^(?P<name>.*\S),? (?:in|en|em) (?P<unit>km/h|km²|m²|m³|kWh|kW|MW|°C|kg|g|km|cm|mm|m|l|t|ha|%|percent|EUR|USD|GBP|euros?|"  # noqa: E501
    r"dollars?|tonnes?|tonnen|litres?|liter|hours?|years?|Jahren?|Prozent|thousands?|millions?|Mio\.?|Tsd\.?)$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"^(?P<name>.*[^\s,]),? (?P<unit>[€£$¥%])$")
_NO_UNIT = re.compile(r"(?:out of |of |max\.? |up to )?\d[\d\s–-]*(?:to \d+)?$")
"""What stands in brackets and says how far a scale goes: "Safety (40)", "Fast to light (1–8)"."""
_NUMBER = re.compile(
    r"^(?:(?:Table|Tabelle|Tableau|Tabla|Tabella|Tabela)\s+[\w.-]*\d[\w.-]*\s*[:.–—-]?\s*|[\d.]+\.\s+)"
)
_SAME = 0.6
"""Share of a column's filled cells that must be of one type."""
_CAPTION_WORDS = 12
_MONEY = {"EUR", "USD", "GBP", "CHF", "JPY", "€", "$", "£", "euro", "euros"}


def tables_of(analysis: Analysis, index: int) -> list[Found]:
    """The tables of one source, those that can be read as things and properties."""
    source = analysis.sources[index]
    out: list[Found] = []
    blocks = source.blocks
    places = {id(b): n for n, b in enumerate(blocks)}
    for rows in runs(blocks):
        made = _table(source, rows, caption=_caption(source, places[id(rows[0])]), code=analysis.rules.code)
        if made is not None:
            cells = len(made.rows) * len(made.columns)
            out.append(Found(made, index, rows[0].start, 1.0 + min(60, cells) / 20 + filled(made)))
    return _continued(out)


def _caption(source: Source, at: int) -> str:
    """The line over a table, else the heading it stands under."""
    for before in reversed(source.blocks[max(0, at - 1) : at]):
        words = source.block_text(before).strip(" *:.")
        if before.kind in {BlockKind.CAPTION, BlockKind.HEADING} or (
            before.kind is BlockKind.PARAGRAPH and len(words.split()) <= _CAPTION_WORDS
        ):
            return _NUMBER.sub("", words)
    heading = next((b for b in reversed(source.blocks[:at]) if b.kind is BlockKind.HEADING), None)
    return re.sub(r"^[\d.]+\s+", "", source.block_text(heading).strip(" *:.")) if heading else source.title


def _table(source: Source, rows: Sequence[Block], *, caption: str, code: str) -> Table | None:
    cells = [tuple(c.strip() for c in b.cells) for b in rows]
    width = Counter(len(c) for c in cells).most_common(1)[0][0]
    if width < 2:
        return None
    head = next((n for n, b in enumerate(rows) if b.is_header and len(b.cells) == width), None)
    if head is None and _is_header(cells[0], cells[1:], code):
        head = 0
    body = [
        (b, c) for n, (b, c) in enumerate(zip(rows, cells, strict=True)) if n != head and len(c) == width and any(c)
    ]
    if not body:
        return None
    names = list(cells[head]) if head is not None else [""] * width
    title, unit = _unit_of_caption(caption)
    if head is None and width > 2:
        return None
    if head is None:
        names = ["", title or caption]
    header = rows[head] if head is not None else None
    columns: list[Column] = []
    filled_in: list[list[Cell]] = []
    for j in range(width):
        column, values = _column(names[j], [c[j] for _, c in body], key=j == 0, unit=unit, code=code)
        columns.append(column)
        made = []
        for (block, c), value in zip(body, values, strict=True):
            passages: tuple[Passage, ...] = (source.passage(block.start, block.end),) if c[j] else ()
            if header is not None and passages:
                passages = (source.passage(header.start, header.end), *passages)
            made.append(Cell(value.text, value.value, passages) if c[j] else Cell())
        filled_in.append(made)
    table_rows = tuple(tuple(filled_in[j][n] for j in range(width)) for n in range(len(body)))
    return Table(title or caption or source.title, tuple(columns), table_rows)


def _is_header(first: Sequence[str], rest: Sequence[Sequence[str]], code: str) -> bool:
    """Whether a row without marks is a header: text over a column of figures."""
    if not rest or not all(first[1:]):
        return False
    texts = [value_of(c, code).kind is ColumnType.TEXT or re.fullmatch(r"(?:1[89]|20)\d\d", c) for c in first]
    below = [value_of(r[j], code).kind is not ColumnType.TEXT for r in rest for j in range(min(len(r), len(first)))]
    return all(texts) and any(below)


def _unit_of_caption(caption: str) -> tuple[str, str]:
    """A caption without the unit it ends with: "Goods taken in, tonnes"."""
    found = _named_unit(caption)
    if found:
        return found["name"].strip(" ,"), found["unit"]
    name, comma, unit = caption.rpartition(", ")
    if comma and "," not in name and len(unit.split()) <= 2 and unit[:1].islower() and not re.search(r"\d", unit):
        return name, unit
    return caption, ""


def _named_unit(name: str) -> re.Match[str] | None:
    """A name and the unit it ends with, in brackets, behind a comma or after `in`."""
    found = _BRACKETED.match(name)
    if found is not None and _NO_UNIT.match(found["unit"]):
        return None
    return found or _AFTER_MARK.match(name) or _MARKED.match(name)


def _column(name: str, cells: Sequence[str], *, key: bool, unit: str, code: str) -> tuple[Column, list[Value]]:
    found = _named_unit(name)
    bare, own = (found["name"].strip(), found["unit"].strip()) if found else (name.strip(), "")
    values = [value_of(c, code) for c in cells]
    full = [v for v, c in zip(values, cells, strict=True) if c]
    kinds = Counter(v.kind for v in full if v.kind is not ColumnType.TEXT)
    numeric = bool(full) and sum(kinds.values()) >= _SAME * len(full)
    if key and not numeric:
        return Column(bare, ColumnType.TEXT), [Value(c, ColumnType.TEXT, None) for c in cells]
    if not numeric:
        return Column(name.strip(), ColumnType.TEXT), [Value(c, ColumnType.TEXT, None) for c in cells]
    kind = kinds.most_common(1)[0][0]
    units = {v.unit for v in full if v.unit and v.kind is not ColumnType.DATE}
    bare_cells = [v for v in full if v.kind is ColumnType.NUMBER and not v.unit and v.value]
    pence = units == {"GBP"} and any(re.fullmatch(r"\d+p", c) for c in cells)
    mixed = len(units) > 1 or (pence and not own)
    # Rows that are sums of money stand among others that count: each keeps its own mark.
    partly = len(units) == 1 and units <= _MONEY and len(bare_cells) > 0 and not own and not mixed
    shared = next(iter(units)) if len(units) == 1 and not partly else ""
    kind = ColumnType.NUMBER if partly else kind
    said = own or (shared if not mixed else "")
    years = bool(re.fullmatch(r"(?:1[89]|20)\d\d", bare))
    if not said and (years or not found) and not key and unit and kind is ColumnType.NUMBER:
        said = unit
    if kind is ColumnType.NUMBER and re.search(
        r"^%$|percent|prozent|pour cent|por ciento|por cento", said, re.IGNORECASE
    ):
        kind = ColumnType.PERCENT
    if kind is ColumnType.NUMBER and said in _MONEY:
        kind = ColumnType.MONEY
    if kind is ColumnType.NUMBER and all(
        v.value is not None and re.fullmatch(r"(?:1[5-9]|20)\d\d", v.text) for v in full
    ):
        dated = [Value(v.text, ColumnType.DATE, v.text) if v.text else v for v in values]
        return Column(bare, ColumnType.DATE), dated
    kept = [
        Value(c, ColumnType.TEXT, None)
        if mixed or v.kind is ColumnType.TEXT or (v.unit and said and v.unit != said and own)
        else (Value(c, v.kind, v.value, v.unit) if partly else v)
        for v, c in zip(values, cells, strict=True)
    ]
    if mixed:
        return Column(bare, ColumnType.TEXT), kept
    return Column(bare or name.strip(), kind, "%" if kind is ColumnType.PERCENT and not own else said), kept


def _continued(found: list[Found]) -> list[Found]:
    """With a table that a page break cut in two made one: same header, other things."""
    out: list[Found] = []
    for f in found:
        last = out[-1] if out else None
        if (
            last is not None
            and last.heads == f.heads
            and last.table.title == f.table.title
            and not set(last.keys) & set(f.keys)
        ):
            joined = Table(last.table.title, last.table.columns, (*last.table.rows, *f.table.rows))
            out[-1] = Found(joined, last.source, last.at, last.weight + f.weight - 1.0)
        else:
            out.append(f)
    return out
