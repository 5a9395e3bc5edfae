"""What an English sentence points back to: pronouns, connectives, ellipsis, and who `she` is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from server.engine.writing.english import allowances, grammar
from server.engine.writing.english.figures import CURRENT
from server.engine.writing.english.gathering import Raw
from server.engine.writing.lettering import capital

_CONNECTIVE = re.compile(
    r"^(But|And|So|Yet|Then|Still|However|Moreover|Also|Nevertheless|Therefore|Thus|Besides|In addition|Even so|"
    r"Nonetheless|Consequently|Accordingly|Meanwhile|Or|Nor|Instead|Otherwise|On the other hand|By contrast|"
    r"In that way|At the same time|In this way|In contrast|Likewise|Similarly|Hence|As a result|Finally|Secondly|"
    r"Second|Third|Worst of all|Since then|Since that|From then on|After that|Later|Afterwards|Soon|"
    r"(?:Two|Three|Four|Five|Six|Eighteen|A few|Some) (?:years|months|weeks|days) later)\b,? ?"
)

_REMOVABLE = {
    "But",
    "And",
    "Yet",
    "Still",
    "However",
    "Moreover",
    "Also",
    "Nevertheless",
    "Besides",
    "In addition",
    "Even so",
    "Nonetheless",
    "Meanwhile",
    "So",
    "Finally",
    "Consequently",
    "Accordingly",
    "On the other hand",
    "By contrast",
    "In contrast",
    "At the same time",
}

_POINTS_BACK = re.compile(
    rf"^(It|He|She|They|This(?! (?:{CURRENT})['’]s )|That|These|Those|Such|Both|Neither|Another|One of (?:them|these|those)|One|Others|Some(?! (?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b))|Each|"  # noqa: E501
    r"Many|Most|Few|None|All of (?:it|them)|Half of|His|Her|Their|Its|There,|Here,|The (?:same|other|others|latter|former|"  # noqa: E501
    r"rest|second|third|(?:last|first|next|new|old) ones?|reply|answer|difference|result|reason|two|three|whole|alternative|gap|balance|remaining)|A (?:second|third|further)|"  # noqa: E501
    r"Nothing|Not so|Nor|Here|There (?:it|he|she|they)|In (?:this|that|these|those|it|them|such|both)|"
    r"(?:By|At|For|With|From|To|On|Under|Of|After|Since) (?:this|that|these|those|it|them|then|him|her|which|such)|"
    r"(?:\w+ ){1,4}then (?!a\b)|As (?:it|he|she|they)|When (?:it|he|she|they)|If (?:it|he|she|they)|Because (?:it|he|she|they))\b"  # noqa: E501
)

_EXPLETIVE = re.compile(
    r"^It (?:takes|took|seems|seemed|appears|turned out|turns out)\b.{2,60}?\b(?:that|to(?! \w+[,.;]))\b|"
    r"^It (?:is|was|will be|would be|has been|had been)(?: not| also)? (?:\S+ ){1,6}?(?:that|who) |"
    r"^It (?:is|was|will be|would be) (?:not |also |often )?(?:possible|impossible|easy|hard|difficult|important|necessary|"  # noqa: E501
    r"better|best|fair|worth|wise|time|cheaper|safer|useful|cold|dark|late|early|(?:five|\d+)(?: o'clock|[:.]\d\d| degrees)|one thing)\b|"  # noqa: E501
    r"^It (?:is|was|has|had|will|would|can|may|must|should) (?:also |often |not |been |be )*(?:said|thought|known|believed|"  # noqa: E501
    r"agreed|argued|estimated|hoped|resolved|decided|reported|objected|clear|possible|true|important)\b|"
    r"^It's (?:the|a|not|only)\b.{2,60}?\b(?:that|who|to)\b"
)

_ELLIPSIS = re.compile(
    r"\b(?:did|does|do|had|have|has|was|were|is|are|can|could|will|would|should|might|may)(?:n't| not| so)?(?=[,.;]|$)"
)

_SAID_BY = re.compile(
    r"^[^\"]*, (?:he|she|they) (?:said|says|thinks|points out|argues|adds|claims|added|argued|thought|told \w+)\b(?<!told me)"  # noqa: E501
)

_SUCH = re.compile(
    r"\b(?:did|does|do|done) (?:(?:just|exactly) )?(?:that|so|the same)\b|\b(no such|such an? |any such|the former|the latter|the other (?:side|one|hand|three|two)|of (?:the|those) two\b)|^(?:On|In|At|By|For) (?:the other|both)\b"  # noqa: E501
)

_ENDS_BACK = re.compile(r"\b(too|either|as well|instead|in the same way|otherwise|the same)[.\"]*$")

_TITLES = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Cllr|Colonel|Lady|Lord|Judge|Captain)\.?"

_PERSON_NAME = re.compile(rf"\b{_TITLES} [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")

NAME_LIKE = re.compile(rf"(?:{_TITLES} )?\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+|{_TITLES} [A-Z][\w'’-]+")

_NEAR = 6
_ANYBODY = frozenset("nobody everybody anybody somebody everyone anyone someone whoever".split())
"""Whom a `their` of the same sentence is of: "Nobody may approve their own claim." """
_THEIRS = frozenset(("they", "their", "them"))


HIS, HERS = re.compile(r"\b(?:he|him|his)\b", re.IGNORECASE), re.compile(r"\b(?:she|her|hers)\b", re.IGNORECASE)
UNNAMED = re.compile(
    r"\b(?:father|mother|brother|sister|son|daughter|husband|wife|uncle|aunt|nephew|niece|cousin|grandfather|"
    r"grandmother|widow|friend|neighbour|partner|colleague|assistant|apprentice|teacher|doctor|successor|predecessor|"
    r"man|woman|boy|girl|king|queen|keeper|captain|master|director|judge|priest|farmer|engineer|architect)s?\b"
)
"""People that a sentence brings in without a name."""


@dataclass(slots=True)
class Memory:
    """What the last sentences were about: who `she` and what `it` is."""

    source: int = -1
    person: str = ""
    person_at: int = -9
    named_at: int = -9
    """The last sentence with somebody's name in it."""
    first_seen: dict[str, int] = field(default_factory=dict)
    section: int = -1
    people: set[str] = field(default_factory=set)
    """Surnames, and whatever else is spelled like a person's name, since the section began."""

    surnames: frozenset[str] = frozenset()
    """The last words of all names of the source."""
    common: frozenset[str] = frozenset()
    """Words that the source writes small somewhere: at the start of a sentence they are no names."""

    said: str = ""
    """The sentence before."""

    def sole(self, index: int, pronoun: str) -> bool:
        """Whether `he` or `she` can only be one person: named just before, and nobody else in this section.

        Nobody else is also nobody without a name: a father, a doctor, or whom the other pronouns of the sentence
        before are of.
        """
        other = HIS if pronoun.lower() in {"she", "her"} else HERS
        if UNNAMED.search(self.said) or other.search(self.said):
            return False
        return bool(self.person) and len(self.people) == 1 and index - self.person_at <= 1


