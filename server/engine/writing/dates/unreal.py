"""Dates of what didn't happen: conditions, plans that came to nothing, and years that are only denied.

The patterns are English; sentences of other languages are never taken for unreal.
"""

from __future__ import annotations

import re

from server.engine.writing.dates.moments import Mention

_PLANNED = re.compile(
    r"\b(?:was|were) to have (?:been\b|\w+(?:ed|en|wn|ne|ght)\b)(?:(?!, (?:but|and) )[^.;:])*$", re.IGNORECASE
)
"""Before a date: "was to have been ready in February"."""
_SUPPOSED = re.compile(
    r"\b(?:may|might|could|should|must) (?:well |not |once |already )?have "
    r"(?:been|[a-z]+(?:ed|en|wn|ne|ght|pt|lt|de|ood|me|st|ld|ng|et|ft|un|nt))\b[^.;:]*$"
)
"""Before a date: "may have been lost in 1950"."""
_OUGHT = re.compile(r"\bought (?:not )?to have (?:(?!which\b|who\b|that\b)[^\s.,;:]+ ){1,6}$")
"""Before a date: "ought to have met on 9 May"."""
_HAD = re.compile(
    r"(?:^|[,;:—–] |\b(?:and|but) )(?:If [^,;]+? (?:had|were)\b|"
    r"Had (?:it|he|she|they|we|I|you|there|the [\w-]+|[A-Z]\w+) (?:not |never |only )?"
    r"(?:been|\w+(?:ed|en|wn|ne|ght|pt|de|me)\b))",
    re.IGNORECASE,
)
_WOULD = re.compile(r"\b(?:would|might|could|should)(?:n['’]t)?(?: \w+)? (?:have\b|be\b|[a-z]+)", re.IGNORECASE)
"""What would follow from it."""
_DENIED = re.compile(r"(?:\bnot|\binstead of|\brather than|n['’]t) (?:in |on |from |by |at |until )?$", re.IGNORECASE)
"""Before a date that isn't the one: "not in 1911 but in 1912"."""
_BUT = re.compile(r",? but\b|,? (?:as|though) (?:the|it|is|was|people|many|some|often)\b", re.IGNORECASE)
_OPTION = re.compile(
    r"\b(?:choices?|options?|alternatives?|possibilit(?:y|ies)|whether|either|proposals?)\b.*\bor to [a-z]+\b[^.;:]*$",
    re.IGNORECASE,
)
"""Before a date: one of several things that might be done, "or to heat it only from June"."""
_PROPOSED = re.compile(r"\b(?:propos|suggest|mov|ask|motion|proposal|amendment)(?:ed|es|s)?\b", re.IGNORECASE)
_REJECTED = re.compile(
    r"\b(?:was|were) (?:lost|rejected|defeated|voted down|refused|turned down|withdrawn|not (?:carried|adopted|agreed|seconded|passed))\b"  # noqa: E501
)
"""What became of a plan that was put to others: ", which was lost by 4 to 6"."""
_CLAIMED = re.compile(
    r"\b(?:claim|allegation|assertion|suggestion|rumour|belief|story|legend)s?,? (?:that|of)\b[^.;:]*$"
)
_UNPROVED = re.compile(
    r"\b(?:(?:could|can|was|were|is|has)(?: not|n['’]t) (?:be |been )?"
    r"(?:borne out|proved|proven|confirmed|verified|supported|substantiated|upheld)|"
    r"(?:was|were|is) (?:false|untrue|wrong|unfounded|without foundation|a myth))\b"
)
"""What became of what was only claimed."""
_PROVIDED = re.compile(r"\bprovided(?: that)? (?:an?|the|it|they|he|she|we|you|all|no|[A-Z])\b[^.;:]*$")
"""Before a date: on what something else depends."""
_UNKNOWN = re.compile(
    r"\b(?:do|does|did|can|could)(?:n['’]t| not) (?:yet )?(?:know|say|tell) (?:where|what|whether|if|how|who)\b[^.;:]*$"
)
"""Before a date: what nobody knows of it."""
_ALWAYS = re.compile(r"[^,;:]*\bwhenever\b", re.IGNORECASE)


def is_unreal(text: str, m: Mention) -> bool:
    """Whether a mention dates what might have been, what was planned and didn't come, or nothing at all."""
    before, after = text[: m.start], text[m.end :]
    if _OUGHT.search(before) or (_PROPOSED.search(before) and _REJECTED.search(after)):
        return True
    if (_CLAIMED.search(before) and _UNPROVED.search(after)) or _PROVIDED.search(before) or _UNKNOWN.search(before):
        return True
    if _PLANNED.search(before) or _SUPPOSED.search(before) or _OPTION.search(before) or _ALWAYS.match(after):
        return True
    condition = _HAD.search(text)
    if condition is not None and condition.start() <= m.start and _WOULD.search(text, condition.end()):
        return True
    said = text[: m.core]
    denied = _DENIED.search(said) or _DENIED.search(before)
    if denied is None:
        return False
    instead = re.search(r"(?:instead of|rather than) (?:\w+ )?$", said, re.IGNORECASE)
    return instead is not None or _BUT.match(after) is not None
