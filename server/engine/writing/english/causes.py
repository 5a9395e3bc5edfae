"""Why, in English: what a sentence gives a reason or a purpose for, what it says follows, and what caused what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.subjects import Made, good_subject, weight

_LEAST = 5
"""Words of a question for why that names nobody."""
_FOLLOWS = re.compile(
    r"^(?:(?:That|This|Which) (?:is|was) why|(?:Therefore|Hence|Thus|So|Consequently|Accordingly|As a result|"
    r"For (?:this|that) reason|Because of (?:this|that)),?) (?=\w)"
)
"""Openings of a sentence that the one before it gives the reason for."""
_TIED = re.compile(r"^(?P<who>[A-Z][^,;:.\"]{1,60}?),? (?:therefore|consequently|accordingly),? (?=[a-z])")
_EXPLAINS = re.compile(r"^(?:(?:That|This|It) (?:is|was)|That's|This is|The reason (?:is|was)) (?:that|because)\b")
"""Openings of a sentence that gives the reason for the one before it."""


def so(sent: Any, number: int, *, common: frozenset[str], instead: str) -> Iterator[Asked]:
    """ "The tank has no handle, so it spills.": "Why does the tank spill?" """
    doc = sent.doc
    for word in sent:
        after = doc[word.i + 1].lower_ if word.i + 1 < len(doc) else ""
        if word.lower_ != "so" or word.i - sent.start < 4 or doc[word.i - 1].text != "," or after in {"far", "as"}:
            continue
        start = word.i + 1 + (after == "that")
        verb = next((t for t in sent if t.i > word.i and (d := subject_of(t)) and d.left_edge.i == start), None)
        cause = next((t for t in sent if t.i < word.i and subject_of(t) is not None), None)
        if verb is None or cause is None or (after == "that" and not is_result(cause, verb)):
            continue
        first, doer = subject_of(cause), subject_of(verb)
        if first is None or doer is None:
            continue
        whole = Clause(cause, first, common=common, instead=instead)
        if not whole.is_sound or not good_subject(whole):
            continue
        named = ""
        if doer.pos_ == "PRON":
            is_plural = first.tag_ in {"NNS", "NNPS"} or any(t.dep_ == "conj" for t in first.children)
            if doer.lower_ not in {"it", "they"} or is_plural != (doer.lower_ == "they"):
                continue
            named = whole.subject_words()
        effect = Clause(verb, doer, common=common, instead=named)
        if effect.is_sound and (good_subject(effect) or _is_denied(effect)):
            ties = [t for t in cause.subtree if t.i < word.i]
            text = effect.turned("Why", without=[word, doc[start - 1], *ties])
            if len(text.split()) >= _LEAST:
                yield Asked(text, Kind.WHY, number, "", 0.9)


def is_result(cause: Any, verb: Any) -> bool:
    """Whether "…, so that …" says what came of it and not what it was for.

    A comma stands before it, and nobody who could have meant it did the thing: "The loft was destroyed, so that …".
    """
    mark = next((t for t in verb.children if t.lower_ == "so" or (t.lower_ == "that" and t.dep_ == "mark")), None)
    doer = subject_of(cause)
    if mark is None or doer is None or verb.left_edge.i == 0:
        return False
    comma = verb.doc[verb.left_edge.i - 1].text == ","
    acts = any(t.dep_ == "dobj" for t in cause.children) and doer.dep_ == "nsubj"
    return bool(comma and not acts)


def _is_denied(clause: Clause) -> bool:
    """ "No paper could be made": asked about as it stands."""
    first = clause.subject_tokens[0]
    return bool(first.lower_ == "no" and first.dep_ == "det" and clause.subject.pos_ == "NOUN")


_ASIDE = re.compile(
    r"^to (?:tell (?:you )?the truth|be (?:honest|frank|fair|sure|exact|precise)|say (?:the least|nothing of .+)|"
    r"(?:begin|start) with|put it \w+|cut a long story short|sum up|conclude)\b"
)
"""What a speaker says of the saying: "to tell the truth", "to be honest"."""


def why(clause: Clause, people: frozenset[str]) -> Made:
    """ "was closed because …", "… in order to …": "Why was … closed?" """
    if not good_subject(clause):
        return
    for tokens in answers.reasons(clause.root, clause.kept):
        purpose = tokens[0].lower_ == "to"
        if purpose and _ASIDE.match(answers.words(tokens)):
            continue
        meant = any(t.dep_ == "auxpass" for t in clause.root.children)
        if purpose and not (
            meant
            or answers.is_person(clause.subject, people)
            or answers.BODIES.search(clause.subject.text)
            or clause.instead
        ):
            continue
        follows = next((t for t in clause.root.children if t.dep_ == "advcl" and tokens[0] in t.subtree), None)
        if tokens[0].lower_ == "so" and follows is not None and is_result(clause.root, follows):
            continue
        quality = weight(clause, 0.8 if purpose else 0.97)
        text = clause.turned("Why", without=tokens)
        if len(text.split()) >= _LEAST or (text and any(t.pos_ == "PROPN" for t in clause.subject_tokens)):
            yield Kind.WHY, text, answers.words(tokens), quality


def due(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The increase was due to the new shop": "What was the increase due to?" """
    if clause.root.lemma_ != "be" or not good_subject(clause):
        return
    for child in clause.root.children:
        if child.lower_ not in {"due", "thanks"} or child.dep_ not in {"acomp", "attr", "prep"}:
            continue
        to = next((t for t in child.children if t.lower_ == "to" and t.i == child.i + 1), None)
        thing = next((t for t in to.children if t.dep_ == "pobj"), None) if to is not None else None
        if to is None or thing is None or thing.pos_ == "PRON":
            continue
        gone = [t for t in clause.kept if t.i > to.i]
        text = clause.turned("What", without=gone, stranded=True)
        text = re.sub(r" (?:almost|nearly) (?:entirely|wholly)| (?:mainly|mostly|largely|partly|chiefly)", "", text)
        yield Kind.WHY, text, answers.words(list(thing.subtree)), weight(clause, 0.85)