def people_in(doc: Any, text: str) -> list[str]:
    found = [m[0] for m in _PERSON_NAME.finditer(text)]
    for ent in doc.ents:
        words = re.sub(r"['’]s$", "", ent.text)
        if ent.label_ == "PERSON" and not any(words in f or f in words for f in found) and words[:1].isupper():
            found.append(words)
    return found


def leaning(raw: Raw, doc: Any, told: str, memory: Memory, index: int) -> tuple[bool, str]:  # noqa: PLR0911, PLR0912
    """Whether the sentence points back, and how it is said without what it points at (empty if that can't be)."""
    if raw.asked:
        back = len(raw.asked.split()) <= 9 and re.search(
            r"(?i)^(and|so|but) |\b(she|he|him|her|they|them)\b", raw.asked
        )
        return (True, "") if back else (False, told)
    if raw.chained or (raw.labelled and told[:1].islower()):
        return True, ""
    # What stands under a label leans on it, and can be said without it where nothing in its words points back.
    text, leans = told, raw.labelled
    match = _CONNECTIVE.match(text)
    if match:
        leans = True
        if match[1] not in _REMOVABLE:
            return True, ""
        text = capital(text[match.end() :])
        if not re.search(r"\b\w+(?:s|ed|t|d|n)\b", text) or len(text.split()) < 4:
            return True, ""
    if re.fullmatch(r'"[^"]+"[.]?', text) and len(text.split()) <= 40 and not _CONNECTIVE.match(text):
        return True, ""
    pronoun = _POINTS_BACK.match(text) if not _calls_itself(doc, memory) else None
    if pronoun and not _EXPLETIVE.match(text):
        leans = True
        word = pronoun[1]
        said = _resolved(word, text, memory, index)
        return True, said
    if not grammar.is_finite(doc) and not raw.in_list and not grammar.is_imperative(doc) and ":" not in text:
        return True, ""
    if _ELLIPSIS.search(text) and len(text.split()) <= 12:
        return True, ""
    root = grammar.root_of(doc) if len(doc) else None
    head = grammar.subject_of(root) if root is not None else None
    if head is not None and head.pos_ == "NUM" and not head.text[0].isdigit():
        return True, ""
    if _ENDS_BACK.search(text) or _SUCH.search(text) or _SAID_BY.search(text):
        return True, ""
    inner = _inner_pronoun(doc)
    if inner is not None:
        if inner.lower_ in {"he", "she"} and memory.sole(index, inner.lower_):
            at = text.find(f" {inner.text} ")
            if at > 0:
                return True, text[: at + 1] + memory.person + text[at + 1 + len(inner.text) :]
        return True, ""
    return leans, text


