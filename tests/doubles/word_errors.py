"""Word errors of what was heard against what was said."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable


def words(text: str) -> list[str]:
    """The words of a text for comparing: lower case, no marks, hyphens as spaces."""
    folded = unicodedata.normalize("NFC", text).casefold().replace("’", "'")
    return re.findall(r"(?:[^\W_]|[\u0900-\u0963])+(?:'[^\W_]+)*", folded)  # Devanagari's vowel signs are no \\w


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


SPELLINGS = {
    "harbour": "harbor",
    "tonnes": "tons",
    "centimetres": "centimeters",
    "kilometres": "kilometers",
    "metres": "meters",
}
"""British spellings that a listener writes the American way."""


def rate_apart_from_names(said: str, heard: str, *, names: set[str]) -> float:
    """Word errors where no invented name is near: a stretch that was heard otherwise and holds a name is left out.

    Args:
        said, heard: words only, figures spoken out.
        names: lower-case words that no listener can know how to spell.
    """
    wanted, got = _folded(said), _folded(heard)
    errors = 0
    for _, a, b, c, d in difflib.SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        other = [word for word in wanted[a:b] if word not in names]
        if len(other) < b - a:
            errors += len(other) if d - c < b - a else 0
        elif wanted[a:b] != got[c:d]:
            errors += max(b - a, d - c)
    return errors / max(1, len(wanted))


def _folded(text: str) -> list[str]:
    return [
        SPELLINGS.get(word, word) for word in words(text.lower().replace("per cent", "percent").replace("s' ", "'s "))
    ]