_ARRANGED = frozenset("rank sort order divide measure count mark name call group arrange list judge number".split())
"""What is done by a rule or a figure: "Teams are ranked by games won." tells of no cause."""


def caused(clause: Clause, people: frozenset[str]) -> Made:
    """ "was damaged by the flood": "What damaged …?"; a person or a body is asked for with who."""
    by = next((t for t in clause.root.children if t.dep_ == "agent" and t.i > clause.root.i), None)
    thing = next((t for t in by.children if t.dep_ == "pobj"), None) if by is not None else None
    if by is None or thing is None or thing.pos_ != "NOUN" or thing.tag_ == "VBG" or not good_subject(clause):
        return
    tokens = answers.span(by, clause.kept)
    if answers.is_person(thing, people) or answers.BODIES.search(" ".join(t.text for t in tokens)):
        return
    if clause.root.lemma_ in _ARRANGED:
        return
    helpers = [t for t in clause.root.children if t.dep_ in {"aux", "auxpass", "neg"}]
    if len(helpers) != 1 or not clause.root.text.endswith("ed") or any(t.like_num for t in tokens[:3]):
        return
    verb = {"VBD": clause.root.text, "VBZ": _present(clause.root.lemma_), "VBP": _present(clause.root.lemma_)}.get(
        clause.tense, ""
    )
    gone = {t.i for t in (*tokens, *clause.subject_tokens, clause.root, *helpers)}
    beside = [t for t in clause.kept if t.i not in gone and not t.is_punct]
    subject = clause.subject_words()
    turned = clause.turned("What", without=tokens)
    if verb and turned and not beside and len(tokens) > 2:
        yield Kind.WHY, f"What {verb} {subject}?", answers.words(tokens[1:]), weight(clause, 0.82)


