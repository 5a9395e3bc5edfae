"""The parts that the simple questions of a language are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.engine.writing.asking import Kind

REST = r"(?:[^.]|\.(?=\d))*"
"""To the end of a sentence: a full stop between figures doesn't end one."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A kind of sentence that answers a question made of its own words, groups of `pattern` in `form`."""

    pattern: re.Pattern[str]
    form: str
    kind: Kind
    quality: float


@dataclass(frozen=True, slots=True)
class Wondering:
    """A language for `EuropeanAsker`."""

    is_a: re.Pattern[str]
    """A sentence that says what its subject is: groups `term`, `verb` and `said`."""
    what_is: str
    article: re.Pattern[str]
    because: re.Pattern[str]
    """A sentence with its cause: groups `main` and `cause`. German: only after a date, where the verb comes first."""
    why: str
    dated: re.Pattern[str]
    """A sentence that opens with its date: group `date`, with the preposition."""
    happened: str
    subject: re.Pattern[str]
    """A sentence that opens with a noun phrase of its own: group `topic`."""
    abouts: tuple[str, ...]
    """Forms that ask for no more than what is told of something, used in turn."""
    planned: str
    counted: str
    """The same for what a plan and what figures are about."""
    headed: str
    points: re.Pattern[str]
    """Words that point at what an answer would have to name."""
    small: frozenset[str]
    """First words of a sentence that are written small inside one."""
    no_terms: frozenset[str]
    term_most: int = 5
    governed: tuple[tuple[str, str], ...] = ()
    """What `about` does to an article: the words as they would stand, and as they do."""
    articles: tuple[str, ...] = ()
    """What may stand before a bare noun in `about`, where the source has it so."""
    turned: tuple[Turned, ...] = ()
