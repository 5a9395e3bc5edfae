"""The marks a script may carry, none ever read out or shown: ``[pause 1s]``, ``*emphasis*``, ``[word](/phonemes/)``."""

from __future__ import annotations

import re

PAUSE = re.compile(r"\[\s*pause(?:\s+(?P<n>\d{1,5}(?:\.\d{1,3})?)\s*(?P<unit>ms|s|sec|seconds?)?)?\s*\]", re.IGNORECASE)
EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])(?P<words>[^*\n]{1,300}?)(?<=[^\s*])\*(?![\w*])")
OVERRIDE = re.compile(r"\[([^\]\[\n]+)\]\(/([^)\n]*)/\)")
"""``[word](/phonemes/)``: the word is said as the phonemes."""
LONGEST_PAUSE_S = 10.0
"""A longer pause is cut to this: players and directories take a longer silence for a fault."""
USUAL_PAUSE_S = 0.8
"""A pause without a length."""

_SPACES = re.compile(r"[ \t]{2,}")
_SPACE_BEFORE_MARK = re.compile(r"\s+([,.;:!?…])")


def is_marked(text: str) -> bool:
    """Whether a text carries any mark."""
    return bool(PAUSE.search(text) or EMPHASIS.search(text) or OVERRIDE.search(text))


def pause_seconds(found: re.Match[str]) -> float:
    """The length of a pause as it was asked for, in seconds; `found` is a match of `PAUSE`."""
    if found["n"] is None:
        return USUAL_PAUSE_S
    return float(found["n"]) / (1000 if (found["unit"] or "s").lower() == "ms" else 1)


def plain(text: str) -> str:
    """`text` as it is shown: without pauses, asterisks and phonemes; a text without marks comes back unchanged."""
    if not is_marked(text):
        return text
    shown = OVERRIDE.sub(r"\1", EMPHASIS.sub(lambda found: found["words"], PAUSE.sub(" ", text)))
    return _SPACE_BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", shown)).strip()
