"""Questions about a step of English instructions: how something is done, when, how often, until when, with what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import dangles, joined
from server.engine.writing.english.grammar import subject_of

Step = Iterator[tuple[str, Kind, str, float]]
"""Questions with their kind, the words that answer them, and how likely somebody would ask, 0 to 1."""

_WORN = frozenset(("wear", "bring", "pack"))
_SET = frozenset("set raise lower heat cool charge adjust turn correct reduce increase fill".split())
_NO_AIM = frozenset("be make have do ensure try remember see let become".split())
"""Purposes that nobody asks how to reach: "to be safe"."""
_NO_MEANS = frozenset("be try remember ask want need make wait take like stop".split())
"""Orders whose `to` says what to do and not what for: "remember to …"."""
_EVERY = re.compile(
    r"^(?:(?:at least )?(?:once|twice|(?:two|three|four) times) (?:an?|every|each) \w+|"
    r"every (?:\w+ )?(?:years?|months?|weeks?|days?|hours?|mornings?|evenings?|minutes?))$"
)
_PRONOUNS = frozenset("it they them he she him her its their his this that these those".split())
_JOINS = frozenset(("-", "–", "/"))
_MOST = 12
"""Words of the step in a question."""


def procedure(root: Any, *, common: frozenset[str]) -> Step:
    """What an order answers, the likeliest questions first; `root` is its verb."""
    for make in (
        _reasoned,
        _purposed,
        _worn,
        _often,
        _timed,
        _preceding,
        _waited,
        _until,
        _to_a_figure,
        _figured,
        _sort,
    ):
        yield from make(root, common)


def _reasoned(root: Any, common: frozenset[str]) -> Step:
    """ "Turn the blades over, or the disc will rattle.", "…, since …": "Why should you turn the blades over?" """
    for tokens in answers.reasons(root, list(root.subtree)):
        said = _step(root, without=tokens, common=common)
        if said and tokens[0].lower_ != "to" and (tokens[0].lower_, tokens[1].lower_) != ("in", "order"):
            yield f"Why should you {said}?", Kind.WHY, answers.words(tokens), 0.95
            return
    for child in root.children:
        warns = child.dep_ == "conj" and child.pos_ in {"VERB", "AUX"} and subject_of(child) is not None
        mark = next((t for t in root.subtree if t.lower_ == "or" and t.dep_ == "cc" and t.head in (root, child)), None)
        if warns and mark is not None and root.i < mark.i < child.i and any(t.tag_ == "MD" for t in child.children):
            said = _step(root, without=sorted(child.subtree, key=lambda t: t.i), common=common)
            if said:
                yield f"Why should you {said}?", Kind.WHY, "", 0.95
                return


def _purposed(root: Any, common: frozenset[str]) -> Step:
    """ "To find a break in the wire, hold …": "How do you find a break in the wire?" """
    if root.lemma_.lower() in _NO_MEANS:
        return
    for child in root.children:
        tokens = sorted(child.subtree, key=lambda t: t.i)
        if child.dep_ != "advcl" or child.tag_ != "VB" or tokens[0].lower_ != "to" or len(tokens) < 3:
            continue
        if any(re.search(r"[A-Z]\d", t.text) for t in tokens):
            # "to valve V1" tells where.
            continue
        if child.lemma_ in _NO_AIM or any(t.lower_ in _PRONOUNS for t in tokens) or subject_of(child) is not None:
            continue
        if child.i > root.i and not (tokens[0].nbor(-1).text == "," or any(t.dep_ == "dobj" for t in root.children)):
            continue
        said = joined(tokens[1:], common=common)
        if 2 <= len(said.split()) <= _MOST and "," not in said and not dangles(f"how do you all {said}"):
            yield f"How do you {said}?", Kind.HOW, "", 0.9


def _worn(root: Any, _common: frozenset[str]) -> Step:
    """ "Wear goggles and gloves.": "What should you wear?" """
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if any(t.dep_ == "prt" for t in root.children):
        return
    if root.lemma_.lower() in _WORN and thing is not None and thing.pos_ == "NOUN" and root.i == root.sent.start:
        yield f"What should you {root.lemma_.lower()}?", Kind.WHAT, "", 0.6


def _often(root: Any, common: frozenset[str]) -> Step:
    """ "Clean the mower once a week.": "How often should you clean the mower?" """
    for child in root.children:
        tokens = sorted(child.subtree, key=lambda t: t.i)
        if child.dep_ not in {"advmod", "npadvmod"} or child.i < root.i or not _EVERY.match(answers.words(tokens)):
            continue
        said = _step(root, without=[*tokens, *_manner(root)], common=common)
        if said:
            yield f"How often should you {said}?", Kind.HOW_LONG, answers.words(tokens), 0.85


def _timed(root: Any, common: frozenset[str]) -> Step:
    """ "Bring in the mower before the first frost.": "When should you bring in the mower?" """
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ not in {"before", "after"} or child.i < root.i or noun is None:
            continue
        tokens = sorted(child.subtree, key=lambda t: t.i)
        said = _step(root, without=tokens, common=common)
        if said and noun.pos_ == "NOUN" and not any(t.lower_ in _PRONOUNS for t in tokens):
            yield f"When should you {said}?", Kind.WHEN, answers.words(tokens), 0.8


def _preceding(root: Any, _common: frozenset[str]) -> Step:
    """ "Always unplug the iron before filling the tank.": "What should you do before filling the tank?" """
    for child in root.children:
        doing = next((t for t in child.children if t.dep_ == "pcomp" and t.tag_ == "VBG"), None)
        if child.dep_ != "prep" or child.lower_ not in {"before", "after", "when", "while"} or doing is None:
            continue
        joint = min((t.i for t in doing.children if t.dep_ in {"cc", "conj"}), default=len(root.doc))
        tokens = [t for t in sorted(child.subtree, key=lambda t: t.i) if child.i <= t.i < joint]
        said = joined(tokens, common=frozenset({child.lower_}))
        whole = 3 <= len(tokens) <= _MOST and not any(t.lower_ in _PRONOUNS for t in tokens)
        if whole and not re.search(r"[,;:()\d]", said) and not dangles(f"what should you all do {said}"):
            yield f"What should you do {said[0].lower()}{said[1:]}?", Kind.CONDITION, "", 0.85


def _waited(root: Any, _common: frozenset[str]) -> Step:
    """ "Wait 24 hours.": "How long should you wait?" """
    if root.lemma_.lower() != "wait" or root.i != root.sent.start:
        return
    for child in root.children:
        counted = child.lemma_.lower() in answers.TIME_UNITS and any(t.like_num for t in child.children)
        if child.dep_ in {"dobj", "npadvmod"} and counted:
            yield (
                "How long should you wait?",
                Kind.HOW_LONG,
                answers.words(sorted(child.subtree, key=lambda t: t.i)),
                0.7,
            )


_TAKEN = frozenset("choose pick use buy take select order get plant".split())
_NO_SORT = frozenset("piece part lot bit pair set number way time care kind sort amount advice place side end".split())


def _sort(root: Any, common: frozenset[str]) -> Step:
    """ "Buy waxed cotton cord, 6 mm thick": "What kind of cord should you buy?" """
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if thing is None or thing.pos_ != "NOUN" or root.i != root.sent.start or root.lemma_.lower() not in _TAKEN:
        return
    if any(t.dep_ in {"prt", "dative"} for t in root.children):
        return
    of = next((t for t in thing.children if t.lower_ == "of" and t.i == thing.i + 1), None)
    noun = next((t for t in of.children if t.dep_ == "pobj"), None) if of is not None else None
    if thing.lemma_.lower() in _NO_SORT:
        more = noun is not None and any(t.dep_ == "prep" for t in (*noun.children, *thing.children) if t.i > noun.i)
        if noun is not None and more and noun.tag_ == "NN" and thing.left_edge.lower_ in {"a", "an"}:
            yield f"What {thing.text} of {noun.text} should you {root.lemma_.lower()}?", Kind.WHAT, "", 0.65
        return
    own = [t for t in thing.children if t.i < thing.i]
    told = [t for t in own if t.dep_ in {"amod", "compound"} and not t.like_num]
    if not told or any(t.dep_ in {"poss", "nummod"} or t.lower_ in {"the", "this", "that", "your"} for t in own):
        return
    yield f"What kind of {joined([thing], common=common)} should you {root.lemma_.lower()}?", Kind.WHAT, "", 0.7


def _until(root: Any, common: frozenset[str]) -> Step:
    """ "Stir until the sugar has melted.": "How long should you stir?" """
    for child in root.children:
        mark = next((t for t in child.children if t.lower_ == "until" and t.dep_ in {"mark", "advmod"}), None)
        if child.dep_ != "advcl" or mark is None or subject_of(child) is None:
            continue
        tokens = sorted(child.subtree, key=lambda t: t.i)
        said = _step(root, without=tokens, common=common)
        if said and tokens[0] == mark:
            yield f"How long should you {said}?", Kind.HOW_LONG, answers.words(tokens), 0.8


def _to_a_figure(root: Any, common: frozenset[str]) -> Step:
    """ "Correct the pressure to 1.8 bar.": "What should you correct the pressure to?" """
    if root.lemma_.lower() not in _SET:
        return
    for child in root.children:
        if child.dep_ != "prep" or child.lower_ != "to" or not any(t.like_num for t in child.subtree):
            continue
        said = _step(root, without=sorted(child.subtree, key=lambda t: t.i), common=common)
        if said and len(said.split()) >= 2:
            yield f"What should you {said} to?", Kind.HOW_MANY, answers.words(list(child.subtree)[1:]), 0.75


def _figured(root: Any, common: frozenset[str]) -> Step:
    """ "Add 0.53 litres for every metre of pipe.": "How many litres should you add for every metre of pipe?" """
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    number = next((t for t in thing.children if t.dep_ == "nummod"), None) if thing is not None else None
    if thing is None or number is None or thing.tag_ != "NNS" or root.i != root.sent.start:
        return
    own = sorted(thing.subtree, key=lambda t: t.i)
    if any(t.dep_ in {"conj", "appos"} for t in thing.children) or own[0] not in (number, number.left_edge):
        return
    behind = [t for c in thing.children if c.dep_ == "prep" and c.lower_ != "of" for t in c.subtree]
    what = joined([t for t in own if t.i > number.i and t not in behind], common=common)
    if not what or len(what.split()) > 4 or re.search(r"\d", what) or root.lemma_.lower() in {"wait", "leave", "keep"}:
        return
    rest = [t for t in sorted(root.subtree, key=lambda t: t.i) if t not in own or t in behind]
    said = _said(root, [t for t in rest if t.i not in _apart(root)], common=common)
    if said and not any(t.like_num for t in rest if t not in behind):
        yield f"How many {what} should you {said}?", Kind.HOW_MANY, answers.words(own), 0.75


def _manner(root: Any) -> list[Any]:
    """With what it is done, which a question for how often doesn't need."""
    return [t for c in root.children if c.dep_ == "prep" and c.lower_ in {"with", "using"} for t in c.subtree]


