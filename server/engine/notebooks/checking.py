"""Whether a chunk says what a question asks for, not only what it is about, and where: a reader of whole chunks.

It is the cross-encoder's upper layers, trained again by `packaging/answer_check/train.py` on questions and near misses
over texts that stand beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from server.domain.decoding import from_msgpack
from server.domain.notebooks import NotebookSource
from server.engine.notebooks.retrieval import Found, spoken
from server.engine.writing.vectors import Reading, readings

BEST = 2
"""Tokens of a stretch, those that are likeliest part of the answer, by which it is judged."""


UNREAD = -8.0
"""Log odds of what was cut off."""
LONGEST_HEADING = 80


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
    """Read chunks as wholes, in their order, each with its source's title and its last heading before it."""
    told = [_told(db, each) for each in found]
    read_ones = readings([(question, text) for text in told])
    return [
        Read(one, reading, len(text) - len(one.chunk.text))
        for one, text, reading in zip(found, told, read_ones, strict=True)
    ]


def _told(db: sqlite3.Connection, found: Found) -> str:
    chunk = found.chunk
    if chunk.cells:
        return spoken(chunk)
    (record,) = db.execute("SELECT record FROM sources WHERE seq = ?", (found.source,)).fetchone()
    title = from_msgpack(record, NotebookSource).title
    heading = chunk.context.rpartition(" / ")[2]
    above = dict.fromkeys((title, heading if len(heading) < LONGEST_HEADING else ""))
    # What is pasted has its first words for a title.
    put = ", ".join(each for each in above if each and each.rstrip(" …") not in chunk.text)
    return f"{put}: {chunk.text}" if put else chunk.text
