"""Questions for what somebody must, may or means to do, and for what happens if something is so."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.subjects import NO_SUBJECT, STATES, Made, good_subject, weight

_PLANNING = frozenset(
    (
        "plan intend hope want propose aim expect promise agree decide refuse wish decline offer try attempt threaten"
    ).split()
)


def planned(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    wish = next((t for t in root.children if t.dep_ == "xcomp" and t.i > root.i and t.tag_ == "VB"), None)
    if root.lemma_ not in _PLANNING or wish is None or not good_subject(clause):
        return
    if any(t.dep_ == "neg" for t in root.children):
        return
    tokens = [t for t in wish.subtree if t.dep_ != "aux" or t.head != wish]
    text = clause.turned("What", without=tokens)
    verb = f"{re.escape(root.lemma_)}|{re.escape(root.text)}"
    text = re.sub(rf"\b({verb}) to\b", r"\1 to do", text, count=1)
    bare = clause.turned("What", without=list(wish.subtree))
    if not text and bare:
        text = f"{bare[:-1]} to do?"
    yield Kind.PLAN, text, "", weight(clause, 0.85)


_RULED = {"must": 0.66, "should": 0.66, "may": 0.5, "can": 0.36}
"""How likely somebody asks what a person must, should, may or can do."""


def must(clause: Clause, people: frozenset[str]) -> Made:
    """ "A user must leave the instrument clean": "What must a user do?" """
    if clause.finite.lower_ not in {"must", "should", "may", "can"} or clause.root.lemma_ in STATES:
        return
    human = answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject.text)
    if not human or len(clause.subject_tokens) > 6 or any(t.dep_ in {"neg", "auxpass"} for t in clause.root.children):
        return
    if clause.subject_tokens[0].lower_ not in NO_SUBJECT - {"a", "an", "every", "all"}:
        yield (
            Kind.CONDITION,
            f"What {clause.finite.lower_} {clause.subject_words()} do?",
            "",
            weight(clause, _RULED[clause.finite.lower_]),
        )


def conditional(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    if root.lemma_ in {"ask", "wonder", "know", "decide", "say"}:
        # "She asked when the lamps would be repaired."
        return
    # "on a slope when the railway came to a halt": the parse may hang it on the place.
    aside = [t for t in root.subtree if t.dep_ == "relcl" and t.left_edge.lower_ == "when" and t.i > root.i]
    for child in (*root.children, *(t for t in aside if t.head.lemma_.lower() not in answers.TIME_UNITS)):
        mark = next(
            (
                t
                for t in child.children
                if t.dep_ in {"mark", "advmod"} and t.lower_ in {"if", "when", "unless", "once", "after"}
            ),
            None,
        )
        if child.dep_ not in {"advcl", "relcl"} or mark is None or mark.i != min(t.i for t in child.subtree):
            continue
        doer = subject_of(child)
        if mark.i > 1 and mark.nbor(-1).text == "," and (mark.nbor(-2).like_num or mark.nbor(-2).lower_ in _CLOCK):
            # "stopped at six, when the milk came" says what else there was at six.
            continue
        if doer is None or doer.lower_ in {
            "it",
            "they",
            "he",
            "she",
            "this",
            "that",
            "these",
            "we",
            "i",
            "there",
            "one",
            "something",
        }:
            continue
        if clause.subject.pos_ == "PRON" and clause.subject.lower_ in {"he", "she"} and not clause.instead:
            continue
        past = clause.finite.tag_ == "VBD" or clause.finite.lower_ in {"would", "could", "might"}
        if past and not (mark.lower_ in {"when", "after", "once"} and clause.finite.tag_ == "VBD"):
            continue
        inner = _shortened(_to_the_comma(child, clause), child)
        if not inner:
            continue
        said = joined(inner, common=frozenset({"if", "when"}))
        if not 4 <= len(said.split()) <= 14 or mark.lower_ == "unless" or "," in said or "(" in said:
            continue
        if dangles(f"what happens then {said}") or any(
            t.lower_ in {"his", "its", "their", "they", "it"} for t in child.subtree if t.i < doer.i
        ):
            continue
        main = joined([t for t in clause.kept if t.i not in {x.i for x in child.subtree}], common=frozenset())
        if len(main.split()) < 4:
            continue
        said = f"{said[0].lower()}{said[1:]}"
        ago = past or (mark.lower_ != "if" and any(t.tag_ == "VBD" for t in (child, *child.children)))
        yield Kind.CONDITION, f"What happen{'ed' if ago else 's'} {said}?", "", 0.68 if past else 0.72


_CONDITION_MOST = 14
"""Words of a condition that is asked about."""


def _shortened(tokens: list[Any], child: Any) -> list[Any]:
    """A condition without the second one that is joined on, where both are too long for a question."""
    further = [t for t in child.children if t.dep_ == "conj" and subject_of(t) is not None]
    if len(tokens) <= _CONDITION_MOST or not further:
        return tokens
    cut = min(x.i for t in further for x in t.subtree)
    return [t for t in tokens if t.i < cut and not (t.i == cut - 1 and (t.dep_ == "cc" or t.is_punct))]


def _to_the_comma(child: Any, clause: Clause) -> list[Any]:
    """The words of a condition, with up to two that the parse hangs outside it: "When both arrive at once, …"."""
    tokens = sorted(child.subtree, key=lambda t: t.i)
    held = {t.i for t in tokens}
    while tokens[-1].i + 1 < len(child.doc):
        after = tokens[-1].nbor()
        if after.is_punct or after.i in {t.i for t in clause.subject_tokens} or after.i == clause.finite.i:
            break
        if clause.root.i < child.i or len(tokens) >= len(held) + _HANGING:
            return tokens if clause.root.i < child.i else []
        tokens.append(after)
    return tokens


_CLOCK = frozenset(("o'clock", "noon", "midnight", "pm", "am", "p.m.", "a.m."))
_HANGING = 3
"""Words behind a condition and before its comma, at most."""
