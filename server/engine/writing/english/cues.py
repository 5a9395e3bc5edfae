"""Words by which an English sentence shows its role, its side and how interesting it is."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role

_I = re.IGNORECASE
CUES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    (
        Role.CAUSE,
        re.compile(
            r"\b(because|due to|owing to|on account of|thanks to|the (main |chief )?reason|caused by|led by the fact|"
            r"resulted from|came from)\b|, (since|for|as) (?!\d|the first|then|well|early|late)[a-z]+ ",
            _I,
        ),
    ),
    (
        Role.CONSEQUENCE,
        re.compile(
            r"^(so|as a result|therefore|thus|hence|consequently|that led|this led|in consequence)\b|"
            r"\b(led to|as a result|so that|which meant|which means|resulted in|brought about)\b",
            _I,
        ),
    ),
    (
        Role.CONTRAST,
        re.compile(
            r"^(but|however|yet|still|nevertheless|nonetheless|even so|on the other hand|by contrast|in contrast)\b|"
            r"\b(whereas|although|even though|in spite of|despite|on the other hand|nevertheless|in fact)\b",
            _I,
        ),
    ),
    (
        Role.COMPARISON,
        re.compile(
            r"\b(compared (with|to)|against|instead of|in place of|than|twice|double[ds]?|half|a third of|a quarter of|"
            r"(rose|fell|grew|dropped|went|climbed|shrank|increased|risen|fallen) (\w+ )?(from|by|to))\b",
            _I,
        ),
    ),
    (
        Role.DEFINITION,
        re.compile(
            r"\b(is called|are called|known as|is defined as|means (a|an|the|any|that)|refers to|stands for|is the name|"  # noqa: E501
            r"which means that)\b",
            _I,
        ),
    ),
    (Role.EXAMPLE, re.compile(r"\b(for example|for instance|such as|among them|to name)\b", _I)),
    (
        Role.PLAN,
        re.compile(
            r"\b(plans? to|planned|intends? to|is to be|are to be|will (be|not|have|[a-z]+)|is expected|are expected|"
            r"expects?|proposes?|by 20[2-9]\d|next year|is due|hopes? to|aims? to|should (be|open|supply) )\b",
            _I,
        ),
    ),
    (
        Role.PROBLEM,
        re.compile(
            r"\b(problem|fail(s|ed|ure)?|danger(ous)?|risk|harm(ful)?|damage[ds]?|loss(es)?|lost|crack(s|ed)?|broke(n)?|"
            r"flood(ed|s)?|trouble|nuisance|fault|collapsed?|shortage|complain(ed|ts?)?|blocked|wrong|killed|drowned|"
            r"died|injur(ed|ies)|bankrupt|strike|errors?|leak(s|ed)?|clog(s|ged)?)\b",
            _I,
        ),
    ),
    (
        Role.REMEDY,
        re.compile(
            r"\b(remed(y|ies)|solution|solved|repair(ed|s)?|fix(ed)?|prevents?|to avoid|replaced|restored|protects?|"
            r"in response|answered with)\b",
            _I,
        ),
    ),
    (
        Role.OPINION,
        re.compile(
            r"\b(argue[ds]?|thinks?|thought|believe[ds]?|object(s|ed)?|criti(c|cs|cal|cised|cized)|oppos(e|ed|es)|"
            r"reject(s|ed)?|doubt(s|ed)?|disagree[ds]?|disput(e|es|ed)|unfair|prefer(red|s)?|warn(s|ed)?|in (his|her|my|"  # noqa: E501
            r"their) (view|opinion)|considers?|insist(s|ed)?|disagreement|called for|dispute)\b",
            _I,
        ),
    ),
    (
        Role.BACKGROUND,
        re.compile(
            r"\b(in those days|at that time|at the time|originally|in the beginning|had been|used to|traditionally|for "
            r"centuries|for years)\b",
            _I,
        ),
    ),
    (Role.WARNING, re.compile(r"^(never|do not|don't|warning|caution|danger|make sure|always|wear)\b", _I)),
)
_MEASURE = re.compile(
    r"\d[\d,.]*\s*(percent|per cent|%|kilomet\w+|km|metres?|meters?|miles?|tonnes?|tons?|kg|kilograms?|litres?|liters?|"
    r"degrees?|°C|euros?|dollars?|pounds?|million|billion|thousand|people|years?|hours?|minutes?|days?|weeks?|months?|"
    r"bar|mm|cm|decibels?)\b|[£$€]\s?\d|\b(percent|per cent)\b|\b\d{2,}\b",
    _I,
)
_SUPERLATIVE = re.compile(
    r"\b(most|least|first|last|only|largest|biggest|smallest|highest|lowest|oldest|never|nobody|no one|record|ever|best|"  # noqa: E501
    r"worst|cheapest|fastest|longest|deepest|loudest|quietest|greatest)\b",
    _I,
)
STRIKING = re.compile(
    r"\b(nobody|no one|never|only|not|most|first|last|largest|biggest|smallest|worst|best|twice|double|instead|without|"
    r"impossible|still|even|record|forgotten|lost|secret|upside down|nothing|everything)\b|\bn't\b",
    _I,
)
_DECISION = re.compile(
    r"\b(resolved|approved|agreed|decided|carried|voted|founded|opened|abolished|invented|discovered|refused|withdrawn|"
    r"banned|launched|sentenced|acquitted|convicted|elected|granted|nationalised|sold|bought|replaced)\b",
    _I,
)
_TURN = re.compile(
    r"\b(but|yet|instead|until|turned out|in fact|suddenly|nobody|in the end|not the|rather than|unlike|even)\b", _I
)
_POSITIVE = re.compile(
    r"\b(benefit\w*|advantage\w*|better|best|improv\w+|succe\w+|saves?|saved|savings?|cheaper|safe|safer|help(s|ed|ful)?|"
    r"easier|protect(s|ed)?|recommend\w*|reliable|quicker|stronger|support(s|ed|ers)?|favou?r\w*|welcome\w*|thank\w*|"
    r"good|won|profit\w*|surplus|marvellous|agree[ds]?|pleased|pleasant|higher takings|durable|fair|fairly|honest\w*|"
    r"reopen\w*|paid for itself|came back|allow(s|ed)?|open(s|ed)? to all|light(er)?, well|no complaint\w*|excellent|rise of)\b",  # noqa: E501
    _I,
)
_NEGATIVE = re.compile(
    r"\b(costly|danger\w*|problem\w*|risk\w*|los(e|es|t|s|ses|ing)|fail\w*|worse|worst|"
    r"expensive|dear(er)?|damage\w*|object\w*|oppos\w+|against|reject\w*|critic\w*|complain\w*|harm\w*|threat\w*|"
    r"doubt(s|ed|ful)?|unfair|difficult\w*|wrong|overdue|delay\w*|slower|weak\w*|"
    r"refus\w+|warn\w*|die[ds]?|dead|injur\w*|broke\w*|blocked|lapsed|hollow|dispute\w*|unfriendly|burnt|crack\w*|"
    r"took away|taken away|moved out|deficit|debt\w*|trouble|scandal|pity|sad|poor|humiliat\w*|suffocate\w*|clog\w*|flood\w*|errors?|victims?)\b",  # noqa: E501
    _I,
)
CERTAIN = re.compile(
    r"\b(clearly|obviously|undoubtedly|certainly|of course|always|never|everyone|everybody|nobody|no one|all|every|"
    r"must|without (any )?doubt|proves?|proven|surely|the only|the best|the worst|entirely|completely)\b",
    _I,
)
ATTRIBUTED = re.compile(
    r"\b(according to|said|says|found|reported?|study|survey|measured|counted|estimate[ds]?|recorded|records|data|"
    r"figures|report|shows?|showed|argue[ds]?|calculated)\b",
    _I,
)


def roles(text: str, *, has_date: bool, has_quote: bool) -> frozenset[Role]:
    """The roles a sentence's own words give it."""
    found = {role for role, cue in CUES if cue.search(text)}
    if has_date:
        found.add(Role.EVENT)
    if _MEASURE.search(text):
        found.add(Role.MEASURE)
    if has_quote:
        found.add(Role.QUOTATION)
    if text.rstrip("\"'”’").endswith("?"):
        found.add(Role.QUESTION)
    return frozenset(found)


def interest(text: str, *, figures: int, names: int, person_acts: bool) -> float:
    """What makes a listener look up, 0 to about 1: numbers set in relation, extremes, turns, people who do things."""
    worth = 0.16 * min(figures, 3) + 0.07 * min(names, 3)
    worth += 0.14 * bool(_SUPERLATIVE.search(text))
    worth += 0.12 * bool(_TURN.search(text))
    worth += 0.12 * person_acts + 0.2 * bool(_DECISION.search(text))
    worth += 0.1 * bool(figures and CUES[3][1].search(text))
    return worth


def side(text: str) -> float:
    """Above 0 the words speak for what the sentence is about, below 0 against it; scaled to -1 … 1."""
    good, bad = len(_POSITIVE.findall(text)), len(_NEGATIVE.findall(text))
    return 0.0 if good == bad else (good - bad) / (good + bad)
