"""Quiz questions that set true statements of the sources beside altered ones."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.asking import Asker
from server.engine.writing.growing import supported
from server.engine.writing.quizzes.items import Item, figures_near, is_clock_or_day, is_fair, is_told
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.quizzes.words import OPPOSITES, QuizWords

_LEAST, _MOST = 7, 26
"""Words of a statement."""
_BESIDE, _BESIDE_AGAIN = 1, 2
"""How often a statement may stand beside others that are asked for; twice only where the sources are short."""
_ALIKE = 0.35
"""Similarity from which two statements are about the same thing."""
_RANGE = re.compile(
    r"\b(?:between|from|entre|tra|fra|zwischen|von|de|dal)\b[^.]{0,24}\d[^.]{0,24}\b(?:and|to|until|et|à|y|e|und|bis|al)\b[^.]{0,14}\d",
    re.IGNORECASE,
)
"""A stretch between two figures: one of them altered may run backwards."""
_LOOKS_AFTER = re.compile(
    r"\b(?:look|name|take|go|come|run|swing|turn|ask)(?:s|d|ed|ing)? (?:before|after)\b|\b(?:before|after)[.,;:]|"
    r"\b(?:day|week|month|year|morning|evening|soon|shortly|ever) after\b",
    re.IGNORECASE,
)
"""`after` and `before` that say nothing about time, or without what came first."""
_DENIED = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|must|may)(?:n't| not)\b")


@dataclass(slots=True)
class StatementMaker:
    """Picks statements of like length that stand alone, and alters a figure in some."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chance: random.Random
    words: QuizWords

    def items(self, ids: Sequence[int], *, most: int) -> list[Item]:
        """In turn: three altered and a true one, three true and an altered one."""
        if not self.words.supported:
            return []
        usable = [i for i in ids if self._is_usable(self.analysis.sentences[i])]
        usable.sort(key=lambda i: (-self.worth[i], i))
        out: list[Item] = []
        used: set[int] = set()
        beside: Counter[int] = Counter()
        for beside_most in (_BESIDE, _BESIDE_AGAIN):
            for i in usable:
                if len(out) >= most:
                    break
                if i in used or beside[i] >= beside_most:
                    continue
                free = [j for j in usable if j not in used and beside[j] < beside_most]
                is_true = len(out) % 2 == 0
                group = self._group(i, free, is_true=is_true)
                if len(group) < 4:
                    is_true = not is_true
                    group = self._group(i, free, is_true=is_true)
                if len(group) < 4:
                    continue
                item = self._one_true(group) if is_true else self._one_false(group)
                if item is not None and is_fair(item):
                    out.append(item)
                    used.add(i)
                    beside.update(group[1:])
        return out

    def _group(self, first: int, usable: Sequence[int], *, is_true: bool) -> list[int]:
        """Four statements of like length about different things, one of them the given one."""
        length = len(self.asker.tellings.text(first))
        vectors = self.analysis.vectors
        group = [first]
        for j in sorted(usable, key=lambda j: (abs(len(self.asker.tellings.text(j)) - length), j)):
            if len(group) == 4:
                break
            if _who(self.analysis.sentences[j]) != _who(self.analysis.sentences[first]):
                continue
            if j in group or any(float(vectors[j] @ vectors[k]) >= _ALIKE for k in group):
                continue
            if 0.6 * length <= len(self.asker.tellings.text(j)) <= 1.7 * length and (not is_true or self.altered(j)):
                group.append(j)
        return group if len(group) == 4 and (is_true or self.altered(first)) else []

    def altered(self, i: int) -> str:
        """The statement with one thing in it turned: a figure, or the way it went; empty where that isn't certain."""
        s = self.analysis.sentences[i]
        text = self.asker.tellings.text(s.id)
        chance = random.Random(text)
        taken = figures_near(self.analysis, s)
        for figure in dict.fromkeys((*s.years, *s.figures)):
            at = re.search(rf"(?<![\w.,]){re.escape(figure)}(?![\w]|[.,]\d)", text)
            if at is None or text.count(figure) != 1 or is_clock_or_day(text, at) or _RANGE.search(text):
                continue
            unit, code = text[at.end() :], self.analysis.rules.code
            made = other_values(figure, taken=taken, chance=chance, count=1, unit=unit, language=code)
            if made:
                return f"{text[: at.start()]}{made[0]}{text[at.end() :]}"
        if re.search(r"\b(?:from|von|de|da)\b[^.]{0,24}\d", text):
            # The figures themselves say which way it went.
            return ""
        for one, other in OPPOSITES.get(self.analysis.rules.code, ()):
            for a, b in ((one, other), (other, one)):
                if a in {"before", "after"} and _LOOKS_AFTER.search(text):
                    continue
                if len(re.findall(rf"\b{a}\b", text)) == 1 and not re.search(rf"\b{b}\b", text):
                    return self._with_article(re.sub(rf"\b{a}\b", b, text), b)
        if self.analysis.rules.code == "en":
            turned = _DENIED.sub(lambda m: m[1], text, count=1)
            if turned != text and not re.search(r"\b(but|nor|either|any|yet|until|unless)\b", text):
                return turned
        return ""

    def _with_article(self, text: str, word: str) -> str:
        """English: `a` and `an` as the changed word wants them."""
        if self.analysis.rules.code != "en":
            return text
        return re.sub(rf"\b([Aa])n? (?={word}\b)", lambda m: f"{m[1]}n " if word[0] in "aeiou" else f"{m[1]} ", text)

    def _one_true(self, group: Sequence[int]) -> Item | None:
        right = group[0]
        text = self.asker.tellings.text(right)
        statement = supported(self.analysis, right, text)
        if statement is None:
            return None
        wrong = tuple(self.altered(j) for j in group[1:])
        worth = self.worth[right]
        who = _who(self.analysis.sentences[right])
        asked = self.words.said.format(who=who) if who else self.words.supported
        return Item(asked, text, wrong, statement, (right,), worth, "supported")

    def _one_false(self, group: Sequence[int]) -> Item | None:
        """The altered statement is the key; what the source really says explains it."""
        false = group[0]
        statement = self.asker.tellings.alone(false)
        if statement is None or any(self.asker.tellings.alone(j) is None for j in group[1:]):
            return None
        wrong = tuple(self.asker.tellings.text(j) for j in group[1:])
        who = _who(self.analysis.sentences[false])
        asked = self.words.unsaid.format(who=who) if who else self.words.unsupported
        return Item(asked, self.altered(false), wrong, statement, (false,), self.worth[false], "unsupported")

    def _is_usable(self, s: Sentence) -> bool:
        text = self.asker.tellings.text(s.id)
        if (
            not text
            or not (is_told(self.analysis, s) or _who(s))
            or s.roles & {Role.QUESTION, Role.TABLE, Role.QUOTATION}
            or '"' in text
        ):
            return False
        if not _LEAST <= len(text.split()) <= _MOST or text.endswith("?") or s.in_list:
            return False
        return not self.analysis.rules.opening_pronoun(text) and self.asker.stands(text) and self.asker.states(text)


def _who(s: Sentence) -> str:
    """Who says it in an interview; empty where nobody is named."""
    return s.speaker if s.voice is Voice.INTERVIEW and len(s.speaker) > 2 else ""
