"""Whether the clause that holds a date tells what was, what will be, or what is."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from server.engine.writing.dates.vocabulary import DateWords

_PASSIVE = re.compile(
    r"\b(?:is|are|be|being|am|stays?|remains?) (?:(?:not|now|also|only|still|\w+ly) )?(?=\w+(?:ed|ght|wn|pt|lt|n|t)\b)"
)


_PASSIVE_NOW = re.compile(
    r"\b(is|are|be|being|am|stays?|remains?)(?: (?:not|now|also|only|still|always|usually|then|\w+ly))? (?:sent|held|built|made|sold|kept|paid|told|found|"  # noqa: E501
    r"put|cut|shut|set|let|read|met|lost|won|led|fed|bought|brought|taught|caught|hung|dug|laid|lit|left|lent|spent|said|heard|"
    r"felt|fought|run|struck|stuck|bound|ground|spread|split)\b"
)
"""What is done, whose participle is also a form of what was: "is sent out"."""
_BARE = re.compile(r"\b(?:may|can|must|should|shall|cannot|to)\b (?:not )?(?:be )?\w+")
"""A verb that isn't what was: "may be cut"."""


_MODAL = re.compile(r"\b(?:may|can|must|should|cannot) (?:not )?(?!have\b)[a-z]+")
"""What is allowed or has to be: "no work may be done"."""
_SHARED = re.compile(r"[,;]? ?(?:and |or |and, )(?:then |later |\w+ly )?\w+(?:ed|wn|ght|pt|lt)\b(?! by (?:then|now))")
"""A participle that leans on an auxiliary told before: "will be chosen by a panel, and announced in July"."""
_AUXILIARY = re.compile(r"\b(?:will|shall|to|must|may|can)(?= be \w+(?:ed|en|wn|ght|pt|lt|id)\b[^.;:]*$)")


_PLANNED = re.compile(
    r"\bwould (?:not |then |also |again )?(?!have\b)[a-z]+|\b(?:was|were) (?:to|due to) (?!have\b)[a-z]+|"
    r"\b(?:was|were) (?:now |then |still )?(?:expected|due) (?!by then\b|at the time\b)"
)
_TO_BE_DONE = re.compile(
    r"\b(?:resolved|agreed|decided|proposed|moved|recommended|suggested|ordered|requested|voted)\b[^.;:]*\bthat\b"
    r"[^.;:]*\bbe (?:not |also )?[a-z]+(?:ed|en|wn|ght|pt|lt|t)\b"
)
"""Before a date: what was decided on, "it was resolved that a bridge be hired"."""
_BARE_AFTER = re.compile(r"(?:after|before|until) (?:(?!was|were|had|did)[\w'’-]+ )*$", re.IGNORECASE)
"""Before a date: what only says after which thing it was, with no verb of its own."""
_STILL_TO_BE = re.compile(
    r"\s*(?:until|once|when|as soon as|before|after) (?:[\w'’-]+ ){1,5}(?:has|have) (?:been )?[a-z]+"
)
"""How a clause begins that tells what has to be done first: "until divers have looked at it"."""
_RELATIVE_BEFORE = re.compile(r", (?:which|who|whose) [^,;:]*$")
"""Before the comma behind which a clause goes on: "The pipe was mended, by a firm, which was paid, on 3 May"."""
_RELATIVE_AFTER = re.compile(r", (?:who|which|whose|whom) [^,;:.]*(?=,)")
"""Behind what a clause begins with: "On the Sunday Ann, who is ninety, picked"."""
_LAST_ONE = re.compile(r"\b(?:[Tt]he|[Oo]ur) last (?:one|time|two|three),? (?:on )?$")
"""Before a day that is over: "at the last one, on 12 December"."""
_DONE = (
    r"(?:[a-z]+(?<!e)ed|taken|built|made|given|brought|bought|sold|sent|laid|begun|held|set|drawn|written|paid|lent|"
    r"dug|cut|put|caught)"
)
_DONE_BEFORE = re.compile(
    rf"(?:, {_DONE}(?: (?:up|out|down|off|in))?|(?:^|[;:] )(?:An?|The|All|Every|\d+) "
    rf"(?:(?!(?:is|are|was|were|be|been|has|have|had)\b)[a-z-]+ ){{1,3}}{_DONE})"
    r"(?: (?:on|in))? ?$"
)
"""Before a date: what had been done with what its sentence tells of, "A batch brewed on 3 May will be sold"."""
_GOES_ON_NOW = re.compile(r"[^,;:]{0,40},? (?:will|is|are|has|have|must|can|may)\b")
_FOUND_TO_BE = re.compile(
    r"\b((?:found|thought|believed|known|shown|said|considered|judged|declared|supposed|proved|reported)\b"
    r"[^,;:.]{0,40}?) to be\b"
)
"""What was found, and is nothing still to come: "had found the plant to be beyond repair"."""
_USED_TO = re.compile(
    r"\b(?:would have|used to|often|always|usually|sometimes|every|each|whenever|if|had (?:it|he|she|they|we) )\b",
    re.IGNORECASE,
)
"""Marks of what came again, or would only come on a condition."""
_WILL = re.compile(r"\b(?:will|['’]ll) (?:then |also |not )?[a-z]+ ")
"""In a clause that begins behind another one: what is to come, and no rule."""
_WITH_ASIDE = 3
"""Pieces between commas of a sentence with one aside: "The Mairi, built in 1969, carries cars"."""


