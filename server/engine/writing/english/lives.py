"""Lives told in pronouns: whom `she` stands for where a question names her, so that its answer needn't."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.leaning import HERS, HIS, NAME_LIKE, UNNAMED, ties_back
from server.engine.writing.heroes import Hero, heroes
from server.engine.writing.standalone import written

_NEAR = 2
"""Sentences before one in which somebody else may be named whom its pronoun stands for."""
_BEHIND = r"(?=\?| (?:an?|the|to|for|in|on|from|with|by|as|at|after|before|when|while|and)\b)"
_HERS, _HIM = re.compile(rf"\bher{_BEHIND}"), re.compile(rf"\bhim{_BEHIND}")
"""Somebody as an object; `her` before a noun is whose it is."""
_AGE = (
    r"(?:(?:about|nearly|barely|only|just|not yet|over|almost) )?"
    r"(?:\d{1,2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)(?: years old)?"
)
_CALLED = re.compile(r"\b(?:is|was|were|named|called) (?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+)")
"""Somebody who is brought in by name: "Her rival was Agatha Moor." """
_AGED = re.compile(rf"^(?:When|After|Before) (?P<who>he|she) was (?P<age>{_AGE}),? (?=\w)")


class Lives:
    """Tells whom the pronouns of biographies stand for."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def hero(self, s: Sentence) -> Hero | None:
        """The one person whom the source of a sentence is about."""
        return heroes(self._analysis)[s.source]

    def meant(self, s: Sentence, doc: Any, people: frozenset[str]) -> str:
        """Who the subject of a sentence is, where it is the pronoun of whom the source is about; else empty.

        Args:
            people: last names of people that the source names.
        """
        hero = self.hero(s)
        if hero is None or s.roles & {Role.QUESTION, Role.TABLE} or '"' in s.told:
            return ""
        root = self._first(doc)
        subject = subject_of(root)
        if subject is None or subject.lower_ != hero.pronoun or root.pos_ not in {"VERB", "AUX"}:
            return ""
        others = {t.lower_ for t in doc if t.dep_.startswith("nsubj") and t.pos_ == "PRON" and t.head in _joined(root)}
        if others - {hero.pronoun} or ties_back(written(self._analysis, s)):
            return ""
        return "" if self._has_rival(s, hero, people) else hero.name

    def named(self, s: Sentence, asked: Asked, people: frozenset[str]) -> Asked:
        """A question that has only a pronoun for the person whom the source is about, with the name in its place."""
        hero = self.hero(s)
        if hero is None or re.search(rf"\b{re.escape(hero.name.split()[-1])}\b", asked.question):
            return asked
        found = (_HERS if hero.pronoun == "she" else _HIM).search(asked.question)
        if found is None or any(m[0].split()[-1] in people for m in NAME_LIKE.finditer(asked.question)):
            return asked
        said = f"{asked.question[: found.start()]}{hero.name}{asked.question[found.end() :]}"
        return replace(asked, question=said)

    def answers_itself(self, s: Sentence, asked: Asked) -> bool:
        """Whether a question is for the very person whom the whole source is about: "Who was born in Omber?"."""
        hero = self.hero(s)
        return hero is not None and asked.kind is Kind.WHO and hero.name.split()[-1] in asked.answer.split()

    def _first(self, doc: Any) -> Any:
        """The verb of the first clause: what a semicolon joins on may be taken for the main one."""
        root = next(iter(doc.sents)).root
        cut = next((t.i for t in doc if t.text == ";"), len(doc))
        ahead = next((t for t in root.children if t.dep_ in {"ccomp", "parataxis"} and t.i < cut), None)
        return ahead if root.i > cut and ahead is not None else root

    def aged(self, s: Sentence) -> Iterator[Asked]:
        """ "When she was nine, a fire took the barn.": "What happened when Ada Rell was nine?" """
        hero = self.hero(s)
        match = _AGED.match(written(self._analysis, s))
        if hero is None or match is None or match["who"] != hero.pronoun or s.roles & {Role.QUESTION, Role.TABLE}:
            return
        when = match[0].split()[0].lower()
        put = f"What happened {when} {hero.name} was {match['age']}?"
        yield Asked(put, Kind.EVENT, s.id, "", 0.6, is_named=True)

    def _has_rival(self, s: Sentence, hero: Hero, people: frozenset[str]) -> bool:
        """Whether the pronoun may stand for somebody else whom the sentences just before it bring in.

        Who is spoken of by the other pronoun is nobody that this one stands for.
        """
        mine, theirs = (HERS, HIS) if hero.pronoun == "she" else (HIS, HERS)
        surname = hero.name.split()[-1]
        before = self._analysis.sentences[max(0, s.id - _NEAR) : s.id]
        near = [o for o in before if o.source == s.source and o.paragraph == s.paragraph]
        for n, other in enumerate(near):
            called = {m["name"].split()[-1] for m in _CALLED.finditer(other.told)}
            named = {m[0].split()[-1].removesuffix("'s") for m in NAME_LIKE.finditer(other.told)} & (people | called)
            unnamed = UNNAMED.search(other.told) is not None
            if not (named - {surname} or unnamed):
                continue
            further = " ".join(o.told for o in (*near[n:], s))
            goes_on = any(re.search(rf"\b{hero.pronoun}\b", o.told, re.IGNORECASE) for o in near[n:])
            if theirs.search(further) or (goes_on and mine.search(other.told) and not named - {surname}):
                continue
            return True
        return False


def _joined(root: Any) -> list[Any]:
    """The verbs of the main clauses."""
    return [root, *(t for t in root.children if t.dep_ == "conj")]
