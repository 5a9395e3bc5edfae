"""What the parse of one English sentence gives: clauses, noun phrases, halves and contrasts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.engine.writing.analysis import Halves, Unit
from server.engine.writing.english.telling import ended, lower_start, plain_quotes
from server.engine.writing.lettering import capital

_SUBJECT = {"nsubj", "nsubjpass", "csubj"}

_CLAUSES = {"advcl": "when", "relcl": "which", "acl": "which", "ccomp": "that", "appos": "apposition", "conj": "and"}

_MAX_TOPIC = 5


def text_of(tokens: Sequence[Any]) -> str:
    """The words of tokens in their order, as written."""
    ordered = sorted(tokens, key=lambda t: t.i)
    return plain_quotes("".join(t.text_with_ws for t in ordered)).strip()


def subject_of(verb: Any) -> Any | None:
    """The subject of a verb, if it has one of its own."""
    return next((t for t in verb.children if t.dep_ in _SUBJECT), None)


def root_of(doc: Any) -> Any:
    """The head of the first sentence the parser sees."""
    return next((t for t in doc if t.head == t and t.pos_ in {"VERB", "AUX"}), next(t for t in doc if t.head == t))


def is_finite(doc: Any) -> bool:
    """Whether a finite verb holds the sentence together."""
    return any(t.tag_ in {"VBZ", "VBP", "VBD", "MD"} for t in doc)


def is_imperative(doc: Any) -> bool:
    """Whether the sentence tells somebody to do something."""
    root = root_of(doc)
    if root.i == 0 and root.tag_ in {"JJ", "NN"} and any(t.dep_ == "dobj" for t in root.children):
        # "Clean the mower": a verb that is an adjective or a noun as well.
        return not is_finite(doc)
    if root.tag_ not in {"VB", "VBP"} or subject_of(root) is not None:
        return bool(re.match(r"(Do not|Don't|Never|Please) [a-z]+", doc.text))
    return not any(t.dep_ == "aux" and t.tag_ == "MD" for t in root.children) and not any(
        t.dep_ == "aux" and t.lower_ == "to" for t in root.children
    )


def units(doc: Any, *, offset: int) -> tuple[Unit, ...]:
    """The clauses, appositions and the rest of a sentence, each with its place in the source."""
    out: list[Unit] = []
    taken: set[int] = set()
    for token in doc:
        relation = _CLAUSES.get(token.dep_)
        if relation is None or (token.dep_ == "conj" and (token.pos_ not in {"VERB", "AUX"} or not subject_of(token))):
            continue
        span = list(token.subtree)
        if len(span) < 3 or span[-1].i - span[0].i + 1 != len(span):
            continue
        mark = next((t.lower_ for t in token.children if t.dep_ in {"mark", "advmod"} and t.i < token.i), "")
        if token.dep_ == "advcl" and mark in {"because", "since", "as", "if", "while", "although", "though", "so"}:
            relation = mark
        start, end = span[0].idx, span[-1].idx + len(span[-1])
        out.append(Unit(offset + start, offset + end, doc.text[start:end], relation))
        taken.update(t.i for t in span)
    rest = [t for t in doc if t.i not in taken and not t.is_punct]
    if rest:
        start, end = rest[0].idx, rest[-1].idx + len(rest[-1])
        out.insert(0, Unit(offset + start, offset + end, doc.text[start:end], "main"))
    return tuple(sorted(out, key=lambda u: (u.start, -u.end)))


def noun_phrase(token: Any, *, most: int = _MAX_TOPIC) -> str:
    """The noun phrase around a noun, up to its prepositional phrases, or nothing if that is too long or odd."""
    if token.pos_ not in {"NOUN", "PROPN"}:
        return ""
    span = [t for t in token.subtree if not beyond(t, token)]
    kept = {t.i for t in span}
    if any(t.dep_ == "conj" and t.head.i in kept and t.i not in kept for t in token.subtree):
        return ""
    while span and (span[-1].is_punct or span[-1].dep_ == "case"):
        span.pop()
    if not span or span[-1].i - span[0].i + 1 != len(span) or len(span) > most + 2:
        return ""
    words = text_of(span)
    if (
        len(words.split()) > most
        or _goes_on_in_figures(span[-1])
        or re.search(r'[",;:()]', words)
        or span[-1].pos_ in {"ADP", "DET", "CCONJ", "PRON"}
    ):
        return ""
    if any(t.pos_ == "PRON" and t.lower_ not in {"its", "their", "his", "her"} for t in span):
        return ""
    return words


def _goes_on_in_figures(last: Any) -> bool:
    """Whether a number behind a name belongs to it: "the Norvane Pro 20"."""
    after = last.i + 1
    return bool(last.text[:1].isupper()) and after < len(last.doc) and bool(last.doc[after].text[:1].isdigit())


def beyond(token: Any, noun: Any) -> bool:
    """Whether a token hangs below a relative clause, an apposition or a conjunct of the noun."""
    while token != noun:
        if token.dep_ in {"relcl", "acl", "appos", "conj", "cc", "punct", "advcl", "ccomp", "parataxis", "advmod"}:
            return True
        token = token.head
    return False


def inside(words: str, first: Any, *, common: frozenset[str] = frozenset()) -> str:
    """A noun phrase as it stands inside a sentence.

    Args:
        common: words that the source writes small somewhere: at the start of a sentence they are no names.
    """
    if first.i == 0 and words.split(maxsplit=1)[0].lower() in common:
        return lower_start(words)
    if first.ent_type_ in {"PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "WORK_OF_ART", "EVENT", "DATE"}:
        return words
    if first.pos_ == "PROPN" and first.i == 0 and len(first.doc) > 1 and first.nbor().pos_ == "PROPN":
        return words
    return words if first.pos_ == "PROPN" else lower_start(words)


def topic(doc: Any, *, common: frozenset[str] = frozenset()) -> str:  # noqa: PLR0911
    """The definite noun phrase a sentence is about, fit for "What about …?"; empty if it has none."""
    root = root_of(doc)
    subject = subject_of(root)
    if subject is None or subject.pos_ not in {"NOUN", "PROPN"}:
        return ""
    if any(t.dep_ == "conj" for t in subject.children):
        return ""
    words = noun_phrase(subject, most=5)
    if not words or not plain_quotes(doc.text).startswith(words):
        return ""
    first = min(subject.subtree, key=lambda t: t.i)
    low = words.lower().split()
    if len(low) == 1 and subject.pos_ == "NOUN":
        return ""
    if low[0] in {"the", "their", "its", "his", "her"} and len(low) > 1:
        if low[0] != "the":
            return ""
        bad = {
            "same",
            "other",
            "latter",
            "former",
            "rest",
            "result",
            "difference",
            "first",
            "second",
            "third",
            "way",
            "last",
            "next",
            "more",
            "less",
            "number",
            "only",
            "answer",
            "reason",
            "whole",
            "others",
            "following",
        }
        return "" if low[1] in bad or low[-1] in bad else inside(words, first, common=common)
    if low[0] in {
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "some",
        "any",
        "no",
        "every",
        "each",
        "another",
        "such",
        "both",
        "all",
        "many",
        "most",
        "more",
        "few",
        "several",
        "half",
        "our",
        "my",
        "your",
        "what",
        "one",
    }:
        return ""
    if first.pos_ == "NUM" or first.like_num or any(c.isdigit() for c in words):
        return ""
    if subject.pos_ == "PROPN":
        return inside(words, first, common=common) if words[0].isupper() else ""
    if subject.tag_ == "NNS" and first.pos_ in {"NOUN", "ADJ"}:
        return inside(words, first, common=common)
    return ""


def gists(doc: Any, *, common: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Noun phrases of three to six words that a recap can name."""
    out = []
    for token in doc:
        if token.pos_ != "NOUN" or token.dep_ not in {"nsubj", "nsubjpass", "dobj", "attr", "pobj"}:
            continue
        if token.head.lemma_ in {"say", "tell", "add"} or token.head.head.lower_ == "according":
            continue
        words = noun_phrase(token, most=6)
        first = min(token.subtree, key=lambda t: t.i)
        if not 3 <= len(words.split()) <= 6 or first.pos_ == "PRON" or first.like_num or words[0].isdigit():
            continue
        if first.lower_ in {
            "up",
            "about",
            "some",
            "more",
            "less",
            "fewer",
            "most",
            "all",
            "over",
            "nearly",
            "almost",
            "other",
        }:
            continue
        if re.match(
            r"(?i)(this|that|these|those|such|any|no|every|each|another|one of|the same|what|which|its|their)\b", words
        ):
            continue
        out.append(inside(words, first, common=common))
    return tuple(dict.fromkeys(out))


