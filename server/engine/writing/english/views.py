"""Questions for what somebody says, thinks, asks or objects to."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.subjects import NO_SUBJECT, VIEWS, Made, good_subject, weight

_BARE_VIEW = 3
"""Words, besides the name, of a question that asks for anything that somebody said."""
_THINKING = frozenset(("think", "say", "believe", "find"))
"""Verbs with which "What does Adeyemi think?" asks for anything at all."""
_ASKING = frozenset(("ask", "wonder", "enquire", "inquire"))
_ASKED = frozenset(("why", "how", "whether", "if", "when", "where", "what", "who", "which"))
_DUTY = frozenset(("should", "must"))
_ONLY = re.compile(r"\b(?:merely|only|just|simply)\b")
_DUTY_MOST = 6
"""Words of who should do it."""


def viewed(clause: Clause, people: frozenset[str]) -> Made:
    """ "Amery says that employers should pay": "What does Amery say employers should do?" """
    root = clause.root
    claim = next((t for t in root.children if t.dep_ == "ccomp" and t.i > root.i), None)
    if (
        root.lemma_ not in VIEWS
        or claim is None
        or not good_subject(clause)
        or (root.lemma_ == "find" and clause.subject.lower_ == "i")
    ):
        return
    if not any(t.lower_ == "that" and t.dep_ == "mark" for t in claim.children) or any(
        t.dep_ == "neg" for t in root.children
    ):
        return
    named = answers.is_person(clause.subject, people) or clause.subject.pos_ == "PROPN"
    text = clause.turned("What", without=list(claim.subtree))
    if not text.endswith(f" {root.lemma_}?") or _ONLY.search(text):
        return
    duty = _duty(claim) if root.lemma_ in {"say", "think", "argue", "believe", "suggest", "propose", "insist"} else ""
    if duty:
        yield Kind.VIEW, f"{text[:-1]} {duty} do?", "", weight(clause, 0.66)
    rest = len(text.split()) - len(clause.subject_words().split())
    if not (rest <= _BARE_VIEW and root.lemma_ in _THINKING):
        text = f"{text[: -len(root.lemma_) - 1]}{VIEWS[root.lemma_]}?"
        yield Kind.VIEW, text, "", weight(clause, 0.55 if named else 0.45)


def _duty(claim: Any) -> str:
    """Who is said to have to do something, with the verb that says so: "employers should"."""
    modal = next((t for t in claim.children if t.dep_ == "aux" and t.lower_ in _DUTY), None)
    doer = subject_of(claim)
    if modal is None or doer is None or doer.pos_ not in {"NOUN", "PROPN"} or doer.dep_ != "nsubj":
        return ""
    if claim.lemma_ == "be" or any(t.dep_ == "neg" for t in claim.children):
        return ""
    tokens = sorted(doer.subtree, key=lambda t: t.i)
    said = joined(tokens, common=frozenset())
    if tokens[0].lower_ in NO_SUBJECT or len(tokens) > _DUTY_MOST or dangles(f"what should all {said}") or "," in said:
        return ""
    return f"{said} {modal.lower_}"


def wondered(clause: Clause, people: frozenset[str]) -> Made:
    """ "Mrs Kettering asked why the hall was locked": "What did Mrs Kettering want to know?" """
    root = clause.root
    if root.lemma_ not in _ASKING or not answers.is_person(clause.subject, people) or not good_subject(clause):
        return
    claim = next((t for t in root.children if t.dep_ == "ccomp" and t.i > root.i), None)
    if claim is None or not any(t.lower_ in _ASKED for t in claim.subtree if t.i <= claim.left_edge.i + 1):
        return
    helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(clause.tense, "")
    named = clause.subject_words()
    if helper and len(named.split()) <= _DUTY_MOST and "," not in named:
        yield Kind.VIEW, f"What {helper} {named} want to know?", "", weight(clause, 0.6)
