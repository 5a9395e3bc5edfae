"""A model that goes round in circles: what it says again is told once, and a sentence is no figure."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.domain.sources import Source
from server.engine.writing.connected import building
from server.engine.writing.connected.admission import Gate
from server.engine.writing.connected.answers import (
    BriefingAnswer,
    EventAnswer,
    FaqAnswer,
    FigureAnswer,
    ParagraphAnswer,
    QuestionAnswered,
    Said,
    SectionAnswer,
    TimelineAnswer,
)
from server.engine.writing.connected.numbering import numbered
from server.engine.writing.tasks import BriefingTask, FaqTask, TimelineTask

AGAIN, OTHER = "The ferry was built in 1968 by the county.", "The ferry of the county carries 40 cars at a time."


@pytest.fixture
def ferry() -> Source:
    """A source of a few sentences."""
    return source_of(f"# The ferry\n\n{AGAIN} {OTHER} It leaves at six in the morning and comes back after dark.")


def _gate(source: Source) -> Gate:
    return Gate(numbered((source,)), language="en")


def test_a_briefing_says_nothing_twice_and_shows_only_numbers(ferry: Source) -> None:
    said = [Said(AGAIN, [1]), Said(AGAIN, [1])]
    answer = BriefingAnswer(
        summary=said,
        figures=[
            FigureAnswer(value=AGAIN, label="built", text=AGAIN, passages=[1]),
            FigureAnswer(value="40", unit="cars", label="cars at a time", text=OTHER, passages=[2]),
            FigureAnswer(value="40", unit="cars", label="cars", text=OTHER, passages=[2]),
        ],
        findings=[SectionAnswer(paragraphs=[ParagraphAnswer(said), ParagraphAnswer([Said(OTHER, [2])])])] * 2,
        open_questions=[Said(OTHER, [2])],
    )
    made = building.briefing(_gate(ferry), answer, BriefingTask(sources=(ferry,), language="en"))
    assert [s.text for s in made.summary] == [AGAIN]
    assert [f.value for f in made.figures] == ["40"]
    assert [s.text for section in made.findings for row in section.paragraphs for s in row] == [OTHER]
    assert made.open_questions == ()


def test_an_faq_and_a_timeline_answer_and_date_once(ferry: Source) -> None:
    entries = [QuestionAnswered(q, [Said(AGAIN, [1])]) for q in ("When was the ferry built?", "How old is the ferry?")]
    faq = building.faq(_gate(ferry), FaqAnswer(entries=entries), FaqTask(sources=(ferry,), language="en"))
    assert [e.question for e in faq.entries] == ["When was the ferry built?"]
    events = [EventAnswer(date="1968", label="1968", text=AGAIN, passages=[1])] * 3
    timeline = building.timeline(
        _gate(ferry), TimelineAnswer(events=events), TimelineTask(sources=(ferry,), language="en")
    )
    assert len(timeline.events) == 1
