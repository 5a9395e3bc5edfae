"""Whether a sentence says for how much something is, where a question asks what it costs: "six courses for £68"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.notebooks.expecting import Kind, expected
from server.engine.notebooks.terms import names, words

_COSTS = re.compile(r"\bwhat\b.*\b(?:cost|costs|charges?|price|pays?|paid|fee)\b", re.IGNORECASE)
_AMOUNT = (
    r"(?:[£$€] ?)?\d[\d.,]*(?: ?(?:million|thousand|billion|euros?|pounds?|crowns?|pence|p|cents?|dollars?|guineas?"
    r"|shillings?))?"
)
_FOR = re.compile(
    rf"\bfor {_AMOUNT}(?![\w%])(?! (?:years?|months?|weeks?|days?|hours?|minutes?|people|met(?:re|er)s|km|miles))"
    rf"|{_AMOUNT} for (?:an? |the |each |every |one |two )?[a-z]",
    re.IGNORECASE,
)
_PAYING = frozenset(
    "cost costs price charge charged charges pay paid spend spent much many amount sum total money get".split()
)
TOLD = 0.6
"""Closeness from which a word of the question is told of."""


def priced(question: str, wanted: Sequence[str], told: Sequence[float], sentence: str) -> bool:
    """Whether a question asks what something costs, and a sentence tells of all of it and for how much it is.

    Args:
        wanted: the question's words, and `told` how near the sentence comes to each.
    """
    if not (expected(question) is Kind.MONEY or _COSTS.search(question)) or not _FOR.search(sentence):
        return False
    named = {word.lower() for name in names(question) for word in words(name)}
    of = [one for word, one in zip(wanted, told, strict=True) if word not in _PAYING and word not in named]
    return bool(of) and min(of) >= TOLD
