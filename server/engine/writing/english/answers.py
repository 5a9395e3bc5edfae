"""Which words of a clause can be asked for: times, places, figures, reasons, means, people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from server.engine.writing.english.clauses import joined
from server.engine.writing.english.figures import MONTH

_WHEN = re.compile(
    rf"^(?:in|on|at|during|around|about|by|since|until|from|before|after)?\s*(?:the )?(?:(?:very )?(?:early|late|mid-?|beginning of|end of|"  # noqa: E501
    rf"middle of|spring of|summer of|autumn of|winter of|fall of|night of|morning of)\s+)*(?:\w+day,? )?(?:the )?(?:\d{{1,2}} )?"  # noqa: E501
    rf"(?:(?:{MONTH})(?: \d{{1,2}}\b(?!\d))?,? ?)?(?:of )?(?:1\d{{3}}|20\d\d)s?$|"
    rf"^(?:on|from|by|since|until) (?:\w+day,? )?(?:\d{{1,2}} (?:{MONTH})|(?:{MONTH}) \d{{1,2}})$|"
    rf"^(?:on|by|since|until|from) the [a-z-]+(?:st|nd|rd|th) (?:of )?(?:{MONTH})(?: \d{{4}})?$|"
    rf"^(?:at|by|since|until|before) "
    rf"(?:Easter|Christmas|Whitsun|Michaelmas|Midsummer|Martinmas|Candlemas|Lammas|Pentecost)"
    rf"(?: (?:of )?\d{{4}})?$"
)
"""A date, a year, or a feast: "on 4 May 1998", "on the fourth of May", "at Easter 1972"."""
_PHASES = frozenset("stop start begin cease continue keep finish resume".split())
"""Verbs whose time is that of the verb behind them; what was to be done in 1966 may have been decided before."""
_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)"
_CLOCK = re.compile(
    rf"^at (?:about |around |exactly )?"
    rf"(?:(?:[a-z-]+ (?:to|past) )?{_HOUR}|\d{{1,2}}[.:]\d\d|\d{{1,2}}(?= o'clock| ?[ap]\.?m))"
    r"(?: o'clock| ?[ap]\.?m\.?)?"
    r"(?: (?:in|on|at) (?:the |an? )?(?:morning|afternoon|evening|night)\b.*)?$"
)
TIME_UNITS = frozenset(("year month week day hour minute second decade century night winter summer").split())
MONEY_VERBS = frozenset(
    "cost pay earn spend raise charge receive save sell fetch borrow owe invest lend grant donate contribute".split()
)
_VALUE_VERBS = {"estimate", "value", "put", "price", "set", "fix", "cap", "stand"}
HUMANS = re.compile(
    r"(?:^|[\s-])(?:\w+(?:man|woman|men|women|ist|ists|smith|keeper|master|keepers|holders?)|users?|keeper|members?|persons?|people|students?|"
    r"teachers?|pupils?|engineers?|architects?|doctors?|nurses?|workers?|farmers?|traders?|residents?|visitors?|customers?|"
    r"owners?|directors?|officers?|clerk|mayor|chairs?|chairman|secretary|councillors?|author|painter|writer|poet|brother|"
    r"sister|(?:grand)?(?:son|daughter|mother|father)|parents|neighbours?|porter|cook|landlord|landlady|wife|husband|widow|uncle|aunt|nephew|niece|cousin|king|queen|judge|sailor|captain|"
    r"inspectors?|researchers?|hydrologist|builder|founder|inventor|manager|minister|president|professor|leader|baker|miller|"
    r"clockmaker|dealer|merchant|lawyer|shopkeepers?|drivers?|passengers?|tenants?|volunteers?|voters?|critics|opponents|"
    r"supporters|spokesman|spokeswoman|children|pensioners|householders?|guest|witness(?:es)?|patients?|players?|readers?)$",
    re.IGNORECASE,
)
BODIES = re.compile(
    r"\b(council|committee|board|company|firm|association|society|university|foundation|institute|department|"
    r"ministry|government|parliament|court|union|guild|cooperative|team|group|office|agency|authority|bank|club|party|brigade|crew|"
    r"senate|faculty|trust|museum|school|hospital|church|police|town|city|county|state)\b",
    re.IGNORECASE,
)
_TITLED = re.compile(r"^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Cllr|Colonel|Lady|Lord|Judge|Captain)\b")


def span(token: Any, kept: Sequence[Any]) -> list[Any]:
    """A token and what hangs below it, as far as the clause keeps it."""
    inside = {t.i for t in token.subtree}
    return [t for t in kept if t.i in inside]


def words(tokens: Sequence[Any]) -> str:
    """Tokens as written."""
    return joined(tokens, common=frozenset()) if tokens else ""


def times(root: Any, kept: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    """When it was: the preposition that stays with the question, and the words."""
    phase = root.lemma_ in _PHASES
    further = [t for t in root.children if phase and t.dep_ == "xcomp" and t.tag_ in {"VB", "VBG"} and t.i > root.i]
    for child in (*root.children, *(c for t in further for c in t.children if c.i > t.i)):
        if child.dep_ not in {"prep", "npadvmod", "advmod"}:
            continue
        tokens = span(child, kept)
        # "retired at Christmas 1971 and …": the parse hangs the `and` on the date.
        tokens = tokens[:-1] if tokens and tokens[-1].dep_ == "cc" else tokens
        said = words(tokens)
        small = said[:1].lower() + said[1:]
        if tokens and _WHEN.match(small):
            yield said.split()[0].lower(), tokens


def hours(root: Any, kept: Sequence[Any]) -> Iterator[list[Any]]:
    """The time of day: "at twenty to seven"."""
    for child in root.children:
        tokens = span(child, kept) if child.dep_ == "prep" and child.lower_ == "at" else []
        said = words(tokens) if tokens else ""
        if said and _CLOCK.match(said[:1].lower() + said[1:]):
            yield tokens


def lasting(root: Any, kept: Sequence[Any]) -> Iterator[list[Any]]:
    """How long it went on: "for nine years"."""
    for child in root.children:
        if child.dep_ != "prep" or child.lower_ != "for":
            continue
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if noun is None or noun.lemma_.lower() not in TIME_UNITS:
            continue
        if any(t.dep_ == "nummod" for t in noun.children) and len(list(noun.subtree)) <= 5:
            yield span(child, kept)


def places(root: Any, kept: Sequence[Any]) -> Iterator[list[Any]]:
    """Where it was: "at Ferris Point"."""
    for child in root.children:
        if child.dep_ != "prep" or child.lower_ not in {"in", "at", "near", "on"}:
            continue
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        tokens = span(child, kept)
        if noun is None or noun.pos_ != "PROPN" or noun.ent_type_ in {"DATE", "TIME", "PERSON"} or len(tokens) > 6:
            continue
        if re.search(rf"\b({MONTH}|\w+day)\b|\d", words(tokens)):
            continue
        yield tokens


def reasons(root: Any, kept: Sequence[Any]) -> Iterator[list[Any]]:  # noqa: ARG001
    """Why it was: "because …", "so that …", "in order to …", "owing to …"."""
    for child in root.children:
        tokens = sorted(child.subtree, key=lambda t: t.i)
        first = tokens[0].lower_
        second = tokens[1].lower_ if len(tokens) > 1 else ""
        third = tokens[2].lower_ if len(tokens) > 2 else ""
        adverb = first in {"mainly", "partly", "largely", "mostly", "simply", "chiefly", "probably", "just"}
        if adverb:
            first, second, third = second, third, ""
        if len(tokens) < 3:
            continue
        clause = child.dep_ == "advcl" and (
            first == "because" or (first, second) == ("so", "that") or (first, second) == ("so", "as")
        )
        since = child.dep_ == "advcl" and first == "since" and tokens[0].dep_ == "mark" and child.i > root.i
        clause = clause or _for_as_much(child, tokens)
        clause = clause or (since and root.doc[tokens[0].i - 1].text == "," and second not in {"then", "when"})
        clause = clause or _because_as(child, tokens)
        phrase = child.dep_ in {"prep", "advcl"} and (
            (first, second) in {("because", "of"), ("owing", "to"), ("thanks", "to"), ("due", "to")}
            or (first, second, third) in {("on", "account", "of"), ("for", "fear", "of")}
            or (first, second) in {("in", "order"), ("for", "want"), ("for", "lack")}
        )
        purpose = (
            child.dep_ == "advcl"
            and first == "to"
            and child.tag_ == "VB"
            and child.i > root.i
            and root.pos_ == "VERB"
            and root.lemma_
            not in {"have", "need", "take", "fail", "seem", "use", "go", "come", "want", "get", "require", "be"}
            and len(tokens) >= 4
        )
        if clause or phrase or purpose:
            yield tokens


def _for_as_much(clause: Any, tokens: Sequence[Any]) -> bool:
    """Whether a clause with `for` behind a comma gives a reason: ", for they dissolve the seal"."""
    first = tokens[0]
    mark = clause.dep_ == "advcl" and first.lower_ == "for" and first.dep_ == "mark" and clause.tag_ != "VB"
    return bool(mark and clause.i > clause.head.i and first.i and first.nbor(-1).text == ",")


_LIKE = frozenset("well if though usual soon long far much many it".split())
"""Behind `as`: no reason is given."""
_LASTING = frozenset("be have need contain lie stand belong want lack".split())


def _because_as(clause: Any, tokens: Sequence[Any]) -> bool:
    """Whether a clause with `as` gives a reason: behind the main clause, with a state or what is done again and again.

    "as the driver turned" only says when.
    """
    first = tokens[0]
    if clause.dep_ != "advcl" or first.lower_ != "as" or first.dep_ != "mark" or clause.i < clause.head.i:
        return False
    if (
        clause.lemma_ == "do"
        or tokens[1].lower_ in _LIKE
        or len(tokens) < 4
        or not any(t.dep_.startswith("nsubj") for t in clause.children)
    ):
        return False
    helpers = [t for t in clause.children if t.dep_ in {"aux", "auxpass", "neg"}]
    finite = min([clause, *(t for t in helpers if t.dep_ != "neg")], key=lambda t: t.i)
    lasts = clause.lemma_ in _LASTING or any(t.dep_ == "neg" or t.tag_ == "MD" for t in helpers)
    behind = first.i > 0 and first.nbor(-1).text == ","
    now = finite.tag_ in {"VBZ", "VBP"} and clause.head.tag_ in {"VBZ", "VBP", "VB"}
    return lasts or (behind and now) or (now and finite.lemma_ in {"be", "have"})


def means(root: Any, kept: Sequence[Any]) -> Iterator[list[Any]]:
    """How it was done: "by moving …", "by means of …"."""
    del kept
    for child in root.children:
        tokens = sorted(child.subtree, key=lambda t: t.i)
        if child.dep_ == "prep" and child.lower_ == "through" and child.i > root.i and _is_way(child):
            yield tokens
        if child.dep_ == "advcl" and child.lower_ == "using" and child.i > root.i and len(tokens) > 1:
            yield tokens
        if child.dep_ == "prep" and child.lower_ == "with" and child.i > root.i and _is_tool(root, child):
            yield tokens
        if child.dep_ == "prep" and child.lower_ == "by" and child.i > root.i:  # noqa: SIM102
            if any(t.dep_ == "pcomp" and t.tag_ == "VBG" for t in child.children) or (
                len(tokens) > 3 and tokens[1].lower_ == "means"
            ):
                yield tokens


_HELP = frozenset(("help", "aid"))
_FILLING = frozenset(
    "fill cover provide equip supply replace connect mix combine associate compare concern satisfy please fit line "
    "decorate surround load pack charge reward endow burden end begin start confuse".split()
)
"""Verbs whose `with` belongs to them: what something is filled with is no way of filling it."""


def _is_way(through: Any) -> bool:
    """Whether a phrase with `through` says how: through an act ("through a letter"), not through a place or a time."""
    noun = next((t for t in through.children if t.dep_ == "pobj"), None)
    if noun is None:
        return any(t.dep_ == "pcomp" and t.tag_ == "VBG" for t in through.children)
    return noun.pos_ == "NOUN" and re.search(r"(?:tion|sion|ment|ing|ship|ance|ence)s?$", noun.lower_) is not None


def _is_tool(root: Any, with_: Any) -> bool:
    """Whether a phrase with `with` says by what means something is done: "is removed with a spoon"."""
    noun = next((t for t in with_.children if t.dep_ == "pobj"), None)
    if noun is None or noun.pos_ != "NOUN" or any(t.dep_ in {"acl", "relcl"} for t in with_.children):
        return False
    first = noun.left_edge
    helped = noun.lemma_ in _HELP
    passive = any(t.dep_ == "auxpass" for t in root.children) and root.lemma_ not in _FILLING
    plain = first.lower_ in {"a", "an", "the"} or noun.tag_ == "NNS"
    return helped or (passive and plain and with_.i == root.i + 1 and not any(t.like_num for t in with_.subtree))


def figured(root: Any, kept: Sequence[Any]) -> Iterator[tuple[Any, Any, Any | None]]:
    """Counted nouns of the clause: the noun, its number, and the preposition it stands under, if any."""
    inside = {t.i for t in kept}
    for child in root.children:
        if child.i not in inside:
            continue
        if child.dep_ in {"dobj", "attr", "nsubj", "nsubjpass", "npadvmod"}:
            number = _number(child)
            if number is not None:
                yield child, number, None
        elif child.dep_ == "prep":
            noun = next((t for t in child.children if t.dep_ == "pobj"), None)
            number = _number(noun) if noun is not None else None
            if noun is not None and number is not None:
                yield noun, number, child


def _number(noun: Any) -> Any | None:
    if noun.pos_ == "NUM" or (noun.like_num and noun.tag_ == "CD"):
        return noun
    return next((t for t in noun.children if t.dep_ == "nummod" and t.i < noun.i), None)


def is_person(token: Any, people: frozenset[str]) -> bool:
    """Whether a noun names somebody: a known name, a title, or a word for people."""
    phrase = token.text
    name = " ".join(
        t.text
        for t in token.subtree
        if t.pos_ == "PROPN" and (t == token or (t.head == token and t.dep_ == "compound"))
    )
    # What is called after somebody is nobody: "the Penhale course".
    if token.pos_ == "PROPN" and name and (name.split()[-1] in people or _TITLED.match(name)):
        return True
    return token.pos_ == "NOUN" and HUMANS.search(phrase) is not None


def is_valued(root: Any) -> bool:
    """Whether the verb puts a figure to something: "is estimated at"."""
    return root.lemma_ in _VALUE_VERBS and not any(
        t.dep_ in {"prt", "advmod"} and t.i == root.i + 1 for t in root.children
    )
