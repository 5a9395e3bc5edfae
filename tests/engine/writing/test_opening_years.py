"""The year that opens a sentence belongs to its verb, whatever name follows it."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.opening_years import attached
from server.engine.writing.english.parser import load

PADDING = " ".join(f"The hut on ridge {number} has a stove of iron and a door to the south." for number in range(6))


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            "In 1971 she became the head of the Aravel rescue service.",
            "When did Isaura Venn become the head of the Aravel rescue service?",
        ),
        ("In 1996 she took over the school.", "When did Isaura Venn take over the school?"),
    ],
)
def test_what_somebody_became_in_a_year_is_asked(said: str, asked: str) -> None:
    life = f"Isaura Venn was born in Quern. She climbed. She read maps. She drew huts. She taught. She sang. {said}"
    source = source_of(f"# Isaura Venn\n\n{life}\n\n{PADDING}\n", id="p", title="Isaura Venn", language="en")
    analysis = BuiltInWriter().analysis((source,), language="en")
    questions = asker_for(analysis).questions([s.id for s in analysis.sentences])
    assert asked in {q.question for q in questions}


def test_a_year_that_names_a_thing_stays_with_it() -> None:
    parse = load()("The 1948 Olympics were held in London.")
    assert [t.head.text for t in parse if t.text == "1948"] == ["Olympics"]


def test_a_line_without_a_parse_is_left_as_it_is() -> None:
    tokens = load().make_doc("In 1971 Isaura Venn became head.")
    assert attached(tokens) is tokens
