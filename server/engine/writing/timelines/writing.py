"""The timeline of a set of sources."""

from __future__ import annotations

from server.domain.documents import Timeline
from server.domain.errors import NothingUsable
from server.engine.writing.analysis import Analysis
from server.engine.writing.dates.words import date_words
from server.engine.writing.tasks import TimelineTask
from server.engine.writing.timelines.events import events
from server.engine.writing.timelines.merging import merged
from server.engine.writing.timelines.steering import steered

_ONLY_EXACT = "In this language only dates with day or month and year are found."
_NO_DATES = "The sources name no date at which something happens: add a text with dates, or make another kind of piece."


def timeline(analysis: Analysis, task: TimelineTask) -> Timeline:
    """Every dated event of the sources in order.

    Raises:
        NothingUsable: the sources date nothing.
    """
    found = events(analysis)
    if not found:
        raise NothingUsable(_NO_DATES)
    kept, steer_notes = steered(analysis, found, instructions=task.instructions, avoid=task.avoid)
    entries, merge_notes = merged(analysis, kept)
    notes = [*steer_notes, *merge_notes]
    if not date_words(analysis.rules.code).units:
        notes.append(_ONLY_EXACT)
    return Timeline(
        title=task.title or analysis.titles[0], language=task.language, notes=tuple(notes), events=tuple(entries)
    )
