"""Questions for who and what takes part in a clause: subjects, objects, what happened to whom."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import (
    LIGHT,
    STATES,
    VIEWS,
    Made,
    good_subject,
    weight,
)

_CAUSING = frozenset(
    (
        "lead cause save drive destroy damage prevent trigger force allow hit protect kill block end stop change "
        "create produce reduce raise bring help threaten revive decide"
    ).split()
)


def led_to(clause: Clause, people: frozenset[str]) -> Made:
    """ "The law led to …": "What led to …?" """
    subject = clause.subject
    if (
        clause.root.lemma_ not in _CAUSING
        or subject.pos_ not in {"NOUN", "PROPN"}
        or answers.is_person(subject, people)
    ):
        return
    if (
        subject.dep_ != "nsubj"
        or not good_subject(clause)
        or answers.BODIES.search(subject.text)
        or len(clause.subject_tokens) < 2
    ):
        return
    if clause.finite.tag_ not in {"VBD", "VBZ"} or any(t.dep_ == "neg" for t in clause.root.children):
        return
    if not any(t.dep_ in {"dobj", "ccomp", "xcomp"} or t.lower_ == "to" for t in clause.root.children):
        # "The mower drives home" causes nothing.
        return
    text = clause.opened("What", instead_of=clause.subject_tokens)
    if len(text.split()) >= 5:
        yield Kind.WHAT, text, clause.subject_words(), 0.68


def does(clause: Clause, people: frozenset[str]) -> Made:
    """ "In 2011 Rae gave up conducting.": "What did Rae do in 2011?" """
    root = clause.root
    own = clause.subject.lower_ in {"i", "he", "she"} and bool(clause.instead)
    doer = own or answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject.text)
    if not doer or not good_subject(clause):
        return
    named = clause.subject_words()
    short = len(named.split()) <= 7 and not re.search(r"[,;:()]", named) and not dangles(f"what did all the {named} do")
    if short:
        yield from _did_by_then(clause, named)
        yield from _did_too(clause, named)
    if (
        root.lemma_ in STATES | set(VIEWS)
        or root.tag_ != "VBD"
        or any(t.dep_ in {"neg", "aux", "auxpass"} for t in root.children)
    ):
        return
    later = [t for t in root.children if t.dep_ == "npadvmod"]
    said = next((s for t in later for s in [answers.words(answers.span(t, clause.kept))] if _NEXT.match(s)), "")
    if said and len(named.split()) <= _EVENT_MOST:
        yield Kind.WHAT, f"What did {named} do {said[:1].lower()}{said[1:]}?", "", weight(clause, 0.4)
    when = _when(root, clause)
    if when and short:
        yield Kind.WHAT, f"What did {named} do {when}?", "", weight(clause, 0.52)
    elif short and (own or clause.subject.pos_ == "PROPN") and (event := _event(clause)):
        yield Kind.WHAT, f"What did {named} do {event}?", "", weight(clause, 0.52)


def _when(verb: Any, clause: Clause) -> str:
    """The date of a deed as a question ends with it."""
    dated = [t for _, tokens in answers.times(verb, clause.kept) for t in tokens]
    when = joined(dated, common=frozenset({"in", "on", "by", "at"})) if dated else ""
    return f"{when[:1].lower()}{when[1:]}"


def _event(clause: Clause) -> str:
    """The event that a clause opens with: "during the war"."""
    for child in clause.root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ not in {"during", "after"} or child.i > clause.subject.i or not noun:
            continue
        said = answers.words(answers.span(child, clause.kept))
        definite = any(t.lower_ == "the" for t in noun.children) or noun.pos_ == "PROPN"
        if definite and len(said.split()) <= _EVENT_MOST and not re.search(r"[,;:()\d]", said):
            return f"{said[:1].lower()}{said[1:]}"
    return ""


def _did_by_then(clause: Clause, named: str) -> Made:
    """ "By 1886 she had drawn 43 kinds.": "What had Ada Rell done by 1886?" """
    helpers = [t for t in clause.root.children if t.dep_ in {"aux", "auxpass", "neg"}]
    if [t.lower_ for t in helpers] != ["had"] or clause.root.lemma_ in STATES | set(VIEWS):
        return
    when = _when(clause.root, clause)
    if when.startswith("by "):
        yield Kind.WHAT, f"What had {named} done {when}?", "", weight(clause, 0.56)


def _did_too(clause: Clause, named: str) -> Made:
    """ "She sold the yard and in 1922 opened a school.": "What did Ada Rell do in 1922?" """
    joined_on = [t for t in clause.root.children if t.dep_ == "conj" and t.tag_ == "VBD"]
    for verb in [*joined_on, *(t for v in joined_on for t in v.children if t.dep_ == "conj" and t.tag_ == "VBD")]:
        own = any(t.dep_ in {"nsubj", "nsubjpass", "aux", "auxpass", "neg"} for t in verb.children)
        dated = [t for _, tokens in answers.times(verb, list(verb.subtree)) for t in tokens]
        if dated and not own and verb.lemma_ not in STATES | set(VIEWS):
            yield Kind.WHAT, f"What did {named} do {answers.words(dated)}?", "", weight(clause, 0.5)


_NEXT = re.compile(
    r"(?i)^the (?:next|following) (?:day|morning|afternoon|evening|night|week|month|year|spring|summer|autumn|winter)$"
)
_EVENT_MOST = 6
"""Words of a name, at most, of whom that is asked."""


_STRANDING = {
    "consist": "of",
    "depend": "on",
    "apply": "to",
    "belong": "to",
    "lead": "to",
    "rest": "on",
    "rely": "on",
    "deal": "with",
    "suffer": "from",
    "account": "for",
    "stand": "for",
    "result": "in",
    "make": "of",
    "compose": "of",
    "divide": "into",
    "turn": "into",
    "base": "on",
    "aim": "at",
    "compare": "with",
    "contribute": "to",
    "respond": "to",
    "object": "to",
    "start": "with",
    "begin": "with",
    "end": "with",
    "specialise": "in",
    "specialize": "in",
    "concentrate": "on",
    "focus": "on",
    "taste": "of",
    "smell": "of",
    "feed": "on",
    "vary": "with",
}


def stranded(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The score is made up of …": "What is the score made up of?" """
    if clause.root.lemma_ not in _STRANDING or not good_subject(clause):
        return
    for child in clause.root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if (
            child.dep_ != "prep"
            or child.lower_ != _STRANDING[clause.root.lemma_]
            or noun is None
            or noun.pos_ == "PRON"
        ):
            continue
        tokens = list(noun.subtree)
        after = [t for t in clause.kept if t.i > max(x.i for x in tokens) and not t.is_punct]
        if len(tokens) >= 2 and not after and not any(t.like_num for t in tokens[:2]):
            text = clause.turned("What", without=tokens, stranded=True)
            yield Kind.WHAT, text, answers.words(tokens), weight(clause, 0.7)


