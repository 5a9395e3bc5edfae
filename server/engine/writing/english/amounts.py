"""Questions for figures: how many, how much, how long, how far, what share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import (
    LIGHT,
    RISING,
    Made,
    good_subject,
    weight,
)
from server.engine.writing.lettering import capital

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


_SECOND_FIGURE = re.compile(r"\b(?:in|by) \d{4} and \d|, and (?:later |then )?an? (?:hundred|thousand|dozen)\b")
"""Another figure of the same thing, which a question for one of them would leave behind."""


_BEHIND = frozenset(("in at on for during since from between").split())
_MONEY = frozenset(("pound euro dollar cent penny shilling franc crown mark").split())
_GIVING = frozenset(("give offer grant get have allow provide promise").split())
"""Verbs that say nothing of what a number of years is the length of."""


_EMPTY_COUNTS = frozenset(
    "thing way reason point case part kind sort matter half third quarter fifth sixth eighth tenth".split()
)
"""Nobody asks how many there are: of parts of a whole, which share it is."""
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


def _both(clause: Clause, noun: Any, number: Any) -> Made:
    """ "2,300 people and 640 cars use the ferry": "How many people and cars use the ferry?" """
    other = next((t for t in noun.children if t.dep_ == "conj" and t.tag_ == "NNS"), None)
    second = next((t for t in other.children if t.dep_ == "nummod"), None) if other is not None else None
    if noun != clause.subject or other is None or second is None or noun.tag_ != "NNS":
        return
    if number.i > noun.i or second.i > other.i or any(t.dep_ in {"conj", "prep", "relcl"} for t in other.children):
        return
    if any(t.dep_ in {"prep", "relcl", "acl", "appos"} for t in noun.children):
        return
    one = joined([t for t in noun.subtree if number.i < t.i <= noun.i], common=frozenset())
    two = joined([t for t in other.subtree if second.i < t.i <= other.i], common=frozenset())
    text = clause.opened(f"How many {one} and {two}", instead_of=clause.subject_tokens)
    if len(text.split()) > _BARE and not _counts_more(clause, clause.subject_tokens):
        yield Kind.HOW_MANY, text, answers.words(clause.subject_tokens), 0.8


def either(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The hut holds 14 adults or 20 children.": "How many adults or children does the hut hold?" """
    thing = next((t for t in clause.root.children if t.dep_ == "dobj" and t.tag_ == "NNS"), None)
    other = (
        next((t for t in thing.children if t.dep_ == "conj" and t.tag_ == "NNS"), None) if thing is not None else None
    )
    if thing is None or other is None or not good_subject(clause) or not any(t.lower_ == "or" for t in thing.children):
        return
    counts = [next((t for t in noun.children if t.dep_ == "nummod" and t.i < noun.i), None) for noun in (thing, other)]
    if any(c is None for c in counts) or any(t.dep_ == "conj" for t in other.children):
        return
    named = [
        joined([t for t in noun.subtree if count.i < t.i <= noun.i], common=frozenset())
        for noun, count in zip((thing, other), counts, strict=True)
        if count is not None
    ]
    text = clause.turned(f"How many {' or '.join(named)}", without=answers.span(thing, clause.kept))
    yield Kind.HOW_MANY, text, answers.words(answers.span(thing, clause.kept)), weight(clause, 0.74)


_THERE_ARE = frozenset(("are", "were"))
_WHAT_MOST, _WHERE_MOST = 4, 12
"""Words of what there is and of where it is."""
_COSTLY = frozenset(
    "expensive cheap loud heavy fast slow common rare dangerous hot cold bright large big small".split()
)
"""Of which one asks how much so it is, and gets a figure."""


def there_are(root: Any, number: int) -> list[Asked]:
    """ "There were once 37 benches between the station and the harbour.": "How many benches were there between …?" """
    there = next((t for t in root.children if t.dep_ == "expl"), None)
    noun = next((t for t in root.children if t.dep_ in {"attr", "nsubj"} and t.i > root.i and t.tag_ == "NNS"), None)
    figure = next((t for t in noun.children if t.dep_ == "nummod"), None) if noun is not None else None
    if there is None or noun is None or figure is None or root.lower_ not in _THERE_ARE or there.i > root.i:
        return []
    what = joined([t for t in noun.subtree if figure.i < t.i <= noun.i], common=frozenset())
    after = [t for t in root.subtree if t.i > noun.i]
    comma = next((t.i for t in after if t.text == ","), len(root.doc))
    behind = [t for t in after if t.i < comma and not t.is_punct]
    once = [t for t in root.children if root.i < t.i < figure.i and t.lower_ in {"once", "originally"}]
    where = joined([*once, *behind], common=frozenset())
    early = any(t.i < there.i and not t.is_punct for t in root.subtree)
    if early or not what or len(what.split()) > _WHAT_MOST or len(behind) > _WHERE_MOST or re.search(r"[,;:\d]", where):
        return []
    if not behind or any(t.dep_ in {"conj", "relcl"} for t in noun.children) or dangles(f"how many of all the {where}"):
        return []
    asked = f"How many {what} {root.lower_} there {where}?"
    return [Asked(asked, Kind.HOW_MANY, number, answers.words([figure]), 0.8)]