class Tense(StrEnum):
    """What a clause tells of."""

    PAST = "past"
    FUTURE = "future"
    PRESENT = "present"
    UNKNOWN = ""


@cache
def _boundary(w: DateWords) -> re.Pattern[str]:
    return re.compile(rf"[;:()“”\"«»–—]|,(?!\d{{3}}\b)|\b(?:{w.clauses})\b", re.IGNORECASE)


def _clause(text: str, start: int, end: int, w: DateWords) -> tuple[int, int, list[int]]:
    """Where the clause around ``text[start:end]`` begins and ends, and all bounds of clauses outside of it."""
    bounds = [m.start() for m in _boundary(w).finditer(text) if not start <= m.start() < end]
    return (
        max((b for b in bounds if b < start), default=0),
        min((b for b in bounds if b >= end), default=len(text)),
        bounds,
    )


def tense_at(text: str, start: int, end: int, w: DateWords) -> Tense:
    """The tense of the clause around ``text[start:end]``; of the nearest one with a verb where it has none."""
    text = _without_aside(text, start, end, w) if w.code == "en" else text
    first, last, bounds = _clause(text, start, end, w)
    if w.code == "en" and _STILL_TO_BE.match(text[first:start]) and tense(text[:first], w) is not Tense.PAST:
        return Tense.FUTURE
    around = _RELATIVE_BEFORE.search(text[:first])
    if (
        around is not None
        and text[first : first + 1] == ","
        and tense(text[first:start] + text[end:last], w) is Tense.UNKNOWN
    ):
        gone = first - around.start()
        return tense_at(text[: around.start()] + text[first:], start - gone, end - gone, w)
    if w.code == "en" and (
        _LAST_ONE.search(text[:start]) or (_DONE_BEFORE.search(text[:start]) and _GOES_ON_NOW.match(text[end:]))
    ):
        return Tense.PAST
    shared = _SHARED.match(text[first:last])
    if shared is not None and (aux := _AUXILIARY.search(text[:first])):
        return Tense.FUTURE if re.match("will|shall|to", aux[0]) else Tense.PRESENT
    lefts = [b for b in bounds if b < first][::-1] + ([0] if first else [])
    rights = [b for b in bounds if b > last] + ([len(text)] if last < len(text) else [])
    while True:
        found = tense(f"{text[first:start]} {text[end:last]}", w)
        if found is not Tense.UNKNOWN:
            return found
        if lefts:
            first = lefts.pop(0)
        elif rights:
            last = rights.pop(0)
        else:
            return Tense.UNKNOWN


