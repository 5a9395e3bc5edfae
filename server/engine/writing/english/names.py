"""The names of English sources: which are people's, which are places', and how they are written in a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from server.engine.writing.analysis import Analysis
from server.engine.writing.heroes import heroes

_MANY = 9
"""Parses that may take whom a source is about for something else."""
PLACE = re.compile(
    r"\b(?:Street|Road|Row|Lane|Square|Place|Hall|Mill|Hill|Town|Point|Bridge|River|Lake|Island|Head|Harbour|Bay|Park|Station|Yard|Gate|Valley|"
    r"Orchard|Barn|Castle|Tower|Church|Chapel|Museum|Farm|Garden|Gardens)$"
)
_INTRODUCED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Professor|Cllr|architect|engineer|hydrologist|ecologist|secretary|master|chairman|painter|director|"
    r"baker|nephew|daughter|son|brother|sister|wife|husband|clerk|mayor|founder|author|metallurgist|biologist|historian|botanist|"
    r"judge|teacher|officer|manager|\w+ist),? ((?:[A-Z][\w'’-]+ ?){1,3})"
)
_HALF_NAMED = re.compile(
    r"(?<=\w )(?!(?:the|an?|of|in|on|at|to|for|from|by|with|and|or|did|does|do|is|was|are|were|has|have|had|can|may|"
    r"must|should|will|would|about|when|if|after|before|during|since|until|under|over|near|as|than|that|but|not|no)\b)"
    r"([a-z]{2,}(?:['’]s)?) ([A-Z][a-z]+)\b"
)
"""A name of two words of which a question has only the second as one."""
_INITIALS = 3
"""Letters of a name that may be no more than initials."""


def people(analysis: Analysis, docs: Sequence[Any]) -> frozenset[str]:
    """Last names that the parses take for a person's more often than not."""
    votes: Counter[str] = Counter()
    for doc in docs:
        for ent in doc.ents if doc is not None else ():
            words = re.sub(r"['’]s$", "", ent.text).split()
            last = words[-1]
            if last[:1].isupper() and (len(words) > 1 or ent.label_ != "PERSON"):
                votes[last] += 1 if ent.label_ == "PERSON" else -1
    for hero in heroes(analysis):
        if hero is not None:
            votes[hero.name.split()[-1]] += _MANY
    for s in analysis.sentences:
        if s.speaker and len(s.speaker) > 2:
            votes[s.speaker.split()[-1]] += 5
        for match in _INTRODUCED.finditer(s.told):
            votes[match[1].split()[-1]] += 3
    return frozenset(name for name, count in votes.items() if count > 0 and not PLACE.search(f" {name}"))


def as_written(question: str, text: str) -> str:
    """A question with the names of two words as the text writes them: "apple Week" as "Apple Week"."""
    for small, rest in _HALF_NAMED.findall(question):
        name = f"{small[0].upper()}{small[1:]} {rest}"
        if name in text and f"{small} {rest}" not in text:
            question = question.replace(f"{small} {rest}", name)
    return question


def in_small(name: str) -> str:
    """A speaker's name as it stands inside a sentence, where the turns have it in capitals: "HUW"."""
    return name.title() if name.isupper() and len(name) > _INITIALS else name