def ties_back(text: str) -> bool:
    """Whether a sentence opens with a connective or takes up an act before it: "But she did so."."""
    short = len(text.split()) <= 12 and _ELLIPSIS.search(text) is not None
    return bool(_CONNECTIVE.match(text) or _SUCH.search(text) or _ENDS_BACK.search(text) or short)


def _calls_itself(doc: Any, memory: Memory) -> bool:
    """Whether a sentence opens with what its text calls itself, before it has told of another: "This policy …"."""
    root = grammar.root_of(doc) if len(doc) else None
    subject = grammar.subject_of(root) if root is not None else None
    if subject is None or subject.i > 1 or not allowances.names_itself(subject):
        return False
    return subject.lemma_.lower() not in memory.first_seen


def _inner_pronoun(doc: Any) -> Any | None:
    """The first personal pronoun that has no noun before it in its own sentence that it could stand for."""
    root = grammar.root_of(doc) if len(doc) else None
    subject = grammar.subject_of(root) if root is not None else None
    if subject is not None and subject.lower_ in {"he", "she", "they"}:
        earlier = [t for t in doc[: subject.i] if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}]
        if not earlier:
            return subject
    for token in doc:
        if token.dep_ in {"dobj", "pobj", "dative"} and token.lower_ in {"it", "him", "them"}:
            # "Thirty passengers, nineteen of them in coats, …": the subject is what its own aside takes up.
            aside = subject is not None and token.i > subject.i and token in subject.subtree
            others = [
                t
                for t in doc[: token.i]
                if t.pos_ in {"NOUN", "PROPN"}
                and (aside or subject not in (t, t.head))
                and t.ent_type_ not in {"DATE", "TIME"}
            ]
            if token.lower_ == "him":
                others = [t for t in others if t.pos_ == "PROPN"]
            if not others:
                return token
    for token in doc:
        if token.lower_ in {"he", "she", "they", "him", "his", "her", "their", "them", "it", "its"}:
            if (
                token.lower_ == "it"
                and token.dep_ in {"nsubj", "nsubjpass"}
                and token.head.lemma_ in {"be", "seem", "take", "turn", "say"}
            ):
                return None
            before = [
                t
                for t in doc[: token.i]
                if (t.pos_ in {"NOUN", "PROPN"} and t.ent_type_ not in {"DATE", "TIME"})
                or (t.lower_ in _ANYBODY and token.lower_ in _THEIRS)
            ]
            return None if before else token
    return None


def _resolved(word: str, text: str, memory: Memory, index: int) -> str:
    rest = text[len(word) :]
    if rest[:1] == "'":
        return ""
    if word in {"He", "She"} and memory.sole(index, word):
        return memory.person + rest
    if word in {"His", "Her"} and memory.sole(index, "she" if word == "Her" else "he"):
        return memory.person + "'s" + rest
    return ""


def introduced_by(subject: Any | None, memory: Memory, index: int) -> int:
    """Where a definite subject first came up, if that was only a few sentences ago."""
    if subject is None or subject.pos_ != "NOUN":
        return -1
    article = next((t for t in subject.children if t.dep_ == "det"), None)
    first = memory.first_seen.get(subject.lemma_.lower(), -1)
    if article is None or article.lower_ != "the" or not 0 < index - first <= _NEAR or first < 2:
        return -1
    return first


def remember(memory: Memory, people: Sequence[str], text: str, subject: Any | None, index: int) -> None:
    memory.said = text
    memory.people |= set(re.findall(r"[A-Z][\w'’-]+", text)) & memory.surnames
    for name in (*people, *(m[0] for m in NAME_LIKE.finditer(text))):
        memory.people.add(re.sub(r"['’]s$", "", name).split()[-1])
    if people:
        memory.named_at = index
        memory.person, memory.person_at = people[0], index
    elif subject is not None and subject.lower_ in {"he", "she"} and memory.person:
        memory.person_at = index
