"""Dates that only bound papers, a sum of money or what somebody asks for, and on which nothing happened."""

from __future__ import annotations

import re
from dataclasses import replace

from server.engine.writing.dates.moments import Bound, Mention, Reference

_PAPERS_TO = re.compile(
    r"\b(?:accounts?|balance sheet|statement|books)(?: made up)?,? (?:up )?"
    r"(?:to|(?:for the (?:\w+ )?(?:year|period|quarter) )?(?:to|ended|ending)) (?:the )?$",
    re.IGNORECASE,
)
"""Before a day: how far the papers go of which more is told, "the accounts to 31 December"."""
_COPY_FOR = re.compile(
    r"\W*(?:Copy|Contributions|Articles|Items|Letters|Material|Notices|Reports|Pictures|Photos)\b[^.;]* "
    r"for (?:the |our )?(?:next|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
    r"(?: (?:issue|number|edition|newsletter|magazine|bulletin))?\b"
)
"""How a newsletter begins to say by when it wants what is to be printed."""
_PROMISES = re.compile(r"\b(?:promises? to|hopes? to have|swears? to) (?:be |have )?[^,;.]*$")
"""Before "by Christmas": what somebody says he will have done."""
_COSTS = re.compile(r"\bcosts? (?:us |them |it |him |her )?(?:about |some |nearly |over )?[£$€]\d[\d,.]*(?: \w+)? $")
"""Before "last year": how much of something there was then."""
_SUM = re.compile(
    r"\b(?:(?:cost|price|rent|fee|budget|bill|turnover|wait|deficit|surplus)s?|(?:average|mean|total) [a-z]+)\b"
    r"[^,;:]*$",
    re.IGNORECASE,
)
_GOOD_YEAR = re.compile(r" (?:was|is|has been) an? (?:[a-z]+ )+(?:one|year|season)\b")
"""Behind "Last year": how it was, and nothing that happened in it."""
_IS_SUM = re.compile(
    r" (?:is|was|were|are|comes to|came to|stands at|stood at) \D{0,20}(?:\d|\w+ (?:years|months|weeks|days)\b)"
)
"""Around "this year": how much there is of something."""


_SO_FAR = re.compile(r"\b(?:so far|hopes? for (?:[^,;.]|,(?=\d))*\d) $", re.IGNORECASE)
"""Before "this year": how much there has been of something by now, or how much somebody hopes for."""
_NO_TIME_OF_ITS_OWN = re.compile(r"\b(?:until|by) the $|['’]d (?:\w+ )?have (?:to|had|been)\b[^,;]*$", re.IGNORECASE)
"""Before a month without a year: until some December, or what would have been then."""
_FIGURES_TO = re.compile(
    r"\bfigures (?:for the (?:\w+[ -])?(?:year|period|quarter|months) )?(?:up )?to the end of $", re.IGNORECASE
)
"""Before a month: how far the figures go that somebody gives."""
_EXCEPT_FOR = re.compile(r"\b(?:except|apart from|save) for (?:[\w'’-]+ ){0,4}$", re.IGNORECASE)
"""Before a month in which each time it is otherwise."""

_PUT_OFF = re.compile(
    r"\b(?:put (?:off|back)|postponed|moved|deferred|delayed|brought forward|rescheduled|shifted)\b[^.;:]*$",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"from\b.* to\b", re.IGNORECASE)
_TO = re.compile(r"\bto (?:the )?$")

_BOOKED = re.compile(
    r"\b(?:has|have|['’]s|['’]ve) (?:already |now )?(?:booked|ordered|planned|arranged|reserved|scheduled)\b[^.;:]*$"
)
"""Before "in November": what is settled for then."""
_WANTS = re.compile(r"\b(?:wants?|hopes?|intends?|aims?) to (?!have\b)[a-z]+\b[^.;:]*$")
"""Before "in January": what somebody means to do then."""
_HELP_TO = re.compile(
    r"\b(?:appeal(?:ed|s)?|asked|called|looking|looked) for [^.;]* to [a-z]+ [^.;]*$|"
    r"\bthis year [a-z]+(?: [a-z]+)?,? $|"
    r"\bto an? (?:[a-z]+ ){0,2}(?:hearing|meeting|conference|ceremony|session|service|party|vote|talk)\b[^.;:]*$",
    re.IGNORECASE,
)
"""Before a day: what help is asked for, or what of this year closes or begins on it."""


def is_wanted_on(text: str, m: Mention) -> bool:
    """Whether something has been booked for a date, or help is asked for on it, so that it is still to come."""
    is_day = m.first.day > 0 and _HELP_TO.search(text[: m.start]) is not None
    before = text[: m.start]
    return is_day or _BOOKED.search(before) is not None or _WANTS.search(before) is not None


def is_put_off(text: str, m: Mention) -> bool:
    """Whether a date is the one on which something should have been: "moved from 3 May to 10 June"."""
    is_from = m.bound is Bound.START or text[: m.start].rstrip().endswith(" from")
    return is_from and _PUT_OFF.search(text[: m.start]) is not None


def is_put_off_to(text: str, m: Mention) -> bool:
    """Whether a date is the one on which something will be instead."""
    is_to = _TO.search(text[: m.core]) is not None or _FROM_TO.match(text[m.start : m.end]) is not None
    return is_to and _PUT_OFF.search(text[: m.start]) is not None


def put_off_to(text: str, m: Mention) -> Mention:
    """Of "put off from April to 17 June", which is no stretch of time, the day on which it will be."""
    if m.last is None or _FROM_TO.match(text[m.start : m.end]) is None or not _PUT_OFF.search(text[: m.start]):
        return m
    return replace(m, first=m.last.lent(m.first), last=None, bound=Bound.AT)


def is_figure_of(text: str, m: Mention) -> bool:
    """Whether a date only bounds papers or sums of money: "the accounts to 31 December", "cost £300 last year"."""
    if m.first.month and _PAPERS_TO.search(text[: m.start]):
        return True
    if m.offset is None and m.first.year is None and m.first.month and not m.first.day:
        bounds = _NO_TIME_OF_ITS_OWN.search(text[: m.core]) or _FIGURES_TO.search(text[: m.core])
        return bounds is not None or _EXCEPT_FOR.search(text[: m.start]) is not None
    before, after = text[: m.core], text[m.end :]
    is_sum = _COSTS.search(before) or (_SUM.search(before) and _IS_SUM.match(after))
    is_sum = is_sum or _SO_FAR.search(text[: m.start]) or (_GOOD_YEAR.match(after) if not before.strip() else None)
    return m.offset is not None and m.offset.reference is Reference.NOW and is_sum is not None


def is_asked_for(text: str, m: Mention) -> bool:
    """Whether somebody only promises what will be done by a date, or a newsletter asks for copy."""
    if m.bound is not Bound.BY:
        return False
    return (
        text.startswith("Not by ") or _COPY_FOR.match(text) is not None or _PROMISES.search(text[: m.start]) is not None
    )
