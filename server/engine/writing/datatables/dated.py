"""A table of what happened when, of sources that tell dates and neither tables nor figures."""

from __future__ import annotations

from server.domain.documents import Cell, Column, ColumnType, Table
from server.engine.writing.analysis import Analysis
from server.engine.writing.datatables.wording import word
from server.engine.writing.timelines.events import events
from server.engine.writing.timelines.merging import merged

_MOST_ROWS = 40


def dated_table(analysis: Analysis) -> Table | None:
    """The dated events in order of time, or nothing where there are fewer than two."""
    told, _ = merged(analysis, events(analysis))
    if len(told) < 2:
        return None
    code = analysis.rules.code
    rows = tuple(
        (Cell(event.label, event.date, event.text.passages), Cell(event.text.text, None, event.text.passages))
        for event in told[:_MOST_ROWS]
    )
    return Table(word(code, "dates"), (Column(word(code, "date"), ColumnType.DATE), Column(word(code, "what"))), rows)
