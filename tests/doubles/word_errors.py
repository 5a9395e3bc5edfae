"""Word errors of what was heard against what was said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable


def words(text: str) -> list[str]:
    """The words of a text for comparing: lower case, no marks, hyphens as spaces."""
    folded = unicodedata.normalize("NFC", text).casefold().replace("’", "'")
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded)


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """(Substitutions, deletions and insertions; number of words said), by Levenshtein distance over words.

    A text that differs only in where its words are parted (kilowatt hours, kilowatthours) has no error.
    """
    wanted, got = words(said), words(heard)
    if "".join(wanted) == "".join(got):
        return 0, len(wanted)
    row = list(range(len(got) + 1))
    for i, word in enumerate(wanted, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(got, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1], len(wanted)


def rate(pairs: list[tuple[str, str]], *, normalise: Callable[[str], str] = str) -> float:
    """Word error rate over (said, heard) pairs, both read through `normalise` first."""
    errors = [word_errors(normalise(said), normalise(heard)) for said, heard in pairs]
    return sum(error for error, _ in errors) / max(1, sum(count for _, count in errors))
