"""Questions for yes or no, of what somebody may well not know: what is allowed, to be had, decided, done by now."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import VAGUE_SUBJECT, Made, good_subject, weight

_UNCOMPARED = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|larger|smaller|bigger|longer|shorter|greater|worse|better|cheaper|older|newer)\b"
    r"(?!.*\bthan\b)|the most\b|mine\b)"
)
"""A comparison that leaves out with what."""


def whether(clause: Clause, people: frozenset[str]) -> Made:  # noqa: PLR0911
    """ "The boat carries no bicycles": "Does the boat carry bicycles?" """
    root = clause.root
    if not good_subject(clause) or (clause.subject_tokens[0].lower_ in {"a", "an"} and clause.finite.tag_ == "VBD"):
        return
    if any(t.dep_ == "agent" for t in root.children) or clause.subject.pos_ == "ADJ":
        # "Can the young afford it?" doubts what is only said of them all.
        return
    denied = any(t.dep_ == "neg" and t.lower_ != "never" for t in root.children)
    if any(
        t.lower_ in {"never", "no", "nothing", "nobody", "hardly"}
        for t in clause.kept
        if t not in clause.subject_tokens
    ):
        return
    if any(t.dep_ in {"ccomp", "advcl"} for t in root.children if t in clause.kept) or any(
        t.like_num for t in clause.kept
    ):
        return
    text = clause.turned("")
    if (
        root.lemma_ == "do"
        or not 6 <= len(text.split()) <= 14
        or re.search(
            r"\b(only|just|merely|but|very|so|too|rather|quite|it|them|they|another|back|your|earlier|later|ago|then|little|few|hardly|much)\b",
            text,
        )
        or _UNCOMPARED.search(text)
    ):
        return
    if any(t.dep_ == "mark" for t in root.children) or (denied and root.lemma_ == "be" and clause.tense == "VBD"):
        # Of "At six weeks, if you can brake.", and of what once wasn't so, nobody asks whether it is.
        return
    somebody = clause.subject.lower_ == "you" or answers.is_person(clause.subject, people) or bool(clause.instead)
    if somebody and clause.finite.tag_ != "MD" and not denied:
        # What somebody happens to do or have isn't what a reader comes to ask.
        return
    allowed = clause.finite.tag_ == "MD" and clause.finite.lower_ in {"may", "can", "must", "should", "ca"}
    if denied or allowed:
        yield Kind.WHETHER, text, "", weight(clause, 0.55)
    elif _is_doubted(clause):
        yield Kind.WHETHER, text, "", weight(clause, 0.25)


_OPEN = frozenset(
    (
        "forbid forbidden allow allowed permit permitted prohibit require required compulsory mandatory free open "
        "closed available possible necessary safe dangerous harmful refundable included exempt liable entitled welcome "
        "obliged adopt approve accept reject pass confirm elect cancel postpone insured covered include exclude need "
        "needed optional suitable valid legal illegal accessible poisonous toxic contagious reversible edible useful "
        "waterproof washable recyclable essential normal common reliable effective worthwhile worth"
    ).split()
)
"""What somebody asks after by yes or no: whether it is allowed, to be had, or was decided."""
_SETTLED = frozenset(
    (
        "save repair restore rebuild replace sell close abandon demolish destroy damage kill injure arrest convict "
        "punish prove solve explain publish build complete finish pay ban abolish affect change renew extend "
        "recover identify renovate find test pardon compensate"
    ).split()
)
"""What may have been done to something or not."""
_WORKING = frozenset(
    (
        "work help affect cause prevent protect harm hurt matter cost pay last vary differ change depend need require "
        "include contain cover apply count offer provide improve reduce increase survive succeed fail accept allow "
        "qualify recommend support expire wear rust spoil shrink fade burn leak melt recover heal spread return "
        "influence lower raise damage lead insure"
    ).split()
)
"""Of which somebody may doubt whether it does."""


def _is_doubted(clause: Clause) -> bool:
    """Whether somebody may not know: what is to come, what has been done by now, what is allowed, what was decided.

    Nobody asks whether what is plainly so is so ("Does the wheel turn on open days?"), nor after a trifle of a tale
    ("Was the cork in the box?").
    """
    root = clause.root
    plural = clause.subject.tag_ == "NNS"
    definite = clause.subject_tokens[0].lower_ == "the" or clause.subject.pos_ == "PROPN" or plural
    passive = any(t.dep_ == "auxpass" for t in root.children)
    quality = next((t.lemma_.lower() for t in root.children if t.dep_ == "acomp"), "")
    right = root.lemma_ == "have" and any(t.dep_ == "dobj" and t.lower_ in {"right", "duty"} for t in root.children)
    settled = (passive and root.lemma_ in _OPEN | _SETTLED) or quality in _OPEN
    works = not passive and root.lemma_ in _WORKING and clause.tense in {"VBZ", "VBP", "VBD"}
    done = clause.finite.lower_ in {"has", "have"} and clause.finite != root
    body = answers.BODIES.search(clause.subject.text) is not None
    return definite and (settled or done or right or (works and not body))


_EXISTING_MOST = 9
"""Words that name what there is, with where it is or what it is for."""
_NO_THING = frozenset(
    (
        "doubt chance need use point sign evidence hope danger risk room lack plenty bit lot pair kind sort agreement "
        "consensus wonder mystery exception limit trace word news"
    ).split()
)
"""What there is or isn't without being a thing that could be looked for."""


