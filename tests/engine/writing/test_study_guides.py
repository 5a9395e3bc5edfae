"""Study guides: terms with what they mean, an outline in order, questions with answers."""

from __future__ import annotations

import pytest
from plain_sources import source_of
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
    assert {"Skiff", "Cox", "Bow side"} <= {t.term for t in rules.terms}
    glazes = writer.write(StudyGuideTask(sources=(further("glaze_guide"),), language="en"))
    assert {"Ash glaze", "Stoneware"} <= {t.term for t in glazes.terms}
    french = writer.write(StudyGuideTask(sources=(further("moulin_fr"),), language="fr"))
    assert "Moulin de Carvel" in {t.term for t in french.terms}


def test_terms_are_those_that_a_teacher_would_pick(writer: BuiltInWriter) -> None:
    guide = writer.write(StudyGuideTask(sources=(further("soil_lesson"),), language="en"))
    said = {t.term: t.definition.text for t in guide.terms}
    assert {"Soil", "Weathering", "Subsoil", "Leaching", "Humus", "Mycorrhiza", "Erosion"} <= set(said)
    assert said["Humus"] == "Humus is the dark, stable part of the organic matter that resists further decay."
    assert said["Topsoil"].startswith("The uppermost is the O horizon")
    assert unfaithful(guide, (further("soil_lesson"),)) == []


def test_a_story_has_its_people_and_things_for_terms(writer: BuiltInWriter) -> None:
    guide = writer.write(StudyGuideTask(sources=(further("lamp_story"),), language="en"))
    said = {t.term: t.definition.text for t in guide.terms}
    assert said["Duncan Vey"].startswith("The coxswain, Duncan Vey, was a stubborn man")
    assert said["Lamp"].startswith("The lamp was a first-order Fresnel lens")
    essay = writer.write(StudyGuideTask(sources=(further("queue_essay"),), language="en"))
    terms = {t.term for t in essay.terms}
    assert {"Queue", "Skip", "Slip"} <= terms
    assert "Florida" not in terms


def test_an_apposition_ends_where_its_comma_stands(writer: BuiltInWriter) -> None:
    guide = writer.write(StudyGuideTask(sources=(further("bicycle_figures"),), language="en"))
    said = {t.term: t.definition.text for t in guide.terms}
    assert said["Pedelec"] == "A pedelec is a bicycle whose motor helps only while the rider pedals."
    canal = writer.write(StudyGuideTask(sources=(development("canal_history.md"),), language="en"))
    told = {t.term: t.definition.text for t in canal.terms}
    assert told["Puddle"].startswith("Puddle is a mixture of clay, sand and water")


def test_the_outline_keeps_the_order_of_the_source(writer: BuiltInWriter) -> None:
    source = development("policy_instruments.md")
    guide = writer.write(StudyGuideTask(sources=(source,), language="en"))
    starts = [p.start for section in guide.outline for row in section.paragraphs for s in row for p in s.passages[:1]]
    assert starts == sorted(starts)
    assert {"Instrument", "Keeper", "Working day"} <= {t.term for t in guide.terms}


def terms_of(text: str, writer: BuiltInWriter) -> dict[str, str]:
    around = (
        "The valley has been surveyed three times, and each of the surveys was paid for by the county. The last "
        "one took two summers, since the roads were closed by floods, and its report fills a shelf in the town hall. "
        "Nobody has read it to the end, and the mayor says so whenever somebody asks for another one. "
    )
    task = StudyGuideTask(sources=(source_of(f"# The valley\n\n{around}\n\n{text}"),), language="en")
    return {t.term: t.definition.text for t in writer.write(task).terms}


@pytest.mark.parametrize(
    "text",
    [
        "Helpers find a lamp, two cameras, a kettle, chocolate in the box at the door.",
        "Apprentices get double pay for the night of the melt, a meal at two o'clock and the Friday off.",
        "I read the clause with my microscope's poor relation, a reading glass.",
        "Wool is wetted at noon. Wool is squeezed by hand. Wool is lowered in without a splash by one of the dyers.",
        "Adler Hutton had bet a crate of juice on it. Adler Hutton had lost. Adler Hutton had gone home to his sister.",
    ],
)
def test_what_says_nothing_of_what_a_thing_is_is_no_definition(text: str, writer: BuiltInWriter) -> None:
    assert terms_of(text, writer) == {}


def test_a_remark_in_brackets_stands_in_no_definition_s_way(writer: BuiltInWriter) -> None:
    text = "Lake Orrin (in the old tongue: Orrinvatn, the bear's bowl) is a crater lake in the Vell Highlands."
    assert terms_of(text, writer) == {"Lake Orrin": text}
