"""Questions for what is so: what something is like, what it costs, what will become of it, what nobody may do."""

from __future__ import annotations

import re

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.subjects import MEASURES, STATES, VIEWS, Made, good_subject, weight

_STAYING = frozenset("be stay stand amount come remain lie reach".split())
_PLAIN = frozenset(
    "due able likely unlikely available aware sure ready right wrong true such same worth present".split()
)
"""Adjectives that don't say what something is like."""
_NAMED_MOST = 7
"""Words of a subject that a short question is built round."""


def _named(clause: Clause) -> str:
    """The subject of a clause where a few words name it; else nothing."""
    named = clause.subject_words()
    first = clause.subject_tokens[0].lower_
    if not good_subject(clause) or first in {"a", "an", "every", "all"} or clause.subject.pos_ not in {"NOUN", "PROPN"}:
        return ""
    if len(named.split()) > _NAMED_MOST or re.search(r"[,;:()\d]", named) or dangles(f"what is to become of {named}"):
        return ""
    return named


def will(clause: Clause, people: frozenset[str]) -> Made:
    """ "The depot will be given up.": "What will happen to the depot?" """
    root = clause.root
    passive = any(t.dep_ == "auxpass" for t in root.children)
    if clause.finite.lower_ not in {"will", "'ll"} or not passive or root.lemma_ in STATES:
        return
    if any(t.dep_ in {"neg", "agent"} for t in root.children) or answers.is_person(clause.subject, people):
        return
    named = _named(clause)
    definite = clause.subject_tokens[0].lower_ == "the" or clause.subject.pos_ == "PROPN"
    if named and definite:
        yield Kind.PLAN, f"What will happen to {named}?", "", weight(clause, 0.62)


def like(clause: Clause, people: frozenset[str]) -> Made:
    """ "The winters are long and dark.": "What are the winters like?" """
    root = clause.root
    quality = next((t for t in root.children if t.dep_ == "acomp"), None)
    if root.lemma_ != "be" or quality is None or quality.tag_ != "JJ" or quality.lower_ in _PLAIN or clause.auxes:
        return
    plain = not any(t.dep_ in {"xcomp", "ccomp", "npadvmod", "prep", "advcl"} for t in quality.children)
    denied = any(t.dep_ in {"neg", "advcl", "ccomp", "xcomp"} for t in root.children)
    if not plain or denied or answers.is_person(clause.subject, people) or clause.subject.pos_ != "NOUN":
        return
    named = _named(clause)
    if clause.subject.lower_ in {"part", "parts", "side", "end", "half"}:
        # "What is the upper part like?" doesn't say of what.
        return
    if named and clause.subject_tokens[0].lower_ == "the" and clause.finite.lower_ in {"is", "are", "was", "were"}:
        yield Kind.WHAT, f"What {clause.finite.lower_} {named} like?", "", weight(clause, 0.42)


