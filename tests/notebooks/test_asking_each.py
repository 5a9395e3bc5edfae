"""Questions over several sources: each is asked by itself, and what follows from both is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled, turn

from server.domain.notebooks import Answer
from server.engine.notebooks.answering import answer, standing_alone
from server.engine.notebooks.files import opened
from server.engine.notebooks.measures import Dimension, amounts_in, clocks_in, difference, years_in

BATHS = (
    "# The Quay Baths\n\nThe Quay Baths opened in 1911. The indoor pool is 25 metres long. An adult pays 6.80 euros, a"
    " child 3.40 euros. Dogs are not admitted.\n\n## Refunds\n\nSingle tickets are not refunded.\n\n## Members\n\nThe"
    " club of the baths has 96 members."
)
LIDO = (
    "# Meadow Lido\n\nThe council built Meadow Lido in 1936. The main pool is 50 metres long. An adult pays 5.20 euros"
    " for a day, a child between four and fifteen 2.60 euros. Dogs are welcome on the lawn.\n\n## If it rains\n\n"
    "Tickets are refunded in full if the pool has to close.\n\n## Friends\n\nThe friends of the lido have 148 members."
)
GAZETTE = "# Kelder Gazette\n\nThe fire in Quay Street injured three people. The owner put the damage at £2.4 million."
COURIER = (
    "# Northern Courier\n\nFive people were hurt in the fire on the quay. Insurers put the damage at £3.1 million."
)


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("pools"), BATHS, LIDO)


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("papers"), GAZETTE, COURIER)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which is older, the Quay Baths or Meadow Lido?",
            "The older of the two is the Quay Baths: 1911 against 1936.",
        ),
        (
            "Is the pool at Meadow Lido longer than the one at the Quay Baths?",
            "Yes. The longer of the two is Meadow Lido: 50 metres against 25 metres.",
        ),
        (
            "How much more does an adult pay at the Quay Baths than at Meadow Lido?",
            "The difference is 1.60 euros.",
        ),
        ("What's dearer for a grown-up, the Quay Baths or Meadow Lido?", "is the Quay Baths: 6.80 euros against 5.20"),
        ("Which of them is cheaper for a child?", "is Meadow Lido: 2.60 euros against 3.40 euros."),
        ("Which of the two has more members?", "The one with more members is Meadow Lido: 148 against 96."),
        ("How many members do the two have in all?", "In all: 244 (96 + 148)."),
        (
            "Which opened earlier, the Quay Baths or Meadow Lido, and by how many years?",
            "1911",
        ),
    ],
)
def test_what_follows_from_both_sources_is_said(pools: Path, question: str, said: str) -> None:
    given = asked(pools, question)
    assert given.grounded
    assert said in given.answer
    assert all(f"[{marker}]" in given.answer for marker in given.citations)


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Do both pools allow dogs?", "Dogs are not admitted", "Dogs are welcome"),
        ("How do the Quay Baths and Meadow Lido differ on refunds?", "not refunded", "refunded in full"),
        ("What do the Quay Baths and Meadow Lido say about dogs?", "Dogs are not admitted", "Dogs are welcome"),
    ],
)
def test_each_source_says_its_part(pools: Path, question: str, first: str, second: str) -> None:
    given = asked(pools, question)
    assert given.grounded
    assert first in given.answer and second in given.answer
    assert {each.source for each in given.citations.values()} == {"The Quay Baths", "Meadow Lido"}


def test_what_no_source_measures_is_not_compared(pools: Path) -> None:
    given = asked(pools, "Which is deeper, the Quay Baths or Meadow Lido?")
    assert given.answer.startswith("The sources do not say.") and not given.citations


def test_papers_that_differ_are_said_to(papers: Path) -> None:
    given = asked(papers, "How high is the damage, and do the papers agree?")
    assert given.answer.startswith("The sources differ.")
    assert "2.4 million" in given.answer and "3.1 million" in given.answer


def test_a_noun_of_one_text_is_no_choice_of_sources(pools: Path) -> None:
    given = asked(pools, "Which tickets are refunded in full?")
    assert "of the two" not in given.answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many tonnes of silt does the Orle carry each winter?", "1,900 tonnes"),
        ("How many people live on both banks of the Orle?", "640 people"),
        ("What did each household pay for the dyke?", "46 crowns"),
    ],
)
def test_each_winter_and_both_banks_are_no_sources(tmp_path: Path, question: str, said: str) -> None:
    river = (
        "# The Orle\n\nThe Orle carries 1,900 tonnes of silt in an average winter. Some 640 people live on its two"
        " banks. For the dyke each household paid 46 crowns."
    )
    given = asked(filled(tmp_path, river, LIDO), question)
    assert said in given.answer
    assert "The sources do not say this" not in given.answer


def test_one_amount_does_not_make_two_things_alike(tmp_path: Path) -> None:
    rafts = "# Rafts\n\nA raft carries 6.3 kilograms of gravel in its ice, and the largest stone weighed 31 kilograms."
    given = asked(filled(tmp_path, rafts, LIDO), "Which is heavier on a raft, the ice or the gravel?")
    assert "They are the same" not in given.answer


def _turned(path: Path, *questions: str) -> Answer:
    """The last answer of a conversation."""
    turns: list[Answer] = []
    for question in questions:
        with opened(path) as db:
            blank = turn(question, "")
            turns.append(answer(db, path, standing_alone(db, question, turns, blank), blank))
    return turns[-1]


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        (("When did the Quay Baths open?", "And Meadow Lido?"), "1936"),
        (("What does an adult pay at Meadow Lido?", "What about the Quay Baths?"), "6.80"),
        (
            ("What does an adult pay at Meadow Lido?", "How much is that for two people?"),
            "2 × 5.20 euros = 10.40 euros",
        ),
        (
            ("What does an adult pay at Meadow Lido?", "And at the Quay Baths?", "How much dearer is that?"),
            "The difference is 1.60 euros.",
        ),
        (("How long is the pool at the Quay Baths?", "And at Meadow Lido?", "Which of them is longer?"), "50 metres"),
    ],
)
def test_a_turn_is_asked_of_the_other_source(pools: Path, questions: tuple[str, ...], said: str) -> None:
    assert said in _turned(pools, *questions).answer


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("It weighs 6.4 kg", Dimension.WEIGHT, 6.4),
        ("a locker costs 50p", Dimension.MONEY, 0.5),
        ("the damage was £2.4 million", Dimension.MONEY, 2_400_000),
        ("it takes three and a half hours", Dimension.SPAN, 12_600),
        ("a 25-metre pool", Dimension.LENGTH, 25),
        ("eighty-five firefighters came", Dimension.COUNT, 85),
        ("two hundred and forty cows", Dimension.COUNT, 240),
    ],
)
def test_amounts_are_read_in_one_scale(text: str, dimension: Dimension, value: float) -> None:
    (found,) = amounts_in(text)
    assert (found.dimension, found.value) == (dimension, pytest.approx(value))


def test_years_and_times_of_the_day_are_no_amounts() -> None:
    assert not amounts_in("It opened in 1911, on 3 March at 9:30.")
    assert [each.shown for each in years_in("1,911 people came in 1911 and 2004.")] == ["1911", "2004"]


def test_a_difference_has_the_unit_of_its_amounts() -> None:
    (one,), (other,) = amounts_in("£6.80"), amounts_in("£5.20")
    assert difference(one, other) == "£1.60"
    early, late = clocks_in("from 6:30 to 8:00")
    assert difference(late, early) == "1 hour and 30 minutes"
    (first, last) = years_in("from 1998 to 2014")
    assert difference(first, last) == "16 years"
