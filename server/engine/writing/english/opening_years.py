"""A year that the parser hangs on the name behind it: in "In 1971 Ada Rell became head" it is the time, not hers."""

from __future__ import annotations

from typing import Any

_MONTHS = frozenset("january february march april may june july august september october november december".split())
_YEAR = "dddd"
"""The shape of a token of four digits."""
_NAMES = frozenset(("NNP", "NNPS"))
_ON_NAME = frozenset(("nummod", "compound", "nmod"))


def attached(doc: Any) -> Any:
    """A parse in which such a year, with the month before it, is the object of its preposition."""
    if not doc.has_annotation("DEP"):
        return doc
    for year in doc[1:-1]:
        if year.shape_ != _YEAR or year.dep_ not in _ON_NAME or year.head.i <= year.i or year.head.tag_ not in _NAMES:
            continue
        month = doc[year.i - 1] if doc[year.i - 1].lower_ in _MONTHS else None
        at = year.i - 1 if month is None else year.i - 2
        if at < 0 or doc[at].dep_ != "prep" or any(t.dep_ == "pobj" for t in doc[at].children):
            continue
        if month is None:
            year.head, year.dep_ = doc[at], "pobj"
        elif month.head.i >= year.i:
            month.head, month.dep_ = doc[at], "pobj"
            year.head, year.dep_ = month, "nummod"
    return doc
