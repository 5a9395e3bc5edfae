"""What a question over several sources asks of each of them, whatever it is worded like.

A question is taken with a gap where its sources were named ("Which is older, …?", "Do both …?"). By what stands around
the gap, each side is asked for an amount or a time by which it is compared, for a topic, or the same question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from server.engine.notebooks.degrees import DEGREES, Degree, Order, degree_in
from server.engine.notebooks.measures import Dimension
from server.engine.notebooks.side_questions import GAP, how_many, when

_AND_HOW = re.compile(
    r"(?:,?\s+and|,)?\s+by\s+(?:how (?:much|many|long|far)|what)\b[^?]*|,?\s+and\s+(?:how much|how many)\s+"
    r"(?:more|less|longer|older|years?|bigger|dearer|cheaper)[^?]*",
    re.IGNORECASE,
)
_BY_UNIT = re.compile(
    r"^(?:(?:by|about|roughly)\s+)?how many\s+(?P<unit>years?|months?|weeks?|days?|hours?|minutes?|seconds?"
    r"|kilometres?|km|miles?"
    r"|metres?|feet|centimetres?|cm|kilograms?|kilos?|kg|tonnes?|pounds|euros|dollars|degrees?|litres?|watts?)\s+"
    r"(?=(?:is|are|was|were|did|does|do|earlier|later|longer|shorter|older|younger|more|less|higher|lower|heavier"
    r"|faster|slower)\b)",
    re.IGNORECASE,
)
_DIMENSION_OF = {
    **dict.fromkeys(("month", "week", "day", "hour", "minute", "second"), Dimension.SPAN),
    **dict.fromkeys(("kilometre", "km", "mile", "metre", "feet", "centimetre", "cm"), Dimension.LENGTH),
    **dict.fromkeys(("kilogram", "kilo", "kg", "tonne"), Dimension.WEIGHT),
    **dict.fromkeys(("pound", "euro", "dollar"), Dimension.MONEY),
    "degree": Dimension.TEMPERATURE,
    "litre": Dimension.VOLUME,
    "watt": Dimension.POWER,
}
_HOW_MUCH_MORE = re.compile(
    r"^(?:(?:by|about|roughly)\s+)?how (?:much|many|far)\s+(?:years?\s+|minutes?\s+|metres?\s+)?"
    r"(?=(?:more|less|fewer|\w+er)\b)",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"^(?:what(?:['’]s| is| was| are| were)|how (?:big|large|great|much) is)\s+(?:the\s+)?(?P<kind>main |biggest )?"
    r"(?:differences?|gap)(?:\s+(?:in|of)\s+(?P<what>[^§]+?))?\s+(?:between|for|of|at"
    r"|from)\s+(?P<of>[^§]*)§(?P<after>.*)$",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r",?\s*\b(?:in all|altogether|all together|in total|combined|taken together|put together|all told|together"
    r"|between them|added up)\b",
    re.IGNORECASE,
)
_IN_COMMON = re.compile(
    r"\bin common\b|\b(?:similarit(?:y|ies)|resemble)\b|\bhow (?:are|were)\b[^?]*\b(?:similar|alike|related"
    r"|connected)\b"
    r"|\bwhat (?:do|did)\b[^?]*\bshare\b|\b(?:link|links|connection|connects?)\b[^?]*§",
    re.IGNORECASE,
)
_ON = (
    r"(?:about|on|over|as to|in terms of|when it comes to|with regard to|with respect to|as regards|as far as|regarding"
    r"|concerning|in regard to|in the matter of|in their|in how|in what|in|of|for|to)"
)
_SAYS = re.compile(
    rf"\b(?:say|says|said|tell|tells|told|write|writes|state|states|mention|mentions|report|reports|claim|explain|give"
    rf"|agree|agrees|disagree|disagrees|differ|differs|differed|compare|compares|contradict each other"
    rf"|contradict one another|vary|diverge)\b"
    rf"(?:\s+(?:us|me|each other|one another|the same(?: thing)?"
    rf"|with each other))*\s+(?:{_ON}\s+)?(?P<topic>[^?]+)\?*$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:(?:please\s+)?(?:compare|contrast)\s+[^?.]*§\s*[?.]*|(?:how|in what ways?|where|in which ways?) (?:do"
    r"|does|did|are|is)\s+"
    r"[^?]*§\s*(?:compare|differ|disagree|different|vary)(?:\s+from each other)?\s*\??|(?:do|does"
    r"|did)\s+[^?]*§\s*(?:agree|disagree|differ)\s*\?)$",
    re.IGNORECASE,
)
_COMPARE_ON = re.compile(
    rf"^(?:please\s+)?(?:compare|contrast)\s+(?P<what>[^§]*)§\s*(?:,?\s*{_ON}\s+(?P<topic>.+?))?[?.]*$", re.IGNORECASE
)
_MENTION = re.compile(
    r"^(?:both\s+)?[^.;?§]*§[^.;?]*?\b(?:mention|mentions|talk about|speak of|discuss|deal with|refer to|have|has"
    r"|cover|write about|name)\s+"
    r"(?P<topic>[^.;?]+)[.;,]\s*(?:and\s+)?(?:but\s+)?(?P<asked>(?:what|how|which|where|when|why|who|do|does|are"
    r"|is)\b.+)$",
    re.IGNORECASE,
)
_AT_DEATH = re.compile(r"^(?:at what age|how old)\b[^?]*\b(?:die|died|death)\b", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"^(?:which|what|who|is|are|was|were)\b[^?]*?\b(?P<how>(?!(?:other|number|water|paper|river|either|member"
    r"|under|over|after"
    r"|summer|winter|weather|together|letter|order|matter|rather|ever|never|never|per|master|chapter|computer"
    r"|driver|owner"
    r"|teacher|manager|speaker|writer|player|customer|passenger|visitor)\b)[a-z]{3,}er|more [a-z]+)(?=\s*(?:,\s*"
    r"|:\s*)?(?:§|\?|$|than\b))",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:the other(?: one)?|each other|one another)\b", re.IGNORECASE)
_YES_NO = re.compile(r"^(?:is|are|was|were|do|does|did|has|have|had|can|will|would)\b", re.IGNORECASE)
_WHICH = re.compile(
    r"^(?:and\s+|so\s+)?(?:(?:in|at|on|for|to|from|with|by)\s+)?(?:which|what|who|whose"
    r"|where)\b(?:['’]s)?(?:\s+(?:one|is the one that))?",
    re.IGNORECASE,
)
_BE = re.compile(
    r"^(?:is|are|was|were|did|does|do|will|would|has|have|had|happened|happens|comes?|came|the|it|that)\b\s*",
    re.IGNORECASE,
)
_WEIGHS = re.compile(r"\bweigh(?:s|ed)?\s+(more|less)\b", re.IGNORECASE)
_SINGULAR = (("do", "does"), ("are", "is"), ("were", "was"), ("have", "has"))
_LIVE = re.compile(r"\b(?:live|lived|reach|reached)\b", re.IGNORECASE)


class Wanted(Enum):
    """What is made of the sides."""

    EACH = auto()
    TOPIC = auto()
    DEGREE = auto()
    COMMON = auto()
    MENTION = auto()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of one source, or of all of them about one thing: in full, and without the words that name it."""

    source: int | None
    thing: str
    question: str
    bare: str
    alone: bool = True
    """The thing is the source itself, and all that it says is of it."""
    happened: tuple[str, ...] = ()
    """Other words for what happened to it, where a time is asked for that is its own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A question over several sources. `claimed` says that it asks whether the first has more of the degree."""

    sides: tuple[Asked, ...]
    wanted: Wanted
    degree: Degree | None = None
    topic: str = ""
    claimed: bool = False
    differs: bool = False
    """By how much is asked."""
    total: bool = False
    also: str = ""
    same: bool = False
    """All are asked about one and the same thing: what differs is a contradiction."""
    every: bool = False
    """All of the sources are meant: one that does not say is named."""
    joined: bool = False
    """Things are asked about in one breath: where not all are told, the question is asked as it stands."""