_BECAUSE = re.compile(
    r"^(?P<first>.+?),? (?P<how>(?:mainly|mostly|largely|partly|simply|chiefly|probably) )?(?P<mark>because|owing to|due to|thanks to)(?P<second> .+)$"  # noqa: E501
)


def halves(text: str) -> Halves | None:
    """A sentence in cause and effect for two voices, where both halves stand by themselves."""
    if '"' in text or ";" in text or ":" in text or text.endswith("?"):
        return None
    match = _BECAUSE.match(text)
    bridge = "Why?"
    if match is None or match["mark"] == "due to":
        return None
    first, second = match["first"], f"{match['how'] or ''}{match['mark']}{match['second']}"
    words = first.split()
    if (
        not 4 <= len(words) <= 16
        or len(second.split()) < 4
        or re.search(r"\b(not|just|only|and|but|or|is|was|that|,)$", first)
    ):
        return None
    if re.search(r"\b(not|n't)\b.*$", first) and re.search(r"\bbut\b", second):
        return None
    if re.search(r"\b(and|but|that|who|which|if|when|where|whether|what|while|as|says|said|thinks)\b", first):
        return None
    return Halves(ended(first), bridge, ended(capital(second)))


_TURN = re.compile(r"^(?P<one>.+?),? (?P<mark>but|yet|whereas|although|though) (?P<two>.+)$")


