"""What a thing is and who holds an office: sentences that say it, and those that only speak of it."""

from __future__ import annotations

import pytest

from server.engine.notebooks.defining import defines


@pytest.mark.parametrize(
    ("question", "says", "speaks_of"),
    [
        ("What is the cambium?", "It's called the cambium, and only it grows.", "Keep the cambium from drying out."),
        ("What does E5 mean?", "E5 The room is too cold.", "If E5 comes again, call service."),
        ("What does E14 mean?", "E14, pressure unstable.", "Many a reader has asked us about E14"),
        ("What is a starter bed?", '"Starter bed" means a raised bed.', "Nobody has a starter bed for long."),
        (
            "Who is the harbour master at Brannock?",
            "The harbour master, Piers Abelow, knew.",
            "The harbour master knew.",
        ),
        ("Who was the chair?", "Nadia Brightwell, the chair, opened it.", "The chair opened it."),
    ],
)
def test_a_sentence_that_says_what_it_is_is_told_from_one_that_speaks_of_it(
    question: str, says: str, speaks_of: str
) -> None:
    assert defines(question, says)
    assert not defines(question, speaks_of)


def test_what_is_asked_otherwise_wants_no_definition() -> None:
    assert not defines("Where is the cambium kept?", "It's called the cambium.")
    assert not defines("What is anchor ice made of?", "Anchor ice grows on stones.")