def planned(  # noqa: PLR0911, PLR0912 - one for each way of asking
    asked: str, things: Sequence[tuple[int | None, str]], *, than: bool = False, every: bool = True
) -> Plan | None:
    """What is asked of each of the things by a question with a gap for them; None where that can't be told.

    Args:
        things: the source and the name of each.
        than: whether the first is held against the others.
    """
    text = _WEIGHS.sub(lambda match: "is heavier" if match[1].lower() == "more" else "is lighter", asked)
    text = " ".join(text.split()).strip()
    if lead := _MENTION.match(text):
        topic = lead["topic"].strip()
        says = re.match(
            r"what (?:do|does|did) (?:they|each|the)\b.*\b(?:say|tell|write)\b", lead["asked"], re.IGNORECASE
        )
        if says:
            return _topical(topic, things)
        question = re.sub(
            r",?\s*\b(?:in each(?: of them| case)?|in both|in each one|respectively)\b", "", lead["asked"]
        )
        return _each(f"{topic[:1].upper()}{topic[1:]}. {question}", things)
    if _IN_COMMON.search(text):
        return Plan(_sides("", things), Wanted.COMMON)
    differs = bool(_AND_HOW.search(text))
    text = _AND_HOW.sub("", text) if not _BY_UNIT.match(text) else text
    if match := _DIFFERENCE.match(text):
        return _difference(match, things)
    if _BARE.match(text):
        return Plan(_sides("", things), Wanted.COMMON)
    if match := _COMPARE_ON.match(text):
        topic = match["topic"] or re.sub(rf"\b(?:the|{_ON}|at)\b", "", match["what"]).strip()
        return _topical(topic, things) if topic else Plan(_sides("", things), Wanted.COMMON)
    match = _SAYS.search(text)
    if match and GAP in text[: match.start()] and GAP not in match["topic"]:
        return _topical(re.sub(r"^(?:the\s+)?(?:question|matter|subject) of\s+", "", match["topic"]), things)
    if unit := _BY_UNIT.match(text):
        rest = text[unit.end() :]
        plan = planned(f"{rest[:1].upper()}{rest[1:]}", things, than=than)
        known = _DIMENSION_OF.get(unit["unit"].lower().rstrip("s"))
        if plan is not None and plan.degree is not None and known is not None:
            return replace(plan, differs=True, claimed=False, degree=replace(plan.degree, dimensions=(known,)))
        return plan
    total = bool(_TOTAL.search(text)) and bool(re.match(r"^(?:so\s+)?(?:how m|what)", text, re.IGNORECASE))
    if total:
        return _each(_TOTAL.sub("", text), things, total=True)
    more = _HOW_MUCH_MORE.match(text)
    if _AT_DEATH.search(text):
        form = "How old was {thing} when {thing} died?"
        return Plan(
            _sides(form, things),
            Wanted.DEGREE,
            Degree("", form, Order.MOST, (Dimension.SPAN,), lifetime=True),
            also="born died aged",
            every=True,
        )
    found = degree_in(text)
    unknown = _UNKNOWN.search(text) if found is None else None
    if unknown is not None:
        # There is no amount of it: only who tells of it in words says something.
        return _topical(re.sub(r"^more\s+|(?:i?er)$", "", unknown["how"].lower()), things) if every else None
    if found is None:
        plan = _each(text, things) if every else None
        return replace(plan, differs=True) if plan is not None and differs else plan
    return _by_degree(text, found, things, than=than, differs=differs or more is not None, every=every)


