"""Quiz questions that hand a figure or a noun back to its place: which sentence lacks it, which one it lacks."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asker, Noun
from server.engine.writing.quizzes.items import Item, figures_near, is_clock_or_day, is_fair, is_told, near
from server.engine.writing.quizzes.words import GAP, QuizWords
from server.engine.writing.vectors import FloatArray, meanings

_LEAST, _MOST = 6, 26
"""Words of a sentence with a gap."""
_BESIDE_MOST = 2
"""How often a sentence may stand beside the one asked for."""
_SHARE = re.compile(r"^ ?(?:%|per ?cent|Prozent|pour ?cent|por ciento|por cento|per cento)", re.IGNORECASE)
_SPELLED_LEAST = 3
"""A number in words below it ("one", "two") is often no figure."""
_NOUNS_LEAST = 8
"""Nouns of a source from which there are enough to choose others among."""
_LIKE, _LIKE_PERSON, _SAME = 0.68, 0.55, 0.86
"""Nearness in meaning from which a noun could stand in another one's place, and from which it says the same."""
_FARTHEST = 20
"""How many times as large as another figure one may be to be taken for it."""


@dataclass(frozen=True, slots=True)
class _Gapped:
    sentence: int
    figure: str
    value: float
    text: str
    """With the gap."""
    kind: tuple[bool, bool, bool]
    """Whether it is a share, a year, written in digits."""


