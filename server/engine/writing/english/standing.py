"""What a sentence is about, and which pronoun of the next one stands for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from server.engine.writing.analysis import Analysis
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.subjects import good_subject

_RANKED = re.compile(
    r"\b(?:first|second|third|last|next|only|largest|biggest|smallest|highest|lowest|oldest|youngest|longest|best|worst)\b"
)
"""Of several: a pronoun that follows may stand for the kind and not for this one."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a sentence is about, and in which sentence that is named."""

    words: str
    sentence: int
    is_plural: bool
    is_person: bool
    is_rivalled: bool = False
    """The sentence names another single thing that `it` may stand for."""

    @classmethod
    def of(cls, doc: Any, number: int, *, common: frozenset[str], people: frozenset[str]) -> Named | None:
        """The subject of the first clause, where it can be named again."""
        sent = next(iter(doc.sents))
        brought = brought_in(sent.root)
        if brought is not None:
            words = " ".join(t.text for t in brought.subtree if t.i <= brought.i)
            return cls(words, number, False, answers.is_person(brought, people), False)
        subject = subject_of(sent.root)
        if subject is None or subject.pos_ not in {"NOUN", "PROPN"} or '"' in sent.text:
            return None
        clause = Clause(sent.root, subject, common=common)
        words = clause.subject_words() if clause.is_sound and good_subject(clause) else ""
        if (
            not words
            or len(words.split()) > 6
            or words.split()[0] in {"a", "an", "every", "all"}
            or dangles(f"what do {words} x")
            or _RANKED.search(words)
        ):
            return None
        things = [
            t for t in sent if t.dep_ == "dobj" and t.tag_ in {"NN", "NNP"} and t.ent_type_ not in {"DATE", "TIME"}
        ]
        rivalled = bool(things) and bool(answers.BODIES.search(words))
        plural = subject.tag_ in {"NNS", "NNPS"}
        return cls(words, number, plural, answers.is_person(subject, people), rivalled)


def brought_in(root: Any) -> Any | None:
    """The one that "And there was Mr Szabo." names."""
    if root.lemma_ != "be" or not any(t.dep_ == "expl" for t in root.children):
        return None
    named = [t for t in root.children if t.dep_ in {"attr", "nsubj"} and t.i > root.i and t.tag_ == "NNP"]
    alone = len(named) == 1 and all(t.tag_ == "NNP" for t in named[0].subtree if not t.is_punct)
    return named[0] if alone else None


def meant_by(doc: Any, last: Named) -> bool:
    """Whether the sentence's subject is a pronoun that stands for the last sentence's subject."""
    subject = subject_of(next(iter(doc.sents)).root)
    if subject is None or subject.i > 3:
        return False
    low = subject.lower_
    root = subject.head
    ahead = any(t.dep_ in {"ccomp", "xcomp", "csubj"} for t in root.children) and subject.dep_ == "nsubjpass"
    if low == "it" and (last.is_rivalled or ahead):
        # "It was agreed to split …" stands for what follows.
        return False
    if low == "they":
        return last.is_plural
    return (low in {"he", "she"} and last.is_person and not last.is_plural) or (
        low == "it" and not last.is_person and not last.is_plural
    )


def is_near(analysis: Analysis, i: int) -> bool:
    """Whether a sentence stands in the same paragraph as the one before it."""
    s, before = analysis.sentences[i], analysis.sentences[i - 1]
    return s.source == before.source and s.paragraph == before.paragraph
