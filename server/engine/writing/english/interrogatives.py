"""Questions of a clause for its circumstances (why, how, when, where, how long), and all that one sentence answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import amounts, answers, causes, happenings, restricting, states, values, views
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.ordering import is_order, ordered
from server.engine.writing.english.participants import (
    does,
    led_to,
    of_what,
    of_whom,
    stranded,
    what,
    whether,
    who,
)
from server.engine.writing.english.subjects import (
    LIGHT,
    MEASURES,
    NO_SUBJECT,
    RISING,
    STATES,
    VIEWS,
    Made,
    good_subject,
    weight,
)

_PLANNING = frozenset(
    (
        "plan intend hope want propose aim expect promise agree decide refuse wish decline offer try attempt threaten"
    ).split()
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
        counted = amounts.there_are(root, number)
        if counted:
            return counted
    if subject is None or sent.text.rstrip().endswith("?"):
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
        _must,
        _often,
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
        states.made,
        _how,
        _in_what_way,
        amounts.how_many,
        amounts.how_so,
        _when,
        _lasting,
        _where,
        _change,
        _moved,
        _planned,
        views.viewed,
        views.wondered,
        _if,
        who,
        what,
        of_what,
        of_whom,
        happenings.happened,
        restricting.which,
        whether,
        states.will,
        states.like,
        states.measure,
        states.forbidden,
        states.needed,
        states.stance,
        states.effect,
        states.idea,
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
        yield Kind.HOW, clause.turned("How", without=tokens), answers.words(tokens), weight(clause, 0.9)


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


def _when(clause: Clause, _people: frozenset[str]) -> Made:
    counts = clause.root.lemma_ == "be" and any(
        t.dep_ in {"attr", "acomp"} and t.like_num for t in clause.root.children
    )
    if not good_subject(clause) or counts or clause.root.lemma_ == "stand":
        return
    dated = list(answers.times(clause.root, clause.kept))
    timed = clause.subject.lemma_.lower() not in MEASURES
    dated = dated or [("at", tokens) for tokens in answers.hours(clause.root, clause.kept) if timed]
    for prep, tokens in dated if len(dated) == 1 else ():
        wh = {"since": "Since when", "by": "By when", "until": "Until when", "from": "From when"}.get(prep, "When")
        if prep in {"before", "after", "from"} or clause.root.lemma_ == "date":
            continue
        said = answers.words(tokens)
        said = (
            said.split(" ", 1)[1] if said.split()[0].lower() in {"in", "on", "since", "by", "until", "from"} else said
        )
        if wh == "By when" and clause.root.lemma_ in {"be", "have"}:
            continue
        by = next((t for t in clause.root.children if t.dep_ == "agent"), None)
        after = [c for c in clause.root.children if by is not None and c.dep_ == "prep" and c.i > by.i]
        more = [t for c in (by, *after) if c is not None for t in c.subtree]
        text = clause.turned(wh, without=[*tokens, *more])
        if len(re.findall(r"\b\d[\d,.]*", text)) > 1:
            continue
        yield Kind.WHEN, text, said, weight(clause, 0.45 if re.search(r"\d", text) else 0.7)


def _lasting(clause: Clause, _people: frozenset[str]) -> Made:
    if not good_subject(clause) or any(t.dep_ == "neg" for t in clause.root.children):
        return
    for tokens in answers.lasting(clause.root, clause.kept):
        said = answers.words(tokens).split(" ", 1)[-1]
        yield Kind.HOW_LONG, clause.turned("How long", without=tokens), said, weight(clause, 0.75)


_LENGTHS = frozenset(("kilometre kilometer metre meter mile foot yard").split())
"""Of a way: where it leads is no place where something is."""


_CAUSED = re.compile(r"\b(?:due|owing|thanks|because)\b")
"""The place is the cause's: "was due to the new shop in Haldane"."""