@dataclass(slots=True)
class PlaceMaker:
    """Makes items out of sentences that stand alone and lose one figure or noun."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chance: random.Random
    words: QuizWords

    def places(self, ids: Sequence[int], *, most: int) -> list[Item]:
        """In which of four sentences a figure is missing: each lacks one of the same kind, and only one this one."""
        gapped = [g for i in ids if (g := self._gapped(self.analysis.sentences[i])) is not None]
        gapped.sort(key=lambda g: (-self.worth[g.sentence], g.sentence))
        beside: dict[int, int] = {}
        out: list[Item] = []
        for g in gapped if self.words.placed else ():
            if len(out) >= most:
                break
            others = self._others(g, [o for o in gapped if beside.get(o.sentence, 0) < _BESIDE_MOST])
            statement = self.asker.tellings.alone(g.sentence)
            if len(others) < 3 or statement is None:
                continue
            item = Item(
                self.words.placed.format(said=g.figure),
                g.text,
                tuple(o.text for o in others),
                statement,
                (g.sentence,),
                self.worth[g.sentence],
                "placed",
            )
            if is_fair(item):
                out.append(item)
                for o in others:
                    beside[o.sentence] = beside.get(o.sentence, 0) + 1
        return out

    def nouns(self, ids: Sequence[int]) -> list[Item]:
        """A sentence without one of its nouns; the other options are nouns of the same kind that stand elsewhere."""
        found = {i: self.asker.nouns(text) for i in ids if (text := self.asker.tellings.text(i))}
        times = Counter(noun for each in found.values() for noun in each)
        if len(times) < _NOUNS_LEAST:
            return []
        known = list(times)
        vectors = dict(zip(known, meanings([n.word for n in known]), strict=True))
        out: list[Item] = []
        for i in ids:
            s = self.analysis.sentences[i]
            text = self._plain(s)
            here = " ".join(o.text for o in near(self.analysis, s)).lower() if text and i in found else ""
            fitting = [
                (noun, self._nouns_like(noun, vectors, here))
                for noun in sorted(set(found.get(i, [])), key=lambda n: n.word)
                if here and text.lower().count(noun.word) == 1 and not text.startswith(noun.word)
            ]
            # The gap whose options are likest leaves most to know.
            fitting = sorted((f for f in fitting if len(f[1]) == 3), key=lambda f: -sum(n for n, _ in f[1]))
            made = (self._noun_item(s, text, noun, wrong) for noun, wrong in fitting)
            out += [item for item in made if item is not None][:1]
        return out

    def _nouns_like(self, noun: Noun, vectors: Mapping[Noun, FloatArray], here: str) -> list[tuple[float, str]]:
        """Three nouns of the same kind and number that stand nowhere near, with how near in meaning they are."""
        near_by = sorted(
            (
                (-float(vectors[o] @ vectors[noun]), o.word)
                for o in vectors
                if (o.is_plural, o.kind) == (noun.is_plural, noun.kind)
                and o.word.rstrip("s") not in here
                and (o.word[0] in "aeiou") == (noun.word[0] in "aeiou")
                and o.word[:4] != noun.word[:4]
            ),
        )
        least = _LIKE_PERSON if noun.kind == "person" else _LIKE
        return [(-nearness, word) for nearness, word in near_by if least <= -nearness <= _SAME][:3]

    def _noun_item(self, s: Sentence, text: str, noun: Noun, wrong: Sequence[tuple[float, str]]) -> Item | None:
        at = re.search(rf"(?<![\w-]){re.escape(noun.word)}(?![\w-])", text)
        statement = self.asker.tellings.alone(s.id)
        if at is None or at.start() == 0 or statement is None or statement.text != text:
            return None
        asked = self.words.gap_noun.format(said=f"{text[: at.start()]}{GAP}{text[at.end() :]}")
        likeness = sum(near_by for near_by, _ in wrong) / len(wrong)
        worth = self.worth[s.id] * (likeness - _LIKE_PERSON) / (_SAME - _LIKE_PERSON)
        item = Item(asked, noun.word, tuple(word for _, word in wrong), statement, (s.id,), worth, "gap noun")
        return item if is_fair(item) else None

    def _others(self, g: _Gapped, usable: Sequence[_Gapped]) -> list[_Gapped]:
        """Three sentences that lack another figure of the kind, the nearest in size and length."""
        fitting = [
            o
            for o in usable
            if o.sentence != g.sentence
            and o.kind == g.kind
            and o.value != g.value
            and abs(math.log10(o.value / g.value)) <= math.log10(_FARTHEST)
            and f"{g.value:g}" not in figures_near(self.analysis, self.analysis.sentences[o.sentence])
            and 0.6 * len(g.text) <= len(o.text) <= 1.65 * len(g.text)
        ]
        fitting.sort(key=lambda o: (abs(math.log10(o.value / g.value)), o.sentence))
        out: list[_Gapped] = []
        for o in fitting:
            if len(out) < 3 and all(o.value != other.value for other in out):
                out.append(o)
        return out

    def _gapped(self, s: Sentence) -> _Gapped | None:
        text = self._plain(s)
        for figure in dict.fromkeys((*s.figures, *s.years)) if text else ():
            at = re.search(rf"(?<![\w.,]){re.escape(figure)}(?![\w]|[.,]\d)", text)
            if at is None or at.start() == 0 or text.count(figure) != 1 or is_clock_or_day(text, at):
                continue
            numerals = sorted(self.analysis.rules.numerals(figure))
            if len(numerals) != 1 or not float(numerals[0]) >= (0.01 if figure[0].isdigit() else _SPELLED_LEAST):
                continue
            said = f"{text[: at.start()]}{GAP}{text[at.end() :]}"
            share = _SHARE.match(text[at.end() :]) is not None
            kind = (share, figure in s.years, figure[0].isdigit())
            return _Gapped(s.id, figure, float(numerals[0]), said, kind)
        return None

    def _plain(self, s: Sentence) -> str:
        """A sentence that can be shown with a gap; empty where it can't."""
        text = self.asker.tellings.text(s.id)
        told = is_told(self.analysis, s) or (bool(s.speaker) and not s.leans)
        if not text or not told or s.roles & {Role.QUESTION, Role.TABLE} or '"' in text or text.endswith("?"):
            return ""
        if not _LEAST <= len(text.split()) <= _MOST or ". " in text or self.analysis.rules.opening_pronoun(text):
            return ""
        return text if self.asker.stands(text) and self.asker.states(text) else ""
