"""Quizzes: keys that are right, options of one kind that give nothing away, difficulties that differ."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from plain_sources import source_of
from question_measures import FURTHER, development, further, language_of, unfaithful

from server.domain.documents import Difficulty, Quiz
from server.domain.requests import Duration
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.tasks import QuizTask

KEYS = {
    "When did a canker kill 88 of the trees?": "1904",
    "When was the pear named Brackley Grey?": "1993",
    "How many grafts did Oduya make?": "Forty grafts",
    "How much did a new fence cost?": "12,400 pounds",
    "When was the spring race first held?": "1931",
    "How many boats does the club own?": "23 boats",
    "How much does a guest pay?": "9 euros",
    "How long is the tunnel?": "14.8 kilometres",
    "How much did the freezing cost?": "46 million",
    "How many workers were injured in 2022 when a lining collapsed?": "Six workers",
    "When did the supplier pay a fine of 3.1 million?": "2023",
    "How long should you wash the ash if you want a smooth surface?": "Two days",
    "How often does the safety officer check the vests?": "Every three months",
    "How many rowers did the race draw in 2024?": "312 rowers",
}
"""Read and answered by hand."""
_ALL = [(name, difficulty) for name in FURTHER for difficulty in Difficulty]


@pytest.fixture(scope="module")
def quizzes(writer: BuiltInWriter) -> dict[tuple[str, Difficulty], Quiz]:
    """A quiz of each further text and difficulty."""
    return {
        (name, difficulty): writer.write(
            QuizTask(sources=(further(name),), language=language_of(name), difficulty=difficulty)
        )
        for name, difficulty in _ALL
    }


@pytest.mark.parametrize(("name", "difficulty"), _ALL)
def test_four_different_options_with_passages(
    name: str, difficulty: Difficulty, quizzes: dict[tuple[str, Difficulty], Quiz]
) -> None:
    quiz = quizzes[name, difficulty]
    assert quiz.difficulty is difficulty
    assert quiz.questions
    assert unfaithful(quiz, (further(name),)) == []
    for question in quiz.questions:
        assert len({o.casefold() for o in question.options}) == 4
        assert 0 <= question.answer_index <= 3
        lengths = [len(o) for o in question.options]
        if max(lengths) > 14:
            right = lengths[question.answer_index]
            assert right <= 2 * sum(lengths) / 4


def test_keys_are_those_that_a_reader_gives(quizzes: dict[tuple[str, Difficulty], Quiz]) -> None:
    asked = {q.question: q for quiz in quizzes.values() for q in quiz.questions}
    known = [q for q in KEYS if q in asked]
    right = [q for q in known if asked[q].options[asked[q].answer_index] == KEYS[q]]
    assert len(known) >= 9
    assert len(right) >= 0.95 * len(known)


def test_a_gap_is_filled_by_the_key_alone(quizzes: dict[tuple[str, Difficulty], Quiz]) -> None:
    filled = 0
    for (name, _), quiz in quizzes.items():
        text = re.sub(r"\s+", " ", further(name).text)
        for question in quiz.questions:
            match = re.search(r"[\"«„] ?([^\"«»„“]*____[^\"«»„“]*?) ?[\"»“]", question.question)
            if match is None:
                continue
            stands = [match[1].replace("____", o) in text for o in question.options]
            assert stands == [n == question.answer_index for n in range(4)]
            filled += 1
    assert filled >= 15


def test_only_the_key_of_a_statement_question_stands_in_the_source(
    quizzes: dict[tuple[str, Difficulty], Quiz],
) -> None:
    seen = 0
    for (name, _), quiz in quizzes.items():
        text = re.sub(r"\s+", " ", further(name).text)
        for question in quiz.questions:
            lengthy = all(len(o.split()) > 6 for o in question.options)
            if not lengthy or not re.search(r"support|confirm|conferm", question.question):
                continue
            stands = [o in text for o in question.options]
            denies = re.search(r"\bnot\b|ne confirment|non è", question.question) is not None
            assert stands == [(n == question.answer_index) is not denies for n in range(4)]
            seen += 1
    assert seen >= 4


def test_the_places_of_the_key_are_spread(quizzes: dict[tuple[str, Difficulty], Quiz]) -> None:
    places = Counter(q.answer_index for quiz in quizzes.values() for q in quiz.questions)
    assert min(places.values()) >= 0.15 * sum(places.values())


def test_difficulties_ask_different_things(quizzes: dict[tuple[str, Difficulty], Quiz]) -> None:
    for name in FURTHER:
        easy, medium, hard = ({q.question for q in quizzes[name, d].questions} for d in Difficulty)
        assert not easy & medium
        assert not medium & hard


def test_the_same_source_gives_the_same_quiz() -> None:
    task = QuizTask(sources=(further("orchard"),), language="en")
    assert BuiltInWriter().write(task) == BuiltInWriter().write(task)


def test_a_table_is_compared(writer: BuiltInWriter) -> None:
    source = development("comparison_trailers.md")
    quiz = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.HARD))
    keys = {q.question: q.options[q.answer_index] for q in quiz.questions}
    assert keys["Which of these has the highest figure for load limit?"] == "Brindle Carry XL"


def test_fewer_questions_come_with_a_note(quizzes: dict[tuple[str, Difficulty], Quiz], writer: BuiltInWriter) -> None:
    task = QuizTask(sources=(further("orchard"),), language="en", duration=Duration.LONG)
    quiz = writer.write(task)
    assert len(quiz.questions) < 18
    assert "none was made up" in quiz.notes[-1]


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        ("about 2,300 people", r"about \d,\d00 people"),
        ("1.40", r"\d\.\d\d"),
        ("nine years", r"[a-z-]+ years"),
        ("8 May 1971", r"8 May \d{4}"),
        ("9 March", r"\d{1,2} March"),
        ("84 000 euros", r"\d{2} \d{3} euros"),
        ("3,2", r"\d,\d"),
    ],
)
def test_other_values_have_the_form_of_the_answer(answer: str, form: str) -> None:

    made = other_values(answer, taken=frozenset({"2100"}), chance=random.Random(7))
    assert len(set(made)) == 3
    assert answer not in made
    assert all(re.fullmatch(form, value) for value in made)


def test_a_text_without_questions_of_the_level_has_those_of_another(writer: BuiltInWriter) -> None:
    source = source_of(
        "Coffee is a brewed drink prepared from roasted coffee beans, the seeds of berries from certain flowering "
        "plants. The beans are grown in over seventy countries, mostly in the equatorial regions of the Americas, "
        "Southeast Asia and Africa. Once ripe, coffee berries are picked, processed and dried. Dried coffee seeds are "
        "roasted to varying degrees, depending on the desired flavour. Roasted beans are ground and then brewed with "
        "near-boiling water to produce the drink."
    )
    quiz = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.EASY))
    assert quiz.questions
    assert quiz.difficulty is not Difficulty.EASY
    assert any("level asked for" in each for each in quiz.notes)


@pytest.mark.parametrize("answer", ["ninety-three years", "ninety-nine boats", "ninety days", "two days"])
def test_figures_that_are_written_out_stay_below_a_hundred(answer: str) -> None:
    for seed in range(20):
        made = other_values(answer, taken=frozenset(), chance=random.Random(seed))
        assert len(made) == 3
        assert not any("hundred" in each or "one-" in each for each in made)


def test_rows_are_named_by_what_they_are_and_sizes_are_not_compared(writer: BuiltInWriter) -> None:
    source = source_of(
        "# Tents\n\nThe hall lends tents to anyone who asks for them in writing before the end of June.\n\n"
        "| No | Tent | Floor | Seats |\n|---|---|---|---|\n| 1 | Lark | 4 x 6 m | 30 |\n| 2 | Heron | 6 x 12 m | 80 |\n"
        "| 3 | Finch | 3 x 3 m | 10 |\n| 4 | Bustard | 10 x 20 m | 220 |\n"
    )
    easy = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.EASY))
    cells = [q.question for q in easy.questions if "the table give" in q.question]
    assert cells
    assert all(re.search(r"for (Lark|Heron|Finch|Bustard) under", q) for q in cells)
    hard = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.HARD))
    assert not any("floor" in q.question for q in hard.questions)


def test_a_quiz_of_one_question_is_filled_up_with_those_of_other_levels(writer: BuiltInWriter) -> None:
    source = source_of(
        "The reading room was opened in 1911. It has a stove and a clock. The stove burns 40 kilos of coal on a winter "
        "day. The shelves hold 2,300 volumes and a globe. Members pay 12 crowns a year for a key. The roof was mended "
        "with 900 slates. The globe weighs 35 kilograms without its stand. Nobody may smoke there, and dogs stay out."
    )
    quiz = writer.write(QuizTask(sources=(source,), language="en", difficulty=Difficulty.EASY))
    assert quiz.difficulty is Difficulty.EASY
    assert len(quiz.questions) == 3
    assert quiz.notes[0] == "Questions of another level beside these: 2."


def test_a_line_that_begins_with_its_participle_is_read(writer: BuiltInWriter) -> None:
    source = source_of(
        "# The lock in summer\n\nThe lock was built in 1911 and is kept by two men, who take turns at the gates from "
        "April to October. The older of them has a dog. Counted up the book for the summer quarter: 318 boats, of "
        "which 204 laden. The toll was 12 crowns a boat. The gates weigh 900 kilograms and "
        "are painted every third year."
    )
    assert writer.write(QuizTask(sources=(source,), language="en")).questions