def contrast(text: str, doc: Any) -> tuple[str, str]:
    """Claim and counterpoint of one sentence, where both are clauses with a subject of their own."""
    match = _TURN.match(text)
    if match is None or '"' in text or ";" in text or ":" in text or ". " in text or text.endswith("?"):
        return "", ""
    mark = next((t for t in doc if t.lower_ == match["mark"] and t.dep_ in {"cc", "mark"}), None)
    if mark is None:
        return "", ""
    clause = (
        mark.head
        if mark.dep_ == "mark"
        else next((t for t in mark.head.children if t.dep_ == "conj" and t.i > mark.i), None)
    )
    subject = subject_of(clause) if clause is not None else None
    if clause is None or subject is None or min(t.i for t in subject.subtree) != mark.i + 1:
        return "", ""
    one, two = match["one"], match["two"]
    if (
        (mark.dep_ == "cc" and mark.head.dep_ != "ROOT")
        or min(len(one.split()), len(two.split())) < 5
        or not _clause_like(one)
    ):
        return "", ""
    if (
        re.search(r"\b(not|n't|only|nothing|nobody|never)\b[^,]*$", one)
        and match["mark"] == "but"
        and len(one.split()) < 6
    ):
        return "", ""
    return ended(one), ended(capital(f"{match['mark']} {two}"))


def lightened(text: str, doc: Any, *, most: int = 28) -> str:
    """A long sentence as two or more: cut at semicolons and where a clause with its own subject is joined on."""
    if len(text.split()) <= most or '"' in text:
        return text
    pieces = [p.strip() for p in re.split(r"; (?=[a-z])", text)]
    if len(pieces) > 1 and all(_clause_like(p) for p in pieces):
        text = " ".join(ended(capital(p)) for p in pieces)
    joints: list[int] = []
    for token in doc:
        if token.dep_ != "cc" or token.lower_ not in {"and", "but"} or token.i + 1 >= len(doc):
            continue
        clause = next((t for t in token.head.children if t.dep_ == "conj" and t.i > token.i), None)
        if clause is None or token.head.dep_ != "ROOT" or not subject_of(clause):
            continue
        subject = subject_of(clause)
        if (
            subject is None
            or min(t.i for t in subject.subtree) != token.i + 1
            or (clause.tag_ in {"VB", "VBG", "VBN"} and not any(t.dep_ in {"aux", "auxpass"} for t in clause.children))
        ):
            continue
        if token.i and doc[token.i - 1].text == ",":
            joints.append(token.i)
    for i in joints:
        tail = plain_quotes(doc.text[doc[i].idx :])[:24]
        at = text.find(", " + tail[:18])
        if at < 0:
            continue
        left, right = text[:at], text[at + 2 :]
        if len(left.split(". ")[-1].split()) >= 7 and len(right.split()) >= 6:
            text = ended(left) + " " + capital(right)
    return text


def _clause_like(piece: str) -> bool:
    first = piece.split(maxsplit=1)[0].lower().strip(",") if piece.split() else ""
    if len(piece.split()) < 4 or first in {"that", "which", "who", "whose", "to", "of", "and", "or", "with", "for"}:
        return False
    return (
        re.search(
            r"\b(is|are|was|were|has|have|had|will|would|can|could|may|must|should|does|do|did|\w+ed|\w+s|takes|took|gave|"
            r"made|came|went|fell|rose|lost|held|kept|said|says)\b",
            piece,
        )
        is not None
    )
