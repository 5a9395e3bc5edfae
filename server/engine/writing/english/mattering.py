"""What an English text keeps coming back to, with the sentence that says most of it: terms that nothing defines."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.asking import Tellings, Term
from server.engine.writing.english.clauses import joined
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.subjects import NO_SUBJECT, VAGUE_SUBJECT
from server.engine.writing.lettering import capital

_DESCRIBING = frozenset(
    (
        "be have consist contain include comprise describe measure hold serve carry mean form protect cover "
        "collect provide allow prevent require connect separate"
    ).split()
)
_GENERAL = frozenset(
    (
        "team board firm company workforce clerk air line book sale workshop certificate user cyclist committee "
        "council government staff member department director visitor customer owner reader writer "
        "man woman people person child boy girl family number year month week day night morning evening hour minute "
        "century time winter summer spring autumn part end side place thing way reason result money price cost work "
        "life name word hand eye head water house room door one total average share half amount town country world "
        "text article author report page chapter section figure table group case change rise fall use need everything"
    ).split()
)
_SAYING = frozenset(
    "say ask reply think report present declare note find answer add argue claim explain tell write remark".split()
)
_OFTEN, _OFTEN_NAMED = 3, 2
_LEAST, _MOST = 8, 38
"""Words of the sentence."""


def mattering(
    analysis: Analysis, tellings: Tellings, docs: dict[int, Any], *, common: Sequence[frozenset[str]]
) -> list[Term]:
    """Subjects that come up again and again, each with the sentence that describes it best.

    Args:
        docs: parses of sentences as they stand alone, by id.
        common: for each source, the words that it writes small.
    """
    headed = " ".join((*analysis.titles, *(section.title for section in analysis.sections))).lower()
    best: dict[str, tuple[float, Term]] = {}
    for i, doc in docs.items():
        s, text = analysis.sentences[i], tellings.text(i)
        sent = next(iter(doc.sents), None) if doc is not None and _is_plain(s, text) else None
        subject = subject_of(sent.root) if sent is not None else None
        if sent is None or subject is None or subject.i - sent.start > 7 or not _describes(sent.root, subject):
            continue
        source = analysis.sources[s.source].text
        phrase = _phrase(subject, source, common=common[s.source])
        bare = re.sub(r"s$", "", phrase.lower())
        often = len(re.findall(rf"\b{re.escape(bare)}(?:s|es)?\b", source, re.IGNORECASE)) if phrase else 0
        is_special = bare in headed or " " in phrase or phrase[1:] != phrase[1:].lower() or subject.pos_ == "PROPN"
        if not phrase or often < (_OFTEN_NAMED if is_special else _OFTEN):
            continue
        score = _telling(s, sent, subject)
        strength = min(0.7, 0.2 + 0.5 * score + 0.12 * math.log2(often) + 0.2 * (bare in headed))
        if phrase.lower() not in best or score > best[phrase.lower()][0]:
            best[phrase.lower()] = (score, Term(capital(phrase), text, i, strength))
    return [term for _, term in best.values()]


def _is_plain(s: Sentence, text: str) -> bool:
    """Whether a sentence is prose of a narrator that a definition could be."""
    if s.roles & {Role.TABLE, Role.QUESTION, Role.STEP} or s.voice is Voice.INTERVIEW or s.in_list:
        return False
    return _LEAST <= len(text.split()) <= _MOST and '"' not in text and not re.search(r"\b(?:I|we|We)\b", text)


def _describes(root: Any, subject: Any) -> bool:
    """Whether a main clause tells what its subject is, has or does in general, or who somebody by name is."""
    lemma = root.lemma_.lower()
    if lemma in _SAYING or any(t.dep_ == "neg" for t in root.children):
        return False
    kinds = [t for t in root.children if t.dep_ == "attr" and t.pos_ in {"NOUN", "PROPN"}]
    says_what = lemma == "be" and any(all(c.lower_ != "no" for c in t.children) for t in kinds)
    in_general = root.tag_ in {"VBZ", "VBP"} and lemma in _DESCRIBING - {"be"} and subject.dep_ == "nsubj"
    if subject.ent_type_ in {"GPE", "LOC"}:
        return says_what or lemma in {"lie", "stand", "found"}
    return _apposed(subject) is not None or says_what or in_general


def _telling(s: Sentence, sent: Any, subject: Any) -> float:
    """How much like a definition a sentence is, 0 to 1."""
    root = sent.root
    says_what = root.lemma_ == "be" and any(t.dep_ == "attr" for t in root.children)
    score: float = 0.25 * (says_what or root.lemma_.lower() in _DESCRIBING - {"be"}) + 0.15 * (
        root.tag_ in {"VBZ", "VBP"}
    )
    score += 0.1 * (Role.DEFINITION in s.roles) + 0.15 * (subject.i - sent.start <= 2) + 0.15 * says_what
    return score + 0.1 * bool(s.roles & {Role.CAUSE, Role.CONSEQUENCE})


def _apposed(subject: Any) -> Any | None:
    """The name beside a subject: "The coxswain, Duncan Vey, was …" """
    return next((t for t in subject.children if t.dep_ == "appos" and t.pos_ == "PROPN"), None)


def _phrase(subject: Any, text: str, *, common: frozenset[str]) -> str:
    """A subject as a term: without article, with what names it; empty where it is none."""
    name = _apposed(subject)
    if name is not None:
        said = joined([t for t in name.subtree if t.pos_ == "PROPN" and t.i <= name.i], common=common)
        return said if " " in said else ""
    own = [t for t in subject.subtree if t.i < subject.i]
    apart = any(t.dep_ in {"conj", "nummod", "poss"} for t in subject.children)
    vague = subject.lemma_.lower() in _GENERAL | VAGUE_SUBJECT
    if vague or apart or subject.pos_ not in {"NOUN", "PROPN"} or subject.dep_ not in {"nsubj", "nsubjpass"}:
        return ""
    if any(t.lower_ in NO_SUBJECT - {"a", "an"} or t.like_num or t.tag_ in {"JJS", "JJR"} for t in own):
        return ""
    naming = {"compound", "nmod", "flat"} | ({"amod"} if subject.pos_ == "PROPN" else set())
    kept = [*(t for t in own if t.dep_ in naming), subject]
    of = next((t for t in subject.children if t.lower_ == "of" and subject.pos_ == "PROPN"), None)
    if of is not None:
        kept += [t for t in of.subtree if t.text[:1].isupper() or t.lower_ in {"of", "the"}]
    phrase = joined(kept, common=common)
    if len(kept) == 1 and subject.pos_ == "PROPN":
        phrase = _in_full(phrase, text)
    return phrase if re.fullmatch(r"[\w'’.& -]{3,40}", phrase) and len(phrase.split()) <= 5 else ""


def _in_full(name: str, text: str) -> str:
    """One word of a name as the source has it in full: "Larson" is Richard Larson."""
    some = r"(?!(?:The|In|On|At|By|And|But|When|For|After|As)\b)[A-Z][a-z'’]+"
    said = rf"(?<=[a-z,] ){some} {re.escape(name)}\b|\b{re.escape(name)} {some}|^{some} {re.escape(name)}\b"
    found = re.findall(said, text, re.MULTILINE)
    return Counter(found).most_common(1)[0][0] if found else name