def as_so(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The stone is as big as a fist.": "How big is the stone?" """
    root = clause.root
    quality = next((t for t in root.children if t.dep_ == "acomp"), None)
    if root.lemma_ != "be" or quality is None or clause.auxes or clause.finite.lower_ not in _BEING:
        return
    before = any(t.lower_ == "as" and t.i == quality.i - 1 for t in quality.children)
    behind = any(t.lower_ == "as" and t.i > quality.i for t in quality.subtree)
    named = _named(clause)
    if before and behind and named and not any(t.dep_ == "neg" for t in root.children):
        yield Kind.HOW_MANY, f"How {quality.lower_} {clause.finite.lower_} {named}?", "", weight(clause, 0.6)


def measure(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The yearly fee is 48 euros.": "What is the yearly fee?" """
    root = clause.root
    if root.lemma_ not in _STAYING or clause.subject.lemma_.lower() not in MEASURES or clause.finite != root:
        return
    behind = [
        t
        for c in root.children
        if c.i > root.i and (c.dep_ in {"attr", "npadvmod", "dobj"} or (c.dep_ == "prep" and c.lower_ in {"at", "to"}))
        for t in c.subtree
    ]
    named = _named(clause)
    if not named or not any(t.like_num for t in behind) or any(t.dep_ == "neg" for t in root.children):
        return
    helper = {"VBD": "was", "VBZ": "is", "VBP": "are"}.get(clause.tense, "")
    if helper == "was" and clause.subject.tag_ == "NNS":
        helper = "were"
    if helper:
        yield Kind.HOW_MANY, f"What {helper} {named}?", "", weight(clause, 0.74)


def forbidden(clause: Clause, _people: frozenset[str]) -> Made:
    """ "No card should be blocked.": "Should any card be blocked?"; "Nobody may …": "May anybody …?" """
    first = clause.subject_tokens[0]
    if clause.finite.tag_ != "MD" or clause.finite.lower_ not in {"may", "must", "should", "can", "will"}:
        return
    if first.lower_ in {"nobody", "no-one"}:
        subject = f"anybody{clause.subject_words()[len(first.text) :]}"
    elif first.lower_ == "no" and first.dep_ == "det" and clause.subject.pos_ == "NOUN":
        subject = f"any{clause.subject_words()[len(first.text) :]}"
    else:
        return
    turned = clause.turned("")
    words = clause.subject_words()
    if turned and turned.lower().startswith(f"{clause.finite.lower_} {words.lower()} ") and "," not in subject:
        rest = turned[len(clause.finite.text) + len(words) + 2 :].removeprefix("any longer ")
        yield Kind.WHETHER, f"{clause.finite.text.capitalize()} {subject} {rest}", "", 0.72


_WAYS = frozenset(
    (
        "make produce build test measure count collect sort clean store treat choose elect select calculate fund "
        "finance organise organize deliver prepare power heat dry move control operate drive clean wash fix fasten "
        "attach work draw book fire bake brew harvest gather protect hold pay connect turn feed cool seal set keep use"
    ).split()
)
"""Of which somebody asks how it is done."""


def made(clause: Clause, people: frozenset[str]) -> Made:
    """ "The bread is made with seawater and baked twice.": "How is the bread made?" """
    root = clause.root
    if not any(t.dep_ == "auxpass" for t in root.children) or root.lemma_ not in _WAYS or len(clause.auxes) != 1:
        return
    if any(t.dep_ in {"neg", "agent", "xcomp", "ccomp", "oprd"} for t in root.children):
        return
    ways = [
        t
        for t in root.children
        if t.dep_ == "prep" and t.i > root.i and t.lower_ in {"with", "in", "on", "from", "through"}
    ]
    known = {x.i for _, tokens in answers.times(root, clause.kept) for x in tokens}
    told = [t for t in ways if t.i not in known and any(x.pos_ == "NOUN" for x in t.children)]
    named = _named(clause)
    if not named or not told or answers.is_person(clause.subject, people) or clause.subject.pos_ != "NOUN":
        return
    bare = clause.subject.tag_ == "NN" and len(clause.subject_tokens) == 1
    definite = clause.subject_tokens[0].lower_ == "the" or clause.subject.tag_ == "NNS" or bare
    if definite and clause.finite.lower_ in {"is", "are", "was", "were"}:
        yield Kind.HOW, f"How {clause.finite.lower_} {named} {root.text}?", "", weight(clause, 0.68)


_ACT_MOST = 5
"""Words of a thing whose effect is asked for."""


def effect(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The valve lets the air out.": "What does the valve do?"; "NIGHT turns the fan down.": "What does NIGHT do?" """
    root, subject = clause.root, clause.subject
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if clause.finite != root or clause.tense not in {"VBZ", "VBP"} or root.lemma_ in STATES | set(VIEWS) | _HOLDING:
        return
    if subject.pos_ not in {"NOUN", "PROPN"} or thing is None or thing.pos_ != "NOUN":
        return
    device = subject.text.isupper() or subject.lemma_.lower() in _DEVICES
    if not device or any(t.dep_ in {"neg", "xcomp", "ccomp"} for t in root.children):
        return
    named = _named(clause)
    if named and len(named.split()) <= _ACT_MOST and not any(t.dep_ == "conj" for t in subject.children):
        yield Kind.WHAT, f"What {'do' if clause.tense == 'VBP' else 'does'} {named} do?", "", weight(clause, 0.42)


_HOLDING = frozenset(
    "deserve hold carry show cover form reach run begin start end play hear see enjoy require offer".split()
)
"""Verbs of which nobody asks what a thing does that is told with them."""
_DEVICES = frozenset(
    "valve pump switch button lever damper filter sensor key timer lamp mode alarm brake knob dial fan hook lock "
    "relay thermostat".split()
)
"""Of which one asks what it does."""
_IDEAS = frozenset(
    "solution aim goal idea plan reason purpose task job rule advice principle remedy trick problem difficulty risk "
    "danger advantage disadvantage drawback difference argument objection condition mistake lesson secret theory "
    "theme topic subject suspicion proposal wish demand explanation conclusion consequence answer motto name nickname "
    "title".split()
)
"""Of which somebody asks what it is."""


def idea(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Lisk's solution was to group the flashes.": "What was Lisk's solution?" """
    root, subject = clause.root, clause.subject
    if root.lemma_ != "be" or clause.auxes or subject.lemma_.lower() not in _IDEAS or root.lower_ not in _BEING:
        return
    behind = [t for t in root.children if t.i > root.i and t.dep_ in {"xcomp", "ccomp", "attr", "advcl"}]
    own = any(t.dep_ in {"poss", "prep", "amod", "relcl"} for t in subject.children)
    named = _named(clause)
    if named and own and behind and not any(t.dep_ == "neg" for t in root.children):
        yield Kind.WHAT, f"What {root.lower_} {named}?", "", weight(clause, 0.7)


_BEING = frozenset(("is", "are", "was", "were"))
_STANCES = frozenset(
    "reject accept welcome oppose criticise criticize dispute deny dismiss support approve condemn resist defend "
    "praise attack refuse endorse".split()
)


def stance(clause: Clause, people: frozenset[str]) -> Made:
    """ "The company rejected the suggestion.": "How did the company respond to the suggestion?" """
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if root.lemma_ not in _STANCES or thing is None or thing.pos_ not in {"NOUN", "PROPN"}:
        return
    body = answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject_words())
    if not body and clause.subject.pos_ != "PROPN":
        return
    tokens = answers.span(thing, clause.kept)
    helpers = [t for t in root.children if t.dep_ in {"aux", "neg", "auxpass"}]
    past = clause.tense == "VBD" and all(t.lower_ == "had" for t in helpers)
    now = clause.tense in {"VBZ", "VBP"} and not helpers
    named, what = _named(clause), answers.words(tokens)
    definite = tokens[0].lower_ == "the" or thing.pos_ == "PROPN" if tokens else False
    if not named or not (past or now) or not definite or len(tokens) > _NAMED_MOST or "," in what:
        return
    if past:
        yield Kind.HOW, f"How did {named} respond to {what}?", "", weight(clause, 0.7)
    else:
        helper = "do" if clause.tense == "VBP" else "does"
        yield Kind.VIEW, f"What {helper} {named} think of {what}?", "", weight(clause, 0.6)


def needed(clause: Clause, _people: frozenset[str]) -> Made:
    """ "You will need a ladder, two brushes and …": "What do you need?" """
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if root.lemma_ != "need" or clause.subject.lower_ != "you" or thing is None or thing.pos_ == "PRON":
        return
    if any(t.dep_ == "neg" for t in root.children):
        return
    aim = next((t for t in root.children if t.dep_ == "prep" and t.lower_ == "for"), None)
    for_what = answers.words(answers.span(aim, clause.kept)) if aim is not None else ""
    yield Kind.WHAT, f"What do you need {for_what}".strip() + "?", "", 0.85
