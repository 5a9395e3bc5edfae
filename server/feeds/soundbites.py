"""Stretches of an episode worth quoting, for ``podcast:soundbite`` (Podcasting 2.0: 15 to 120 seconds each).

A good stretch can be heard without the rest: it opens with a question or a statement, holds whole turns, and ends
before the talk goes over to something else. Times are those at which the turns are really heard.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.episodes import Soundbite
from server.domain.plaintext import plain, shortened
from server.domain.scripts import Chapter, Line, LineKind

SHORTEST_MS = 15_000
LONGEST_MS = 60_000
BEST_MS = 30_000
WHOLE_MS = 90_000
"""A recording shorter than this is a soundbite itself."""
MOST = 3
MAX_TITLE = 128


def soundbites(
    lines: Sequence[Line], times_ms: Sequence[tuple[int, int]], chapters: Sequence[Chapter] = ()
) -> tuple[Soundbite, ...]:
    """At most three stretches in order of time, no two of one chapter.

    Args:
        lines: what is said, turn by turn.
        times_ms: start and end of each turn in the recording, as many as there are lines.
        chapters: where the subject changes; a stretch lies within one of them and takes its title.
    """
    if not times_ms or times_ms[-1][1] - times_ms[0][0] < WHOLE_MS:
        return ()
    opens = sorted({chapter.first_line for chapter in chapters} | {0})
    titles = {chapter.first_line: plain(chapter.title) for chapter in chapters}
    found: list[tuple[float, Soundbite]] = []
    for place, first in enumerate(opens):
        past = opens[place + 1] if place + 1 < len(opens) else len(lines)
        best = _best(lines[first:past], times_ms[first:past])
        if best is not None:
            score, start_ms, end_ms, opening = best
            # Tenths of a second, and never past the turn's end.
            start, length = start_ms // 100 / 10, (end_ms - start_ms) // 100 / 10
            title = titles.get(first) or plain(opening.text)
            found.append((score, Soundbite(start, length, shortened(title, MAX_TITLE))))
    chosen = sorted(found, key=lambda each: (-each[0], each[1].start_s))[:MOST]
    return tuple(sorted((bite for _, bite in chosen), key=lambda bite: bite.start_s))


def _best(lines: Sequence[Line], times_ms: Sequence[tuple[int, int]]) -> tuple[float, int, int, Line] | None:
    """Score, start, end and opening turn of the best stretch of a chapter."""
    best: tuple[float, int, int, Line] | None = None
    for first, opening in enumerate(lines):
        if opening.kind in {LineKind.FRAME, LineKind.REACTION}:
            continue
        start_ms = times_ms[first][0]
        for last in range(first, len(lines)):
            length = times_ms[last][1] - start_ms
            if lines[last].kind is LineKind.FRAME or length > LONGEST_MS:
                break
            if length < SHORTEST_MS or lines[last].kind is LineKind.QUESTION:
                continue  # too short, or it would end without the answer
            score = 1 - abs(length - BEST_MS) / BEST_MS + (opening.kind is LineKind.QUESTION)
            if best is None or score > best[0]:
                best = score, start_ms, times_ms[last][1], opening
    return best
