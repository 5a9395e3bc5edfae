"""What a programme's table has on each of its days: rows that begin with "Friday" and an hour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.programmes import event_days
from server.engine.writing.dates.words import date_words

_HOUR = re.compile(
    r"(?:(?:12 )?(?P<noon>noon)|(?P<h>[01]?\d|2[0-3])(?:[.:h](?P<n>[0-5]\d))? ?(?:(?P<half>[ap])\.?m\.?|Uhr|h)?)"
    r"(?: ?(?:[–-]|to|bis) ?.{1,10})?",
    re.IGNORECASE,
)
_LEAST = 2
"""Rows that make a programme, and words that say what there is."""
_DAY_COLUMNS = 2


def of_programme(
    source: Source, code: str, tables: Sequence[Sequence[Block]]
) -> Iterator[tuple[Moment, Statement, Block]]:
    """The rows of tables whose first columns name the weekday of an event; an empty cell goes on with the day above."""
    days = event_days(source, code)
    for rows in tables if days else ():
        body = [b for b in rows if not b.is_header and len(b.cells) >= 2]
        at = next((n for n in range(_DAY_COLUMNS) if len(body) >= _LEAST and _is_of_days(body, n, code)), -1)
        number = -1
        for block in body if at >= 0 else ():
            cell = block.cells[at] if at < len(block.cells) else ""
            number = _weekday(cell, code) if cell.strip() else number
            said = [c for n, c in enumerate(block.cells) if n != at]
            what = next((c for c in said if len(c.split()) >= _LEAST and not _HOUR.fullmatch(c.strip())), "")
            if number not in days or not what:
                continue
            hour = next((h for c in said if (h := _HOUR.fullmatch(c.strip())) is not None), None)
            text = what[:1].upper() + what[1:]
            text = text if text.endswith((".", "!", "…")) else f"{text}."
            moment = _at(days[number], hour)
            yield moment, Statement(text, (source.passage(block.start, block.end),)), block


def _is_of_days(body: Sequence[Block], at: int, code: str) -> bool:
    """Whether a column has nothing but weekdays, the first of them in the first row."""
    cells = [b.cells[at].strip() if at < len(b.cells) else "" for b in body]
    return bool(cells[0]) and all(_weekday(c, code) >= 0 for c in cells if c)


def _weekday(cell: str, code: str) -> int:
    """Monday is 0; -1 for a cell that is no weekday."""
    return date_words(code).days.get(cell.strip(" .,:*_").lower(), -1)


def _at(day: Moment, hour: re.Match[str] | None) -> Moment:
    """A day at the hour of a cell; without one where it isn't clear which half of the day is meant."""
    if hour is not None and hour["noon"]:
        return replace(day, hour=12)
    if hour is None or not (hour["n"] or hour["half"]):
        return day
    hours = int(hour["h"]) % 12 + 12 * (hour["half"].lower() == "p") if hour["half"] else int(hour["h"])
    return replace(day, hour=hours, minute=int(hour["n"] or 0))
