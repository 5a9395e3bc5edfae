"""A question of a quiz before its options are shuffled, and the rules that all of them keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Sentence

OPTIONS = 4
_LONGER = 1.7
"""How many times as long as the others' mean the right option may be (and the other way round)."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question, the right option, three wrong ones of the same kind, and the statement that proves it."""

    question: str
    right: str
    wrong: tuple[str, ...]
    explanation: Statement
    sentences: tuple[int, ...]
    worth: float
    form: str
    """What kind of question it is, so that a quiz mixes them."""


def is_fair(item: Item) -> bool:
    """Whether four options stand side by side without one giving itself away by being double, empty or long."""
    options = [item.right, *item.wrong]
    if len(options) != OPTIONS or len({_folded(o) for o in options}) != OPTIONS or not all(o.strip() for o in options):
        return False
    if any(_folded(o) and re.search(rf"\b{re.escape(_folded(o))}\b", _folded(item.question)) for o in options):
        return False
    others = sum(len(o) for o in item.wrong) / len(item.wrong)
    longest = max(len(o) for o in options)
    if longest <= 14:
        return True
    return len(item.right) <= _LONGER * others and others <= _LONGER * len(item.right)


def _folded(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def near(analysis: Analysis, s: Sentence, *, around: int = 2) -> list[Sentence]:
    """The sentence, its neighbours, and all that share two or more of its terms: where another truth may stand."""
    out = [
        o
        for o in analysis.sentences
        if (o.source == s.source and abs(o.id - s.id) <= around) or len(o.terms & s.terms) >= 2
    ]
    return out


def figures_near(analysis: Analysis, s: Sentence) -> frozenset[str]:
    """Figures, as plain digits, that may be true answers too."""
    found: set[str] = set()
    for other in near(analysis, s):
        found |= analysis.rules.numerals(other.told) | analysis.rules.numerals(other.text)
    return frozenset(found)


def capitalised(options: Sequence[str]) -> list[str]:
    """Options that all begin large."""
    return [o[:1].upper() + o[1:] for o in options]
