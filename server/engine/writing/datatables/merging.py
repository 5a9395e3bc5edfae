"""Tables of the same kind from several sources made one; where sources differ, both values stay."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.documents import Cell, Column, Table
from server.engine.writing.datatables.found import Found, key

_SAME_HEADS = 0.6


def merged(found: Sequence[Found]) -> list[Found]:
    """The tables, those of different sources with the same columns joined row by row, the weightiest first."""
    out: list[Found] = []
    for f in found:
        twin = next((n for n, o in enumerate(out) if o.source != f.source and _are_of_a_kind(o, f)), None)
        if twin is None:
            out.append(f)
        else:
            out[twin] = _joined(out[twin], f)
    return sorted(out, key=lambda f: -f.weight)


def _are_of_a_kind(a: Found, b: Found) -> bool:
    if key(a.table.columns[0].name) != key(b.table.columns[0].name) and not set(a.keys) & set(b.keys):
        return False
    heads, others = set(a.heads[1:]), set(b.heads[1:])
    if not heads or not others or len(heads & others) < _SAME_HEADS * min(len(heads), len(others)):
        return False
    years = all(h.isdigit() for h in heads & others)
    return not years or key(a.table.title) == key(b.table.title)


def _joined(a: Found, b: Found) -> Found:
    columns = list(a.table.columns)
    places: list[int] = []
    for column in b.table.columns:
        at = next((n for n, c in enumerate(columns) if key(c.name) == key(column.name)), 0 if not places else -1)
        if at >= 0 and columns[at].unit and column.unit and key(columns[at].unit) != key(column.unit):
            at = -1
        if at < 0:
            columns.append(Column(column.name, column.type, column.unit))
            at = len(columns) - 1
        places.append(at)
    rows = [[*row, *(Cell() for _ in range(len(columns) - len(row)))] for row in a.table.rows]
    known = {key(row[0].text): n for n, row in enumerate(rows)}
    for row in b.table.rows:
        n = known.get(key(row[0].text))
        if n is None:
            rows.append([Cell() for _ in columns])
            n = len(rows) - 1
            known[key(row[0].text)] = n
        for at, cell in zip(places, row, strict=True):
            rows[n][at] = cell if not rows[n][at].text else _both(rows[n][at], cell)
    table = Table(a.table.title, tuple(columns), tuple(tuple(r) for r in rows))
    return Found(table, a.source, a.at, a.weight + 0.5 * b.weight)


def _both(a: Cell, b: Cell) -> Cell:
    """One cell of two: the same value rests on both, two values are both shown."""
    if not b.text:
        return a
    passages = tuple(dict.fromkeys((*a.passages, *b.passages)))
    if key(a.text) == key(b.text) or (a.value is not None and a.value == b.value):
        return Cell(a.text, a.value, passages)
    return Cell(f"{a.text} / {b.text}", None, passages)
