"""Tables of faults and their remedies, as English sentences, and what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from server.domain.sources import Source
from server.engine.writing.analysis import Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english.clauses import dangles

_REMEDY = re.compile(
    r"^(?:what (?:to|you (?:can|should|must)) do|remed(?:y|ies)|actions?|cures?|solutions?|fix(?:es)?|what helps)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"^(?:meaning|what it means|(?:possible |likely |probable )?(?:causes?|reasons?)|why|what is wrong|faults?)\b",
    re.IGNORECASE,
)
_NO_SIGN = re.compile(
    r"^(?:elements?|sounds?|places?|rooms?|areas?|items?|materials?|who|owner|date|day|month|year|stages?|machines?|"
    r"models?|products?|plants?|tasks?|steps?)\b",
    re.IGNORECASE,
)
"""The head of a first column that names what is there, not what may be wrong: "Element"."""
_CODE = re.compile(r"^(?P<code>[A-Z]{1,4}[ -]?\d{0,4}|\d{1,4})(?=$|,|\s*\()")
_ROW = re.compile(r"^(?P<sign>[^:]{2,60}): ")
_SIGN_MOST = 8
"""Words of a sign that can stand in a question."""
_CELLS = 2

Parse = Callable[[Sequence[str]], list[Any]]


def mends(header: Sequence[str]) -> bool:
    """Whether a table says what to do about what stands in its first column."""
    named = len(header) >= _CELLS and any(_REMEDY.match(h.strip()) for h in header[1:])
    return named and _NO_SIGN.match(header[0].strip()) is None


def told(row: Sequence[str]) -> str:
    """A row as sentences: "E3: The drawer has not moved. Pull it out and push it in again."; empty for an empty one."""
    cells = [c.strip().rstrip(".") for c in row[1:] if c.strip()]
    said = " ".join(f"{c[0].upper()}{c[1:]}{'' if c[-1] in '!?' else '.'}" for c in cells)
    return f"{row[0].strip()}: {said}" if said and row[0].strip() else ""


def asked(s: Sentence, source: Source, docs: Parse) -> list[Asked]:
    """What the row of such a table answers: "What does E3 mean …?", "What should you do if the fan rattles?" """
    heads = [b for b in source.blocks if b.is_header and b.start <= s.start]
    match = _ROW.match(s.told)
    if match is None or not heads or not mends(heads[-1].cells):
        return []
    sign = match["sign"]
    code = _CODE.match(sign)
    if code is not None and any(_CAUSE.match(h.strip()) for h in heads[-1].cells[1:]):
        put = f"What does {code['code']} mean, and what should you do about it?"
    elif code is not None:
        put = f"What should you do about {code['code']}?"
    elif clause := _clause(sign, docs):
        put = f"What should you do if {clause}?"
    elif len(sign.split()) <= _SIGN_MOST and '"' not in sign:
        put = f'What should you do about "{sign[0].lower()}{sign[1:]}"?'
    else:
        return []
    return [Asked(put, Kind.CONDITION, s.id, "", 0.8, checked=False)]


def _clause(sign: str, docs: Parse) -> str:
    """A sign that is a sentence, as it stands behind `if`; else nothing."""
    words = sign.split()
    bare = words[0].lower() not in {"the", "a", "an", "no", "it", "there", "you"}
    said = f"{'the ' if bare else ''}{sign[0].lower()}{sign[1:]}"
    doc = docs([f"{said[0].upper()}{said[1:]}."])[0]
    root = next((t for t in doc if t.dep_ == "ROOT"), None) if doc is not None else None
    if bare and re.fullmatch(r"[a-z]+(?<!s) [a-z]+(?<!s)s", sign.lower()):
        # "Motor hums" is taken for two nouns.
        return said
    if (
        root is None
        or root.tag_ not in {"VBZ", "VBP"}
        or len(words) > _SIGN_MOST
        or dangles(f"what should all do if {said}")
    ):
        return ""
    named = any(t.dep_.startswith("nsubj") for t in root.children) and "," not in said
    if not named and not any(t.dep_ == "expl" for t in root.children):
        return ""
    many = root.tag_ == "VBP" and bare
    return f"{sign[0].lower()}{sign[1:]}" if many else said