def _sides(form: str, things: Sequence[tuple[int | None, str]]) -> tuple[Asked, ...]:
    out = []
    for place, (source, name) in enumerate(things):
        own = _OTHER.sub(things[1 - place][1], form) if len(things) == 2 else form
        out.append(Asked(source, name, _put(own, name), _put(own, "it")))
    return tuple(out)


def _put(form: str, name: str) -> str:
    text = re.sub(r"\s+", " ", form.replace(GAP, name).replace("{thing}", name)).strip(" ,")
    text = re.sub(r"\s+([?,.])", r"\1", text)
    text = text if text.endswith("?") else f"{text.rstrip('.')}?"
    return text[:1].upper() + text[1:]


def _each(text: str, things: Sequence[tuple[int | None, str]], *, total: bool = False) -> Plan:
    """The same question of each, in the singular."""
    text = re.sub(r"[,:]\s*(?=§\s*\??$)", " ", text)
    form = re.sub(r"(?:,\s*)?\b(?:respectively|each(?= (?:cost|have|hold|take|weigh))|both(?= of them)?)\b", "", text)
    plural = re.search(r"\b(do|are|were|have)\b(?=[^?]*§)", form, re.IGNORECASE)
    if plural and not re.search(r"\b(?:does|did|can|could|must|may|will|would|should)\b", form[: plural.start()]):
        single = dict(_SINGULAR)[plural[1].lower()]
        form = form[: plural.start()] + (single.title() if plural[1][:1].isupper() else single) + form[plural.end() :]
    return Plan(_sides(form, things), Wanted.EACH, total=total, every=True)


