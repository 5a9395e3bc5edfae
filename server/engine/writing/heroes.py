"""Whom a source is about: the one person whom its `he` or `she` mostly means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from server.engine.writing.analysis import Analysis

FULL_NAME = re.compile(r"\b[A-Z][\w'’-]+(?: (?:de|van|von|der|la|di)? ?[A-Z][\w'’-]+)+")
_HE_SHE = re.compile(r"\b(he|she)\b", re.IGNORECASE)
BY_HAND = re.compile(
    r"\b(?:diar(?:y|ies)|journals?|letters?|log ?book|notebooks?|memoirs?|recollections) (?:of|by|from)\b",
    re.IGNORECASE,
)
"""A title of somebody's own words: "From the diary of Ada Rell"."""
_HERO_SHARE = 0.6
_SPOKEN_OF_LEAST, _SPOKEN_OF_SHARE = 12, 0.85
"""Times that a text says `he` or `she`, and the part of one of them, from which it is about one whom its title
doesn't name."""
_OFTEN, _MORE = 4, 2
"""Times that such a one is named, and how many times as often as anybody else."""
_OPENING, _OPENING_SHARE = 300, 0.7
"""Characters in which a portrait names whom it is of, and the part of its `he` and `she` that are that one's."""
_NO_NAME = re.compile(r"(?:Dear|The|When|If|As|But|And|In|At|On|For)\b")
"""What begins like a name and is none: a salutation, or a sentence's first word."""
_PERSON = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z'’-]+){1,2}\b")
_NAMED_LEAST = 2
"""Times that a text names whom it is about."""


@dataclass(frozen=True, slots=True)
class Hero:
    """The one person that a source is about: named in its title, and mostly spoken of by one pronoun."""

    name: str
    pronoun: str
    """he or she"""


def heroes(analysis: Analysis) -> tuple[Hero | None, ...]:
    """The person each source is about, if it is about one."""
    return _heroes(analysis.sources, analysis.titles, analysis.rules.code)


@lru_cache(maxsize=8)
def _heroes(sources: Sequence[object], titles: Sequence[str], code: str) -> tuple[Hero | None, ...]:
    out: list[Hero | None] = []
    for source, title in zip(sources, titles, strict=True):
        text: str = getattr(source, "text", "")
        said = [p.lower() for p in _HE_SHE.findall(text)]
        by_hand = BY_HAND.search(title) is not None  # whose own words it is speaks of others by pronoun
        names = [n for n in FULL_NAME.findall(title) if not by_hand and text.count(n) >= 2 and not _is_place(n, text)]
        names = names or ([] if by_hand else _in_full(title, text))
        pronoun = "she" if said.count("she") >= said.count("he") else "he"
        if not names and not by_hand and _is_mostly(pronoun, said, _SPOKEN_OF_SHARE):
            names = _most_named(text)
        if not names and not by_hand and _is_mostly(pronoun, said, _OPENING_SHARE):
            names = _opening_with(text)
        enough = len(said) >= 6 and said.count(pronoun) >= _HERO_SHARE * len(said)
        out.append(Hero(names[0], pronoun) if code == "en" and names and enough else None)
    return tuple(out)


def _is_place(name: str, text: str) -> bool:
    """Whether a text mostly tells what is in or near what goes by a name: "a saddler in Mill Lane"."""
    inside = len(re.findall(rf"\b(?:in|at|into|near|through|along)(?: the)? {re.escape(name)}\b(?!['’])", text))
    return 2 * inside >= text.count(name) - 1


def _most_named(text: str) -> list[str]:
    """The one whom a text names far more often than anybody else, in full; nobody where there is none."""
    # A name behind a small word: at the start of a sentence it may be anything.
    full = list(dict.fromkeys(n for n in _PERSON.findall(text) if text.count(n.split()[-1]) >= _OFTEN))
    counts = sorted(((len(re.findall(rf"\b{re.escape(n.split()[-1])}\b", text)), n) for n in full), reverse=True)
    others = [c for c, n in counts[1:] if n.split()[-1] != counts[0][1].split()[-1]]
    alone = counts and counts[0][0] >= _OFTEN and all(counts[0][0] >= _MORE * c for c in others)
    return [counts[0][1]] if alone else []


def _is_mostly(pronoun: str, said: Sequence[str], share: float) -> bool:
    """Whether a text says `he` or `she` often, and so large a part of them is this one."""
    return len(said) >= _SPOKEN_OF_LEAST and said.count(pronoun) >= share * len(said)


def _opening_with(text: str) -> list[str]:
    """The one whom the first lines name in full, and the text by surname more often than anybody else: whom it
    portrays."""
    opening = text[:_OPENING]
    alone = {
        n: len(re.findall(rf"\b{re.escape(n.split()[-1])}\b", text)) - text.count(n) for n in _PERSON.findall(text)
    }
    most = max(alone.values(), default=0)
    of_most = {n.split()[-1] for n, count in alone.items() if count == most}
    named = [n for n in dict.fromkeys(_PERSON.findall(opening)) if alone[n] == most and f"by {n}" not in opening]
    if most < _OFTEN or len(of_most) > 1 or not named or _NO_NAME.match(named[0]):
        return []
    return [] if _is_place(named[0].split()[-1], text) else named[:1]


def _in_full(title: str, text: str) -> list[str]:
    """A title's name as the text has it with further forenames: "Rosalind Achterberg", "Rosalind Maud Achterberg"."""
    out: list[str] = []
    for name in FULL_NAME.findall(title):
        first, last = name.split()[0], name.split()[-1]
        longer = re.search(rf"\b{re.escape(first)}(?: [A-Z][\w'’.-]+){{1,3}} {re.escape(last)}\b", text)
        if longer is not None and text.count(last) >= _NAMED_LEAST:
            out.append(longer[0])
    return out
