"""Charts out of numbers that belong together: tables' columns, a series over years, shares of a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.documents import Cell, Chart, ChartKind, Column, ColumnType, Table
from server.domain.sources import Passage
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.datatables.naming import sentence_name
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Mention
from server.engine.writing.quantities import Quantity, quantities

_TOTAL = re.compile(r"^(?:total|sum|all|overall|gesamt|summe|totale?s?|todos|tutti|ensemble)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MOST_BARS = 12
_MOST_SERIES = 4
_WHOLE = (97.0, 103.0)
_LEAST_POINTS = 3
_SPREAD = 60.0
"""How many times the largest bar may be the smallest before a picture says nothing."""


def of_table(table: Table, *, most: int) -> list[Chart]:
    """What of a table can be drawn: rows over years as lines, shares, else one numeric column each as bars."""
    years = [n for n, c in enumerate(table.columns) if n and _YEAR.fullmatch(c.name) and _is_number(c)]
    rows = [r for r in table.rows if r[0].text and not _TOTAL.match(r[0].text)]
    if len(years) >= 2 and len(rows) >= 1:
        made = _over_years(table, rows, years)
        return [made] if made else []
    if table.columns[0].type is not ColumnType.TEXT:
        return _by_number(table)[:most]
    out: list[Chart] = []
    for n, column in enumerate(table.columns):
        if not n or not _is_number(column) or len(out) >= most:
            continue
        values = [(r[0].text, r[n]) for r in rows if isinstance(r[n].value, float)]
        if not _LEAST_POINTS <= len(values) <= _MOST_BARS or len(values) < len(rows) - 1 or not _tells(values):
            continue
        numbers = tuple(float(c.value) for _, c in values if isinstance(c.value, float))
        shares = column.type is ColumnType.PERCENT and _WHOLE[0] <= sum(numbers) <= _WHOLE[1]
        kind = ChartKind.SHARES if shares else ChartKind.BARS
        labels = tuple(name for name, _ in values)
        out.append(Chart(kind, column.name, column.unit, labels, (("", numbers),), _passages(c for _, c in values)))
    return out


def _is_number(column: Column) -> bool:
    return column.type in {ColumnType.NUMBER, ColumnType.PERCENT, ColumnType.MONEY}


def _tells(values: Sequence[tuple[str, Cell]]) -> bool:
    """Whether a picture of the values shows a difference."""
    numbers = [abs(float(c.value)) for _, c in values if isinstance(c.value, float)]
    low, high = min(numbers), max(numbers)
    return low != high and (low == 0 or high / low <= _SPREAD)


def _over_years(table: Table, rows: Sequence[tuple[Cell, ...]], years: Sequence[int]) -> Chart | None:
    whole = [r for r in rows if all(isinstance(r[n].value, float) for n in years)]
    if not whole:
        return None
    unit = table.columns[years[0]].unit
    passages = _passages(r[n] for r in whole for n in years)
    names = tuple(table.columns[n].name for n in years)
    if len(years) >= _LEAST_POINTS:
        ranked = sorted(whole, key=lambda r: -_number(r[years[-1]]))[:_MOST_SERIES]
        series = tuple((r[0].text, tuple(_number(r[n]) for n in years)) for r in ranked)
        return Chart(ChartKind.LINE, table.title, unit, names, series, passages)
    kept = whole[:_MOST_BARS]
    series = tuple((table.columns[n].name, tuple(_number(r[n]) for r in kept)) for n in years)
    return Chart(ChartKind.BARS, table.title, unit, tuple(r[0].text for r in kept), series, passages)


def _number(cell: Cell) -> float:
    return cell.value if isinstance(cell.value, float) else 0.0


def _by_number(table: Table) -> list[Chart]:
    """Columns over a first column of numbers or years."""
    first = table.columns[0]
    labels = tuple(r[0].text for r in table.rows)
    out: list[Chart] = []
    if len(labels) < _LEAST_POINTS or len(labels) > 4 * _MOST_BARS:
        return out
    kind = ChartKind.LINE if first.type is ColumnType.DATE or len(labels) > 3 else ChartKind.BARS
    for n, column in enumerate(table.columns):
        if n and _is_number(column) and all(isinstance(r[n].value, float) for r in table.rows):
            numbers = tuple(_number(r[n]) for r in table.rows)
            title = f"{column.name} / {first.name}" if first.name else column.name
            if len(set(numbers)) > 2:
                out.append(
                    Chart(kind, title, column.unit, labels, (("", numbers),), _passages(r[n] for r in table.rows))
                )
    return out


def _passages(cells: Iterator[Cell] | Sequence[Cell]) -> tuple[Passage, ...]:
    return tuple(dict.fromkeys(p for c in cells for p in c.passages))


def of_sentences(analysis: Analysis, *, most: int) -> list[Chart]:
    """Series that single sentences give: "240 members in 1970, 2,900 in 1980 and 7,400 in 1995"."""
    out: list[Chart] = []
    for s in analysis.sentences:
        if len(s.years) < _LEAST_POINTS or Role.TABLE in s.roles or len(out) >= most:
            continue
        made = _series(analysis, s)
        if made is not None:
            out.append(made)
    return out


def _series(analysis: Analysis, s: Sentence) -> Chart | None:
    code = analysis.rules.code
    years = [m for m in mentions(s.text, code) if m.first.year is not None and m.last is None and not m.first.month]
    numbers = quantities(s.text, code, words=False)
    pairs = _paired(s.text, years, numbers, after=True) or _paired(s.text, years, numbers, after=False)
    if len(pairs) < _LEAST_POINTS or len({q.kind for _, q in pairs}) > 1:
        return None
    pairs.sort(key=lambda p: p[0].first.order)
    units = [q.unit for _, q in pairs if q.unit]
    labels = tuple(str(m.first.year) for m, _ in pairs)
    values = tuple(q.number for _, q in pairs)
    if len(set(labels)) < len(labels) or len(set(values)) < 2:
        return None
    unit = units[0] if units else ""
    title = unit[:1].upper() + unit[1:] if unit.isalpha() and len(unit) > 3 else sentence_name(analysis, s, "")
    if not title:
        return None
    return Chart(ChartKind.LINE, title, unit, labels, (("", values),), (analysis.passage(s),))


def _paired(
    text: str, years: Sequence[Mention], numbers: Sequence[Quantity], *, after: bool
) -> list[tuple[Mention, Quantity]]:
    """Each year with the number right before it, or right after it."""
    out: list[tuple[Mention, Quantity]] = []
    for m in years:
        if after:
            q = next((q for q in reversed(numbers) if q.end <= m.start + 1), None)
            near = (
                q is not None
                and len(text[q.end : m.start].split()) <= 2
                and not re.search(r"[,;]", text[q.end : m.start])
            )
        else:
            q = next((q for q in numbers if q.start >= m.end), None)
            near = q is not None and len(text[m.end : q.start].split()) <= 3
        if q is None or not near or any(q is other for _, other in out):
            continue
        out.append((m, q))
    return out
