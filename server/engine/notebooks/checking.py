"""Whether a chunk says what a question asks for, not only what it is about, and where: a reader of whole chunks.

It is the cross-encoder's upper layers, trained again by `packaging/answer_check/train.py` on questions and near misses
over texts that stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from server.engine.notebooks.retrieval import Found, spoken
from server.engine.writing.vectors import Reading, readings

BEST = 2
"""Tokens of a stretch, those that are likeliest part of the answer, by which it is judged."""


@dataclass(frozen=True, slots=True)
class Read:
    """A chunk that was read with a question."""

    found: Found
    reading: Reading

    @property
    def odds(self) -> float:
        """Log odds that the chunk answers."""
        return self.reading.odds

    def within(self, start: int, end: int) -> float:
        """Log odds that the answer stands between two places of the source; very low where nothing was read."""
        chunk = self.found.chunk
        # A row is read in other words than stand in the source.
        lead = 0 if chunk.cells else len(spoken(chunk)) - len(chunk.text) - chunk.start
        first, last = (0, len(spoken(chunk))) if chunk.cells else (start + lead, end + lead)
        own = sorted(
            float(odds)
            for odds, (begins, ends) in zip(self.reading.tokens, self.reading.places, strict=True)
            if begins < last and ends > first
        )
        return float(np.mean(own[-BEST:])) if own else UNREAD


UNREAD = -8.0
"""Log odds of what was cut off or skipped."""


def read(question: str, found: Sequence[Found]) -> list[Read]:
    """Read chunks as wholes, in their order."""
    asked = [(question, spoken(each.chunk)) for each in found]
    return [Read(one, told) for one, told in zip(found, readings(asked), strict=True)]
