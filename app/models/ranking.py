"""Choices ordered by how well they fit what was typed: letters may be missing, swapped or too many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

GOOD, LEAST = 70.0, 62.0
"""Out of 100. What fits less than well is shown only where nothing fits well, and below the least not at all."""
FURTHER = 0.9
"""What a fit of further words counts against one of the name."""


def ranked(typed: str, choices: Sequence[T], *, names: Sequence[str], words: Sequence[str], most: int) -> list[T]:
    """Those of the choices that fit, the best first; `names` and further `words` are of the choice at the same place.

    All of them as they come when nothing is typed.
    """
    # Loaded with the first letter that is typed, not with the window.
    from rapidfuzz import fuzz, process, utils

    if not utils.default_process(typed):
        return list(choices[:most])
    scores: dict[int, float] = {}
    for texts, weight in ((names, 1.0), (words, FURTHER)):
        found = process.extract(
            typed, texts, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=LEAST, limit=None
        )
        for _, score, place in found:
            scores[place] = max(scores.get(place, 0.0), score * weight)
    bound = GOOD if max(scores.values(), default=0.0) >= GOOD else LEAST
    order = sorted((place for place in scores if scores[place] >= bound), key=lambda place: (-scores[place], place))
    return [choices[place] for place in order[:most]]
