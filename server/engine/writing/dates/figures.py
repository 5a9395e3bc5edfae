"""Numbers of four digits that are no years: counts of things, and numbers by which things go."""

from __future__ import annotations

import re

from server.engine.writing.dates.moments import Bound

_NUMBERED = re.compile(
    r"\b(?:(?:serial|part|model|order|article|inventory|catalogue|house|room|phone|lot|grant|reference|file|item|batch|invoice|"
    r"member|flight|train|job|ticket)? ?(?:numbers?|nos?\.|nr\.|codes?)|pages?|pp?\.|rooms?|lots?|lines|verses|items|"
    r"figures?|plates?|folios?|psalms?|flights?|channels?|frequenc(?:y|ies)|extensions?|locomotives?|engines|cars|"
    r"room|postcode|PO Box) "
    r"(?:(?:is|are|were|was|runs?|go(?:es)?) )?(?:(?:from|between|in|on|to|of|up to|below|above|with) )?$",
    re.IGNORECASE,
)
"""Before a number by which a thing goes: "serial numbers between 1500 and 1999"."""
_THINGS = re.compile(
    r" (?!(?:was|is|has|does|as|thus|always|perhaps|this|its|his|us|plus|towards|afterwards|besides)\b)[a-z]{3,}s\b"
)
"""After a number what it counts: "1500 cycles"."""
_COUNTED = re.compile(r"(?<!from )(?<!in )\b(?:for|up to|with|at|within|through|about|around|roughly) $", re.IGNORECASE)
_OFTEN_YEARS = frozenset({Bound.SINCE, Bound.UNTIL, Bound.BY, Bound.BEFORE, Bound.AFTER})
_STEP = 50
_MILLENNIUM = 2000
"""Counts of things are round far more often than years are."""


def is_number_of(before: str) -> bool:
    """Whether what follows is the number of a page, a room or a part."""
    return _NUMBERED.search(before) is not None


def is_count(before: str, after: str, number: int, bound: Bound) -> bool:
    """Whether a number of four digits counts the things named after it, or is one by which a thing goes."""
    if is_number_of(before):
        return True
    if not _THINGS.match(after) or bound in _OFTEN_YEARS or re.search(r"\bin $", before, re.IGNORECASE):
        return False
    if re.search(r"\b(?:from|in) about $", before, re.IGNORECASE):
        return False
    return number % _STEP == 0 or _COUNTED.search(before) is not None


_AT = re.compile(r"(?<!look )(?<!looks )(?<!looked )(?<!looking )\bat (?:about |around |exactly )?$", re.IGNORECASE)
_LEVELS = re.compile(r" (?:\w+ )?(?:prices?|values?|levels?|rates?|costs?|wages|money)\b")
"""Behind a year by which something is reckoned: "at 1913 prices"."""


def is_clock(before: str, figures: str, after: str) -> bool:
    """Whether four digits are a time of day, as logs write it: "at 1125"."""
    is_time = int(figures[:2]) < 24 and int(figures[2:]) < 60
    return is_time and _AT.search(before) is not None and _LEVELS.match(after) is None


_DONE = (
    r"(?:given|bought|found|made|built|lent|presented|bequeathed|purchased|acquired|donated|dated|signed|printed|published|cast|"
    r"cleaned|repaired|restored|rebuilt|renewed|relined|rebound|replaced|exhibited|shown|sold|photographed|painted|drawn|"
    r"woven|carved|engraved|commissioned|excavated|recorded|opened|founded|reissued|revised|taken|cut|conserved|mounted)"
)
_STRAIGHT = re.compile(rf"(?:(?:^|[.;·|] ){_DONE}|\b(?=(?-i:[A-Z])){_DONE}) $", re.IGNORECASE)
"""Before the year: "Bought 1978"."""
_CLAUSE_OF = re.compile(rf"(?:^|[.;·|)] |\d )(?:[\w'’-]+ ){{0,4}}?{_DONE}\b[^.;·|]*, $", re.IGNORECASE)
"""Before the year: "Surface cleaned with a soft brush, 2023;"."""
_OBJECT = re.compile(r"(?:^|[.;·|] )(?:\d{1,3}\.? )?[A-Z][^.,;:|]{1,60}, (?:[^\W\d][^.,;:|]{1,30}, )?$")
"""Before the year: "Cider jar, 1829, stoneware"."""
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|may|must|he|she|it|they|we|I|you|who|which|that|when|if|said)\b"
)


def is_catalogued(before: str, after: str) -> bool:
    """Whether a year closes or follows an entry of a list: "Bought 1978", "Given by his sons, 1931", "Jar, 1829"."""
    if _STRAIGHT.search(before):
        return True
    closes = re.match(r"\s*(?:[.;·|)]|$)", after) is not None
    if _VERBAL.search(re.split(r"[.;·|] ", before)[-1]):
        return False
    if closes and _CLAUSE_OF.search(before):
        return True
    return (closes or after.startswith(",")) and _OBJECT.search(before) is not None and not _VERBAL.search(after[:60])


_OPENING = re.compile(r"\s+(?!(?:AD|BC|CE|BCE|KB|MB|GB)\b)[A-Z][a-z]*\b")
_ABBREVIATED = re.compile(r"\b(?:b|bp|bapt|m|d|bur|fl|est|rec|publ?|r)\. (?:\d?[a-z]+ )?$")
"""Before a year in notes of lives and works: "d. 1799", "m. 1stly 1816"."""
_CLOSED = re.compile(r"[,:–—] $")
_NAMED = re.compile(r"\b(?:year|season|edition|summer|winter|spring|autumn), $")
"""Before a year that says which one it was: "the team's second season, 1966"."""
_DATED = re.compile(r"(?:^|[.;] )(?:Dated|Signed|Inscribed|Stamped|Hallmarked|Built|Cast|Engraved)\b[^.;]* $")
_PARTICIPLE = re.compile(
    r"(?:[,;(·] |\()(?:re|newly |first |last )?(?:[a-z]{3,}ed|built|begun|cast|made|born|dug|sold|won|lost|bought) $"
)
"""Before a year: "(elected 2014)", "by his will, proved 1741,"."""
_WRITTEN = re.compile(
    r"\b(?:ISO|Act|Regulations?|Order|SORP|Directive|DIN|EN|BS|version|edition|edn\.?|op\.|cit\.|see)\b[^.;:,]*[,:]? $",
    re.IGNORECASE,
)
"""Before the year of a law, a standard or a book."""


def opens_entry(before: str, after: str, number: int) -> bool:
    """Whether a year opens an entry of a chronicle: "2003 Youth band founded"."""
    return not before.strip() and _OPENING.match(after) is not None and (number % _STEP != 0 or number == _MILLENNIUM)


def closes_entry(before: str, after: str) -> bool:
    """Whether a year closes an item behind a comma or colon, or stands in it as notes of lives give it."""
    if _ABBREVIATED.search(before) and not is_number_of(before):
        return True
    if _NAMED.search(before) and re.match(r"[,.;)]", after):
        return True
    if _PARTICIPLE.search(before) and re.match(r"[,;.)]|$", after):
        return True
    closes = re.match(r"(?: ?(?:to|–|-|and|,) ?\d{4})?\s*(?:[.;)]|$)", after) is not None
    if not closes or is_number_of(before) or _WRITTEN.search(before):
        return False
    return _CLOSED.search(before) is not None or _DATED.search(before) is not None
