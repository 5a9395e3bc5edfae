"""What a comparative or superlative asks of each thing: the question, the amounts that answer it, and who wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from server.engine.notebooks.measures import Dimension

D = Dimension


class Order(Enum):
    """Which of several values a question asks for."""

    LEAST = "least"
    MOST = "most"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Degree:
    """A way of comparing things.

    `form` asks it of one thing, with gaps for `{thing}` and the `{rest}` of the question. `cues` are words that stand
    with the amount; where there are none, its dimension says enough.
    """

    word: str
    form: str
    order: Order
    dimensions: tuple[Dimension, ...]
    cues: str = ""
    also: str = ""
    against: str = ""
    """Words that stand with amounts of another kind in the same unit."""
    counted: str = ""
    """What is counted, where that is asked for."""
    origin: bool = False
    """The first year of its being is asked for."""
    lifetime: bool = False
    """The years between birth and death."""

    @property
    def backwards(self) -> frozenset[Dimension]:
        """Dimensions in which less is more of it: who needs less time is faster."""
        return frozenset({D.SPAN}) if "fast" in self.form else frozenset()


_SIZES = (
    "people|workers|employees|members|seats|visitors|bathers|guests|inhabitants|residents|pupils|students|rooms|beds"
    "|staff|passengers|spectators|boats|ships|books|copies|singers|players|volunteers|cows|sheep|trees|hands"
    "|cups|places|tables|lanes|pages|machines|looms|houses|flats|branches|shops|jobs|soldiers|species"
)
_ORIGIN = (
    r"\b(?:opened|opening|built|founded|established|started|began|begun|set up|created|erected|launched|formed"
    r"|inaugurated|since|dates? (?:from|back)|dating from|laid out|came into|constructed|foundation|founding|planted)\b"
)
_ABSTRACT = re.compile(
    r"^(?:money|time|space|room|power|energy|water|electricity|current|heat|coffee|milk|light|noise|rain|snow|food"
    r"|sugar|salt|flour|fuel|petrol|gas|oil|weight|land|dust|waste|sand|ink|paper|wool|wood|damage|work|help)$",
    re.IGNORECASE,
)
_LENGTHS = (D.LENGTH,)
_NOT_LONG = (
    r"\b(?:climbs?|ris(?:es|ing)|high|height|highest|above|altitude|deep|depth|wide|width|across|tall|thick|every|once"
    r"|apart|away|warmer|aged?|old)\b"
)


def _pair(
    more: str,
    less: str,
    form: str,
    dimensions: tuple[Dimension, ...],
    *,
    cues: str = "",
    also: str = "",
    against: str = "",
) -> list[Degree]:
    return [
        Degree(word, form, order, dimensions, cues, also, against)
        for words, order in ((more, Order.MOST), (less, Order.LEAST))
        for word in words.split("|")
        if word
    ]


_MONEY = "How much does {thing} cost{rest}?"
_ALL = (
    *_pair("dearer|more expensive|pricier|costlier", "cheaper|less expensive|less dear", _MONEY, (D.MONEY,)),
    *_pair("longer", "shorter|briefer", "How long is {thing}{rest}?", (D.LENGTH, D.SPAN),
           also="long", against=_NOT_LONG),
    *_pair("taller", "", "How tall is {thing}{rest}?", _LENGTHS,
           cues=r"\b(?:tall|high|height|stands?|rises?)\b", also="high"),
    *_pair("higher", "lower", "How high is {thing}{rest}?", (D.LENGTH, D.MONEY, D.SHARE, D.TEMPERATURE, D.COUNT)),
    *_pair("deeper", "shallower", "How deep is {thing}{rest}?", _LENGTHS,
           cues=r"\b(?:deep|depth|deepest|down)\b", also="depth"),
    *_pair("wider|broader", "narrower", "How wide is {thing}{rest}?", _LENGTHS,
           cues=r"\b(?:wide|width|across|broad)\b", also="width"),
    *_pair("thicker", "thinner", "How thick is {thing}{rest}?", _LENGTHS,
           cues=r"\b(?:thick|thickness|thin)\b", also="thickness"),
    *_pair("heavier", "lighter", "How heavy is {thing}{rest}?", (D.WEIGHT,),
           cues=r"\b(?:weigh\w*|heavy|load)\b", also="weighs weight"),
    *_pair("louder|noisier", "quieter", "How loud is {thing}{rest}?", (D.SOUND,),
           cues=r"\b(?:loud\w*|nois\w+|quiet\w*|sound)\b"),
    *_pair("faster|quicker|speedier", "slower", "How fast is {thing}{rest}?", (D.SPEED, D.SPAN),
           cues=r"\b(?:takes?|took|journey|ready|speed|fast|quick\w*|km/h|mph|lasts?|brew\w*|reach\w*)\b",
           also="takes minutes speed"),
    *_pair("bigger|larger", "smaller", "How big is {thing}{rest}?", (D.AREA, D.COUNT, D.LENGTH, D.VOLUME),
           cues=rf"\b(?:{_SIZES}|hectares?|acres?|square|long|length|holds?|capacity|employ\w*|litres?)\b",
           also="size people members employed seats metres long holds capacity"),
    *_pair("hotter|warmer", "colder|cooler", "How warm is {thing}{rest}?", (D.TEMPERATURE,),
           also="degrees temperature"),
    *_pair("more powerful|stronger", "less powerful|weaker", "How much power does {thing} have{rest}?", (D.POWER,),
           also="watts"),
    *_pair("roomier", "", "How many people does {thing} hold{rest}?", (D.COUNT, D.AREA),
           cues=rf"\b(?:{_SIZES})\b", also="seats capacity"),
)  # fmt: skip
DEGREES = {
    **{each.word: each for each in _ALL},
    "older": Degree("older", "When was {thing} founded, built, opened or born{rest}?", Order.LEAST, (D.YEAR,), _ORIGIN,
                    "founded built opened born since", origin=True),
    **{
        word: Degree(word, "When was {thing} founded, built, opened or born{rest}?", Order.MOST, (D.YEAR,), _ORIGIN,
                     "founded built opened born since", origin=True)
        for word in ("younger", "newer", "more recent", "more modern")
    },
    **{word: Degree(word, "", Order.LEAST, (D.YEAR, D.DAY, D.CLOCK)) for word in ("first", "earlier", "sooner")},
    **{word: Degree(word, "", Order.MOST, (D.YEAR, D.DAY, D.CLOCK)) for word in ("last", "later")},
}  # fmt: skip
_SUPERLATIVE = {
    **{word: word.removesuffix("r") + "st" for word in DEGREES if word.endswith("er") and " " not in word},
    "more expensive": "most expensive",
    "less expensive": "least expensive",
    "more powerful": "most powerful",
    "more recent": "most recent",
}
_BY_WORD = {**DEGREES, **{superlative: DEGREES[word] for word, superlative in _SUPERLATIVE.items()}}
_WORDS = "|".join(sorted((re.escape(word) for word in _BY_WORD), key=len, reverse=True))
DEGREE = re.compile(
    rf"\b(?:the\s+)?(?P<degree>{_WORDS})\b(?!\s+(?:aid|name|floor|prize|class|of all)\b)", re.IGNORECASE
)
MORE = re.compile(
    r"\b(?:the\s+)?(?P<how>more|fewer|less|most|fewest|least|higher number of|larger number of|bigger number of)\b"
    r"(?P<of>(?:\s+(?!than\b|on\b|at\b|in\b|for\b|to\b|per\b|does\b|do\b|did\b|is\b|are\b|of\b|from\b|when\b|if\b|a\b"
    r"|can\b|will\b|has\b|have\b)[a-z][\w-]*){0,3})",
    re.IGNORECASE,
)
_SPENT = re.compile(
    r"\b(?:spen[dt]s?|cost|costs|pa(?:y|ys|id)|charge[sd]?|earn(?:s|ed)?|brought in|made|raised?)\b", re.IGNORECASE
)
_HOLDS = re.compile(r"\b(?:holds?|contains?|fits?|carr(?:y|ies))\b", re.IGNORECASE)
_ADJECTIVE = re.compile(
    r"^\s*(?:\w+(?:ous|ful|able|ible|ive|al|ic|ent|ant|ed|less)|often|likely|popular|important|reliable|difficult"
    r"|modern|strict|flexible|generous)$",
    re.IGNORECASE,
)


def degree_in(asked: str) -> tuple[Degree, re.Match[str]] | None:
    """The degree by which a question compares, and where it stands."""
    match = DEGREE.search(asked)
    if match is not None:
        return _BY_WORD[match["degree"].lower()], match
    match = MORE.search(asked)
    if match is None or (match["of"] and _ADJECTIVE.match(match["of"])):
        return None
    order = Order.LEAST if match["how"].lower() in {"fewer", "less", "fewest", "least"} else Order.MOST
    of = match["of"].strip()
    word = f"{match['how'].lower()} {of}".strip()
    plural = of.lower().endswith("s") and not of.lower().endswith("ss")
    if of and plural and not _ABSTRACT.match(of.split()[-1]):
        return Degree(word, f"How many {of} does {{thing}} have{{rest}}?", order, (D.COUNT,), counted=of), match
    if not of or _ABSTRACT.match(of.split()[-1]) or _SPENT.search(asked):
        dimensions: tuple[Dimension, ...] = (D.MONEY,)
        if not _SPENT.search(asked):
            dimensions = (D.MONEY, D.POWER, D.SPAN, D.VOLUME, D.WEIGHT, D.SHARE)
        if _HOLDS.search(asked):
            dimensions = (D.VOLUME, D.AREA)
        return Degree(word, f"How much {of} does {{thing}} have{{rest}}?".replace("  ", " "), order, dimensions), match
    return None
