"""Counts of more than a hundred as English spells them: "a hundred and twenty-five years ago"."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HUNDRED = re.compile(r"\b(?P<h>a|[a-z]+) hundred and $", re.IGNORECASE)
_ROUND = re.compile(r"\b(?P<h>a|[a-z]+) $", re.IGNORECASE)


def spelled_count(text: str, at: int, word: str, counts: Mapping[str, int]) -> tuple[int, int]:
    """The whole count that ends with a word, and where it begins; 0 where it is none.

    Args:
        at: where the word begins.
    """
    low = word.lower()
    is_round = low == "hundred"
    found = (_ROUND if is_round else _HUNDRED).search(text[:at])
    if found is None:
        return (0 if is_round else counts.get(low, 0)), at
    hundreds = 1 if found["h"].lower() in {"a", "one"} else counts.get(found["h"].lower(), 0)
    rest = 0 if is_round else counts.get(low, 0)
    return (100 * hundreds + rest if hundreds and (rest or is_round) else 0), found.start()
