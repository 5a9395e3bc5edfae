"""Quiz questions about places and order: the sentence that lacks a figure, the noun that one lacks, the next step."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from plain_sources import source_of

from server.domain.documents import Difficulty
from server.domain.scripts import Statement
from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.quizzes import chosen
from server.engine.writing.quizzes.items import Item
from server.engine.writing.quizzes.places import PlaceMaker
from server.engine.writing.quizzes.steps import StepMaker
from server.engine.writing.quizzes.words import GAP, WORDS, quiz_words
from server.engine.writing.selection import worths
from server.engine.writing.tasks import QuizTask

KETTLE = """# Care of the Marden boiler

The boiler holds 45 litres of water and weighs 38 kilograms when it is empty.
The red lamp lights when the pressure falls below 6 bar in the pipe.
A full tank lasts for 19 hours in a kitchen with two ovens.
The filter must be rinsed after every 70 litres of hard water.
The plug draws 13 amperes while the heater warms the tank.
The hose is 4 metres long and hangs behind the panel.

## Starting

1. Open the valve behind the panel by a quarter of a turn.
2. Fill the tank with cold water up to the upper mark.
3. Close the lid and turn the handle to the right.
4. Press the green button until the lamp begins to blink.
5. Wait until the needle stands in the white field.
6. Draw one cup of water and pour it into the sink.
"""


def made_of(writer: BuiltInWriter, maker: type[PlaceMaker] | type[StepMaker]) -> tuple[PlaceMaker | StepMaker, range]:
    analysis = writer.analysis((source_of(KETTLE, id="kettle"),), language="en")
    asker = asker_for(analysis)
    return maker(analysis, asker, worths(analysis), random.Random(7), quiz_words("en")), range(len(analysis.sentences))


def test_a_figure_belongs_to_one_of_four_sentences(writer: BuiltInWriter) -> None:
    maker, ids = made_of(writer, PlaceMaker)
    assert isinstance(maker, PlaceMaker)
    items = maker.places(ids, most=4)
    assert items
    for item in items:
        figure = re.search(r"is (\S+) the missing", item.question)
        assert figure is not None
        assert item.right.replace(GAP, figure[1]) in KETTLE.replace("\n", " ")
        assert all(GAP in option and option.replace(GAP, figure[1]) not in KETTLE for option in item.wrong)
        assert item.explanation.text == item.right.replace(GAP, figure[1])


def test_two_figures_are_two_questions_though_all_other_words_are_the_same() -> None:
    def item(figure: str, right: str) -> Item:
        question = quiz_words("en").placed.format(said=figure)
        return Item(question, right, ("A", "B", "C"), Statement(right, ()), (), 1.0, "placed")

    nine, six, again = (
        item("nine", "Up ____ metres."),
        item("six", "It has ____ legs."),
        item("four", "Up ____ metres."),
    )
    assert chosen([nine, six], most=4) == [nine, six] or chosen([nine, six], most=4) == [six, nine]
    assert len(chosen([nine, again], most=4)) == 1
    assert len(chosen([nine, item("nine", "It has ____ arms.")], most=4)) == 1


def test_a_missing_noun_stands_in_its_sentence_and_no_other_option_near_it(writer: BuiltInWriter) -> None:
    maker, ids = made_of(writer, PlaceMaker)
    assert isinstance(maker, PlaceMaker)
    for item in maker.nouns(ids):
        said = re.search(r'"(.+)"', item.question)
        assert said is not None
        assert said[1].replace(GAP, item.right) == item.explanation.text
        assert all(wrong not in item.explanation.text for wrong in item.wrong)


def test_the_next_step_is_the_one_that_the_source_has_next(writer: BuiltInWriter) -> None:
    maker, ids = made_of(writer, StepMaker)
    assert isinstance(maker, StepMaker)
    items = maker.items(ids, most=3)
    assert items
    steps = re.findall(r"^\d\. (.+)$", KETTLE, re.MULTILINE)
    for item in items:
        said = re.search(r'"(.+)"', item.question)
        assert said is not None
        assert steps[steps.index(f"{said[1]}.") + 1] == item.right
        assert {item.right, *item.wrong} <= set(steps)
        assert len({item.right, *item.wrong}) == 4


def test_a_hard_quiz_has_no_form_for_more_than_half(writer: BuiltInWriter) -> None:
    made = writer.write(
        QuizTask(sources=(source_of(KETTLE, id="kettle"),), language="en", difficulty=Difficulty.HARD, count=6)
    )
    forms = Counter(re.sub(r'".*"|\b\d+\b', "", q.question) for q in made.questions)
    assert made.difficulty is Difficulty.HARD
    assert len(forms) >= 2
    assert max(forms.values()) <= 3


@pytest.mark.parametrize("code", sorted(WORDS))
def test_every_language_asks_for_places_and_steps(code: str) -> None:
    words = quiz_words(code)
    assert "{said}" in words.placed
    assert "{said}" in words.next_step
    assert "{said}" in words.gap_noun


TALK = """# The river pilot

