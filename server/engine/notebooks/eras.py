"""Times with a name, which a source tells by its years: what happened in 1941 happened in the Second World War."""

from __future__ import annotations

import re

_ERAS = (
    (re.compile(r"\b(?:First World War|World War (?:I|One)|Great War)$"), range(1914, 1919)),
    (re.compile(r"\b(?:Second World War|World War (?:II|Two))$"), range(1939, 1946)),
    (re.compile(r"\bFrench Revolution$"), range(1789, 1800)),
    (re.compile(r"\bGreat Depression$"), range(1929, 1940)),
)
_YEAR = re.compile(r"\b1\d{3}\b")


def told_by_years(name: str, text: str) -> bool:
    """Whether a name is one of a time of which a text has a year."""
    years = {int(year) for year in _YEAR.findall(text)}
    return any(era.search(name) and years & set(span) for era, span in _ERAS)
