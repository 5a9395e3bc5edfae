"""A table on its way: where it was found, and what of it counts when tables are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.domain.documents import Cell, Column, Table


@dataclass(frozen=True, slots=True)
class Found:
    """A table of one or several sources."""

    table: Table
    source: int
    """Index of the source it comes from."""
    at: int
    """Where in the source it begins."""
    weight: float

    @property
    def keys(self) -> tuple[str, ...]:
        """The things that are compared, as they are told apart."""
        return tuple(key(row[0].text) for row in self.table.rows)

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the columns, as they are told apart."""
        return tuple(key(c.name) for c in self.table.columns)


def key(text: str) -> str:
    """A name without case, marks and articles."""
    plain = re.sub(r"[^\w%]+", " ", text.casefold()).strip()
    return re.sub(r"^(?:the|a|an|der|die|das|le|la|les|el|los|las|il|lo|gli|o|os|as) (?=\w)", "", plain)


def filled(table: Table) -> float:
    """The share of cells that hold something."""
    cells = [c for row in table.rows for c in row]
    return sum(bool(c.text) for c in cells) / (len(cells) or 1)


def with_columns(table: Table, columns: list[tuple[Column, list[Cell]]]) -> Table:
    """The table with further columns at its right."""
    rows = tuple((*row, *(cells[n] for _, cells in columns)) for n, row in enumerate(table.rows))
    return Table(table.title, (*table.columns, *(c for c, _ in columns)), rows)
