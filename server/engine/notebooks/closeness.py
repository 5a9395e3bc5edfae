"""How near the words of a question come to those of a text: the same stem, or vectors of a like meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from server.engine.notebooks.static_vectors import SCALE, static_vectors
from server.engine.notebooks.terms import SMALL, stem, words

_KNOWN: dict[str, Any] = {}
_MOST = 50_000
_ASKING = re.compile(
    r"\bhow (?:many|much|long|far|deep|high|wide|tall|old|heavy|fast|large|big|often|quickly|soon|exactly)\b"
    r"|\b(?:what|which) (?:year|day|date|month|time|name|share|percentage|proportion|part)\b",
    re.IGNORECASE,
)
"""How a question asks: no word of an answer."""
_SHORT = re.compile(r"(?:n['’]t|['’](?:s|m|re|ve|d|ll))$", re.IGNORECASE)
"""What "what's" and "couldn't" end in: small words that two of them were drawn together to."""


def focus(question: str) -> tuple[str, ...]:
    """The words that a question is about, as they stand, each once."""
    found: dict[str, str] = {}
    for word in words(_ASKING.sub(" ", question)):
        if word.lower() not in SMALL and _SHORT.sub("", word).lower() not in SMALL and len(word) > 1:
            found.setdefault(stem(word), word.lower())
    return tuple(found.values())


def near(wanted: Sequence[str], text: str) -> list[float]:
    """For each wanted word the closeness of the nearest word of a text: 1 for the same stem, below that the cosine."""
    if not wanted:
        return []
    own = [word.lower() for word in dict.fromkeys(words(text)) if word.lower() not in SMALL]
    stems = {stem(word) for word in own}
    if not own:
        return [0.0] * len(wanted)
    asked = _vectors(wanted)
    there = _vectors(own)
    cosines = (asked @ there.T).max(axis=1)
    return [
        1.0 if stem(word) in stems else float(min(cosine, 1.0)) for word, cosine in zip(wanted, cosines, strict=True)
    ]


def _vectors(wanted: Sequence[str]) -> Any:
    fresh = [word for word in dict.fromkeys(wanted) if word not in _KNOWN]
    if fresh:
        if len(_KNOWN) > _MOST:
            _KNOWN.clear()
            fresh = list(dict.fromkeys(wanted))
        _KNOWN.update(zip(fresh, static_vectors(fresh).astype(np.float32) / np.float32(SCALE), strict=True))
    return np.stack([_KNOWN[word] for word in wanted])
