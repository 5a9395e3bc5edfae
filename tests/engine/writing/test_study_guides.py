"""Study guides: terms with what they mean, an outline in order, questions with answers."""

from __future__ import annotations

import pytest
from question_measures import FURTHER, development, further, language_of, unfaithful, unprintable

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import StudyGuideTask


@pytest.mark.parametrize("name", FURTHER)
def test_a_guide_has_an_outline_and_questions_with_passages(name: str, writer: BuiltInWriter) -> None:
    source = further(name)
    guide = writer.write(StudyGuideTask(sources=(source,), language=language_of(name)))
    assert guide.outline
    assert guide.questions
    assert unfaithful(guide, (source,)) == []
    assert [q.question for q in guide.questions if unprintable(q.question)] == []


def test_terms_are_those_that_the_source_defines(writer: BuiltInWriter) -> None:
    rules = writer.write(StudyGuideTask(sources=(further("rowing_rules"),), language="en"))
    assert {t.term for t in rules.terms} == {"Skiff", "Cox", "Bow side"}
    glazes = writer.write(StudyGuideTask(sources=(further("glaze_guide"),), language="en"))
    assert {"Ash glaze", "Stoneware"} <= {t.term for t in glazes.terms}
    french = writer.write(StudyGuideTask(sources=(further("moulin_fr"),), language="fr"))
    assert [t.term for t in french.terms] == ["Moulin de Carvel"]


def test_the_outline_keeps_the_order_of_the_source(writer: BuiltInWriter) -> None:
    source = development("policy_instruments.md")
    guide = writer.write(StudyGuideTask(sources=(source,), language="en"))
    starts = [p.start for section in guide.outline for row in section.paragraphs for s in row for p in s.passages[:1]]
    assert starts == sorted(starts)
    assert {"Instrument", "Keeper", "Working day"} <= {t.term for t in guide.terms}