def _without_aside(text: str, start: int, end: int, w: DateWords) -> str:
    """A sentence without the relative clause between what a date stands with and its verb."""
    first, last, _ = _clause(text, start, end, w)
    aside = _RELATIVE_AFTER.match(text[last:])
    if aside is None or tense(f"{text[first:start]} {text[end:last]}", w) is not Tense.UNKNOWN:
        return text
    if tense(aside[0], w) is Tense.PAST:
        return text
    return text[:last] + text[last + aside.end() + 1 :]


def tense(clause: str, w: DateWords) -> Tense:
    """What one clause tells of; a plan that was made is what will be."""
    clause = _FOUND_TO_BE.sub(r"\1", clause) if w.code == "en" else clause
    if re.search(w.future, clause, re.IGNORECASE) or re.search(w.plan, clause, re.IGNORECASE):
        return Tense.FUTURE
    now = bool(re.search(w.present, clause, re.IGNORECASE))
    plain = re.sub(r"\b\w+(?:ed|en|ght|wn)\b", "", clause) if _PASSIVE.search(clause) else clause
    plain = _PASSIVE_NOW.sub(r"\1", plain) if w.code == "en" else plain
    plain = _BARE.sub(" ", plain)
    if w.past and re.search(w.past, plain, re.IGNORECASE):
        return Tense.PAST
    return Tense.PRESENT if now or _MODAL.search(clause) else Tense.UNKNOWN


def is_habit(text: str, start: int, end: int, w: DateWords) -> bool:
    """Whether what is told comes again: "open from May to September", "every March", "may be cut in June"."""
    if not re.search(w.habit, text, re.IGNORECASE):
        return False
    return tense_at(text, start, end, w) in {Tense.PRESENT, Tense.UNKNOWN}


def is_yearly(text: str, start: int, end: int, w: DateWords) -> bool:
    """Whether the clause of a date says that it comes each year."""
    first, last, bounds = _clause(text, start, end, w)
    if not re.search(r"\w", text[first:start] + text[end:last]):  # an aside of its own: ", from April to September,"
        first = max((b for b in bounds if b < first), default=0)
    if w.code == "en" and tense(text[first:start] + text[end:last], w) is Tense.UNKNOWN:  # ", at dawn on May Day"
        first = max((b for b in bounds if b < first), default=0)
    return bool(re.search(w.yearly, text[first:last], re.IGNORECASE))


def is_reported_plan(text: str, start: int, end: int, w: DateWords) -> bool:
    """Whether the clause of a date tells what was to come when it was said: "the choir would sing on 3 May"."""
    if w.code != "en":
        return False
    first, last, bounds = _clause(text, start, end, w)
    if _BARE_AFTER.fullmatch(text[first:start]):
        first = max((b for b in bounds if b < first), default=0)
    is_planned = _PLANNED.search(text[first:last]) or _TO_BE_DONE.search(text[:start])
    return is_planned is not None and not _USED_TO.search(text)


def returns(text: str, w: DateWords) -> bool:
    """Whether a sentence that told of another time ends with how things are: "…, and carries 2,000 people a year"."""
    pieces = re.split(r", ", text)
    if len(pieces) == _WITH_ASIDE and re.match(w.present, pieces[2], re.IGNORECASE):
        return True
    opening = re.split(r"[,;:]", text)[0]
    if opening != text and tense(opening, w) is Tense.PRESENT:
        return True
    return len(pieces) > 1 and bool(re.match(w.goes_on, pieces[-1], re.IGNORECASE))


def is_rule(text: str, start: int, end: int, w: DateWords) -> bool:
    """Whether a stretch of the year is one in which something is allowed, forbidden or done, year after year."""
    comes_again = re.search(w.again, text, re.IGNORECASE)
    own = next((piece for piece in re.split(r"[,;:]", text[:start])[::-1] if piece.strip()), "")
    if w.code == "en" and not comes_again and _WILL.search(own) and not re.search(w.allowed, own, re.IGNORECASE):
        return False
    return (
        bool(comes_again or re.search(w.allowed, text, re.IGNORECASE))
        and tense_at(text, start, end, w) is not Tense.PAST
    )
