"""Turns of a conversation in the making, and the phrases a script has left to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis

HOST, GUEST = 0, 1
HOST_MOST = 20
GUEST_LEAST = 8


@dataclass(slots=True)
class Turn:
    """A line in the making; `told` are the ids of the sentences it rests on, in the order they are said."""

    speaker: int
    text: str
    kind: LineKind
    told: tuple[int, ...] = ()
    spans: tuple[tuple[int, int, int], ...] = ()
    """Further places it rests on: source, start and end."""
    frame: bool = False
    """It rests on headings or titles, or on nothing but its neighbours."""

    @property
    def words(self) -> int:
        """Spoken words."""
        return len(self.text.split())


@dataclass(slots=True)
class Stock:
    """The phrases a script has left: none opens two lines alike."""

    analysis: Analysis
    used: set[str] = field(default_factory=set)
    openings: set[str] = field(default_factory=set)
    last: str = ""
    """The line before."""

    def frame(self, name: str, **slots: str) -> str:
        """The next sentence of a frame; the first again when all were said."""
        return self.pick(self.analysis.rules.phrases.frames[name], **slots)

    def pick(self, choices: Sequence[str], **slots: str) -> str:
        """The first choice that wasn't said and whose opening is new; empty slots are an error of the caller."""
        for again in (False, True):
            for choice in choices:
                text = choice.format(**slots)
                if (choice not in self.used or again) and opening(text) not in self.openings:
                    self.used.add(choice)
                    return text
        return choices[0].format(**slots)

    def peek(self, choices: Sequence[str], **slots: str) -> str:
        """What `pick` would say, without taking it."""
        for choice in choices:
            text = choice.format(**slots)
            if choice not in self.used and opening(text) not in self.openings:
                return text
        for choice in choices:
            text = choice.format(**slots)
            if opening(text) not in self.openings:
                return text
        return choices[0].format(**slots)

    def has(self, choices: Sequence[str]) -> bool:
        """Whether a choice is left that wasn't said."""
        return any(c not in self.used for c in choices)

    def said(self, text: str) -> None:
        """Remember a line and how it began."""
        self.last = text
        self.openings.add(opening(text))


def opening(text: str) -> str:
    """The phrase a line opens with: its first three words."""
    return " ".join("".join(c for c in w if c.isalnum() or c in "'-") for w in text.lower().split()[:3])