def is_there(root: Any, number: int) -> list[Asked]:
    """ "There is no lift at the station.": "Is there a lift at the station?" """
    there = next((t for t in root.children if t.dep_ == "expl"), None)
    noun = next((t for t in root.children if t.dep_ in {"attr", "nsubj"} and t.i > root.i), None)
    if (
        there is None
        or noun is None
        or root.lower_ not in {"is", "are", "'s"}
        or there.i > root.i
        or root.i > there.i + 1
    ):
        return []
    first = noun.left_edge
    early = any(t.i < there.i for t in root.subtree)
    if early or noun.pos_ != "NOUN" or noun.lemma_.lower() in VAGUE_SUBJECT | _NO_THING or noun.tag_ == "VBG":
        return []
    many, denied = noun.tag_ == "NNS", first.lower_ == "no"
    bare = first.lower_ in {"a", "an", "no"} or (many and first == noun)
    if not bare or (not denied and noun.lemma_.lower() not in _COUNTED):
        return []
    beside = {x.i for t in noun.children if t.dep_ in {"relcl", "appos", "acl", "conj", "cc"} for x in t.subtree}
    own = [t for t in noun.subtree if t.i not in beside and (t != first or first == noun)]
    behind = [
        x
        for t in root.children
        if t.dep_ == "prep" and t.i > noun.i and t.lower_ in {"in", "at", "on", "for", "near", "behind"}
        for x in t.subtree
    ]
    if any(t.tag_ in {"VBD", "VBZ", "VBP"} for t in (*own, *behind)):
        return []
    said = joined([t for t in (*own, *behind) if not t.is_punct], common=frozenset())
    if (
        not said
        or len(said.split()) > _EXISTING_MOST
        or re.search(r"[,;:()\d]", said)
        or dangles(f"is there any of {said}")
    ):
        return []
    stuff = denied and noun.lemma_.lower() in _STUFF
    article = "any" if many or stuff else _article(said)
    put = f"{'Are' if many else 'Is'} there {article} {said}?"
    asked = Asked(put, Kind.WHETHER, number, "", 0.55 if denied else 0.35)
    return [asked] if len(put.split()) >= _EXISTING_LEAST else []


_EXISTING_LEAST = 4
"""Words of a question for what there is."""


_COUNTED = frozenset(
    (
        "lift ramp pedal battery guarantee discount toilet shop cafe car park station bus train bridge path "
        "door window key fee charge limit deadline road room kitchen shower school doctor hospital bank "
        "playground library museum garden gate switch button rule law tax licence guide map ferry boat phone"
    ).split()
)
"""What a place may have, and a visitor or a user asks for."""
_STUFF = frozenset(
    (
        "water electricity power heating parking internet light lighting food access entry furniture luggage equipment "
        "insurance training cover storage space transport help support information money fuel oil gas milk smoking"
    ).split()
)
"""Of which one doesn't say `a`."""


def _article(said: str) -> str:
    return "an" if re.match(r"(?i)[aeio]", said) and not re.match(r"(?i)(?:one|eu|uni)", said) else "a"
