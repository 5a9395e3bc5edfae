"""Whether the row of a table has what a superlative or comparative asks for: the longest needs a length."""

from __future__ import annotations

from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.degrees import degree_in
from server.engine.notebooks.judging import LIKE
from server.engine.notebooks.measures import Dimension, amounts_in
from server.engine.notebooks.table_rows import name_and_unit, with_unit

_UNITS_TELL = frozenset(
    {Dimension.LENGTH, Dimension.SPAN, Dimension.WEIGHT, Dimension.SPEED, Dimension.SOUND, Dimension.TEMPERATURE}
)
"""Dimensions that a cell's unit tells, or the name of its column."""


def lacks_measure(question: str, row: Chunk) -> bool:
    """Whether a row of a table has no amount of what "longest" or "heavier" asks for, nor a column that is named so."""
    compared = degree_in(question) if row.cells else None
    if compared is None or not _UNITS_TELL.issuperset(compared[0].dimensions):
        return False
    told = " ".join(
        f"{with_unit(cell, name_and_unit(name)[1])};" for name, cell in zip(row.header, row.cells, strict=False)
    )
    if {amount.dimension for amount in amounts_in(told)} & set(compared[0].dimensions):
        return False
    called = focus(f"{compared[0].word} {compared[0].also}")
    return not any(one >= LIKE for name in row.header for one in near(called, name))
