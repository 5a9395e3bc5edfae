"""Which subjects a question can be asked about, and how likely somebody would."""

from __future__ import annotations

from collections.abc import Iterator

from server.engine.writing.asking import Kind
from server.engine.writing.english.clauses import Clause

RISING = frozenset(("rise fall grow drop climb shrink increase decrease decline sink double").split())


NO_SUBJECT = frozenset(
    (
        "another some this that these those each no one none few many most several any more half both neither either "
        "such his her their its my our all a an every nothing nobody everybody everything there what who which much "
        "little others somebody something anyone only not"
    ).split()
)


VAGUE_SUBJECT = frozenset(
    (
        "result difference reason answer problem rest remainder same other whole figure number point way thing matter "
        "fact idea case order latter former first second third last next alternative remedy effect exception two "
        "three four half others pair trouble time day year question fourth fifth sixth seventh eighth ninth tenth"
    ).split()
)


LIGHT = frozenset(
    (
        "be have do make take get give go come let keep put become say add see know think leave hold set begin start "
        "like seem look call turn run tell feel want"
    ).split()
)
"""Verbs that say little without their objects."""


STATES = frozenset(
    (
        "be have contain lie stand remain employ cost own know believe seem include consist mean need say think live "
        "use want like"
    ).split()
)


MEASURES = frozenset(
    (
        "fare price cost fee charge rent budget deficit surplus income turnover profit loss wage salary rate limit "
        "length width height depth weight size speed temperature pressure capacity population distance area share "
        "share number total average maximum minimum output yield tax fine deposit subsidy grant price life age score"
    ).split()
)
"""Of which somebody asks what it is and gets a figure."""


VIEWS = {
    "say": "say",
    "argue": "argue",
    "think": "think",
    "warn": "warn of",
    "claim": "claim",
    "believe": "believe",
    "suggest": "suggest",
    "estimate": "estimate",
    "conclude": "conclude",
    "find": "find",
    "show": "show",
    "report": "report",
    "require": "require",
    "complain": "complain about",
    "propose": "propose",
    "recommend": "recommend",
    "insist": "insist on",
    "reply": "reply",
    "answer": "answer",
    "add": "add",
    "object": "object to",
    "fear": "fear",
    "doubt": "doubt",
    "expect": "expect",
    "predict": "predict",
    "explain": "explain",
    "note": "note",
    "demand": "demand",
    "announce": "announce",
    "decide": "decide",
    "agree": "agree on",
}


NOTED = frozenset(("page", "article", "document", "text", "version", "photo", "post"))
"""Bare at the head of a note on the text itself: "Page updated on 20 January"."""
_GERUND_MOST = 7
"""Words of what is done, where that is the subject: "dropping the fines"."""


def good_subject(clause: Clause) -> bool:
    first = clause.subject_tokens[0]
    if clause.subject.pos_ == "PRON" and clause.subject.lower_ != "you":
        return bool(clause.instead) and clause.subject.lower_ in {"i", "it", "he", "she", "they"}
    if clause.subject.dep_ == "csubj":
        return clause.subject.tag_ == "VBG" and first == clause.subject and len(clause.subject_tokens) <= _GERUND_MOST
    if clause.is_mine or (len(clause.subject_tokens) == 1 and clause.subject.lower_ in NOTED):
        return clause.is_mine and len(clause.subject_tokens) <= _GERUND_MOST
    if first.lower_ in NO_SUBJECT and not (
        (first.lower_ == "this" and any(t.dep_ == "case" for t in first.head.children))
        or (first.lower_ in {"a", "an", "every", "all"} and len(clause.subject_tokens) >= 2)
    ):
        return False
    if len(clause.subject_tokens) > 12 or clause.subject_tokens[-1].lower_ in {"'s", "’s"}:
        # "Last year's was heard by six thousand."
        return False
    return not (clause.subject.lower_ in VAGUE_SUBJECT and len(clause.subject_tokens) <= 2)


def weight(clause: Clause, quality: float) -> float:
    """Names in the question make it more certain what it is about; a bare "a thing" less."""
    first = clause.subject_tokens[0].lower_
    named = any(t.pos_ == "PROPN" for t in clause.subject_tokens)
    return quality + 0.1 * named - 0.1 * (first in {"a", "an"}) - 0.02 * max(0, len(clause.kept) - 16)


Made = Iterator[tuple[Kind, str, str, float]]