def _apart(root: Any) -> set[int]:
    """What a question about the first of several orders leaves out."""
    gone = [t for t in root.children if t.dep_ in {"conj", "cc", "parataxis", "ccomp", "dep"} and t.i > root.i]
    asides = [t for t in root.children if t.dep_ == "advcl" and t.i > root.i and t.left_edge.nbor(-1).text == ","]
    return {x.i for t in (*gone, *asides) for x in t.subtree} | {
        t.i for t in root.subtree if t.is_punct and t.text not in _JOINS
    }


def _step(root: Any, *, without: Sequence[Any], common: frozenset[str]) -> str:
    """An order as it stands behind "should you", without some of its words; empty where that can't be asked."""
    gone = {t.i for t in without} | _apart(root)
    return _said(root, [t for t in root.subtree if t.i not in gone], common=common)


def _said(root: Any, tokens: Sequence[Any], *, common: frozenset[str]) -> str:
    kept = [t for t in tokens if not t.is_punct or t.text in _JOINS]
    if not kept or kept[0] != root or any(t.lower_ in _PRONOUNS or t.lower_ == "all" for t in kept):
        return ""
    said = joined(kept, common=common | {root.text.lower()})
    said = f"{said[0].lower()}{said[1:]}"
    if len(said.split()) > _MOST or re.search(r"[,;:()]", said) or dangles(f"when should you all {said}"):
        return ""
    return "" if re.search(r"\b(?:and|or|to|of|with|the|a|for|than|as)$", said) else said
