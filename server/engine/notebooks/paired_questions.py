"""Questions about two or three things, taken apart: what is to be asked of each of them, in six languages."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from server.engine.notebooks.clauses import MOST, clauses_of
from server.engine.notebooks.degrees import Order
from server.engine.notebooks.terms import content

LONGEST = 400
"""Characters of a question that is looked at."""


@dataclass(frozen=True, slots=True)
class Side:
    """One thing of a comparison, and the question that asks for it alone."""

    thing: str
    question: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A question taken apart. `order` says which side is asked for; `dates` that times are compared, not amounts."""

    sides: tuple[Side, ...]
    order: Order = Order.NONE
    dates: bool = False
    own: bool = False
    """Each side is a question of its own, whatever the others ask."""


_AGREE = re.compile(
    r"^(?:do|does|did)\s+(?P<one>.+?)\s+and\s+(?P<other>.+?)\s+(?:agree|disagree|differ|say the same)\s+"
    r"(?:about|on|over|as to|in|of)\s+(?P<what>[^?]+)\?*$",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"^what(?:'s| is| are| was| were) the (?:main )?differences?(?: in (?P<what>[^?]+?))? between\s+"
    r"(?P<one>.+?)\s+and\s+(?P<other>[^?]+?)(?: in (?P<after>[^?]+))?\?*$",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"^(?:how (?:do|does|did)|compare)\s+(?P<one>.+?)\s+(?:and|with|to)\s+(?P<other>.+?)"
    r"(?:\s+(?:compare|differ)(?:\s+(?:in|with regard to|as to)\s+(?P<what>[^?]+))?)?\s*[?.]*$",
    re.IGNORECASE,
)
_MEETS = re.compile(
    r"^(?:do|does|did|is|are)\s+(?P<one>.+?)\s+(?:now\s+|still\s+|already\s+)?(?:meet|exceed|reach|match|satisfy|fulfil|"
    r"correspond to|agree with|in line with|within|above|below)\s+(?P<other>the\s+(?P<head>[\w-]+)\b[^?]*)\?*$",
    re.IGNORECASE,
)
_HOW_VERB = re.compile(
    r"^how (?P<do>do|did)\s+(?P<one>.+?)\s+and\s+(?P<other>.+?)\s+(?P<rest>(?:treat|handle|deal|define|explain|see|"
    r"view|describe|regard|use|pay|make|keep|clean|store|measure|count|work|begin|end|name|call)\b[^?]*)\?*$",
    re.IGNORECASE,
)
_LEANS = re.compile(r"\b(?:it|its|they|them|their|he|his|him|she|her|this|these|those)\b", re.IGNORECASE)
_COSTS, _TIMES = (
    # Language by language: the cheaper, the dearer; the earlier, the later; "or"; what is asked of each.
    (
        (r"billiger|günstiger", r"teurer", "oder", "Was kostet {}?"),
        (r"moins ch(?:er|ère)s?", r"plus ch(?:er|ère)s?", "ou", "Combien coûte {} ?"),
        (r"más barat[oa]s?", r"más car[oa]s?", "o", "¿Cuánto cuesta {}?"),
        (r"meno car[oa]|più economic[oa]", r"più car[oa]", "o", "Quanto costa {}?"),
        (r"mais barat[oa]s?", r"mais car[oa]s?", "ou", "Quanto custa {}?"),
    ),
    (
        (r"zuerst|früher|eher", r"zuletzt|später", "oder", "Wann war {}?"),
        (r"en premier|plus tôt|d'abord", r"en dernier|plus tard", "ou", "Quand {} ?"),
        (r"primero|antes", r"último|después|más tarde", "o", "¿Cuándo fue {}?"),
        (r"per prim[oa]|prima", r"per ultim[oa]|dopo|più tardi", "o", "Quando {}?"),
        (r"primeiro|antes", r"por último|depois|mais tarde", "ou", "Quando foi {}?"),
    ),
)
_OTHER_LANGUAGES = tuple(
    (re.compile(rf"^.*?\b(?:{degree})\b.*?[,:] (.+?),? {between} (.+?)\s*\?*$", re.IGNORECASE), form, order, dates)
    for rows, dates in ((_COSTS, False), (_TIMES, True))
    for least, most, between, form in rows
    for degree, order in ((least, Order.LEAST), (most, Order.MOST))
)
_DIFFERENCES = tuple(
    (re.compile(rf"^{begins} (.+?) {between} (.+?)\s*\?*$", re.IGNORECASE), form)
    for begins, between, form in (
        (r"was ist der unterschied zwischen", "und", "Was ist {}?"),
        (r"quelle est la différence entre", "et", "Qu'est-ce que {} ?"),
        (r"¿?cuál es la diferencia entre", "y", "¿Qué es {}?"),
        (r"qual è la differenza (?:tra|fra)", "e", "Che cos'è {}?"),
        (r"qual é a diferença entre", "e", "O que é {}?"),
    )
)


