"""Questions for who and what takes part in a clause: subjects, objects, figures, what happened to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import (
    RISING,
    STATES,
    VIEWS,
    Made,
    good_subject,
    weight,
)
from server.engine.writing.lettering import capital

_LIGHT = frozenset(
    (
        "be have do make take get give go come let keep put become say add see know think leave hold set begin start "
        "like seem look call turn run tell feel want"
    ).split()
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
    text = clause.opened("What", instead_of=clause.subject_tokens)
    if len(text.split()) >= 5:
        yield Kind.WHAT, text, clause.subject_words(), 0.68


_GRADED = frozenset(("long deep wide high tall thick old heavy far large").split())


def measured(clause: Clause, _people: frozenset[str]) -> Made:
    """ "is 41 kilometres long": "How long is …?"; "weighs 31 kilograms": "How much does … weigh?" """
    root = clause.root
    graded = next((t for t in root.children if t.dep_ == "acomp" and t.lower_ in _GRADED), None)
    if graded is not None and good_subject(clause):
        size = [t for t in graded.subtree if t.i < graded.i]
        if any(t.like_num for t in size):
            text = clause.turned(f"How {graded.lower_}", without=list(graded.subtree))
            text = text if len(text.split()) <= len(clause.subject_tokens) + 4 else ""
            yield Kind.HOW_MANY, text, answers.words(size), weight(clause, 0.75)
    if root.lemma_ in {"weigh", "cost"} and good_subject(clause):
        size = [
            t
            for c in root.children
            if c.dep_ in {"dobj", "npadvmod"} and c.i > root.i
            for t in answers.span(c, clause.kept)
        ]
        if size and (
            size[0].like_num or (size[0].lower_ in {"about", "some", "nearly", "over", "almost"} and size[1].like_num)
        ):
            yield Kind.HOW_MANY, clause.turned("How much", without=size), answers.words(size), weight(clause, 0.75)


def does(clause: Clause, people: frozenset[str]) -> Made:
    """Somebody did something: "What did Halloran do in front of the magistrates?" is left to the words before it."""
    root = clause.root
    if not (
        answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject.text)
    ) or not good_subject(clause):
        return
    if (
        root.lemma_ in STATES | set(VIEWS)
        or root.tag_ != "VBD"
        or any(t.dep_ in {"neg", "aux", "auxpass"} for t in root.children)
    ):
        return
    dated = [t for _, tokens in answers.times(root, clause.kept) for t in tokens]
    when = joined(dated, common=frozenset({"in", "on", "by", "at"})) if dated else ""
    named = clause.subject_words()
    if len(named.split()) <= 7 and not re.search(r"[,;:()]", named) and not dangles(f"what did it all {named} do"):
        text = f"What did {named} do {when[:1].lower() + when[1:]}".strip() + "?"
        yield Kind.WHAT, text, "", weight(clause, 0.52 if when else 0.3)


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


_SECOND_FIGURE = re.compile(r"\b(?:in|by) \d{4} and \d|, and (?:later |then )?an? (?:hundred|thousand|dozen)\b")
"""Another figure of the same thing, which a question for one of them would leave behind."""


_BEHIND = frozenset(("in at on for during since from").split())
_MONEY = frozenset(("pound euro dollar cent penny shilling franc crown mark").split())
_GIVING = frozenset(("give offer grant get have allow provide promise").split())
"""Verbs that say nothing of what a number of years is the length of."""


_EMPTY_COUNTS = frozenset("thing way reason point case part kind sort matter".split())
"""Nobody asks how many there are."""
_BARE = 5
"""Words of a question that says nearly nothing: "How many visits were made?" """


def _counts_more(clause: Clause, asked: Sequence[Any]) -> bool:
    """Whether the clause counts something else with it: "How many drills were lent out 46 times in a year?" """
    gone = {t.i for t in asked}
    dated = {t.i for _, tokens in answers.times(clause.root, clause.kept) for t in tokens}
    return any(
        t.like_num and t.tag_ == "CD" and t.lower_ not in {"one", "two"} and not _YEAR.fullmatch(t.text)
        for t in clause.kept
        if t.i not in gone | dated and t.i > clause.root.i
    )


_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")


def how_many(clause: Clause, _people: frozenset[str]) -> Made:  # noqa: PLR0912, PLR0915
    if _SECOND_FIGURE.search(clause.doc.text):
        return
    root, doc = clause.root, clause.doc
    for noun, number, prep in answers.figured(root, clause.kept):
        tokens = answers.span(noun, clause.kept)
        if not tokens or number.lower_ in {"one", "zero"} or re.fullmatch(r"1[5-9]\d\d|20[0-4]\d", number.text):
            continue
        first = min(tokens, key=lambda t: t.i)
        if first.lower_ in {
            "the",
            "these",
            "those",
            "all",
            "such",
            "both",
            "first",
            "another",
            "his",
            "her",
            "their",
            "every",
        }:
            continue
        if any(t.dep_ in {"conj", "appos"} for t in noun.children) or any(t.dep_ == "conj" for t in number.children):
            continue
        rest = [t for t in tokens if t.i > number.i]
        nearby = doc[number.i + 1].lower_ if number.i + 1 < len(doc) else ""
        said = answers.words([t for t in tokens if t.i <= noun.i])
        if noun == number:
            rest = []
            money = root.lemma_ in answers.MONEY_VERBS and prep is None and noun.dep_ == "dobj"
            valued = prep is not None and prep.lower_ == "at" and answers.is_valued(root)
            if money and good_subject(clause):
                yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, weight(clause, 0.8)
            elif valued and good_subject(clause) and prep is not None:
                yield (
                    Kind.HOW_MANY,
                    clause.turned("What", without=tokens, stranded=True),
                    said,
                    weight(clause, 0.7),
                )
            continue
        if noun.lower_ in {"percent", "%"} or nearby in {"percent", "%", "per"}:
            if noun.dep_ in {"dobj", "attr"} and good_subject(clause):
                left = joined([t for t in rest if t.i > noun.i], common=frozenset())
                wh = f"What percentage {left}".strip()
                yield Kind.SHARE, clause.turned(wh, without=tokens), said, weight(clause, 0.72)
            elif prep is not None and prep.lower_ == "by" and good_subject(clause) and root.lemma_ in RISING:
                ends = [
                    t
                    for c in root.children
                    if c.dep_ == "prep" and c.lower_ in {"from", "to"} and any(x.like_num for x in c.subtree)
                    for t in c.subtree
                ]
                text = clause.turned("By how much", without=[prep, *tokens, *ends])
                yield Kind.SHARE, text, said, weight(clause, 0.78)
            continue
        if noun.tag_ not in {"NNS", "NNPS"} or (noun.lower_ in {"times", "years", "o'clock"} and nearby == "times"):
            continue
        if re.match(
            r"^(old|later|ago|earlier|before|after|long|deep|high|wide|thick|tall)\b",
            " ".join(t.lower_ for t in rest[1:2]),
        ):
            continue
        if noun.i + 1 < len(doc) and doc[noun.i + 1].lower_ in {
            "old",
            "later",
            "ago",
            "earlier",
            "before",
            "after",
            "long",
            "deep",
            "high",
            "wide",
            "thick",
            "tall",
            "apart",
            "away",
        }:
            continue
        if (
            noun.lemma_.lower() in {"euro", "dollar", "pound"}
            and root.lemma_ in answers.MONEY_VERBS
            and good_subject(clause)
        ):
            yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, weight(clause, 0.85)
            continue
        if noun.lemma_.lower() in _MONEY and prep is not None and prep.lower_ == "at" and answers.is_valued(root):
            if good_subject(clause):
                text = clause.turned("What", without=tokens, stranded=True)
                yield Kind.HOW_MANY, text, said, weight(clause, 0.7)
            continue
        if noun.lemma_.lower() in answers.TIME_UNITS and root.lemma_ in _GIVING:
            continue
        if noun.lemma_.lower() in _EMPTY_COUNTS:
            continue
        if noun != clause.subject:
            # "How many crans did the boats land in the season?": where and when go behind the verb.
            behind = {x.i for c in noun.children if c.dep_ == "prep" and c.lower_ in _BEHIND for x in c.subtree}
            tokens, rest = [t for t in tokens if t.i not in behind], [t for t in rest if t.i not in behind]
        if root.lemma_ == "be" and noun.dep_ == "attr" and noun.lemma_.lower() in _MONEY and good_subject(clause):
            yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, weight(clause, 0.7)
            continue
        what = joined(rest, common=frozenset())
        if not what or len(what.split()) > 10 or re.search(r"\d", what) or _counts_more(clause, tokens):
            continue
        if noun == clause.subject:
            if first.i == min(t.i for t in clause.subject_tokens):
                text = clause.opened(f"How many {what}", instead_of=tokens)
                bare = len(text.split()) <= _BARE and root.lemma_ in _LIGHT
                yield Kind.HOW_MANY, "" if bare else text, said, 0.78
        elif prep is None and noun.dep_ != "npadvmod" and good_subject(clause):
            yield Kind.HOW_MANY, clause.turned(f"How many {what}", without=tokens), said, weight(clause, 0.76)
        elif prep is not None and prep.lower_ in {"of", "with", "by", "within", "over", "on"} and good_subject(clause):
            soon = prep.lower_ == "within" and noun.lemma_.lower() in answers.TIME_UNITS
            wh = "How quickly" if soon else f"{capital(prep.lower_)} how many {what}"
            yield Kind.HOW_MANY, clause.turned(wh, without=[prep, *tokens]), said, weight(clause, 0.55)


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
    if subject.pos_ == "PRON" or subject.dep_ not in {"nsubj", "nsubjpass"} or clause.root.lemma_ in {"be", "become"}:
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
        if text and len(clause.auxes) == 1 and clause.finite.tag_ == "VBD" and clause.root.text.endswith("ed"):
            # "Who founded the cooperative?" and not "By whom was it founded?"
            helper, subject = clause.finite.lower_, clause.subject_words()
            text = re.sub(
                rf"^By whom {helper} {re.escape(subject)} {clause.root.text}\b",
                f"Who {clause.root.text} {subject}",
                text,
            )
        yield Kind.WHO, text, joined([t for t in tokens if t != child], common=frozenset()), weight(clause, 0.7)


def what(clause: Clause, people: frozenset[str]) -> Made:
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj"), None)
    if thing is None or not good_subject(clause) or root.lemma_ in _LIGHT or thing.pos_ != "NOUN":
        return
    if any(t.dep_ in {"dative", "xcomp", "ccomp", "prt", "oprd"} for t in root.children) or any(
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
    quality = 0.4 if not after and not clause._fronted(clause.kept) else 0.5
    yield Kind.WHAT, clause.turned("What", without=tokens), answers.words(tokens), weight(clause, quality)


_UNCOMPARED = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|larger|smaller|bigger|longer|shorter|greater|worse|better|cheaper|older|newer)\b"
    r"(?!.*\bthan\b)|the most\b|mine\b)"
)
"""A comparison that leaves out with what."""


def whether(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The boat carries no bicycles": "Does the boat carry bicycles?" """
    root = clause.root
    if not good_subject(clause) or (clause.subject_tokens[0].lower_ in {"a", "an"} and clause.finite.tag_ == "VBD"):
        return
    if any(t.dep_ == "agent" for t in root.children):
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
    allowed = clause.finite.tag_ == "MD" and clause.finite.lower_ in {"may", "can", "must", "should", "ca"}
    yield Kind.WHETHER, text, "", weight(clause, 0.55 if denied or allowed else 0.15)
