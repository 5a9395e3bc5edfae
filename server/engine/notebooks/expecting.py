"""What kind of thing a question asks for, and whether a text holds one: a time, an amount, a person, a measure."""

from __future__ import annotations

import re
from enum import Enum, auto

from server.engine.notebooks.closeness import near
from server.engine.notebooks.terms import NUMBER_WORDS, SMALL, has_number, names, stem, words


class Kind(Enum):
    """Kinds of answers."""

    MONEY = auto()
    TIME = auto()
    SPAN = auto()
    LENGTH = auto()
    WEIGHT = auto()
    AGE = auto()
    SPEED = auto()
    TEMPERATURE = auto()
    NOISE = auto()
    COUNT = auto()
    AMOUNT = auto()
    NAME = auto()
    PERSON = auto()
    REASON = auto()
    OTHER = auto()


MEASURED = frozenset(
    {
        Kind.MONEY,
        Kind.TIME,
        Kind.SPAN,
        Kind.LENGTH,
        Kind.WEIGHT,
        Kind.AGE,
        Kind.SPEED,
        Kind.TEMPERATURE,
        Kind.NOISE,
        Kind.COUNT,
        Kind.AMOUNT,
    }
)
"""Kinds that a text may hold of something else than what was asked about."""

_ASKED: tuple[tuple[Kind, str], ...] = (
    (
        Kind.MONEY,
        r"\bhow much\b.*\b(?:cost|costs|pay|paid|pays|earn|earns|charge|charged|spend|spent|money|worth|bring|owe)\b"
        r"|\bwhat\b.*\b(?:costs?|prices?|salar(?:y|ies)|fees?|rents?|budget|wages?|fines?)\b"
        r"|\b(?:cost|price|salary|fee|wage) of\b|\b(?:what|which) (?:sum|amount of money)\b"
        r"|\bfor how much\b|\bhow much (?:is|are|was|were) (?:an?|one|each|the new)\b",
    ),
    (
        Kind.TIME,
        r"^(?:and |since |until |by |from )?when\b|\b(?:what|which) (?:year|date|day|month|century|time)\b",
    ),
    (Kind.SPAN, r"\bhow long (?:will|must|do|does|did|may|can|has|have|had|after|before|until)\b|\bfor how long\b"),
    (Kind.AGE, r"\bhow old\b"),
    (Kind.WEIGHT, r"\bhow heavy\b|\b(?:how much|what)\b.*\bweighs?\b|\bweight of\b|\b(?:what|which) weight\b"),
    (
        Kind.LENGTH,
        r"\bhow (?:far|deep|high|wide|tall|thick)\b|\b(?:depth|height|width|length|distance) of\b"
        r"|\b(?:what|which) (?:depth|height|width|length|distance)\b",
    ),
    (Kind.SPEED, r"\bhow fast\b|\bspeed\b"),
    (
        Kind.TEMPERATURE,
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperatures?\b|\bwhat (?:is|was) the temperature\b",
    ),
    (Kind.NOISE, r"\bhow (?:loud|noisy)\b"),
    (Kind.COUNT, r"\bhow many\b"),
    (
        Kind.AMOUNT,
        r"\bhow (?:much|long|large|big|often)\b|\bwhat (?:share|percentage|proportion|part)\b"
        r"|\bwhat (?:is|was|were) the (?:total|number|population|pressure)\b",
    ),
    (Kind.NAME, r"\b(?:name of|named|called|whose name)\b"),
    # "Who may", "who must not": a kind of people is asked for, and no name.
    (
        Kind.PERSON,
        r"^(?:and |by |to |with |for )?(?:who|whom|whose)\b(?! (?:may|must|can|cannot|should|shall|needs?|has to)\b)",
    ),
    (
        Kind.REASON,
        r"^(?:and )?why\b|\bfor (?:what|which) reasons?\b|\bhow come\b"
        r"|\bwhat (?:is|was|are|were) the (?:reasons?|causes?)\b",
    ),
)
_ASKED_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _ASKED)
_MONTH = r"january|february|march|april|may|june|july|august|september|october|november|december"
_TIME = re.compile(
    rf"\b(?:1\d\d\d|20\d\d|{_MONTH}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|yesterday|tomorrow"
    r"|spring|summer|autumn|winter|noon|midnight|o'clock|years? (?:ago|later|old)|\d{1,2}[:.]\d\d|at the age of)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]|\b\d+\s?p\b|\b(?:pounds?|euros?|dollars?|francs?|crowns?|kr|cents?|pence|shillings?|eur|usd|gbp|cost|costs|price|prices"
    r"|priced|paid|pay|pays|fee|fees|charge|charged|salary|wage|wages|rent|fined?|fines|earn|earned|earns|worth|budget"
    r"|income|revenue|turnover|expenditure|spent|grant|granted|sales|free of charge|nothing|free|million|brought in)\b",
    re.IGNORECASE,
)
_UNITS = {
    Kind.SPAN: r"seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|always|forever",
    Kind.AGE: r"aged?|born|old|birthday",
    Kind.WEIGHT: r"kilograms?|kg|tonnes?|tons?|grams?|g|pounds?|lb|ounces?|weigh(?:s|ed)?",
    Kind.LENGTH: r"(?:kilo|centi|milli)?met(?:re|er)s?|km|m|cm|mm|miles?|feet|foot|inch(?:es)?"
    r"|yards?|fathoms?|minutes?|hours?",
    Kind.TEMPERATURE: r"degrees?|°\s?[CFK]|celsius|fahrenheit|kelvin|zero|freezing|boiling",
    Kind.NOISE: r"decibels?|dB(?:\(A\))?",
    Kind.SPEED: r"kilomet(?:re|er)s?|km/h|miles?|knots?|met(?:re|er)s?|pace|second|minute|hour",
}
_UNIT = {kind: re.compile(rf"(?<![A-Za-z])(?:{units})\b", re.IGNORECASE) for kind, units in _UNITS.items()}
_REASON = re.compile(
    r"\b(?:because|since|so that|in order|due to|owing to|on account of|for fear|as a result|therefore|that is why"
    r"|the reason|caused?|causes|thanks to|led to|lest|so as to|otherwise|to (?:save|avoid|keep|make|show))\b"
    r"|[;:,] (?:as|for|so|which) ",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:he|she|his|her|him|father|mother|son|daughter|wife|husband|sister|brother|widow|nobody|everyone|anyone"
    r"|president|director|council|company|board|committee|county|town|government|\w+(?:ist|man|woman|smith|wright))\b",
    re.IGNORECASE,
)
_ENDS = r"end|finish|close|shut|stop"
_STARTS = r"begin|start|open"
_ASKS_END = re.compile(rf"\b(?P<end>{_ENDS})s?\s*\?*$|\b(?P<start>{_STARTS})s?\s*\?*$", re.IGNORECASE)
_END = re.compile(
    rf"\b(?:(?:{_ENDS})(?:s|e?d|ing|ning|ping|ting)?|until|till|up to|by|last|over|finishes)\b"
    r"|\d\s?(?:[ap]\.?m\.?|o['’]clock)?\s?(?:[–—-]|to)\s?(?:\d|noon|midnight)|\b(?:from|between)\b.{1,30}?\b(?:to|and)\b",
    re.IGNORECASE,
)
_START = re.compile(
    rf"\b(?:(?:{_STARTS})(?:s|e?d|ing|ning)?|began|from|since|after|first)\b"
    r"|\d\s?(?:[ap]\.?m\.?|o['’]clock)?\s?(?:[–—-]|to)\s?(?:\d|noon|midnight)",
    re.IGNORECASE,
)
_OWN_CASE = re.compile(r"^(?:I|I['’](?:m|ve|d)|we|we['’](?:re|ve|d)|my|our)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (.+)", re.IGNORECASE)
_QUANTITY = re.compile(
    rf"(?<![\w.,])(?P<number>\d[\d.,]*\d|\d|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
    r"(?:[ -](?:hundred|thousand|million|dozen))*(?=(?P<thing>(?:[ -][a-z][a-z'’-]*){0,3}))(?!\w)",
    re.IGNORECASE,
)
_NOUN = re.compile(r"[ -][a-z]{3,}")
_POINTS = re.compile(
    r"[ -](?:of|in|were|was|are|is|had|have|has|did|came|and|or|to|at|on|from|a|the|fewer|more|less)\b|$"
)
"""What stands behind a number whose thing was named before: "31 of the stretches", "only nine were"."""
_EACH = re.compile(r"[ -](?:per|for each|for every|each|a|an) (?P<each>[a-z'’-]+)", re.IGNORECASE)
"""Behind a number of what a heading names: "at most two per member"."""
_ANYTHING = {"people", "persons", "times", "things"}
_LOOSE = {"more", "less", "of", "other", "different"}


