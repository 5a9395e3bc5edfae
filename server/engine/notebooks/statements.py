"""What may answer a question: sentences, rows and lists of the chunks that were found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.sources import BlockKind
from server.engine.notebooks.retrieval import Found

MAX_CITATION = 990
"""Characters of a citation."""
LONGEST_NAME = 80
"""Characters of a source's name in an answer; a longer one is cut at a word."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, a row or a list that may answer. `start` to `end` are its words in the source."""

    found: Found
    start: int
    end: int
    told: str
    """As the answer says it."""
    judged: str
    """As the cross-encoder reads it."""
    kind: BlockKind
    score: float = 0.0
    odds: float = 0.0
    """Log odds that its chunk says what is asked for, and is not only about it (`checking`)."""
    here: float = 0.0
    """Log odds that the answer stands in it."""
    replies_to: str = ""
    """The source's own question that it is the reply to."""
    complete: bool = False
    """It says all that was asked for, and is told without what stands around it."""

    def overlaps(self, other: Statement) -> bool:
        """Whether words of the source stand in both."""
        return self.found.source == other.found.source and self.start < other.end and other.start < self.end

    def within(self, other: Statement) -> bool:
        """Whether all of its words stand in the other."""
        return self.found.source == other.found.source and other.start <= self.start and self.end <= other.end


def worth_of(own: Sequence[Statement]) -> float:
    """How well a chunk answers: by its best sentence, which stands first."""
    return own[0].score
