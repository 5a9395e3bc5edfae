"""What kind of thing a question asks for, how near words come, and when an answer is refused for it."""

from __future__ import annotations

import pytest

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.expecting import Kind, expected, fit, own_question


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How much does the ferry cost?", Kind.MONEY),
        ("What is the price of a ticket?", Kind.MONEY),
        ("What wages did the mill pay?", Kind.MONEY),
        ("How much is a new battery for the Heron?", Kind.MONEY),
        ("For how much was the engine sold?", Kind.MONEY),
        ("At what temperature is the glaze fired?", Kind.TEMPERATURE),
        ("How loud is the fan?", Kind.NOISE),
        ("When was the bridge opened?", Kind.TIME),
        ("In which year did she die?", Kind.TIME),
        ("How long will the works take?", Kind.SPAN),
        ("How far is it to the island?", Kind.LENGTH),
        ("How heavy is the tank?", Kind.WEIGHT),
        ("How old is the director?", Kind.AGE),
        ("How many boats are there?", Kind.COUNT),
        ("Who planned the canal?", Kind.PERSON),
        ("What was the name of his ship?", Kind.NAME),
        ("Why was it closed?", Kind.REASON),
        ("What was the reason that so few came?", Kind.REASON),
        ("Who may hire a boat?", Kind.OTHER),
        ("What is anchor ice?", Kind.OTHER),
    ],
)
def test_the_kind_of_answer_is_told_by_the_question(question: str, kind: Kind) -> None:
    assert expected(question) is kind


@pytest.mark.parametrize(
    ("question", "holds", "does_not"),
    [
        ("How much does a ticket cost?", "A ticket costs 4 euros.", "The ticket office opens at 9."),
        ("When was the bridge opened?", "It was opened on 3 May 1874.", "It was opened by the mayor."),
        (
            "When does the open day end?",
            "The open day is from ten to four o'clock, 3 May.",
            "It is on 3 May, from ten.",
        ),
        ("When does the museum open?", "It opens at 9:30.", "It closes at 17:30."),
        ("How heavy is the tank?", "It weighs 300 kilograms.", "It is 300 years old."),
        ("How old is the director?", "She was born in 1970.", "She has led it for six years."),
        ("How many boats are there?", "There are 24 boats.", "There are 24 trees."),
        ("Who planned the canal?", "It was planned by Caleb Ruddock.", "It was planned with care."),
    ],
)
def test_a_text_that_holds_no_such_thing_is_no_answer(question: str, holds: str, does_not: str) -> None:
    assert fit(question, holds) == 1.0
    assert fit(question, does_not) == -1.0


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("How many otters were run over?", "Seventy years after the last otter walkers stop there.", False),
        ("How many otters were run over?", "Nine otters were run over.", True),
        ("In how many countries are there feeds?", "There are feeds of 34 banks in nine countries.", True),
        ("How many guests may one bring?", "Guests. Two per member, and no guest more than five times.", True),
        ("How many members are there?", "Guests. Two per member, and no guest more than five times.", False),
        ("How many members are there?", "The 30 members pay £20 per member.", True),
        ("On how many stretches were otters?", "There were otters on 31 of the 44 stretches.", True),
        ("Who rebuilt the sewage works?", "The works at Brack were rebuilt in May.", False),
        ("Who rebuilt the sewage works?", "The works at Brack were rebuilt by Anna Lee.", True),
    ],
)
def test_a_number_counts_what_stands_behind_it_and_a_place_is_nobody(question: str, text: str, holds: bool) -> None:
    assert (fit(question, text) > 0) is holds


def test_the_columns_of_a_table_say_what_a_number_is() -> None:
    assert fit("What does the small one cost?", "Small: 289", around="Model Price") == 1.0
    assert fit("What does the small one cost?", "Small: 289", around="Model Weight") == -1.0


def test_words_of_a_like_meaning_are_near_and_others_far() -> None:
    cost, weather = near(["cost", "weather"], "The price was low because of the rain.")
    assert min(cost, weather) > 0.6
    assert near(["banana"], "The price was low because of the rain.")[0] < 0.4
    assert near(["opened"], "They open it on Sundays.") == [1.0]


def test_how_a_question_asks_is_no_word_of_its_answer() -> None:
    assert focus("How long is the canal?") == ("canal",)
    assert focus("In what year was the canal opened?") == ("canal", "opened")


def test_people_who_are_counted_may_be_called_otherwise() -> None:
    assert fit("How many people took part in the contest?", "There were 61 entries.") == 0.5


def test_what_the_asker_says_of_themself_is_not_looked_for() -> None:
    assert own_question("I'm seventy-three. What would a plot cost me?") == "What would a plot cost me?"
    assert own_question("The pool is shut. When does it open?") == "The pool is shut. When does it open?"


def test_words_drawn_together_are_small_ones() -> None:
    assert focus("What's the discount that students couldn't get?") == ("discount", "students")
