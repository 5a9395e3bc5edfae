"""What the rule-based reader must be told of a language: lists and patterns, no code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from server.engine.writing.analysis import Role
from server.engine.writing.languages import Phrases


@dataclass(frozen=True, slots=True)
class Bridge:
    """A conjunction at which two voices can share a sentence.

    The first half ends before `at` (a pattern that holds the comma and the conjunction), the second voice asks
    `question`, and the first goes on with `lead` in front of the second half.
    """

    at: re.Pattern[str]
    question: str
    lead: str


@dataclass(frozen=True, slots=True)
class Words:
    """A language for `Reader`."""

    code: str
    phrases: Phrases
    abbreviations: frozenset[str]
    """Lower-case, without the last full stop."""
    stop: frozenset[str]
    """Words that say nothing of a subject."""
    endings: tuple[str, ...]
    """Endings cut off before words are compared, longest first."""
    points_back: re.Pattern[str]
    """Beginnings that need the sentence before."""
    turns: re.Pattern[str]
    """Adverbs that set a sentence against the one before."""
    opening_pronoun: re.Pattern[str]
    """A line's beginning that names nobody; group 1 is the word."""
    first_person: re.Pattern[str]
    cues: Mapping[Role, re.Pattern[str]]
    positive: re.Pattern[str]
    negative: re.Pattern[str]
    superlative: re.Pattern[str]
    certain: re.Pattern[str]
    bridges: tuple[Bridge, ...]
    noun_phrase: re.Pattern[str]
    """A short noun phrase that can stand as a heading: groups `phrase` and, in it, `noun`."""
    no_topic: frozenset[str]
    """Lower-case words that are neither a proper name nor a subject: months, measures, times."""
    praise: re.Pattern[str]
    verb_first: re.Pattern[str] | None = None
    """Beginnings with a verb whose subject was said before, in languages that leave it out."""
    ordinal: re.Pattern[str] | None = None
    """What stands before the full stop of an ordinal number."""
    nouns_are_capitalised: bool = False
