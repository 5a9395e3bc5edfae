"""What English sentences are asked openly (where, how soon, what happens), and what is asked for yes or no."""

from __future__ import annotations

import pytest
from omber import PADDING, asked_of

from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.rhetoric import spoken
from server.engine.writing.english.soundness import sound
from server.engine.writing.growing import Entry, Growth


@pytest.fixture(scope="module")
def writer() -> BuiltInWriter:
    return BuiltInWriter()


def _questions(writer: BuiltInWriter, text: str) -> list[str]:
    return [a.question for a in asked_of(writer, text)]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The spare keys are kept in a tin behind the counter.", "Where are the spare keys kept?"),
        ("The water of the spring comes out of the chalk.", "Where does the water of the spring come from?"),
        ("The glass of the stove goes black within an hour.", "How quickly does the glass of the stove go black?"),
        ("In a booming avalanche the grains fall into step.", "What happens in a booming avalanche?"),
        ("Data were collected from February to November 2022.", "When were data collected?"),
        ("The boiler in the cellar is as big as a bus.", "How big is the boiler in the cellar?"),
        ("The tour of the kiln starts with a film about clay.", "What does the tour of the kiln start with?"),
        ("There is no lift at the station of Omber.", "Is there a lift at the station of Omber?"),
        ("The path to the summit has been officially closed.", "Has the path to the summit been officially closed?"),
        ("The guards have the right to turn people away at the door.", "Do the guards have the right to turn people"),
    ],
)
def test_is_asked(writer: BuiltInWriter, text: str, question: str) -> None:
    assert any(q.startswith(question.rstrip("?")) for q in _questions(writer, text))


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("The cork of the bottle was in the box on the shelf.", "Was the cork"),
        ("The cork of the bottle was in the box on the shelf.", "Where was the cork"),
        ("The big wheel turns on the last open days of the season.", "Does the big wheel"),
        ("There is a line of poles between the harbour and the island.", "Is there a line"),
        ("Dogs must be on a lead in the garden of the castle.", "Where must dogs"),
    ],
)
def test_is_not_asked(writer: BuiltInWriter, text: str, start: str) -> None:
    assert not [q for q in _questions(writer, text) if q.startswith(start)]


@pytest.mark.parametrize(
    "question",
    [
        "Why can intakes be placed?",
        "Should you throw the bath away!?",
        "Where should you put it?",
        "Why did he leave Rome?",
    ],
)
def test_is_not_said(question: str) -> None:
    assert not sound(question)


def test_a_pronoun_may_follow_the_name_it_stands_for() -> None:
    assert sound("What did Ada Brook do when she left Rome?")


def test_a_list_is_told_with_the_sentence_that_leads_into_it(writer: BuiltInWriter) -> None:
    listed = (
        "# Why sand hums\n\nSome dunes hum when sand slides down their slopes. The hum can be heard for miles.\n\n"
        "Three conditions have to be met:\n\n- The grains must be round and of one size.\n"
        "- The grains must be dry to the touch.\n- The grains must be coated with silica.\n"
    )
    source = import_source(SourceSpec(SourceKind.TEXT, content=f"{listed}\n{PADDING}"))
    analysis = writer.analysis((source,), language="en")
    lead = next(s.id for s in analysis.sentences if "conditions" in s.text)
    entry = Entry(Asked("How many conditions have to be met?", Kind.HOW_MANY, lead), (lead,), 1.0)
    taken = [entry]
    worth = [1.0] * len(analysis.sentences)
    Growth(analysis, asker_for(analysis), worth, is_checked=False).grow(taken, {lead}, 80)
    assert taken[0].ids == (lead, lead + 1, lead + 2, lead + 3)


def test_who_speaks_to_whom_is_no_part_of_a_question() -> None:
    said, _ = spoken(
        "You are listening to Hill Voices. I'm Femi Lascelles, in the kitchen of Oona Brathwell. Why did the van stop?",
        lambda texts: [],
    )
    assert said == "Why did the van stop?"
