"""What an instruction makes of a timeline: a stretch of years, or what it asks about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.writing.analysis import Analysis
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound
from server.engine.writing.notes import note
from server.engine.writing.timelines.events import Event

_LEAST = 3
"""Events that have to fit a wish before the others are left out."""


def steered(
    analysis: Analysis, found: Sequence[Event], *, instructions: str, avoid: Sequence[str]
) -> tuple[list[Event], list[str]]:
    """The events that fit the instructions, and notes on what couldn't be followed."""
    kept = list(found)
    for said in avoid:
        shun = analysis.rules.terms(said)
        kept = [e for e in kept if not shun or len(shun & e.terms) < 0.7 * len(shun)]
    if not instructions.strip():
        return kept or list(found), []
    years = _stretch(instructions, analysis.rules.code)
    notes: list[str] = []
    if years is not None:
        inside = [e for e in kept if years[0] <= e.order[0] <= years[1]]
        if inside:
            kept = inside
        else:
            notes.append(note(analysis.rules.code, "other_years"))
    wanted = frozenset(t for t in analysis.rules.terms(instructions) if not re.fullmatch(r"\d+", t)) - _FILLING
    fitting = [e for e in kept if wanted & e.terms] if wanted else []
    if len(fitting) >= _LEAST:
        kept = fitting
    elif wanted and years is None:
        notes.append(note(analysis.rules.code, "few_events"))
    return kept, notes


_FILLING = frozenset(
    "timeline event date focus only show include year please history list make write chronology important main time "
    "zeitleiste ereignis datum nur zeige jahr chronologie événement année cronología evento año fecha linha ano data".split()  # noqa: E501
)


def _stretch(instructions: str, code: str) -> tuple[int, int] | None:
    """The years that an instruction names, as first and last."""
    for m in mentions(instructions, code):
        first = m.first.year
        if first is None:
            continue
        if m.last is not None and m.last.year is not None:
            return first, m.last.year
        if m.bound in {Bound.SINCE, Bound.START, Bound.AFTER}:
            return first, 9999
        if m.bound in {Bound.UNTIL, Bound.BY, Bound.BEFORE}:
            return -9999, first
        return first, first + m.first.width - 1
    return None
