"""Quizzes of seven texts against answers that were checked by hand, and figures that no option may have."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from question_measures import development

from server.domain.documents import Difficulty
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.quizzes.items import is_clock_or_day
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.tasks import QuizTask

JUDGED = Path(__file__).resolve().parents[2] / "data" / "questions" / "quiz_keys.jsonl"


@pytest.mark.slow
def test_keys_are_those_that_were_checked_by_hand(writer: BuiltInWriter) -> None:
    judged = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    keys = {(j["text"], j["question"], j["difficulty"]): j["key"] for j in judged}
    # The same frame stands before many statements: there, any key that was found right counts.
    framed = {(j["text"], j["key"]) for j in judged}
    known = right = 0
    for name in sorted({j["text"] for j in judged}):
        source = development(name)
        for difficulty in Difficulty:
            quiz = writer.write(QuizTask(sources=(source,), language="en", difficulty=difficulty))
            for question in quiz.questions:
                key = question.options[question.answer_index]
                if question.question.startswith("Which of these"):
                    known += 1
                    right += (name, key) in framed
                elif (name, question.question, str(difficulty)) in keys:
                    known += 1
                    right += keys[name, question.question, str(difficulty)] == key
    assert known >= 60
    assert right >= 0.95 * known


def test_a_share_never_passes_a_hundred_percent() -> None:
    for seed in range(20):
        made = other_values("75", taken=frozenset(), chance=random.Random(seed), unit=" percent of what we take in")
        assert len(made) == 3
        assert all(float(value) < 100 for value in made)


@pytest.mark.parametrize(
    ("answer", "pattern"),
    [
        ("Monday 20 March", r"Monday (?:6|13|27) March"),
        ("20 March", r"(?:[1-9]|1\d|2[1-8]) March"),
        ("March 3", r"March (?:[1-9]|1\d|2[0-8])"),
    ],
)
def test_other_days_are_days_of_the_calendar(answer: str, pattern: str) -> None:
    for seed in range(20):
        made = other_values(answer, taken=frozenset(), chance=random.Random(seed))
        assert len(made) == 3
        assert all(re.fullmatch(pattern, value) for value in made)


@pytest.mark.parametrize(
    ("text", "figure", "varied"),
    [
        ("Sixteen crossings a day between 6.30 and 19.00.", "6.30", False),
        ("The ticket costs 6.30 and the dog 2.10.", "2.10", True),
        ("It weighs 6.75 tonnes.", "6.75", True),
    ],
)
def test_times_of_day_are_not_varied(text: str, figure: str, varied: bool) -> None:
    at = re.search(re.escape(figure), text)
    assert at is not None
    assert is_clock_or_day(text, at) is not varied


@pytest.mark.parametrize(
    ("text", "figure", "varied"),
    [
        ("The tram that stops here is tram 6 from the harbour.", "6", False),
        ("It was opened at the age of a hundred and fifteen.", "fifteen", False),
        ("It is printed in letters one twenty-fifth of an inch high.", "twenty", False),
        ("Bags larger than 40 by 30 centimetres go into the lockers.", "40", False),
        ("We come on Monday between 7 and noon.", "7", False),
        ("Ring the office, 0555 71 30, before noon.", "0555", False),
        ("The tank holds 40 litres of water.", "40", True),
    ],
)
def test_numbers_that_name_or_belong_to_others_are_not_varied(text: str, figure: str, varied: bool) -> None:
    at = re.search(re.escape(figure), text)
    assert at is not None
    assert is_clock_or_day(text, at) is not varied


@pytest.mark.parametrize(
    ("answer", "unit"), [("At 15.00", ""), ("at 9.30", ""), ("2", " pm, without booking"), ("At 7:15 a.m.", "")]
)
def test_other_times_of_day_are_times_of_day(answer: str, unit: str) -> None:
    for seed in range(10):
        made = other_values(answer, taken=frozenset(), chance=random.Random(seed), unit=unit)
        assert len(made) == 3
        for other in made:
            hour = re.search(r"\d+", other)
            minutes = re.search(r"[.:](\d\d)", answer)
            assert hour is not None
            assert 1 <= int(hour[0]) <= (12 if "m" in f"{answer[2:]}{unit}" else 23)
            assert minutes is None or minutes[0] in other