def _topical(topic: str, things: Sequence[tuple[int | None, str]]) -> Plan:
    topic = re.sub(
        r",?\s+and\s+(?:do|does|did|how|who|what|where|why)\b.*$|\s*[?.]+$", "", topic.strip(), flags=re.IGNORECASE
    )
    topic = re.sub(rf"^(?:{_ON}|which|what)\s+", "", topic, flags=re.IGNORECASE)
    sides = tuple(
        replace(each, bare=_put(topic, "it")) for each in _sides(f"What does {GAP} say about {topic}?", things)
    )
    return Plan(sides, Wanted.TOPIC, topic=topic, every=True)


def _difference(match: re.Match[str], things: Sequence[tuple[int | None, str]]) -> Plan:
    what, of, after = (match["what"] or "").strip(), match["of"].strip(), match["after"].strip(" ?")
    topic = re.sub(rf"^{_ON}\s+", "", after)
    whole = re.sub(r"^the\s+", "", " ".join(part for part in (what, topic) if part))
    if not whole and not of:
        return Plan(_sides("", things), Wanted.COMMON)
    if not whole:
        whole, of = re.sub(r"^the\s+|\s*\b(?:of|in|at)(?:\s+the)?$", "", of), ""
    amounts = re.search(
        r"\b(?:price|cost|fare|fee|charge|rent|wage|pay|length|height|weight|depth|age|size|number|time|distance)s?\b",
        whole,
        re.IGNORECASE,
    )
    if amounts and not match["kind"]:
        form = f"What is the {whole}{f' of {of}' if of else ' of'} {GAP}?"
        dimensions = (
            (Dimension.MONEY,) if re.search(r"pric|cost|fare|fee|charg|rent|wage|pay", whole) else tuple(Dimension)
        )
        degree = Degree("", form, Order.MOST, dimensions)
        return Plan(_sides(form, things), Wanted.DEGREE, degree=degree, differs=True, every=True)
    return _topical(
        " ".join(part for part in (whole, re.sub(r"\b(?:at|of|the|on|in)$", "", of).strip()) if part), things
    )


