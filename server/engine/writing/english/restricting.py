"""Questions for which of several things something holds: the subject's own words tell which."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.grammar import beyond
from server.engine.writing.english.subjects import NO_SUBJECT, Made, weight

_TELLING = frozenset(("acl", "relcl", "prep"))
"""How what tells some things of a kind from the others hangs on their noun."""
_LEAST, _MOST = 4, 14
"""Words of the question."""
_SAID_LEAST = 3
"""Words of what is said of them, where that is no more than what they are."""
_PLACING = frozenset("in on at to of from near along behind before after between".split())
"""Words that say where things are, and not which ones: "Tips in the galley go into one pot." """
_TELLS_NOTHING = frozenset("kinds sorts types parts some things people ones days years weeks hours minutes".split())


def which(clause: Clause, people: frozenset[str]) -> Made:
    """ "Journeys costing less than £150 need no approval.": "Which journeys need no approval?" """
    noun, verb = clause.subject, clause.finite
    if noun.tag_ != "NNS" or noun.lower_ in _TELLS_NOTHING or clause.instead or noun.dep_ not in {"nsubj", "nsubjpass"}:
        return
    tokens = sorted(noun.subtree, key=lambda t: t.i)
    telling = [t for t in noun.children if t.dep_ in _TELLING and t.i > noun.i]
    opens = tokens[0]
    if (
        not telling
        or any(t.lower_ == "of" for t in telling)
        or opens.lower_ in NO_SUBJECT - {"the", "all"}
        or tokens[-1].i + 1 != verb.i
        or any(t.dep_ in {"cc", "conj"} or t.like_num or t.text == "," for t in tokens if not _under(t, telling))
    ):
        return
    if opens.lower_ == "the" or all(t.dep_ == "prep" and t.lower_ in _PLACING for t in telling):
        # "The small differences that you see are …": they are known, and nobody asks which of them it is.
        return
    named = " ".join(
        t.text for t in tokens if t.i <= noun.i and not beyond(t, noun) and t.dep_ not in {"det", "predet"}
    )
    rest = re.split(r"[,;:(]| and | but ", clause.root.doc.text[verb.idx :].rstrip(" ."))[0].strip()
    said = f"Which {named[0].lower()}{named[1:]} {rest}?"
    if verb.lemma_ == "be" and len(rest.split()) < _SAID_LEAST:
        # "Which sums are limits?" asks for nothing.
        return
    if not _LEAST <= len(said.split()) <= _MOST or dangles(said) or re.search(r"\d", rest) or noun.text in people:
        return
    yield Kind.WHAT, said, " ".join(t.text for t in tokens), weight(clause, 0.66)


def _under(token: Any, heads: list[Any]) -> bool:
    return any(token in head.subtree for head in heads)
