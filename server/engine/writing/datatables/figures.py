"""A table of the figures of sources that compare nothing: what, value, unit, year."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.documents import Cell, Column, ColumnType, Table
from server.engine.writing.analysis import Analysis
from server.engine.writing.cards import cards
from server.engine.writing.datatables.wording import word

_MOST_ROWS = 40


def figure_table(analysis: Analysis, worth: Sequence[float]) -> Table | None:
    """The weightiest figures in the sources' order, or nothing where there are fewer than two."""
    code = analysis.rules.code
    found = sorted(cards(analysis, worth, spelled=True), key=lambda c: -c.worth)[:_MOST_ROWS]
    found = list({(c.figure.label, c.figure.value): c for c in sorted(found, key=lambda c: c.sentence)}.values())
    if len(found) < 2:
        return None
    years = any(c.year for c in found)
    columns = [
        Column(word(code, "what")),
        Column(word(code, "value"), ColumnType.NUMBER),
        Column(word(code, "unit")),
        *([Column(word(code, "year"), ColumnType.DATE)] if years else []),
    ]
    rows = []
    for c in found:
        passages = c.figure.statement.passages
        row = [Cell(c.figure.label, None, passages), Cell(c.figure.value, c.quantity.number, passages)]
        row.append(Cell(c.figure.unit, None, passages) if c.figure.unit else Cell())
        if years:
            row.append(Cell(c.year, c.year, passages) if c.year else Cell())
        rows.append(tuple(row))
    return Table(word(code, "figures"), tuple(columns), tuple(rows))
