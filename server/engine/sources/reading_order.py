"""From boxes of words on a page to lines in the order a person reads them.

Columns are found by recursive cuts along white space (the X-Y cut of Nagy and Seth, 1984): a cut between columns is
preferred to one between lines wherever both sides hold running text, so that two columns are not read across.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from server.engine.sources.text_recognition import Box

_COLUMN_BOXES = 3
"""Lines that each side of a cut between columns must have."""
_WIDE = 0.6
"""Share of the width from which on a line goes over all columns."""
_COLUMN_CHARACTERS = 14
"""Characters that the lines of a column have on average; the columns of a table have fewer."""


def read_lines(boxes: Sequence[Box]) -> list[list[Box]]:
    """The lines of a page, each from left to right."""
    if not boxes:
        return []
    em = statistics.median(box.height for box in boxes)
    return [line for region in _regions(list(boxes), em) for line in _lines(region)]


def _regions(boxes: list[Box], em: float) -> list[list[Box]]:
    if len(boxes) < 2 * _COLUMN_BOXES:
        return [boxes]
    sides = _columns(boxes, em)
    if sides is not None:
        return [*_regions(sides[0], em), *_regions(sides[1], em)]
    segments = _segments(boxes)
    return [region for segment in segments for region in _regions(segment, em)] if len(segments) > 1 else [boxes]


def _segments(boxes: list[Box]) -> list[list[Box]]:
    """What lies over, between and under the lines that go over the whole width."""
    width = max(box.right for box in boxes) - min(box.left for box in boxes)
    segments: list[list[Box]] = []
    was_wide: bool | None = None
    for band in _bands(boxes):
        is_wide = any(box.right - box.left > _WIDE * width for box in band)
        if is_wide is not was_wide:
            segments.append([])
        segments[-1] += band
        was_wide = is_wide
    return segments


def _columns(boxes: list[Box], em: float) -> tuple[list[Box], list[Box]] | None:
    """Left and right of the widest white gap that separates two columns of running text."""
    ordered = sorted(boxes, key=lambda box: box.left)
    best: tuple[list[Box], list[Box]] | None = None
    widest = 0.8 * em
    edge = ordered[0].right
    for at, box in enumerate(ordered):
        if box.left - edge > widest and _is_running(ordered[:at]) and _is_running(ordered[at:]):
            widest, best = box.left - edge, (ordered[:at], ordered[at:])
        edge = max(edge, box.right)
    return best


def _is_running(boxes: list[Box]) -> bool:
    return len(boxes) >= _COLUMN_BOXES and statistics.mean(len(box.text) for box in boxes) >= _COLUMN_CHARACTERS


def _bands(boxes: list[Box]) -> list[list[Box]]:
    """Groups of boxes with white space from edge to edge between them, from top to bottom."""
    bands: list[list[Box]] = []
    foot = 0.0
    for box in sorted(boxes, key=lambda each: each.top):
        # The boxes are a little larger than their letters.
        if not bands or box.top + 0.1 * box.height > foot:
            bands.append([])
            foot = 0.0
        bands[-1].append(box)
        foot = max(foot, box.bottom - 0.1 * box.height)
    return bands


def _lines(boxes: list[Box]) -> list[list[Box]]:
    lines: list[list[Box]] = []
    for box in sorted(boxes, key=lambda each: each.middle):
        line = lines[-1] if lines else None
        if line is not None and abs(statistics.mean(each.middle for each in line) - box.middle) < 0.5 * min(
            box.height, line[0].height
        ):
            line.append(box)
        else:
            lines.append([box])
    return [sorted(line, key=lambda each: each.left) for line in lines]
