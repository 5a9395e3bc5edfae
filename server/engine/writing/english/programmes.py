"""Tables that tell what is on and when, as English sentences: one for each day, or for each part of a long one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_HOUR = r"(?:\d{1,2}(?:[.:]\d\d)?(?: ?[ap]\.?m\.?)|\d{1,2}[.:]\d\d|(?:12 )?noon|midnight)"
_TIME = re.compile(rf"^(?:from )?{_HOUR}(?: ?(?:to|until|–|-) ?{_HOUR})?$", re.IGNORECASE)
_DAY = re.compile(
    r"^(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b|\d{1,2} [A-Z][a-z]+|"
    r"[A-Z][a-z]+ \d{1,2}\b|Day \w+)"
)
_WORDS_MOST = 44
"""Of a sentence; a fuller day is told in two."""
_LEAST = 3
"""Rows of a programme."""
PROGRAMME = re.compile(rf"^(?P<what>[^:]{{3,60}}): {_HOUR}.* ", re.IGNORECASE)
"""A sentence about a day, whose name stands before the colon."""


def days(body: Sequence[tuple[int, Sequence[str]]]) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences of a table whose rows have a day and a time, with their rows; none where it is no programme."""
    width = len(body[0][1]) if body else 0
    held = [(i, row) for i, row in body if any(re.search(r"\w", c) for c in row[1:2])]
    timed = next((j for j in (1, 2) if j < width and all(_TIME.match(row[j].strip()) for _, row in held)), 0)
    if not timed or width < timed + 2 or len(held) < _LEAST or not all(_DAY.match(row[0].strip()) for _, row in body):
        return []
    out: list[tuple[str, tuple[int, ...]]] = []
    for day, rows in _by_day(held):
        part: list[tuple[int, str]] = []
        for i, row in rows:
            cells = [c.strip() for j, c in enumerate(row) if j not in {0, timed} and c.strip() and j > timed]
            said = f"{row[timed].strip()} {', '.join(cells)}"
            if part and sum(len(p.split()) for _, p in part) + len(said.split()) > _WORDS_MOST:
                out.append(_told(day, part))
                day, part = f"{day.partition(', from ')[0]}, from {row[timed].strip()}", []  # noqa: PLW2901
            part.append((i, said))
        out.append(_told(day, part))
    return out


_SHORT = re.compile(r"^(Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun)\b\.?")
_FULL = {
    "Tue": "Tuesday",
    "Tues": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Thurs": "Thursday",
    "Sat": "Saturday",
}


def in_full(day: str) -> str:
    """A day with its name in full: "Fri 28 June" as "Friday 28 June"."""
    return _SHORT.sub(lambda m: _FULL.get(m[1], f"{m[1]}day"), day)


def _by_day(body: Sequence[tuple[int, Sequence[str]]]) -> Iterator[tuple[str, list[tuple[int, Sequence[str]]]]]:
    some: list[tuple[int, Sequence[str]]] = []
    for i, row in body:
        if some and some[-1][1][0].strip() != row[0].strip():
            yield some[-1][1][0].strip(), some
            some = []
        some.append((i, row))
    yield some[-1][1][0].strip(), some


def _told(day: str, part: Sequence[tuple[int, str]]) -> tuple[str, tuple[int, ...]]:
    said = "; ".join(text for _, text in part)
    return f"{day}: {said}{'' if said.endswith('.') else '.'}", tuple(i for i, _ in part)
