"""The same event in two places made one entry; what sources tell differently stays visible."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from server.domain.documents import TimelineEvent
from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis
from server.engine.writing.notes import note
from server.engine.writing.timelines.events import Event

_SAME_DAY = 0.3
_SAME_YEAR = 0.45
_SAME_SOURCE = 0.75
_OTHER_DATE = 0.6
_NEAR_YEARS = 3


def merged(analysis: Analysis, found: Sequence[Event]) -> tuple[list[TimelineEvent], list[str]]:
    """The entries in order of time, and notes where sources give different dates."""
    ordered = sorted(found, key=lambda e: (e.order, e.source, e.sentence))
    kept: list[Event] = []
    notes: list[str] = []
    start = 0
    for e in ordered:
        year = e.order[0]
        while start < len(kept) and kept[start].order[0] < year - _NEAR_YEARS:
            start += 1
        twin = next((n for n in range(len(kept) - 1, start - 1, -1) if _is_same(kept[n], e)), None)
        if twin is not None:
            kept[twin] = _one(analysis, kept[twin], e)
            continue
        other = next((k for k in kept[start:] if _contradicts(k, e)), None)
        if other is not None:
            told = {"one": other.entry.label, "other": e.entry.label, "text": e.entry.text.text}
            notes.append(note(analysis.rules.code, "dated_differently", **told))
        kept.append(e)
    return [e.entry for e in kept], notes


def _alike(a: Event, b: Event) -> float:
    return len(a.terms & b.terms) / (min(len(a.terms), len(b.terms)) or 1)


def _is_same(a: Event, b: Event) -> bool:
    if (
        a.order[0] != b.order[0]
        or not (a.date.startswith(b.date) or b.date.startswith(a.date))
        or (a.end and b.end and a.end != b.end)
    ):
        return False
    if a.source == b.source:
        if a.date == b.date and _holds(a.entry.text.text, b.entry.text.text):
            return True
        return a.sentence != b.sentence and a.date == b.date and _alike(a, b) >= _SAME_SOURCE
    exact = len(a.date) >= 10 and len(b.date) >= 10
    return _alike(a, b) >= (_SAME_DAY if exact else _SAME_YEAR)


def _holds(a: str, b: str) -> bool:
    """Whether one text is told in the other, as what a later sentence leans on."""
    return a in b or b in a


def _contradicts(a: Event, b: Event) -> bool:
    if a.source == b.source or a.date[:4] == b.date[:4] or a.end or b.end:
        return False
    return min(len(a.terms), len(b.terms)) >= 4 and _alike(a, b) >= _OTHER_DATE


def _one(analysis: Analysis, a: Event, b: Event) -> Event:
    """Both as one entry: the more exact date, and the second text too where its figures are others."""
    finer = b if len(b.date) > len(a.date) else a
    first, second = a.entry.text, b.entry.text
    passages = tuple(dict.fromkeys((*first.passages, *second.passages)))
    differs = a.source != b.source and not analysis.rules.numerals(second.text) <= analysis.rules.numerals(first.text)
    text = f"{first.text} {second.text}" if differs else second.text if first.text in second.text else first.text
    entry = dataclasses.replace(finer.entry, text=Statement(text, passages))
    return dataclasses.replace(finer, entry=entry, terms=a.terms | b.terms)
