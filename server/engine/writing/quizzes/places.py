"""Quiz questions that hand a figure or a noun back to its place: which sentence lacks it, which one it lacks."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asker
from server.engine.writing.quizzes.items import Item, figures_near, is_clock_or_day, is_fair, is_told, near
from server.engine.writing.quizzes.words import GAP, QuizWords

_LEAST, _MOST = 6, 26
"""Words of a sentence with a gap."""
_BESIDE_MOST = 2
"""How often a sentence may stand beside the one asked for."""
_SHARE = re.compile(r"^ ?(?:%|per ?cent|Prozent|pour ?cent|por ciento|por cento|per cento)", re.IGNORECASE)
_SPELLED_LEAST = 3
"""A number in words below it ("one", "two") is often no figure."""
_NOUNS_LEAST = 8
"""Nouns of a source from which there are enough to choose others among."""


@dataclass(frozen=True, slots=True)
class _Gapped:
    sentence: int
    figure: str
    value: float
    text: str
    """With the gap."""
    is_share: bool
    is_year: bool


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
        """A sentence without one of its nouns; the other options are nouns of the sources that stand elsewhere."""
        known = self._heads()
        out: list[Item] = []
        for i in ids if self.analysis.rules.code == "en" and len(known) >= _NOUNS_LEAST else ():
            s = self.analysis.sentences[i]
            text = self._plain(s)
            if not text:
                continue
            here = " ".join(o.text for o in near(self.analysis, s)).lower()
            for head in sorted((h for h in known if s.id in known[h]), key=lambda h: (len(known[h]), h)):
                at = re.search(rf"(?<![\w-]){re.escape(head)}(?![\w-])", text)
                if at is None or text.lower().count(head) != 1 or at.start() == 0:
                    continue
                vowel = head[0] in "aeiou"
                wrong = [
                    w
                    for w in known
                    if w not in here and w.endswith("s") == head.endswith("s") and (w[0] in "aeiou") == vowel
                ]
                wrong.sort(key=lambda w: (abs(len(w) - len(head)), w))
                wrong = wrong[:8]
                self.chance.shuffle(wrong)
                statement = self.asker.tellings.alone(s.id)
                if len(wrong) < 3 or statement is None or statement.text != text:
                    continue
                said = f"{text[: at.start()]}{GAP}{text[at.end() :]}"
                asked = self.words.gap_noun.format(said=said)
                item = Item(asked, head, tuple(wrong[:3]), statement, (s.id,), 0.8 * self.worth[s.id], "gap noun")
                if is_fair(item):
                    out.append(item)
                    break
        return out

    def _heads(self) -> dict[str, set[int]]:
        """The nouns that the sources' noun phrases end with, each with the sentences it stands in."""
        found: dict[str, set[int]] = {}
        for s in self.analysis.sentences:
            for phrase in (s.topic, *s.gist):
                words = phrase.split()
                if len(words) >= 1 and re.fullmatch(r"[a-z]{4,}", words[-1]):
                    found.setdefault(words[-1], set()).add(s.id)
        return found

    def _others(self, g: _Gapped, usable: Sequence[_Gapped]) -> list[_Gapped]:
        """Three sentences that lack another figure of the kind, the nearest in size and length."""
        fitting = [
            o
            for o in usable
            if o.sentence != g.sentence
            and (o.is_share, o.is_year) == (g.is_share, g.is_year)
            and o.value != g.value
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
            return _Gapped(s.id, figure, float(numerals[0]), said, share, figure in s.years)
        return None

    def _plain(self, s: Sentence) -> str:
        """A sentence that can be shown with a gap; empty where it can't."""
        text = self.asker.tellings.text(s.id)
        told = is_told(self.analysis, s) or (bool(s.speaker) and not s.leans)
        if not text or not told or s.roles & {Role.QUESTION, Role.TABLE} or '"' in text or text.endswith("?"):
            return ""
        if not _LEAST <= len(text.split()) <= _MOST or ". " in text or self.analysis.rules.opening_pronoun(text):
            return ""
        return text if self.asker.stands(text) else ""
