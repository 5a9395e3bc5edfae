"""Lines that say of which day the text under them tells."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.sources import Block
from server.engine.writing.dates.moments import Moment


@dataclass(frozen=True, slots=True)
class DayHead:
    """A line that is a day, and the stretch of text under it."""

    block: Block
    start: int
    end: int
    moment: Moment
    is_named: bool
    """The line itself has day, month and year."""
    origin: Block
    """The line that has the year."""
    place: str = ""
    """Where the letter was written that the line heads; empty for other lines."""
    last: Moment | None = None
    """The end of a stretch of days: "6–9 July."."""
    is_run_in: bool = False
    """It is the beginning of a paragraph: "3 June. A quarrel about the marmalade."."""
    is_by_clock: bool = False
    """All under it is told by the hours of its day."""
    is_row: bool = False
    """It opens what a programme has on its day: "Sat 8 – Opening night."."""