def _spared(clause: Clause) -> list[Any]:
    """What a question for somebody doesn't need to be clear: dates, and phrases that stand for what isn't named."""
    if not any(t.dep_ in {"dobj", "attr", "acomp", "nsubjpass"} for t in clause.root.children):
        return []
    out = [t for _, tokens in answers.times(clause.root, clause.kept) for t in tokens]
    for child in clause.root.children:
        tokens = answers.span(child, clause.kept)
        if child.dep_ == "prep" and child.i > clause.root.i and any(t.tag_ == "PRP$" or t.like_num for t in tokens):
            out += tokens
    return out


def who(clause: Clause, people: frozenset[str]) -> Made:
    subject = clause.subject
    if subject.pos_ == "PRON" or subject.dep_ not in {"nsubj", "nsubjpass"}:
        return
    if clause.root.lemma_ in {"be", "become", "ask", "wonder", *VIEWS}:
        return
    if any(t.dep_ == "conj" for t in subject.children):
        named = joined(clause.subject_tokens, common=frozenset())
    else:
        named = joined(clause.subject_tokens, common=frozenset())
    person = answers.is_person(subject, people)
    may = clause.finite.tag_ == "MD" and clause.finite.lower_ in {"may", "must", "can"}
    if person and (subject.pos_ == "PROPN" or may or any(t.pos_ == "PROPN" for t in clause.subject_tokens)):
        rest = [t for t in clause.kept if t not in clause.subject_tokens and t != clause.finite]
        if len(rest) >= 4 and not re.match(r"(?i)(no|not|nobody|none)\b", named):
            quality = 0.72 if may else 0.62
            text = clause.opened("Who", instead_of=clause.subject_tokens, without=_spared(clause))
            if subject.tag_ != "NNS" or may:
                yield Kind.WHO, text, named, quality
    elif person and subject.tag_ == "NN" and clause.finite == clause.root and clause.tense == "VBD":
        # "A postman found the key."
        thing = next((t for t in clause.root.children if t.dep_ == "dobj" and t.i > clause.root.i), None)
        definite = thing is not None and any(t.lower_ == "the" for t in thing.children)
        if definite and clause.subject_tokens[0].lower_ in {"a", "an", "the"} and clause.root.lemma_ not in LIGHT:
            text = clause.opened("Who", instead_of=clause.subject_tokens, without=_spared(clause))
            yield Kind.WHO, text, named, 0.4


