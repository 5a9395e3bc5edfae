"""A telephone number is answered by one alone."""

from __future__ import annotations

import pytest

from server.engine.notebooks.contacts import lacks_contact

PHONE = "What is the telephone number of the pump's manufacturer?"


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        (PHONE, "It applies to all units with serial numbers from 40-2200.", True),
        (PHONE, "If it fails, ring extension 4471.", False),
        (PHONE, "It applies to all units of the year 2019.", True),
        (PHONE, "Ring us on 0116 496 0213 or write.", False),
        ("What is the e-mail address of the clerk?", "The clerk sits in room 4.", True),
        ("What is the e-mail address of the clerk?", "Write to clerk@stannick.example.", False),
        ("What is the web address of the festival?", "Tickets are sold at the door.", True),
        ("What is the web address of the festival?", "See www.festival.example for more.", False),
        ("Who has a telephone number with four digits?", "Nobody has.", False),
    ],
)
def test_what_has_none_answers_no_question_for_it(question: str, text: str, lacks: bool) -> None:
    assert lacks_contact(question, text) is lacks
