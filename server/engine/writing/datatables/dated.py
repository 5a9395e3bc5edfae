"""A table of what happened when, of sources that tell dates and neither tables nor figures."""

from __future__ import annotations

import re

from server.domain.documents import Cell, Column, ColumnType, Table, TimelineEvent
from server.engine.writing.analysis import Analysis
from server.engine.writing.datatables.wording import word
from server.engine.writing.lettering import capital
from server.engine.writing.shortening import shortened
from server.engine.writing.timelines.events import events
from server.engine.writing.timelines.merging import merged

_MOST_ROWS = 40
_MOST_WORDS = 14
"""Of a cell."""
_DATE = re.compile(
    r"^(?:In|On|By|Since|Around|Em|En|El|Le|Il|Im Jahre?|Nel|Im|Am) (?:[^,;:]{0,24}? )?\d{4},? (?=[^\W\d_])"
)


def dated_table(analysis: Analysis) -> Table | None:
    """The dated events in order of time that a few words tell, or nothing where there are fewer than two."""
    found, _ = merged(analysis, events(analysis))
    short = {text: event for event in reversed(found) if (text := _shortly(analysis, event))}
    told = [(event, text) for text, event in reversed(short.items())]
    if len(told) < 2:
        return None
    code = analysis.rules.code
    rows = tuple(
        (Cell(event.label, event.date, event.text.passages), Cell(text, None, event.text.passages))
        for event, text in told[:_MOST_ROWS]
    )
    return Table(word(code, "dates"), (Column(word(code, "date"), ColumnType.DATE), Column(word(code, "what"))), rows)


def _shortly(analysis: Analysis, event: TimelineEvent) -> str:
    """An event in a cell: its sentence or the main clause of it without the date in front, where that is short."""
    text = shortened(analysis, event.text, most=_MOST_WORDS + 4).rstrip(".")
    years = set(re.findall(r"\b1\d{3}\b|\b20\d\d\b", text))
    if len(years) > 1 or not set(re.findall(r"\d+", event.label)) & set(re.findall(r"\d+", text)):
        return ""
    bare = _DATE.sub("", text)
    bare = capital(bare) if bare != text else text
    return bare if 2 <= len(bare.split()) <= _MOST_WORDS else ""