_PASTS = {
    "begun": "began",
    "broken": "broke",
    "chosen": "chose",
    "done": "did",
    "drawn": "drew",
    "driven": "drove",
    "eaten": "ate",
    "flown": "flew",
    "given": "gave",
    "grown": "grew",
    "known": "knew",
    "overthrown": "overthrew",
    "run": "ran",
    "seen": "saw",
    "shown": "showed",
    "stolen": "stole",
    "sung": "sang",
    "sworn": "swore",
    "taken": "took",
    "thrown": "threw",
    "worn": "wore",
    "woven": "wove",
    "written": "wrote",
}
_PAST_AS_WELL = frozenset(
    "bought brought built caught cut dug fed felt fought found heard held hit hung kept laid led left lent lit lost "
    "made met paid put read said sent set shot sold spent struck swept taught thought told won wound".split()
)
"""Participles that are the past as well."""


def _past_of(participle: str) -> str:
    """The past of a verb by its participle; empty where that isn't known."""
    low = participle.lower()
    return low if low.endswith("ed") or low in _PAST_AS_WELL else _PASTS.get(low, "")


def of_whom(clause: Clause, people: frozenset[str]) -> Made:
    """ "was designed by Ines Duarte": "Who was … designed by?" """
    for child in clause.root.children:
        if child.dep_ != "agent" or not good_subject(clause):
            continue
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if noun is None or noun.pos_ not in {"PROPN", "NOUN"}:
            continue
        tokens = answers.span(child, clause.kept)
        human = answers.is_person(noun, people) or answers.BODIES.search(" ".join(t.text for t in tokens))
        if not human:
            continue
        text = clause.turned("By whom", without=tokens)
        helper, subject, done = clause.finite.lower_, clause.subject_words(), clause.root.text
        if text and len(clause.auxes) == 1 and clause.finite.tag_ == "VBD" and (past := _past_of(done)):
            # "Who founded the cooperative?" and not "By whom was it founded?"
            text = re.sub(rf"^By whom {helper} {re.escape(subject)} {done}\b", f"Who {past} {subject}", text)
        elif text and clause.finite.tag_ == "MD":
            text = re.sub(
                rf"^By whom {helper} {re.escape(subject)} be {done}\b",
                f"Who {helper} {clause.root.lemma_} {subject}",
                text,
            )
        yield Kind.WHO, text, joined([t for t in tokens if t != child], common=frozenset()), weight(clause, 0.7)


