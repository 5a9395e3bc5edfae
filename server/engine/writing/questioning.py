"""Which question may stand before a sentence: its own, its role's or one about its topic, if it is answered."""

from __future__ import annotations

from collections.abc import Iterable

from server.engine.writing.analysis import Analysis, Prompt, Role, Sentence, Voice
from server.engine.writing.turns import Stock, opening
from server.engine.writing.vectors import answer_scores

_ANSWERED = -4.0
"""Rerank score below which a sentence doesn't answer a question made from it; short noun prompts score low."""
_ROLE_ORDER = (
    Role.WARNING,
    Role.CONTRAST,
    Role.CONSEQUENCE,
    Role.EXAMPLE,
    Role.PLAN,
    Role.CAUSE,
    Role.OPINION,
    Role.PROBLEM,
    Role.REMEDY,
    Role.MEASURE,
    Role.STEP,
    Role.EVENT,
)


class Questioner:
    """Finds the questions of a conversation; each is asked once, and none opens like a line before it."""

    def __init__(self, analysis: Analysis, stock: Stock) -> None:
        self._analysis = analysis
        self._stock = stock
        self._checked: dict[str, float] = {}
        self._topics: set[str] = set()
        self.testing = False
        """Whether the host asks what a claim stands on, where the next sentence says it."""

    def check(self, ids: Iterable[int], *, most: int = 60) -> None:
        """Ask the cross-encoder once about all questions that may be put (a bounded number)."""
        pairs: list[tuple[str, str]] = []
        for i in ids:
            s = self._analysis.sentences[i]
            pairs += [(p.text, s.told) for p in s.prompts if p.checked][:2]
            if s.topic:
                pairs.append((self._analysis.rules.phrases.topic[0].format(topic=s.topic), s.told))
        pairs = list(dict.fromkeys(pairs))[:most]
        for (question, answer), score in zip(pairs, answer_scores(pairs), strict=True):
            self._checked[f"{question}\n{answer}"] = score

    def answered(self, question: str, sentence: Sentence) -> bool:
        """Whether a sentence answers a question, as far as that was looked at."""
        return self._checked.get(f"{question}\n{sentence.told}", 0.0) > _ANSWERED

    def prompts(self, s: Sentence) -> list[Prompt]:
        """The sentence's own questions that may still be asked."""
        return [
            p
            for p in s.prompts
            if p.kind == "asked"
            or (opening(p.text) not in self._stock.openings and (not p.checked or self.answered(p.text, s)))
        ]

    def question(self, s: Sentence, *, last_told: int) -> tuple[str, str, str, float] | None:
        """A question for a sentence after the one told last: name, text, shortened answer and score."""
        phrases = self._analysis.rules.phrases
        free = not (s.leans and not s.alone)
        follows = last_told == s.id - 1
        for prompt in self.prompts(s):
            if prompt.kind != "asked" and free and prompt.text not in self._stock.used:
                return prompt.kind, prompt.text, prompt.answer, 3.2 + prompt.strength
        before = self._analysis.sentences[last_told] if last_told >= 0 else None
        if (
            follows
            and before is not None
            and before.words <= 11
            and not before.figures
            and not before.leans
            and (
                before.paragraph == s.paragraph
                and before.voice is Voice.THIRD
                and not before.in_list
                and not s.leans
                and s.words > 8
                and Role.QUOTATION not in before.roles | s.roles
            )
        ):
            left = [
                c for c in phrases.elaborate if c not in self._stock.used and opening(c) not in self._stock.openings
            ]
            if left:
                return "elaborate", left[0], "", 3.3
        if (
            self.testing
            and follows
            and before is not None
            and not before.figures
            and before.paragraph == s.paragraph
            and (s.figures and (s.attributed or Role.COMPARISON in s.roles))
        ):
            left = [
                c
                for c in phrases.frames["debate_test"]
                if c not in self._stock.used and opening(c) not in self._stock.openings
            ]
            if left:
                return "test", left[0], "", 5.0
        for role in _ROLE_ORDER:
            choices = [
                c
                for c in phrases.by_role.get(role, ())
                if c not in self._stock.used and opening(c) not in self._stock.openings
            ]
            if role in s.roles and choices and self._fits(role, s, follows=follows, last_told=last_told):
                return role.value, choices[0], "", 3.1 if role is not Role.EVENT else 2.0
        if s.topic and free and s.topic.lower() not in self._topics:
            asked = phrases.topic[0].format(topic=s.topic)
            if self.answered(asked, s) and s.topic.lower() not in self._stock.last.lower():
                left = [
                    c
                    for c in phrases.topic
                    if c not in self._stock.used and opening(c.format(topic=s.topic)) not in self._stock.openings
                ]
                if left:
                    self._topics.add(s.topic.lower())
                    answer = ""
                    if s.pronoun and s.told.lower().startswith(s.topic.lower() + " ") and follows != s.leans:
                        answer = f"{s.pronoun}{s.told[len(s.topic) :]}"
                    return "topic", left[0].format(topic=s.topic), answer, 2.4
        return None

    def _fits(self, role: Role, s: Sentence, *, follows: bool, last_told: int) -> bool:  # noqa: PLR0911
        """Whether a question of a role is answered by the sentence where it stands now."""
        before = self._analysis.sentences[last_told] if last_told >= 0 else None
        same = before is not None and before.section == s.section and before.source == s.source
        near = same and before is not None and 0 < s.id - before.id <= 2
        if role in {Role.CONTRAST, Role.CONSEQUENCE}:
            return follows and s.leans and s.alone != s.told
        if role is Role.EXAMPLE:
            return follows
        if role is Role.MEASURE:
            return (
                near
                and Role.COMPARISON in s.roles
                and len(s.figures) > 1
                and before is not None
                and not before.figures
                and len(before.terms & s.terms) >= 2
            )
        if role is Role.CAUSE:
            return False
        if role is Role.PLAN:
            return s.id > 0.6 * len(self._analysis.sentences) and bool(s.roles & {Role.PLAN}) and not follows
        if role is Role.STEP:
            return same
        if role is Role.WARNING:
            return True
        if role is Role.OPINION:
            return near and bool(s.names)
        if role is Role.EVENT:
            return near and Role.PLAN not in s.roles and bool(s.years) and before is not None and bool(before.years)
        if role in {Role.PROBLEM, Role.REMEDY}:
            return False
        return False
