"""All the questions that one sentence answers, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import (
    allowances,
    amounts,
    answers,
    causes,
    circumstances,
    conditions,
    happenings,
    restricting,
    states,
    values,
    views,
    wondering,
)
from server.engine.writing.english.clauses import Clause
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.ordering import is_order, ordered
from server.engine.writing.english.participants import (
    does,
    led_to,
    of_what,
    of_whom,
    stranded,
    what,
    who,
    with_whom,
)
from server.engine.writing.english.subjects import (
    LIGHT,
    STATES,
    VIEWS,
    Made,
    good_subject,
    weight,
)

_TORN = re.compile(r"^[A-Z][\w' -]{1,36}: [a-z]")
"""A label, and behind it words that needn't be a clause."""


_NAMED_SO = 4
"""Words that somebody calls a thing by: more are what he says."""


def asked(sent: Any, number: int, *, common: frozenset[str], people: frozenset[str], instead: str) -> list[Asked]:
    root = sent.root
    if root.pos_ not in {"VERB", "AUX"}:
        return list(ordered(root, number, common=common, instead=instead)) if is_order(root) else []
    subject = subject_of(root)
    if any(len(said.split()) > _NAMED_SO for said in re.findall(r'"([^"]*)"', sent.text)) or sent.text.count('"') % 2:
        return []
    if any(t.dep_ == "expl" for t in root.children):
        counted = amounts.there_are(root, number) or wondering.is_there(root, number)
        if counted:
            return counted
    if (subject is None and (is_order(root) or not _verbs(root)[1:])) or sent.text.rstrip().endswith("?"):
        return list(ordered(root, number, common=common, instead=instead))
    if (
        _TORN.match(sent.text)
        and root.tag_ in {"VBD", "VBN"}
        and not any(t.dep_.startswith("aux") for t in root.children)
    ):
        # "Glass: damp newspaper dipped in ash." tells of nothing that happened.
        return []
    out: list[Asked] = list(causes.so(sent, number, common=common, instead=instead))
    for verb in _verbs(root):
        doer = subject_of(verb)
        if doer is None:
            continue
        clause = Clause(verb, doer, common=common, instead=instead)
        if clause.is_sound:
            out += _of_clause(clause, number, people, less=0.0 if verb == root else 0.05)
    return out


def _verbs(root: Any) -> list[Any]:
    """The verbs of the main clauses: what somebody said before "…, he said" stands for the whole."""
    said = next((t for t in root.children if t.dep_ == "ccomp" and t.i < root.i), None)
    if said is not None and root.lemma_ in VIEWS | {"add": "", "tell": ""}:
        return [said]
    joined_on = [
        t for t in root.children if t.dep_ == "conj" and t.pos_ in {"VERB", "AUX"} and subject_of(t) is not None
    ]
    return [root, *joined_on]


def _of_clause(clause: Clause, number: int, people: frozenset[str], *, less: float) -> list[Asked]:
    makers: tuple[Callable[[Clause, frozenset[str]], Made], ...] = (
        conditions.must,
        circumstances.often,
        stranded,
        led_to,
        amounts.measured,
        does,
        causes.why,
        causes.due,
        causes.caused,
        causes.cause_of,
        causes.meaning_that,
        happenings.around,
        happenings.usual,
        states.made,
        _how,
        _in_what_way,
        amounts.how_many,
        amounts.how_so,
        circumstances.when,
        circumstances.spanning,
        circumstances.lasting,
        circumstances.where,
        circumstances.stood,
        circumstances.origin,
        circumstances.soon,
        circumstances.change,
        circumstances.moved,
        conditions.planned,
        views.viewed,
        views.wondered,
        conditions.conditional,
        who,
        what,
        of_what,
        of_whom,
        with_whom,
        happenings.happened,
        restricting.which,
        wondering.whether,
        states.will,
        states.like,
        states.as_so,
        states.measure,
        states.forbidden,
        states.needed,
        states.stance,
        states.effect,
        states.idea,
        amounts.either,
        circumstances.as_long,
        circumstances.after_every,
        allowances.allowed,
        allowances.by_means,
        allowances.barred,
        allowances.holds_for,
        *values.makers(),
    )
    out: list[Asked] = []
    for make in makers:
        for kind, text, answer, quality in make(clause, people):
            if text:
                out.append(Asked(text, kind, number, answer, quality - less))
    return out


def _how(clause: Clause, _people: frozenset[str]) -> Made:
    if not good_subject(clause):
        return
    for tokens in answers.means(clause.root, clause.kept):
        text = clause.turned("How", without=tokens)
        if clause.subject.lower_ != "you" or len(text.split()) > _BARE_WAY:
            yield Kind.HOW, text, answers.words(tokens), weight(clause, 0.9)


_PATHS = frozenset(("through", "along", "via", "over", "across"))
_PHRASAL = frozenset("break cut fall pass look see live sit hang carry pull push blow".split())
"""Verbs that mean something else with `through` and the like: "broke through"."""
_NO_MANNER = frozenset(
    (
        "really only early daily weekly monthly yearly likely nearly hardly barely mainly mostly partly "
        "largely chiefly independently "
        "usually normally generally apparently probably certainly clearly finally recently lately formerly previously "
        "originally initially eventually immediately especially particularly merely simply exactly roughly newly "
        "currently presently rarely frequently occasionally constantly possibly surely namely actually fully entirely "
        "completely wholly equally similarly accordingly family reply supply apply fly"
    ).split()
)
"""Words in -ly that don't say how."""


def _in_what_way(clause: Clause, _people: frozenset[str]) -> Made:
    """ "A young dough ticks slowly.": "How does a young dough tick?" """
    root = clause.root
    if not good_subject(clause) or root.lemma_ in STATES - {"live"} or clause.finite.tag_ == "MD":
        return
    if any(t.dep_ in {"neg", "ccomp", "xcomp", "advcl", "agent", "acomp", "attr"} for t in root.children):
        return
    ways: list[Any] = []
    for child in root.children:
        manner = child.dep_ == "advmod" and child.lower_.endswith("ly") and child.lower_ not in _NO_MANNER
        moves = root.lemma_ not in LIGHT | _PHRASAL and not any(t.dep_ == "dobj" for t in root.children)
        path = child.dep_ == "prep" and child.lower_ in _PATHS and moves
        if child.i > root.i and (manner or path):
            ways += answers.span(child, clause.kept)
    if not ways or any(t.like_num for t in ways):
        return
    last = max(w.i for w in ways)
    behind = {x.i for t in root.children if t.i > last and t.dep_ in {"conj", "cc"} for x in t.subtree}
    text = clause.turned("How", without=[*ways, *(t for t in clause.kept if t.i in behind)])
    if len(text.split()) >= _BARE_WAY:
        yield Kind.HOW, text, answers.words(ways), weight(clause, 0.66)


_BARE_WAY = 4
"""Words of the shortest question for how."""