def taken_apart(question: str) -> Paired | None:
    """What a question about two things asks of each; None when it is about one."""
    text = " ".join(question.split())
    if len(text) > LONGEST:
        return None
    # What stands before the question tells what it is about.
    *before, asked = re.split(r"(?<=[.!])\s+(?=[A-ZÀ-Þ¿])", text)
    found = _alike(asked) or _elsewhere_spoken(asked) or _clauses(asked)
    if found is None or any(not content(side.question) for side in found.sides):
        return None
    if not before:
        return found
    # It is needed where a side leans on it.
    lead = " ".join(before)
    return replace(
        found,
        sides=tuple(
            replace(side, question=f"{lead} {side.question}") if _LEANS.search(side.question) else side
            for side in found.sides[:MOST]
        ),
    )


def _alike(asked: str) -> Paired | None:
    """How two compare, differ, agree, or do the same thing."""
    if match := _AGREE.match(asked):
        return _paired([match["one"], match["other"]], f"What does {{thing}} say about {match['what']}?")
    if match := _DIFFERENCE.match(asked):
        what = match["what"] or match["after"]
        form = f"What is the {_bare(what)} of {{thing}}?" if what else "What is {thing}?"
        return _paired([match["one"], match["other"]], form)
    if match := _HOW_VERB.match(asked):
        things = [match["one"], match["other"]]
        rest = match["rest"].strip()
        return Paired(tuple(Side(each, f"How {_does(each, match['do'])} {each} {rest}?") for each in things))
    if match := _MEETS.match(asked):
        one, other, head = match["one"], match["other"].strip(), match["head"]
        return Paired((Side(one, f"What is the {head} in {one} now?"), Side(other, f"What is {other}?")))
    match = _COMPARE.match(asked)
    if match and re.search(r"\b(?:compare|differ)\b", asked, re.IGNORECASE):
        one, other, what = match["one"], match["other"], match["what"]
        head = re.match(r"(.+?\b)\s*(?=\b(?:of|at|in|on)\b)", one)
        if head and re.match(r"(?:of|at|in|on)\b", other):
            other = f"{head[1].strip()} {other}"
        form = f"What is {{thing}} in {what}?" if what else "What is {thing}?"
        return _paired([one, other], form)
    return None


def _does(thing: str, do: str) -> str:
    plural = thing.lower().endswith("s") and not thing.lower().endswith("ss")
    return do if do.lower() == "did" or plural else "does"


def _elsewhere_spoken(asked: str) -> Paired | None:
    for pattern, form, order, dates in _OTHER_LANGUAGES:
        if match := pattern.match(asked):
            return Paired(tuple(Side(each, form.format(each)) for each in _clean(list(match.groups()))), order, dates)
    for pattern, form in _DIFFERENCES:
        if match := pattern.match(asked):
            return Paired(tuple(Side(each, form.format(each)) for each in _clean(list(match.groups()))))
    return None


def _clauses(asked: str) -> Paired | None:
    """Several questions in one, each with enough to be asked alone."""
    found = clauses_of(asked)
    return Paired(tuple(Side(each.thing, each.question) for each in found), own=True) if found else None


def _paired(things: list[str], form: str, order: Order = Order.NONE) -> Paired:
    return Paired(tuple(Side(each, form.format(thing=each)) for each in _clean(things)), order)


def _clean(things: list[str]) -> list[str]:
    return [each.strip(" ,?") for each in things if each.strip(" ,?")]


def _bare(what: str) -> str:
    return re.sub(r"^(?:the|their|its)\s+", "", what.strip(), flags=re.IGNORECASE)