def how_so(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Benches are expensive: 1,900 pounds to buy": "How expensive are benches?" """
    root = clause.root
    quality = next((t for t in root.children if t.dep_ == "acomp"), None)
    if root.lemma_ != "be" or quality is None or quality.lower_ not in _COSTLY or clause.finite != root:
        return
    told = [t for t in root.sent if t.like_num and t.i > quality.i]
    plain = not any(t.dep_ in {"neg", "expl"} for t in root.children) and not any(True for _ in quality.children)
    named = clause.subject_words()
    if (
        told
        and plain
        and good_subject(clause)
        and len(named.split()) <= _BARE
        and not dangles(f"how so are all {named}")
    ):
        yield Kind.HOW_MANY, f"How {quality.lower_} {root.lower_} {named}?", "", weight(clause, 0.75)


_SUMS = frozenset("price cost figure sum amount value total".split())
"""What is asked for with "what": nobody asks how much a price is."""
_SIGN = re.compile(r"(?:about |over |nearly |almost |some )?[£$€] ?\d")


def how_many(clause: Clause, _people: frozenset[str]) -> Made:  # noqa: PLR0912, PLR0915
    if _SECOND_FIGURE.search(clause.doc.text):
        return
    root, doc = clause.root, clause.doc
    for noun, number, prep in answers.figured(root, clause.kept):
        tokens = answers.span(noun, clause.kept)
        if not tokens or number.lower_ in {"one", "zero"} or re.fullmatch(r"1[5-9]\d\d|20[0-4]\d", number.text):
            continue
        first = min(tokens, key=lambda t: t.i)
        if doc[number.i - 1].lower_ == "to" and doc[number.i - 2].lower_ == "up":
            # "gives up to 5.2 kW" gives nothing up.
            continue
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
            yield from _both(clause, noun, number)
            continue
        rest = [t for t in tokens if t.i > number.i]
        nearby = doc[number.i + 1].lower_ if number.i + 1 < len(doc) else ""
        said = answers.words([t for t in tokens if t.i <= noun.i])
        if noun == number:
            rest = []
            money = root.lemma_ in answers.MONEY_VERBS and prep is None and noun.dep_ == "dobj"
            valued = prep is not None and prep.lower_ == "at" and answers.is_valued(root)
            priced = root.lemma_ == "be" and prep is None and noun.dep_ == "attr" and _SIGN.match(said) is not None
            priced = priced and clause.subject.lemma_.lower() not in _SUMS
            if (money or priced) and good_subject(clause):
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
            figured = {x.i for c in noun.children if c.dep_ == "prep" and c.lower_ == "between" for x in c.subtree}
            tokens = [t for t in tokens if t.i not in behind or t.i in figured]
            rest = [t for t in rest if t.i not in behind]
        if root.lemma_ == "be" and noun.dep_ == "attr" and noun.lemma_.lower() in _MONEY and good_subject(clause):
            if clause.subject.lemma_.lower() in _SUMS:
                continue
            yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, weight(clause, 0.7)
            continue
        what = joined(rest, common=frozenset())
        if not what or len(what.split()) > 10 or re.search(r"\d", what) or _counts_more(clause, tokens):
            continue
        if noun == clause.subject:
            if first.i == min(t.i for t in clause.subject_tokens):
                why = [x for c in root.children if c.dep_ == "advcl" and c.i > root.i for x in c.subtree]
                beside = [c for c in root.children if why and c.dep_ == "npadvmod" and c.i == why[0].i - 1]
                text = clause.opened(f"How many {what}", instead_of=tokens, without=[*why, *beside])
                bare = len(text.split()) <= _BARE and root.lemma_ in LIGHT
                yield Kind.HOW_MANY, "" if bare else text, said, 0.78
        elif prep is None and noun.dep_ != "npadvmod" and good_subject(clause):
            yield Kind.HOW_MANY, clause.turned(f"How many {what}", without=tokens), said, weight(clause, 0.76)
        elif prep is not None and prep.lower_ in {"with", "by", "within", "over", "on"} and good_subject(clause):
            soon = prep.lower_ == "within" and noun.lemma_.lower() in answers.TIME_UNITS
            wh = "How quickly" if soon else f"{capital(prep.lower_)} how many {what}"
            yield Kind.HOW_MANY, clause.turned(wh, without=[prep, *tokens]), said, weight(clause, 0.55)
