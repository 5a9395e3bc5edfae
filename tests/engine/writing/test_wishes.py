"""Instructions steer every kind of piece: what it tells of, how much, and how many questions (texts: other texts)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from question_measures import further

from server.domain.requests import Duration
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    FaqTask,
    InfographicTask,
    QuizTask,
    StudyGuideTask,
    Task,
    TimelineTask,
)
from server.engine.writing.wishes import as_wished

WISH = "Focus on money: what was spent, budgets and costs."
MONEY = re.compile(r"(?i)\b(?:euros?|cost|spends?|budget|pay|money|turnover)\b")


def said(piece: Any) -> list[str]:
    """What a piece says, question and answer together."""
    if hasattr(piece, "entries"):
        return [f"{e.question} {' '.join(s.text for s in e.answer)}" for e in piece.entries]
    if hasattr(piece, "terms"):
        return [f"{e.question} {' '.join(s.text for s in e.answer)}" for e in piece.questions]
    if hasattr(piece, "questions"):
        return [f"{q.question} {q.explanation.text}" for q in piece.questions]
    return [s.text for s in piece.statements]


def share(piece: Any) -> float:
    """Part of a piece that is about money."""
    lines = said(piece)
    return sum(bool(MONEY.search(line)) for line in lines) / max(1, len(lines))


@pytest.mark.parametrize("kind", [FaqTask, StudyGuideTask, BriefingTask, QuizTask])
def test_a_wish_moves_what_is_told(kind: type[Task[Any]], writer: BuiltInWriter) -> None:
    source = further("bicycle_figures")
    length: Any = {"duration": Duration.SHORT}
    plain = writer.write(kind(sources=(source,), language="en", **length))
    steered = writer.write(kind(sources=(source,), language="en", instructions=WISH, **length))
    assert share(steered) >= share(plain)
    assert share(steered) > 0
    assert said(steered) != said(plain)


@pytest.mark.parametrize("kind", [InfographicTask, TimelineTask, DataTableTask])
def test_a_wish_moves_pictures_dates_and_tables(kind: type[Task[Any]], writer: BuiltInWriter) -> None:
    source = further("bicycle_figures")
    wish = (
        "only euros per resident"
        if kind is DataTableTask
        else "only events since 2020"
        if kind is TimelineTask
        else WISH
    )
    plain = writer.write(kind(sources=(source,), language="en"))
    steered = writer.write(kind(sources=(source,), language="en", instructions=wish))
    assert steered != plain


@pytest.mark.parametrize("kind", [FaqTask, QuizTask, StudyGuideTask])
def test_a_number_of_questions_is_kept(kind: type[Task[Any]], writer: BuiltInWriter) -> None:
    wish = "Give me five questions."
    assert len(said(writer.write(kind(sources=(further("bicycle_figures"),), language="en", instructions=wish)))) <= 5


@pytest.mark.parametrize(
    ("wish", "duration"),
    [
        ("Keep it short, please.", Duration.SHORT),
        ("Write about the roof in great detail.", Duration.LONG),
        ("Bitte ausführlich.", Duration.LONG),
        ("Fasse dich kurz.", Duration.SHORT),
        ("En détail, s'il vous plaît.", Duration.LONG),
        ("Sea breve.", Duration.SHORT),
        ("Why was the night so long?", Duration.DEFAULT),
        ("Tell of the court case and the detailed budget.", Duration.DEFAULT),
    ],
)
def test_words_on_length_are_understood(wish: str, duration: Duration) -> None:
    source = further("bicycle_figures")
    task = as_wished(BriefingTask(sources=(source,), language="en", instructions=wish))
    assert isinstance(task, BriefingTask)
    assert task.duration is duration
    chosen = BriefingTask(sources=(source,), language="en", instructions="In detail.", duration=Duration.SHORT)
    assert as_wished(chosen) is chosen