Q: How do you get on board?

A: The ladder has nineteen rungs and hangs from the rail of the ship.

Q: And the river?

A: The channel moves forty metres to the west in a wet year. The survey takes eleven days each spring.

Q: What do you carry?

A: A torch, a jar of marmalade and dry socks. The bag weighs sixteen pounds when I leave the house.
"""


def test_an_interview_in_words_has_figures_to_ask_for(writer: BuiltInWriter) -> None:
    source = source_of(TALK, id="talk")
    made = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.MEDIUM))
    assert made.difficulty is Difficulty.MEDIUM
    right = {q.options[q.answer_index].lower() for q in made.questions}
    assert any(word in option for option in right for word in ("nineteen", "forty", "eleven", "sixteen"))
    assert all(len(set(q.options)) == 4 for q in made.questions)


VILLAGE = """# The mill at Orrin

The miller keeps the grain in a bin beside the stairs.
The carpenter mended the door with oak from the hill.
The baker buys flour in sacks of fifty pounds.
A shepherd sold the wool at the market in the spring.
The gate was painted green by the blacksmith's daughter.
The window looks over the river and the orchard.
The teacher counted the sheep on the meadow.
The smith forged a hinge for the cupboard.
"""


def test_other_nouns_are_of_the_same_kind(writer: BuiltInWriter) -> None:
    analysis = writer.analysis((source_of(VILLAGE, id="mill"),), language="en")
    asker = asker_for(analysis)
    maker = PlaceMaker(analysis, asker, worths(analysis), random.Random(7), quiz_words("en"))
    people = {"miller", "carpenter", "baker", "shepherd", "teacher", "smith", "daughter"}
    kinds = {n.word: n.kind for s in analysis.sentences for n in asker.nouns(s.told)}
    assert {word for word, kind in kinds.items() if kind == "person"} <= people
    items = maker.nouns(range(len(analysis.sentences)))
    assert items
    for item in items:
        assert len({kinds[option] for option in (item.right, *item.wrong)}) == 1


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("The largest bell weighs two tonnes.", True),
        ("The largest weighs two tonnes.", False),
        ("Ours holds nine hundred litres.", False),
        ("A handout for visitors to the mill.", False),
        ("Hand that round and mind your thumb.", False),
        ("No coal: it would burn through the grate.", False),
        ("FIRE DRILL The bell is rung three times.", False),
        ("2d., and talked to the porter.", False),
    ],
)
def test_a_statement_is_whole_and_names_what_it_speaks_of(writer: BuiltInWriter, text: str, whole: bool) -> None:
    analysis = writer.analysis((source_of(VILLAGE, id="mill"),), language="en")
    assert asker_for(analysis).states(text) is whole


def test_figures_of_four_sentences_are_of_one_size_and_spelling(writer: BuiltInWriter) -> None:
    text = f"{KETTLE}\nThe case may hold twenty-one cups for the guests of the house.\n"
    text += "The makers sold 48000 boilers to hospitals and schools of the county.\n"
    analysis = writer.analysis((source_of(text, id="kettle"),), language="en")
    maker = PlaceMaker(analysis, asker_for(analysis), worths(analysis), random.Random(7), quiz_words("en"))
    for item in maker.places(range(len(analysis.sentences)), most=6):
        assert not any(word in option for option in (item.right, *item.wrong) for word in ("cups", "hospitals"))
