"""Whether an English text is one whole statement by itself, and the plain nouns that a reader could fill into it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from server.engine.writing.asking import Noun
from server.engine.writing.english.answers import HUMANS
from server.engine.writing.english.grammar import is_imperative, subject_of

_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_OWNED = frozenset(("mine", "yours", "ours", "theirs", "hers"))
_RANKING = frozenset(("other", "others", "rest", "latter", "former", "first", "second", "third", "last", "next"))
_SUBJECTS = frozenset(("nsubj", "nsubjpass"))
_FILLED = frozenset(("nsubj", "nsubjpass", "dobj", "pobj", "attr", "conj"))
_SPANS = frozenset("second minute hour day night week month season year decade century time evening noon".split())
_SIZES = frozenset(
    "metre meter centimetre millimetre kilometre mile foot inch litre gram kilogram kilo tonne ton pound degree acre "
    "hectare euro dollar cent penny percent".split()
)
_NO_NOUNS = frozenset(
    "something anything nothing everything somebody anybody nobody someone anyone none other others most many half lot "
    "kind sort way thing number part rest place front left right length body top bottom end side matter piece name "
    "point case level time times good back middle edge note harm sake account".split()
)
"""What says where or how much of something else: nobody learns it, and it could stand in many a gap."""

_BEGINS = re.compile(r"(?![A-Z]{2,} [A-Z]{2,} |\d+[a-z]?\.)[A-Z0-9£$€\"']")
"""No run-in heading, and no rest of what the splitter took for the end: "2d., and talked to the man." """


def is_statement(doc: Any) -> bool:
    """Whether somebody reading the text alone learns something from it: no order, no fragment, no label.

    Its subject has to name what it speaks of: "Ours holds nine", "the largest weighs two tonnes" don't.
    """
    sents = list(doc.sents)
    if len(sents) != 1 or re.search(r"\w: [a-z]|; it\b|^(?:\S+ ){0,4}\S+: ", doc.text) or not _BEGINS.match(doc.text):
        return False
    if is_imperative(doc) or not any(_is_told(t) for t in doc):
        return False
    return not any(is_unnamed(t) for t in doc)


def _is_told(verb: Any) -> bool:
    """Whether a verb has a tense and a subject of its own, and describes no noun before it."""
    held = verb.tag_ in _FINITE or any(t.dep_ in {"aux", "auxpass"} and t.tag_ in _FINITE for t in verb.children)
    subject = subject_of(verb) if held and verb.dep_ not in {"relcl", "acl"} else None
    return subject is not None and subject.tag_ not in {"WDT", "WP"}


def is_unnamed(token: Any) -> bool:
    """Whether a subject is told by whose it is or how it ranks, and its noun is only in the text before."""
    if token.dep_ not in _SUBJECTS:
        return False
    if token.lower_ in _OWNED:
        return True
    definite = any(t.lower_ in {"the", "this", "that"} for t in token.children if t.dep_ == "det")
    ranks = token.tag_ in {"JJS", "JJR", "RBS"} or token.lower_ in _RANKING or token.lower_.endswith("est")
    of_what = any(t.dep_ == "prep" and t.lower_ in {"of", "in", "on", "at"} for t in token.children)
    return definite and ranks and not of_what


def nouns(doc: Any) -> Iterator[Noun]:
    """The nouns of a text that are no names and stand in no fixed phrase, with what tells their kinds apart."""
    for token in doc:
        plain = token.tag_ in {"NN", "NNS"} and token.dep_ in _FILLED and re.fullmatch(r"[a-z]{4,}", token.text)
        if not plain or token.lemma_.lower() in _NO_NOUNS or token.lower_ in _NO_NOUNS or token.like_num:
            continue
        if token.lower_.endswith("ing") or _is_held(token):
            continue
        if token.dep_ == "pobj" and not any(True for _ in token.children) and token.tag_ == "NN":
            # "in fact", "by hand", "a manner of speaking"
            continue
        yield Noun(token.text, token.tag_ == "NNS", _kind(token))


def _is_held(token: Any) -> bool:
    """Whether a number or a mark of possession belongs to the noun: "case 14", "the tent's in your care"."""
    following = token.nbor() if token.i + 1 < len(token.doc) else None
    return following is not None and (following.tag_ in {"POS", "CD"} or following.text[:1] in {"'", "’"})


def _kind(token: Any) -> str:
    lemma = token.lemma_.lower()
    if lemma in _SPANS:
        return "span"
    if lemma in _SIZES:
        return "size"
    return "person" if HUMANS.search(token.text) else "thing"
