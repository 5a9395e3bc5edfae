"""Instructions steer every kind of piece: what it tells of, how much, and how many questions (texts: other texts)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from plain_sources import source_of
from question_measures import further

from server.domain.requests import Duration
from server.domain.sources import Source
from server.engine.writing.announcing import announces
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.selection import select
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    FaqTask,
    InfographicTask,
    QuizTask,
    StudyGuideTask,
    Task,
    TextTask,
    TimelineTask,
)
from server.engine.writing.trimming import words_of
from server.engine.writing.wishes import as_wished, words_wished

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


MONEY_TEXT = """# The ferry at Sallow

The ferry at Sallow carries sixty cars from one bank to the other, and it has done so since the spring of 1931.
Its captain, Orla Finch, learned the river from her aunt, who had steered the first boat through the flood.
The new engine cost 84,000 pounds, of which the parish paid a third. Swallows nest under the wheelhouse every year.
The fare is 2.40 for a car and has not been raised since 2019. Children wave from the landing when the boat turns.
The village school was painted green in the same summer, and the teacher still complains about it.
Insurance takes 11,000 a year out of an income of 63,000. The boat turns at the white post, where the water is deepest.

## Two changes

Three things changed in the winter. The landing was moved upstream by forty metres to where the bank is firm.
The old bell was replaced with a horn that can be heard in the next valley. Since then the night
crossing begins at nine.
"""


def ferry(text: str = MONEY_TEXT) -> Source:
    return source_of(text, id="ferry")


@pytest.mark.parametrize("kind", [BriefingTask, StudyGuideTask, FaqTask, TextTask])
def test_only_about_one_thing_is_about_nothing_else(kind: type[Task[Any]], writer: BuiltInWriter) -> None:
    piece = writer.write(kind(sources=(ferry(),), language="en", instructions="only about the money, please"))
    told = " ".join(s.text for s in piece.statements)
    assert "84,000" in told
    for other in ("Swallows", "painted green", "wave from the landing", "old bell"):
        assert other not in told
    assert not [n for n in piece.notes if "other things" in n]


def test_a_thing_that_the_sources_hardly_tell_of_is_noted(writer: BuiltInWriter) -> None:
    piece = writer.write(BriefingTask(sources=(ferry(),), language="en", instructions="Only about the lighthouse."))
    assert any("lighthouse" in n for n in piece.notes)
    assert piece.summary


@pytest.mark.parametrize("kind", [BriefingTask, StudyGuideTask, FaqTask, TextTask])
def test_a_number_of_words_is_kept(kind: type[Task[Any]], writer: BuiltInWriter) -> None:
    sources = (further("bicycle_figures"),)
    assert words_of(writer.write(kind(sources=sources, language="en"))) > 150
    piece = writer.write(kind(sources=sources, language="en", instructions="Under 150 words, please."))
    assert 40 <= words_of(piece) <= 150


def test_a_timeline_is_not_cut_and_says_so(writer: BuiltInWriter) -> None:
    plain = writer.write(TimelineTask(sources=(ferry(),), language="en"))
    piece = writer.write(TimelineTask(sources=(ferry(),), language="en", instructions="under 50 words"))
    assert [e.date for e in piece.events] == [e.date for e in plain.events]
    assert any("cut to a number of words" in n for n in piece.notes)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("under 150 words", 150),
        ("Höchstens 200 Wörter, bitte.", 200),
        ("en moins de 120 mots", 120),
        ("a 300-word summary", 300),
        ("at least 500 words", 0),
        ("The 12 words of the oath matter.", 0),
    ],
)
def test_the_words_asked_for_are_understood(wish: str, words: int) -> None:
    assert words_wished(wish) == words


@pytest.mark.parametrize("wish", ["for children", "in simple language", "als Text für Kinder", "make it funny"])
def test_what_the_sources_words_cannot_be_is_said(wish: str, writer: BuiltInWriter) -> None:
    piece = writer.write(StudyGuideTask(sources=(ferry(),), language="en", instructions=wish))
    assert any("own words" in n for n in piece.notes)
    plain = writer.write(StudyGuideTask(sources=(ferry(),), language="en", instructions="The engine."))
    assert not any("own words" in n for n in plain.notes)


def test_an_announcement_is_told_only_with_what_it_announces(writer: BuiltInWriter) -> None:
    analysis = writer.analysis((ferry(),), language="en")
    announcing = next(s.id for s in analysis.sentences if s.text.startswith("Three things changed"))
    assert announces(analysis, analysis.sentences[announcing])
    assert [s.text for s in analysis.sentences if announces(analysis, s)] == ["Three things changed in the winter."]
    for words in range(20, 160, 10):
        chosen = select(analysis, words=words)
        assert announcing not in chosen or announcing + 1 in chosen