def expected(question: str) -> Kind:
    """What kind of answer a question wants."""
    for kind, pattern in _ASKED_COMPILED:
        if pattern.search(question):
            return kind
    return Kind.OTHER


def own_question(text: str) -> str:
    """What is asked, without what the asker says of themself before: "I'm seventy. What would it cost me?"."""
    *before, last = re.split(r"(?<=[.!])\s+", text.strip())
    if before and last.endswith("?") and all(_OWN_CASE.match(each) for each in before):
        return last
    return text


def fit(question: str, text: str, *, around: str = "") -> float:  # noqa: PLR0911 - one for each kind
    """Whether a text holds the kind of thing asked for: 1 for yes, 0 where it can't be told, -1 for no.

    Args:
        around: what stands beside the text and may say what its numbers count: a heading, the columns of a table.
    """
    kind = expected(question)
    beside = f"{around} {text}"
    if kind in MEASURED and kind is not Kind.TIME and not has_number(text):
        return -1.0
    if kind in _UNIT:
        return 1.0 if _UNIT[kind].search(beside) else -1.0
    match kind:
        case Kind.COUNT:
            return _counted(question, beside)
        case Kind.AMOUNT:
            return 1.0
        case Kind.MONEY:
            return 1.0 if _MONEY.search(beside) else -1.0
        case Kind.TIME:
            return 1.0 if _TIME.search(text) and not _other_end(question, text) else -1.0
        case Kind.NAME:
            return 1.0 if _fresh_names(question, text) else -1.0
        case Kind.PERSON:
            return 1.0 if _fresh_names(question, text) else (-0.5 if _PERSON.search(text) else -1.0)
        case Kind.REASON:
            return 0.7 if _REASON.search(text) else 0.0
    return 0.0


