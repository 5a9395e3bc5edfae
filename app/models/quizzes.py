"""A quiz in play: one question after another, what was answered, and what went wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import tr

OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its options, the right one's place, why it is right, and the notes that say so."""

    text: str
    options: tuple[str, ...]
    answer: int
    explanation: str = ""
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions of one quiz."""

    title: str = ""
    difficulty: str = ""
    questions: tuple[Question, ...] = ()


def quiz_of(text: str, answers: Sequence[tuple[int, ...]] = ()) -> Quiz:
    """Read a quiz as the result's text carries it.

    Args:
        answers: the notes that each answer rests on, in the questions' order.

    Raises:
        ValueError: the text is no quiz.
    """
    try:
        record = json.loads(text)
        questions = tuple(_question(entry, answers, place) for place, entry in enumerate(record["questions"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(tr("This quiz can't be read. Make it again from the same sources.")) from error
    return Quiz(str(record.get("title", "")), str(record.get("difficulty", "")), questions)


def _question(entry: Any, answers: Sequence[tuple[int, ...]], place: int) -> Question:
    options = tuple(str(option) for option in entry["options"])
    answer = int(entry["answerIndex"])
    if not 0 <= answer < len(options):
        raise ValueError("no option has this place")
    notes = answers[place] if place < len(answers) else ()
    return Question(str(entry["question"]), options, answer, str(entry.get("explanation") or ""), notes)


class Game:
    """A run through a quiz, or through what went wrong the time before. Every question counts once."""

    def __init__(self, quiz: Quiz, *, only: Sequence[int] | None = None) -> None:
        self.quiz = quiz
        self.places = tuple(range(len(quiz.questions))) if only is None else tuple(only)
        self.at = 0
        self.given: dict[int, int] = {}
        """The option that was chosen, by the question's place in the quiz."""

    @property
    def question(self) -> Question | None:
        """The question that is asked now; None at the end."""
        return None if self.is_over else self.quiz.questions[self.places[self.at]]

    @property
    def is_over(self) -> bool:
        """Whether every question was asked."""
        return self.at >= len(self.places)

    @property
    def chosen(self) -> int | None:
        """What was answered to the question that is asked now."""
        return None if self.is_over else self.given.get(self.places[self.at])

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(1 for place, option in self.given.items() if self.quiz.questions[place].answer == option)

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The places of the questions that were answered wrongly, in the quiz's order."""
        return tuple(p for p in self.places if p in self.given and self.given[p] != self.quiz.questions[p].answer)

    def answer(self, option: int) -> bool:
        """Answer the question that is asked now; answers whether that was right. A second answer changes nothing."""
        question = self.question
        if question is None or not 0 <= option < len(question.options):
            return False
        first = self.given.setdefault(self.places[self.at], option)
        return first == question.answer

    def go_on(self) -> None:
        """To the next question, once this one is answered."""
        if self.chosen is not None:
            self.at += 1

    def again(self) -> Game:
        """The same quiz from its beginning."""
        return Game(self.quiz)

    def review(self) -> Game:
        """Only what went wrong."""
        return Game(self.quiz, only=self.mistakes)