def _by_degree(
    text: str,
    found: tuple[Degree, re.Match[str]],
    things: Sequence[tuple[int | None, str]],
    *,
    than: bool,
    differs: bool,
    every: bool,
) -> Plan:
    degree, match = found
    before, after = text[: match.start()], text[match.end() :].strip(" ?")
    claimed = than and bool(_YES_NO.match(text))
    more = bool(degree.counted) or (
        degree.word.split()[0] in {"more", "less", "most", "least", "fewer", "fewest"} and degree.word not in DEGREES
    )
    owner = re.match(r"^(?P<lead>.*?)\b(?:has|have|had|with)\s*(?:a|the)?\s*$", before, re.IGNORECASE)
    if not more and degree.form and owner:
        verb, rest, thing = "", "", f"{GAP}'s {re.sub(r'[,:]?[ ]*§', '', after).strip()}"
    elif more:
        verb, rest, thing = _verbal(before, after)
    else:
        verb, rest, thing = _adjectival(before, after)
    also = degree.also
    if not degree.form:
        form, happened, clock = when(verb, rest)
        also = " ".join(happened)
        cues = r"\b(?:" + "|".join(re.escape(each) for each in happened) + r")\b" if happened else ""
        dimensions = (Dimension.CLOCK, Dimension.DAY) if clock else (Dimension.YEAR, Dimension.DAY, Dimension.CLOCK)
        degree = Degree(degree.word, form, degree.order, dimensions, cues, also)
    elif more:
        form = how_many(degree, verb, rest)
    elif _LIVE.search(verb) and "long" in degree.form:
        form = "How old was {thing} when {thing} died?"
        degree = Degree(degree.word, form, degree.order, (Dimension.SPAN,), lifetime=True)
        also = "born died aged"
    elif verb and "long" in degree.form:
        form = f"How long did {{thing}} {verb} {rest}?"
        degree = Degree(degree.word, form, degree.order, (Dimension.SPAN, Dimension.LENGTH))
    elif verb and Dimension.MONEY not in degree.dimensions:
        form = degree.form.replace("{rest}", f" {verb} {rest}".rstrip())
    else:
        form = degree.form.replace("{rest}", f" {rest}" if rest else "")
    sides = _sides(form.replace("{thing}", thing.replace(GAP, "{thing}") if GAP in thing else "{thing}"), things)
    return Plan(sides, Wanted.DEGREE, degree=degree, claimed=claimed, differs=differs, also=also, every=every)


def _verbal(before: str, after: str) -> tuple[str, str, str]:
    """Verb, rest and thing of "Did § spend more on heating", "Who had more patents, §"."""
    lead = _HOW_MUCH_MORE.sub("", before)
    lead = _WHICH.sub("", lead).strip()
    tail = re.sub(r"[,:]?\s*§\s*$", "", after).strip()
    if GAP in lead:
        return _stripped(lead.partition(GAP)[2]), tail.replace(GAP, "").strip(), GAP
    if GAP in tail:
        # "How much more does an adult pay at §"
        aux = re.match(r"^(?:does|do|did|is|are|was|were|has|have)\s+", tail, re.IGNORECASE)
        return "", tail[aux.end() if aux else 0 :], ""
    return _stripped(lead), tail, GAP


def _adjectival(before: str, after: str) -> tuple[str, str, str]:
    """Verb, rest and thing of "Is the pool at § longer", "Which bus is faster end to end, §"."""
    tail = re.sub(r"(?:[,:]\s*|^\s*(?:of\s+)?)§\s*$", "", after)
    if GAP in before:
        lead = re.sub(
            r"^(?:is|are|was|were|did|does|do|has|have|can|will|would)\s+", "", before.strip(), flags=re.IGNORECASE
        )
        lead = re.sub(r"^(?:which|what|who)\b[^§]*?(?=§)", "", lead, flags=re.IGNORECASE)
        thing, _, verb = lead.partition(GAP)
        return _stripped(verb), tail.replace(GAP, "").strip(), f"{thing}{GAP}"
    lead = _WHICH.sub("", _HOW_MUCH_MORE.sub("", before)).strip()
    # "Which bus is", "Which hall": the noun says no more than what is compared.
    lead = re.sub(r"^(?:[\w-]+\s+){0,2}?(?=(?:is|are|was|were)\b)", "", lead)
    verb = _stripped(re.sub(r"^(?:is|are|was|were)\b\s*", "", lead))
    if GAP in tail:
        tail = re.sub(r"^(?:is|are|was|were)\s+", "", tail.strip(), flags=re.IGNORECASE)
        thing, _, rest = tail.partition(GAP)
        subject = re.match(r"^(?:is|are|was|were)\s+(?P<of>[^§]+)$", before.strip(), re.IGNORECASE)
        if subject:
            # "Is parking dearer at §": it is parking there that is compared.
            return "", rest.strip(), f"{subject['of']} {thing}{GAP}"
        return verb, rest.strip(), f"{thing}{GAP}"
    return verb, tail.strip(), GAP


def _stripped(verb: str) -> str:
    verb = verb.strip(" ,")
    while (match := _BE.match(verb)) is not None and match[0]:
        verb = verb[match.end() :]
    return re.sub(r"\s*\b(?:for|the|a|an|of|is|are|was|were|to be|in|at)$", "", verb).strip(" ,")
