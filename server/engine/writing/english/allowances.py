"""Questions for what a reader may or can do and how, and for what nobody may do with a thing."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import STATES, Made, good_subject, weight

_LEAST, _MOST = 3, 13
"""Words of what somebody is allowed to do."""
_STATING = STATES - {"use", "live", "say"}
_BARE_MEANS = frozenset(
    "letter post mail email e-mail telephone phone text card cash cheque check transfer debit bus train tram ferry "
    "boat bicycle bike car taxi coach rail air sea hand lot ballot arrangement appointment".split()
)
"""Behind `by` and without an article: how something is done."""


def allowed(clause: Clause, _people: frozenset[str]) -> Made:
    """ "You may take the boat out of the harbour, but …": "Are you allowed to take the boat out of the harbour?" """
    root = clause.root
    may = clause.finite.lower_
    if clause.subject.lower_ != "you" or may not in {"may", "can"} or root.lemma_ in _STATING:
        return
    if any(t.dep_ in {"neg", "auxpass"} for t in root.children) or clause.finite == root:
        return
    after = _opening(clause)
    if after:
        yield Kind.CONDITION, f"What {may} you do {after}?", "", 0.62
        return
    if any(child.dep_ == "prep" and child.lower_ == "by" for child in root.children):
        return
    said = joined(_to_the_break(clause), common=frozenset())
    if not _LEAST <= len(said.split()) <= _MOST or dangles(f"are you all to {said}") or _LOOSE_END.search(said):
        return
    form = "Are you allowed to" if may == "may" else "Can you"
    yield Kind.WHETHER, f"{form} {said}?", "", 0.6 if may == "may" else 0.5


_LOOSE_END = re.compile(r"\b(?:it|them|only|also|then|either|both|this|that|these|those)\b|[(:;]|\b(?:or|and|to|of)$")


def _opening(clause: Clause) -> str:
    """ "after two seasons in the same boat", where that opens the sentence and tells when something may be done."""
    first = next((t for t in clause.root.children if t.dep_ == "prep" and t.i == clause.root.sent.start), None)
    if first is None or first.lower_ != "after":
        return ""
    said = joined(list(first.subtree), common=frozenset(("after",)))
    counted = any(t.like_num for t in first.subtree)
    short = len(said.split()) <= _MOST and re.search(r"[,;:()]", said) is None
    return (
        f"after{said[5:]}"
        if counted and short and not dangles(f"what may you all do {_OWN_SAME.sub('the', said)}")
        else ""
    )


_OWN_SAME = re.compile(r"\bthe same(?= [a-z])")
"""The same as each other: three loans in a row of the same thing."""


def _to_the_break(clause: Clause) -> list[Any]:
    """The verb and what follows it as far as the first comma or `but`."""
    out: list[Any] = []
    for t in clause.kept:
        if t.i < clause.root.i:
            continue
        if t.text in {",", ";", ":", "–", "—"} or t.lower_ == "but":
            break
        out.append(t)
    return out


def by_means(clause: Clause, _people: frozenset[str]) -> Made:
    """ "You can book by letter, at the desk or through the page.": "How can you book?" """
    root = clause.root
    if any(t.dep_ in {"neg", "auxpass"} for t in root.children) or not good_subject(clause):
        return
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "by" or child.i < root.i or noun is None or noun.pos_ != "NOUN":
            continue
        if noun.lower_ not in _BARE_MEANS or any(t.dep_ in {"det", "poss", "nummod"} for t in noun.children):
            continue
        behind = [t for t in clause.kept if t.i >= child.i]
        put = clause.turned("How", without=behind).replace("How may you ", "How can you ")
        yield Kind.HOW, put, answers.words(behind), weight(clause, 0.78)


_NOTHING = {"must": "May", "may": "May", "can": "Can", "ca": "Can"}


def barred(clause: Clause, _people: frozenset[str]) -> Made:
    """ "A wet sail must not be stowed.": "May a wet sail be stowed?" """
    root, may = clause.root, clause.finite.lower_
    passive = [t for t in root.children if t.dep_ == "auxpass"]
    denied = [t for t in root.children if t.dep_ == "neg"]
    if may not in _NOTHING or not passive or len(denied) != 1 or denied[0].lower_ == "never":
        return
    if not good_subject(clause) or clause.subject.pos_ not in {"NOUN", "PROPN"} or root.lemma_ in _STATING:
        return
    named = clause.subject_words()
    gone = {
        x.i
        for t in root.children
        if t.dep_ == "prep" and t.lower_ in {"from", "until", "to", "between", "before", "after", "during"}
        for x in t.subtree
    }
    behind = [t for t in _to_the_break(clause) if t.i < min(gone, default=len(clause.doc))]
    said = f"{named} be {joined(behind, common=frozenset())}"
    early = any(t.i < clause.subject_tokens[0].i and not t.is_punct for t in clause.kept)
    if (
        early
        or not _LEAST <= len(said.split()) <= _MOST
        or _LOOSE_END.search(said)
        or dangles(f"may now all of {said}")
    ):
        return
    yield Kind.WHETHER, f"{_NOTHING[may]} {said}?", "", weight(clause, 0.72)


_DOCUMENTS = frozenset(
    "policy guide booklet manual handbook leaflet brochure agreement contract terms rules conditions charter notice "
    "report study".split()
)
"""What a text calls itself: "this policy" stands for no other one."""
_HOLDING = frozenset("apply cover concern govern".split())


def holds_for(clause: Clause, people: frozenset[str]) -> Made:
    """ "This policy applies to all members.": "Who does this policy apply to?" """
    root, subject = clause.root, clause.subject
    if root.lemma_ not in _HOLDING or not names_itself(subject) or clause.finite != root:
        return
    about = next(
        (
            t
            for c in root.children
            if (c.dep_ == "prep" and c.lower_ == "to") or c.dep_ == "dobj"
            for t in ([c] if c.dep_ == "dobj" else c.children)
            if t.dep_ in {"pobj", "dobj"}
        ),
        None,
    )
    helper = {"VBZ": "does", "VBP": "do"}.get(clause.tense, "")
    if about is None or not helper:
        return
    wh = "Who" if answers.is_person(about, people) else "What"
    verb = "apply to" if root.lemma_ == "apply" else root.lemma_
    yield Kind.WHAT, f"{wh} {helper} {clause.subject_words()} {verb}?", answers.words([about]), 0.7


def names_itself(subject: Any | None) -> bool:
    """Whether a subject is the text itself: "this booklet", "these terms"."""
    return (
        subject is not None
        and subject.lower_ in _DOCUMENTS
        and any(t.dep_ == "det" and t.lower_ in {"this", "these"} for t in subject.children)
    )