def with_whom(clause: Clause, people: frozenset[str]) -> Made:
    """ "With the painter Ivo Lund she shared a house.": "With whom did Ada Rell share a house?" """
    root = clause.root
    doer = bool(clause.instead) or answers.is_person(clause.subject, people)
    if not doer or not good_subject(clause) or root.lemma_ in STATES - {"live"} | LIGHT:
        return
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "with" or noun is None:
            continue
        beside = [t for t in noun.children if t.dep_ == "appos" and t.pos_ == "PROPN"]
        named = noun.pos_ == "PROPN" or beside
        if named and (answers.is_person(noun, people) or any(t.ent_type_ == "PERSON" for t in (noun, *beside))):
            tokens = answers.span(child, clause.kept)
            text = clause.turned("With whom", without=[*tokens, *_spared(clause)])
            yield Kind.WHO, text, answers.words(tokens), weight(clause, 0.66)


_ABOUT_IT = frozenset(("for", "about", "against", "of", "towards"))
_NO_OBJECT = frozenset(
    "time year day month week way end moment first last least most rate length height depth age cost price speed "
    "example instance reason case fact turn place part side top bottom start beginning".split()
)


def of_what(clause: Clause, people: frozenset[str]) -> Made:
    """ "Shopkeepers are bracing for a poor spring.": "What are shopkeepers bracing for?" """
    root = clause.root
    if not good_subject(clause) or root.lemma_ in LIGHT | STATES | set(_STRANDING) or root.pos_ != "VERB":
        return
    if any(t.dep_ in {"dobj", "xcomp", "ccomp", "neg", "acomp", "attr", "advcl", "agent"} for t in root.children):
        return
    child = next((t for t in root.children if t.dep_ == "prep" and t.i == root.i + 1), None)
    noun = next((t for t in child.children if t.dep_ == "pobj"), None) if child is not None else None
    if child is None or noun is None or child.lower_ not in _ABOUT_IT or noun.pos_ != "NOUN":
        return
    if noun.lemma_.lower() in _NO_OBJECT or noun.ent_type_ or answers.is_person(noun, people):
        return
    tokens = answers.span(noun, clause.kept)
    after = [t for t in clause.kept if t.i > max((x.i for x in tokens), default=0) and not t.is_punct]
    if (
        after
        or any(t.like_num for t in tokens)
        or (tokens[0].tag_ in {"PRP$", "DT"} and tokens[0].lower_ not in {"a", "an", "the"})
    ):
        return
    yield Kind.WHAT, clause.turned("What", without=tokens, stranded=True), answers.words(tokens), weight(clause, 0.45)


def what(clause: Clause, people: frozenset[str]) -> Made:
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj"), None)
    if thing is None or not good_subject(clause) or root.lemma_ in LIGHT or thing.pos_ != "NOUN":
        return
    if any(t.dep_ in {"xcomp", "ccomp", "prt", "oprd"} for t in root.children) or any(
        t.dep_ == "neg" for t in root.children
    ):
        return
    tokens = answers.span(thing, clause.kept)
    first = min(tokens, key=lambda t: t.i)
    if len(tokens) < 3 or first.lower_ in {
        "this",
        "that",
        "these",
        "those",
        "it",
        "no",
        "its",
        "their",
        "his",
        "her",
        "nothing",
    }:
        return
    if any(t.like_num for t in (*tokens, *clause.subject_tokens)) or answers.is_person(thing, people):
        return
    after = [t for t in clause.kept if t.i > tokens[-1].i and not t.is_punct]
    somebody = answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject_words())
    if somebody and not after and clause.tense == "VBD" and not clause.auxes and root.lemma_ not in _DEEDS:
        # "What did Pascoe draw?" could be asked of any day of his.
        return
    quality = 0.4 if not after and not clause._fronted(clause.kept) else 0.5
    yield Kind.WHAT, clause.turned("What", without=tokens), answers.words(tokens), weight(clause, quality)


_DEEDS = frozenset(
    "write propose demand promise found invent discover build publish recommend request design suggest offer develop "
    "introduce advise".split()
)
"""What somebody did of which one asks what it was."""
