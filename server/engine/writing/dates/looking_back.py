"""Dates of clauses that look back from what their sentence tells to what lay before it."""

from __future__ import annotations

import re

from server.engine.writing.dates.moments import Bound, Mention
from server.engine.writing.dates.vocabulary import DateWords

_OF = re.compile(r"of\b")
_HAD_DONE = re.compile(
    r"(?:\b(?:which|who|whom|that|where|because)\b) (?:[^,;:.]{1,40} )?had (?:first |once |already )?"
    r"(?:made|built|bought|written|founded|painted|planted|fitted|drawn|set up|become|joined|left|come|sold|opened|"
    r"begun|passed|died|married|retired|moved|"
    r"been (?:built|bought|founded|opened|planted|elected|appointed|put up|laid|closed))\b[^,;:]*$"
)
"""Before a year: a clause that tells what had been done then."""
_ASIDE = re.compile(r"[;:(,–—] ?|\b(?:which|who|whose|whom|where|that|because|when|than) ", re.IGNORECASE)
_TAIL = 40
"""Characters after a date in which its verb may stand: "in 1958 and 1963, had failed"."""


def lay_before(text: str, m: Mention, w: DateWords) -> bool:
    """Whether a date belongs to a clause of its own telling what lay before: ", in which she had been born in 1889"."""
    before = text[: m.start]
    cut = max((b.end() for b in _ASIDE.finditer(before)), default=0)
    return cut > 0 and re.search(w.perfect_past, text[cut : m.end + _TAIL], re.IGNORECASE) is not None


def is_done_before(text: str, m: Mention) -> bool:
    """Whether a clause of its own tells what had been done then: ", who had come as an apprentice in 1942, aged 16"."""
    is_year = m.first.year is not None and m.first.width == 1 and m.last is None and m.bound in {Bound.AT, Bound.NONE}
    return is_year and _OF.match(text[m.start : m.end]) is None and _HAD_DONE.search(text[: m.start]) is not None
