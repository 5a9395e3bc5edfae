"""Columns of a table that a question word asks for by itself: "where" its places, "who" its people, "how often" its
intervals."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = (
    (
        re.compile(
            r"^(?:and |but |so )?(?:from |to )?(?:where|(?:in|at) (?:which|what) (?:place|hall|room|venue)s?)\b"
        ),
        re.compile(r"^(?:where|places?|venues?|locations?|rooms?|halls?|sites?|meeting (?:point|place)s?|address)$"),
    ),
    (
        re.compile(r"^(?:and |but |so )?(?:with |by |to )?(?:who|whom)\b"),
        re.compile(
            r"^(?:who|names?|speakers?|leaders?|led by|leads|contacts?|ask(?: for)?|responsible|persons?|owner|holder"
            r"|artists?|performers?|played by|players?|guests?|teachers?|tutors?|with|by)$"
        ),
    ),
    (
        re.compile(r"^(?:and |but |so )?(?:at what (?:time|hour)|what time)\b"),
        re.compile(r"^(?:times?|hours?|starts?|begins?|from|start(?:ing)? time|departs?|departure)$"),
    ),
    (
        re.compile(r"^(?:and |but |so )?how (?:often|frequently)\b"),
        re.compile(r"^(?:how often|frequency|intervals?|every|due)$"),
    ),
    (
        re.compile(r"^(?:and |but |so )?how long\b(?!.*\b(?:be|is the)\b)"),
        re.compile(r"^(?:how long|duration|length|lasts|time needed)$"),
    ),
)
"""How questions begin, and what a column is called that answers them."""
_BESIDE = re.compile(r"\s*[(\[].*|[:*]")


def columns_for(question: str, header: Sequence[str]) -> list[int]:
    """The places of the columns, behind the first, whose names say what the question word asks for."""
    asked = question.strip().lower()
    for begins, called in _WORDS:
        if begins.match(asked):
            names = [_BESIDE.sub("", name).strip().lower() for name in header]
            return [place for place, name in enumerate(names) if place and called.match(name)]
    return []