def _other_end(question: str, text: str) -> bool:
    """Whether it is asked when a thing ends and a text only says when it begins, or the other way about."""
    asked = _ASKS_END.search(question)
    if asked is None:
        return False
    wanted, other = (_END, _START) if asked["end"] else (_START, _END)
    return bool(other.search(text)) and not wanted.search(text)


def _counted(question: str, beside: str) -> float:
    """Whether what is counted is named beside the number."""
    asked = _COUNTED.search(question)
    # "How many library cards were": the noun stands last; "how many people" may be any of them.
    things: list[str] = []
    for word in words(asked[1])[:3] if asked else ():
        # "How many people took part": anybody.
        if word.lower() in SMALL or word.lower() in _ANYTHING:
            break
        things.append(word.lower())
    things = [word for word in things[:2] if word not in _LOOSE]
    if not things:
        return 0.5
    each_of = [match["each"] for behind in quantities(beside) if (match := _EACH.match(behind))]
    own = [behind for behind in quantities(beside) if not _EACH.match(behind) and max(near(things, behind)) > 0.6]
    if not own and any(max(near(things, one)) > 0.6 for one in each_of):
        # "Two per member": it is not the members that are counted.
        return -0.3
    best = max(near(things, beside))
    if best <= 0.6:
        return -0.5 if best > 0.45 else -1.0
    # "Seventy years after the last otter was seen" counts years.
    behind = [each for each in quantities(beside) if not _POINTS.match(each)]
    if behind and not each_of and all(_NOUN.match(each) and max(near(things, each)) <= 0.6 for each in behind):
        return -0.3
    return 1.0 if best > 0.95 else 0.3


def quantities(text: str) -> list[str]:
    """The few words behind each number of a text that is none of a year or a date: what it counts."""
    return [
        match["thing"]
        for match in _QUANTITY.finditer(text)
        if not re.fullmatch(r"(?:1[5-9]|20)\d\d", match["number"]) and match["number"].lower() not in {"one", "once"}
    ]


def _fresh_names(question: str, text: str) -> list[str]:
    known = {stem(word) for word in words(question)}
    # The first word of a sentence is no name by its capital alone.
    found = dict.fromkeys((*names(text), *(name for name in names(text, first_too=True) if " " in name)))
    return [
        name
        for name in found
        if not {stem(word) for word in words(name)} <= known
        and not _TIME.fullmatch(name)
        # "The tannery at Brack was rebuilt" does not say by whom.
        and re.search(rf"(?<!\w)(?<!\bat )(?<!\bin )(?<!\bnear ){re.escape(name)}", text)
    ]