def _where(clause: Clause, _people: frozenset[str]) -> Made:
    if not good_subject(clause) or any(t.like_num and t.head.lemma_ in _LENGTHS for t in clause.kept):
        return
    for tokens in answers.places(clause.root, clause.kept):
        text = clause.turned("Where", without=tokens)
        if _CAUSED.search(text):
            continue
        yield Kind.WHERE, text, answers.words(tokens), weight(clause, 0.4 if re.search(r"\d|,", text) else 0.66)


_GOING = frozenset(("go", "come"))
"""Verbs that tell of a change only with where from and where to: "has gone from three weeks to seven"."""


def _change(clause: Clause, _people: frozenset[str]) -> Made:
    if clause.root.lemma_ not in RISING | _GOING or not good_subject(clause) or clause.finite.tag_ == "MD":
        return
    sums = [
        t
        for c in clause.root.children
        if c.dep_ == "prep" and c.lower_ in {"from", "to", "by"}
        for t in c.subtree
        if re.search(r"\d", " ".join(x.text for x in c.subtree))
    ]
    ways = {c.lower_ for c in clause.root.children if c.dep_ == "prep" and any(t in sums for t in c.subtree)}
    if clause.root.lemma_ in _GOING and ways != {"from", "to"}:
        return
    if not ways & {"from", "by"} or any(t.dep_ == "dobj" for t in clause.root.children):
        return
    dated = {t.i for _, tokens in answers.times(clause.root, clause.kept) for t in tokens}
    gone = [t for t in sums if t.i not in dated]
    text = clause.turned("How", without=gone)
    text = re.sub(rf"\b{clause.root.lemma_}\b", "change", text, count=1)
    if clause.root.tag_ == "VBN":
        text = re.sub(rf"\b{clause.root.text}\b", "changed", text, count=1)
    if re.search(r"\band change\b|\bbetween (?!.*\band\b)", text):
        return
    yield Kind.CHANGE, text, "", weight(clause, 0.85)


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


_HANGING = 3
"""Words behind a condition and before its comma, at most."""
_MOVING = frozenset(("lower raise reduce cut increase lift shorten").split())


def _moved(clause: Clause, _people: frozenset[str]) -> Made:
    """ "lowers the noise from 41 dB to 38 dB": "By how much does … lower the noise?" """
    root = clause.root
    if root.lemma_ not in _MOVING or not good_subject(clause) or not any(t.dep_ == "dobj" for t in root.children):
        return
    ends = [
        list(t.subtree)
        for t in root.subtree
        if t.dep_ == "prep" and t.lower_ in {"from", "to"} and t.i > root.i and any(x.like_num for x in t.subtree)
    ]
    if {tokens[0].lower_ for tokens in ends} == {"from", "to"}:
        gone = [t for tokens in ends for t in tokens]
        yield Kind.CHANGE, clause.turned("By how much", without=gone), "", weight(clause, 0.85)


def _planned(clause: Clause, _people: frozenset[str]) -> Made:
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


_EVERY = re.compile(
    r"^(?:every|each) (?:\w+ )?(?:year|month|week|day|hour|morning|evening|night|minute|decade)s?$|^(?:once|twice|three times) (?:a|in|every) .+$"  # noqa: E501
)


def _often(clause: Clause, _people: frozenset[str]) -> Made:
    """ "must be tested every two years": "How often must the fluid be tested?" """
    for child in clause.root.children:
        tokens = answers.span(child, clause.kept)
        if (
            child.dep_ in {"npadvmod", "advmod"}
            and child.i > clause.root.i
            and tokens
            and _EVERY.match(answers.words(tokens))
        ) and good_subject(clause):
            yield (
                Kind.HOW_LONG,
                clause.turned("How often", without=tokens),
                answers.words(tokens),
                weight(clause, 0.78),
            )


_RULED = {"must": 0.66, "should": 0.66, "may": 0.5, "can": 0.36}
"""How likely somebody asks what a person must, should, may or can do."""


def _must(clause: Clause, people: frozenset[str]) -> Made:
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


def _if(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
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
        inner = _to_the_comma(child, clause)
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
