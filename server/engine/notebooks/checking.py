"""Whether a chunk says what a question asks for, not only what it is about, and where: a reader of whole chunks.

It is the cross-encoder's upper layers, trained again by `packaging/answer_check/train.py` on questions and near misses
over texts that stand beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from server.engine.notebooks.retrieval import Found, spoken, titles_of
from server.engine.writing.vectors import Reading, readings

BEST = 2
"""Tokens of a stretch, those that are likeliest part of the answer, by which it is judged."""


UNREAD = -8.0
"""Log odds of what was cut off."""


@dataclass(frozen=True, slots=True)
class Read:
    """A chunk that was read with a question."""

    found: Found
    reading: Reading
    lead: int
    """Characters that were read before those of the chunk."""

    @property
    def odds(self) -> float:
        """Log odds that the chunk answers."""
        return self.reading.odds

    def within(self, start: int, end: int) -> float:
        """Log odds that the answer stands between two places of the source."""
        chunk = self.found.chunk
        first, last = start - chunk.start + self.lead, end - chunk.start + self.lead
        own = sorted(
            float(odds)
            for odds, (begins, ends) in zip(self.reading.tokens, self.reading.places, strict=True)
            # A row is read in other words than stand in the source.
            if chunk.cells or (begins < last and ends > first)
        )
        return float(np.mean(own[-BEST:])) if own else UNREAD


def read(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> list[Read]:
    """Read chunks as wholes, in their order, as the cross-encoder has read them just before."""
    titles = titles_of(db, {each.source for each in found})
    told = [spoken(each.chunk, titles[each.source]) for each in found]
    read_ones = readings([(question, text) for text in told])
    return [
        Read(one, reading, len(text) - len(one.chunk.text))
        for one, text, reading in zip(found, told, read_ones, strict=True)
    ]
