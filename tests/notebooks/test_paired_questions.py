"""Questions about two things, and questions that a table answers with one cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

from server.engine.notebooks.degrees import Order
from server.engine.notebooks.paired_questions import taken_apart


@pytest.mark.parametrize(
    ("question", "sides", "order"),
    [
        (
            "How do the lido and the court treat dogs?",
            ("How does the lido treat dogs?", "How does the court treat dogs?"),
            Order.NONE,
        ),
        ("Was ist teurer, das Bad oder das Museum?", ("Was kostet das Bad?", "Was kostet das Museum?"), Order.MOST),
        (
            "Qu'est-ce qui est moins cher, le musée ou la piscine ?",
            ("Combien coûte le musée ?", "Combien coûte la piscine ?"),
            Order.LEAST,
        ),
        ("¿Qué fue primero, la feria o la obra?", ("¿Cuándo fue la feria?", "¿Cuándo fue la obra?"), Order.LEAST),
        ("Qual è la differenza tra il museo e il bagno?", ("Che cos'è il museo?", "Che cos'è il bagno?"), Order.NONE),
        (
            "O que é mais barato, o museu ou a piscina?",
            ("Quanto custa o museu?", "Quanto custa a piscina?"),
            Order.LEAST,
        ),
    ],
)
def test_a_question_about_two_things_is_taken_apart(question: str, sides: tuple[str, ...], order: Order) -> None:
    paired = taken_apart(question)
    assert paired is not None
    assert (tuple(side.question for side in paired.sides), paired.order) == (sides, order)


@pytest.mark.parametrize(
    "question",
    [
        "How does a ring kiln work?",
        "By how much do the rents go up, and from when?",
        "Why did printers and readers object?",
    ],
)
def test_a_question_about_one_thing_stays_whole(question: str) -> None:
    assert taken_apart(question) is None


LIDO = "# Aldersea Lido\n\nThe lido was opened in 1934 and closed for lack of money in 1989. A day ticket costs 6.50."
WORKS = "# The brickworks on Tolland Heath\n\nThe works burned bricks. The gates of the brickworks were shut in 1938."


def test_both_sides_are_told_with_their_sources_and_the_earlier_one_named(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, LIDO, WORKS), "What closed first, the lido or the brickworks on Tolland Heath?")
    assert given.grounded
    assert {each.source for each in given.citations.values()} == {"Aldersea Lido", "The brickworks on Tolland Heath"}
    assert "The earlier of the two is the brickworks on Tolland Heath: 1938 against 1989. [1][2]" in given.answer


def test_a_side_that_the_sources_do_not_tell_is_said_to_be_missing(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, LIDO, WORKS), "What is cheaper, a day ticket of the lido or a ticket to Zembla?")
    assert given.grounded
    assert "6.50" in given.answer
    assert "The sources do not say this of a ticket to Zembla." in given.answer


TABLE = (
    "# School meals\n\n| School | Pupils | Price per meal | Waste per pupil (g) |\n|---|---|---|---|\n"
    "| Tolland | 148 | 2.90 | 41 |\n| Stent Road | 276 | 3.10 | 97 |\n| Yarrow | 1,418 | 3.40 | 71 |\n"
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which school wastes the most food per pupil?", "Stent Road, Waste per pupil: 97 g."),
        ("Which school has the fewest pupils?", "Tolland, Pupils: 148."),
        ("Which school is the most expensive?", "Yarrow, Price per meal: 3.40."),
        ("How much is a lunch at Stent Road?", "Stent Road, Price per meal: 3.10."),
    ],
)
def test_a_table_answers_with_the_cell_that_is_asked_for(tmp_path: Path, question: str, said: str) -> None:
    given = asked(filled(tmp_path, TABLE), question)
    assert given.grounded
    assert said in given.answer
    assert len(given.citations) == 1


WOODS = (
    "# A stove\n\n## Firewood\n\n| Wood | Drying time (years) | Weight (kg) | Heat (kWh per cubic metre) |\n"
    "|---|---|---|---|\n"
    "| Oak | 3 | 690 | 2,050 |\n| Poplar | 1 | 430 | 1,250 |\n| Robinia | 2 | 770 | 2,300 |\n"
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many years does oak have to dry?", "Oak, Drying time: 3 years."),
        ("How heavy is poplar?", "Poplar, Weight: 430 kg."),
        ("Which kind of wood makes the most heat per cubic metre?", "Robinia, Heat: 2,300 kWh per cubic metre."),
    ],
)
def test_row_and_column_of_a_question_lead_to_one_cell(tmp_path: Path, question: str, said: str) -> None:
    given = asked(filled(tmp_path, WOODS), question)
    assert given.grounded
    assert said in given.answer
    assert len(given.citations) == 1


def test_a_cell_is_not_taken_for_what_its_column_does_not_tell(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, WOODS), "How many euros does a crate of oak cost?")
    assert given.answer.startswith("The sources do not say.")
    assert not given.citations


def test_copies_of_a_text_are_one_source_and_do_not_differ(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, LIDO, LIDO, LIDO, LIDO), "When was the lido closed?")
    assert "1989" in given.answer
    assert "differ" not in given.answer
    assert len(given.citations) == 1
