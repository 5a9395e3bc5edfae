"""The data table of a set of sources."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from server.domain.documents import Column, DataTable, Table
from server.domain.errors import NothingUsable
from server.engine.writing.analysis import Analysis
from server.engine.writing.datatables.dated import dated_table
from server.engine.writing.datatables.figures import figure_table
from server.engine.writing.datatables.found import Found, filled
from server.engine.writing.datatables.merging import merged
from server.engine.writing.datatables.prose import added, compared, listed
from server.engine.writing.datatables.real import tables_of
from server.engine.writing.datatables.wording import word
from server.engine.writing.notes import note
from server.engine.writing.selection import worths
from server.engine.writing.tasks import DataTableTask

_NOTHING = (
    "The sources compare nothing, and a table has too few figures and dates to hold: add a source with numbers or a "
    "table, or make another kind of piece."
)
_MOST = 12
_PULL = 2.0
_SPARSE = 0.5


def data_table(analysis: Analysis, task: DataTableTask) -> DataTable:
    """The things and properties that the sources compare, the weightiest table first.

    Raises:
        NothingUsable: there are neither comparisons nor figures nor dates.
    """
    found = gathered(analysis)
    notes: list[str] = []
    if found and task.instructions.strip():
        fitting = _fitting(analysis, found, task.instructions)
        if fitting:
            found = fitting
        else:
            notes.append(note(analysis.rules.code, "off_topic"))
    tables = [_named(analysis, f.table) for f in found[:_MOST]]
    if not tables:
        worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
        made = figure_table(analysis, worth)
        told = "compares_nothing"
        if made is None:
            made, told = dated_table(analysis), "only_dates"
        if made is None:
            raise NothingUsable(_NOTHING)
        tables, notes = [made], [note(analysis.rules.code, told)]
    return DataTable(
        title=task.title or analysis.titles[0], language=task.language, notes=tuple(notes), tables=tuple(tables)
    )


def gathered(analysis: Analysis) -> list[Found]:
    """Every table of the sources, compared and joined."""
    out: list[Found] = []
    for index in range(len(analysis.sources)):
        real = [added(analysis, f) if len(f.table.rows) >= 2 else f for f in tables_of(analysis, index)]
        prose = [
            f
            for f in (*(added(analysis, c) for c in compared(analysis, index)), *listed(analysis, index))
            if filled(f.table) >= _SPARSE
        ]
        known = {k for f in real for k in f.keys}
        out += real
        out += [f for f in prose if not known or len(known & set(f.keys)) < 0.5 * len(f.keys)] if not real else []
    return merged(out)


def _fitting(analysis: Analysis, found: Sequence[Found], instructions: str) -> list[Found]:
    """The tables that share words with the instructions, and of a wide one the columns that are asked for."""
    wanted = analysis.rules.terms(instructions)
    out: list[tuple[float, Found]] = []
    for f in found:
        names = [analysis.rules.terms(c.name) for c in f.table.columns]
        things = analysis.rules.terms(" ".join(row[0].text for row in f.table.rows))
        title = analysis.rules.terms(f.table.title)
        asked = [n for n, terms in enumerate(names) if n and terms & wanted]
        shared = len(wanted & title) + len(wanted & things) + len(asked)
        if not shared:
            continue
        named = len(asked) >= 2 or any(names[n] <= wanted for n in asked)
        table = _columns(f.table, [0, *asked]) if named and not wanted & title else f.table
        out.append((f.weight + _PULL * shared, dataclasses.replace(f, table=table)))
    return [f for _, f in sorted(out, key=lambda pair: -pair[0])]


def _columns(table: Table, kept: Sequence[int]) -> Table:
    return Table(
        table.title, tuple(table.columns[n] for n in kept), tuple(tuple(row[n] for n in kept) for row in table.rows)
    )


def _named(analysis: Analysis, table: Table) -> Table:
    """With a name for a first column that has none, and none twice."""
    code = analysis.rules.code
    columns: list[Column] = []
    for n, column in enumerate(table.columns):
        name = column.name or (word(code, "item") if n == 0 else column.unit or word(code, "value"))
        while any(c.name == name and c.unit == column.unit for c in columns):
            number = re.search(r" \((\d+)\)$", name)
            name = f"{name[: number.start()]} ({int(number[1]) + 1})" if number else f"{name} (2)"
        columns.append(dataclasses.replace(column, name=name))
    return dataclasses.replace(table, columns=tuple(columns))
