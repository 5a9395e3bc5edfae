"""Questions about sources as wholes are answered with their central sentences; others are not taken for such."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

DYKE = (
    "# The dyke at Orle\n\nThe dyke at Orle was raised by two metres in 1954, after the flood had taken forty houses."
    " It cost 310,000 crowns. Where would the money come from? Each household paid 46 crowns, and the county paid the"
    " rest. I never liked it, to be honest.\n\nSince then the dyke has held eleven floods. The wardens walk it every"
    " Sunday."
)
MILL = (
    "# The mill at Astwick\n\nThe mill at Astwick ground flour until 1961. Its owner, Ada Penhale, then sold the"
    " stones. A museum has been in it since 1988, and 9,000 people come in a year."
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("two"), DYKE, MILL)


@pytest.mark.parametrize(
    "question",
    [
        "What is this about?",
        "What are these documents about?",
        "Summarise the sources.",
        "Can you give me an overview?",
        "What are the main points of these texts?",
        "Worum geht es in diesem Text?",
        "De quoi parle ce document ?",
        "¿De qué trata el texto?",
        "Di cosa parla questo testo?",
        "De que trata o texto?",
    ],
)
def test_all_sources_are_told_each_with_its_name(two: Path, question: str) -> None:
    given = asked(two, question)
    assert given.grounded
    assert "The dyke at Orle: The dyke at Orle was raised" in given.answer
    assert "The mill at Astwick: The mill at Astwick ground flour" in given.answer
    assert {each.source for each in given.citations.values()} == {"The dyke at Orle", "The mill at Astwick"}
    assert all(f"[{marker}]" in given.answer for marker in given.citations)


@pytest.mark.parametrize("question", ["What is The mill at Astwick about?", "Summarise The mill at Astwick"])
def test_a_source_that_is_named_is_told_alone(two: Path, question: str) -> None:
    given = asked(two, question)
    assert {each.source for each in given.citations.values()} == {"The mill at Astwick"}


def test_neither_asides_nor_questions_nor_what_leans_tells_what_a_source_is_about(tmp_path: Path) -> None:
    told = asked(filled(tmp_path, DYKE), "What is this document about?").answer
    assert told.startswith("The dyke at Orle was raised by two metres in 1954")
    assert "I never liked it" not in told
    assert "Where would" not in told


def test_what_a_text_says_of_itself_tells_what_it_is_about(tmp_path: Path) -> None:
    manual = (
        "# The Aquor 40\n\nThis chapter describes how a new unit is filled and put into operation. It applies to all"
        " units.\n\nOld units have their valve at the left. The filling takes 40 minutes in a loop of 200 metres."
        " Ambient air above 40 degrees stops the Aquor. The Aquor restarts once it has cooled to 55 degrees."
        " A second person is needed beyond 15 metres. The Aquor holds 40 litres of fluid."
    )
    assert (
        "This chapter describes how a new unit is filled"
        in asked(filled(tmp_path, manual), "What is this about?").answer
    )


def test_sources_beyond_those_told_are_counted(tmp_path: Path) -> None:
    texts = [
        f"# Hut {number}\n\nHut {number} stands at {1_000 + number} metres above the lake." for number in range(11)
    ]
    told = asked(filled(tmp_path, *texts), "What are the sources about?").answer
    assert "Hut 7 stands at 1007 metres" in told
    assert told.endswith("There are 3 sources more.")


@pytest.mark.parametrize("question", ["What did the dyke cost?", "What are the main points of entry for floods?"])
def test_a_question_about_something_in_them_is_another_question(two: Path, question: str) -> None:
    assert "The mill at Astwick: The mill" not in asked(two, question).answer