def _present(verb: str) -> str:
    """The third person of a verb: "cause": "causes", "carry": "carries"."""
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search(r"(?:s|x|z|ch|sh|o)$", verb) else f"{verb}s"


_CAUSES = frozenset(("cause", "reason", "source", "origin"))


def cause_of(clause: Clause, _people: frozenset[str]) -> Made:
    """ "A vessel charged too high is the commonest cause of E14.": "What causes E14?" """
    root = clause.root
    noun = next((t for t in root.children if t.dep_ == "attr" and t.lemma_ in _CAUSES), None)
    if noun is None and clause.subject.lemma_ in _CAUSES:
        noun = clause.subject
    of = next((t for t in noun.children if t.dep_ == "prep" and t.lower_ in {"of", "for"}), None) if noun else None
    thing = next((t for t in of.children if t.dep_ == "pobj"), None) if of is not None else None
    if noun is None or thing is None or root.lemma_ != "be" or clause.tense not in {"VBZ", "VBP", "VBD"}:
        return
    named = answers.words([t for t in clause.kept if t == thing or thing.is_ancestor(t)])
    if any(t.dep_ == "neg" for t in root.children) or dangles(f"what causes all {named}") or "," in named:
        return
    if noun.lemma_ in {"cause", "source", "origin"} and len(named.split()) <= _LEAST + 3:
        verb = "caused" if clause.tense == "VBD" else "causes"
        yield Kind.WHY, f"What {verb} {named}?", "", 0.85
    elif len(named.split()) <= _LEAST + 3:
        yield Kind.WHY, f"What {'was' if clause.tense == 'VBD' else 'is'} the reason for {named}?", "", 0.85


def meaning_that(clause: Clause, _people: frozenset[str]) -> Made:
    """ "…, which means that the loft stays dry": "Why does the loft stay dry?" """
    for child in clause.root.subtree:
        if child.dep_ != "relcl" or child.lemma_ != "mean" or child.left_edge.lower_ != "which":
            continue
        claim = next((t for t in child.children if t.dep_ == "ccomp" and t.i > child.i), None)
        doer = subject_of(claim) if claim is not None else None
        if claim is None or doer is None or doer.pos_ == "PRON":
            continue
        effect = Clause(claim, doer, common=frozenset())
        if effect.is_sound and good_subject(effect):
            marks = [t for t in claim.children if t.dep_ == "mark"]
            text = effect.turned("Why", without=marks)
            if len(text.split()) >= _LEAST:
                yield Kind.WHY, text, "", weight(effect, 0.85)


def effect_of(text: str) -> str:
    """What a sentence says followed from the one before it, as a sentence of its own; else nothing.

    "The managers therefore borrowed money." gives "The managers borrowed money."
    """
    opening = _FOLLOWS.match(text)
    if opening is not None:
        said = text[opening.end() :]
        return f"{said[0].upper()}{said[1:]}" if not re.match(r"(?:far|long|much|many)\b", said) else ""
    tied = _TIED.match(text)
    return f"{tied['who']} {text[tied.end() :]}" if tied is not None else ""


def explains(text: str) -> bool:
    """Whether a sentence says that it is the reason for the one before it."""
    return _EXPLAINS.match(text) is not None


def asked_back(doc: Any, number: int, *, common: frozenset[str], since: int) -> Iterator[Asked]:
    """Why something is so, where two sentences say it together: the one before gives the reason, or the one behind."""
    root = next(iter(doc.sents)).root
    doer = subject_of(root)
    if doer is None or doer.pos_ == "PRON" or root.pos_ not in {"VERB", "AUX"}:
        return
    clause = Clause(root, doer, common=common)
    if clause.is_sound and good_subject(clause):
        text = clause.turned("Why")
        if len(text.split()) >= _LEAST:
            yield Asked(text, Kind.WHY, number, "", weight(clause, 0.85), since=since)
