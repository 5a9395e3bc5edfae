"""The main clause of a German sentence: what stands before its verb, the verb, what follows, and what comes after that.

A statement has its finite verb in the second place. Whatever stands before it can be replaced by the word that asks for
it, and nothing else has to move: "Im Jahr 1931 kaufte die Gemeinde einen Wagen", "Wann kaufte die Gemeinde einen Wagen?".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from server.engine.writing.european.german_words import (
    ASIDES,
    AUXILIARIES,
    BEFORE_NOUNS,
    DATIVE_VERBS,
    DETERMINERS,
    FRONTED,
    NO_VERBS,
    PEOPLE,
    STRONG,
    SUBJECT_ADJECTIVES,
    SUBORDINATORS,
)

_WEAK = re.compile(r"[a-zäöüß]{2,}(?:t|te|ten|tet|en|eln|ern)$")
_END = re.compile(r",(?!\d)|[;:!?()«»„“”\"]|\.(?!\d)(?<!\d\.)|\.$| [–—]")
_OBJECT_FIRST = re.compile(r"(?:Den|Dem|Einen|Einem|Einer|Diesen|Diesem|Keinen) ")
_RELATIVES = frozenset("wo der die das dem den deren dessen welche welcher welches".split())
"""What begins a clause that is set off behind a noun."""
_FRONT_MOST = 9
"""Words before the verb."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One main clause; all parts are the sentence's own words."""

    front: str
    verb: str
    rest: str
    tail: str
    is_subject: bool
    """Whether what stands before the verb is its subject."""

    @property
    def subject(self) -> str:
        """What stands before the verb as it stands inside a sentence."""
        first = self.front.split()[0]
        return self.front[0].lower() + self.front[1:] if first in DETERMINERS | SUBJECT_ADJECTIVES else self.front

    @property
    def fronted(self) -> str:
        """The same for what is no subject: a time, a place."""
        first = self.front.split()[0]
        return self.front[0].lower() + self.front[1:] if first.lower() in BEFORE_NOUNS else self.front

    @property
    def is_plural(self) -> bool:
        """Whether the verb is in the plural, as far as its ending says."""
        return re.search(r"(?:en|ern|eln|sind|waren)$", self.verb) is not None


def is_finite(word: str) -> bool:
    """Whether a small word can be a finite verb where one has to stand."""
    if word in AUXILIARIES or word in STRONG:
        return True
    return word not in NO_VERBS and word not in BEFORE_NOUNS and _WEAK.fullmatch(word) is not None


def read(text: str, is_name: Callable[[str], bool]) -> Clause | None:
    """The main clause that opens a sentence, or nothing where it can't be told for certain.

    Args:
        is_name: whether a phrase that opens a sentence without an article is a name.
    """
    words = [(m[0], m.end()) for m in re.finditer(r"\S+", text)]
    if len(words) < 3 or words[0][0] in SUBORDINATORS:
        return None
    front: list[str] = []
    verb, body, aside = "", "", False
    for n, (word, end) in enumerate(words):
        bare = word.strip(",.;:")
        following = words[n + 1][0] if n + 1 < len(words) else ""
        if aside:
            aside = not word.endswith(",")
            continue
        says = word == f"{bare}," and following in {"dass", "ob", "wie", "warum"}
        if front and _may_follow(front[-1]) and is_finite(bare) and (bare == word or says):
            verb, body = bare, text[end - (word != bare) :].strip()
            break
        if not re.match(r"[\wÄÖÜäöüß]", word) or len(front) >= _FRONT_MOST:
            return None
        if word[-1] in ".;:!?" and not re.fullmatch(r"\d{1,2}\.", word):
            return None
        if word[-1] == ",":
            aside = following in _RELATIVES
            if not aside:
                return None
        front.append(word.strip(","))
    if not body:
        return None
    stop = _END.search(body)
    cut = stop.start() if stop is not None else len(body)
    rest = re.sub(ASIDES, "", f"{_one_clause(body[:cut].strip())} ").strip()
    return Clause(" ".join(front), verb, rest, body[cut:].strip(), _is_subject(" ".join(front), verb, rest, is_name))


def _may_follow(before: str) -> bool:
    """Whether a phrase can end with a word, so that the verb may come: a noun, a figure, an adverb."""
    bare = before.strip(".,")
    if bare.lower() in BEFORE_NOUNS:
        return False
    return (
        (bare[:1].isupper() and bare not in DETERMINERS) or bare[-1:].isdigit() or bare in FRONTED or before in FRONTED
    )


def _one_clause(rest: str) -> str:
    """What follows the verb, without a second clause that "und" joins to it."""
    words = rest.split()
    for n, word in enumerate(words[:-1]):
        if word in {"und", "oder", "aber", "sondern"}:
            after = words[n + 1]
            if after in AUXILIARIES:
                return " ".join(words[:n])
            if (after[0].islower() and is_finite(after) and not re.search(r"(?:en|rn|ln)$", after)) or (
                after in {"dann", "so", "danach", "zwar", "das", "dort"}
                and n + 3 < len(words)
                and is_finite(words[n + 2])
            ):
                return " ".join(words[:n])
            if after[0].isupper() and n + 2 < len(words) and is_finite(words[n + 2]) and n + 3 < len(words):
                return " ".join(words[:n])
    return rest


def _is_subject(front: str, verb: str, rest: str, is_name: Callable[[str], bool]) -> bool:
    """Whether what stands before the verb is in the nominative and agrees with it, beyond doubt."""
    words = front.split()
    plural = re.search(r"(?:en|ern|eln)$", verb) is not None or verb in {"sind", "waren"}
    first = re.match(r"(?:der|ein|dieser) (?!Drittel|Viertel|Fünftel|Zehntel|Paar)[A-ZÄÖÜ]", rest)
    if _OBJECT_FIRST.match(front) or verb in DATIVE_VERBS:
        return False
    if words[0] in DETERMINERS:
        return _determined_agrees(words, plural=plural, follows_nominative=first is not None)
    if first is not None or words[0].lower() in BEFORE_NOUNS:
        return False
    if words[0] in SUBJECT_ADJECTIVES:
        return plural and len(words) > 1 and words[1][0].isupper()
    large = all(w[0].isupper() or w in {"von", "der", "des", "und", "&"} for w in words)
    named = large and ((len(words) > 1 and words[1][0].isupper()) or is_name(words[0]))
    if named:
        return not plural and "und" not in words
    people = re.match(rf"{PEOPLE}(?= |$)", front) is not None
    open_object = re.match(r"(?:die|alle|viele|einige|[A-ZÄÖÜ])", rest) is not None
    return plural and words[0][0].isupper() and (people or not open_object)


def _determined_agrees(words: list[str], *, plural: bool, follows_nominative: bool) -> bool:
    """Whether a phrase with an article agrees with its verb and no other subject follows it."""
    noun = next((w for w in words[1:] if w[0].isupper()), "")
    if not noun or (words[0] in {"Die", "Das"} and follows_nominative):
        return False
    if words[0] in {"Der", "Das", "Ein", "Eine", "Jede", "Jeder", "Jedes"}:
        return not plural
    many = re.search(r"(?:en|innen)$", noun) is not None
    return plural if words[0] in {"Alle", "Viele", "Einige", "Mehrere", "Beide"} else plural or not many
