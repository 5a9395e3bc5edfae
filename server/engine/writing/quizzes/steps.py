"""Quiz questions about the order of steps that a source gives."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asker
from server.engine.writing.quizzes.items import Item, is_fair
from server.engine.writing.quizzes.words import QuizWords

_WORDS_LEAST, _WORDS_MOST = 3, 24


@dataclass(slots=True)
class StepMaker:
    """Makes items out of runs of instructions: which one comes right after another."""

    analysis: Analysis
    asker: Asker
    worth: Sequence[float]
    chance: random.Random
    words: QuizWords

    def items(self, ids: Sequence[int], *, most: int) -> list[Item]:
        """One for every second step of a run; the other options are steps that come at other times."""
        allowed = frozenset(ids)
        runs = self._runs()
        every = [i for run in runs for i in run]
        out: list[Item] = []
        for run in runs if self.words.next_step else ():
            for first, second in zip(run[::2], run[1::2], strict=False):
                if first not in allowed or len(out) >= most:
                    continue
                item = self._item(first, second, [i for i in run if i not in {first, second}], every)
                if item is not None:
                    out.append(item)
        return out

    def _item(self, first: int, second: int, same: Sequence[int], every: Sequence[int]) -> Item | None:
        one, two = (self.asker.tellings.alone(i) for i in (first, second))
        if one is None or two is None:
            return None
        size = len(two.text)
        others = [i for i in (*same, *(e for e in every if e not in same)) if i not in {first, second}]
        told = {i: self.asker.tellings.text(i) for i in others}
        near = sorted(others, key=lambda i: (i not in same, abs(len(told[i]) - size), i))[:5]
        self.chance.shuffle(near)
        worth = 0.5 * (self.worth[first] + self.worth[second])
        item = Item(
            self.words.next_step.format(said=one.text.rstrip(".")),
            two.text,
            tuple(told[i] for i in near[:3]),
            Statement(f"{one.text} {two.text}", (*one.passages, *two.passages)),
            (first, second),
            worth,
            "next step",
        )
        return item if is_fair(item) else None

    def _runs(self) -> list[list[int]]:
        """Steps that follow each other in one section, at least three."""
        runs: list[list[int]] = []
        for s in self.analysis.sentences:
            if not self._is_step(s):
                continue
            last = self.analysis.sentences[runs[-1][-1]] if runs else None
            if last is not None and last.id == s.id - 1 and last.section == s.section:
                runs[-1].append(s.id)
            else:
                runs.append([s.id])
        return [run for run in runs if len(run) >= 3]

    def _is_step(self, s: Sentence) -> bool:
        text = self.asker.tellings.text(s.id)
        if Role.STEP not in s.roles or not text or '"' in text or not self.asker.stands(text):
            return False
        return _WORDS_LEAST <= len(text.split()) <= _WORDS_MOST and not self.analysis.rules.opening_pronoun(text)
