"""Things that a question names side by side, found wherever a text tells of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

from server.domain.decoding import from_msgpack
from server.domain.notebooks import NotebookSource
from server.engine.notebooks.files import opened
from server.engine.notebooks.naming import mentions_of
from server.engine.notebooks.side_questions import event_of
from server.engine.notebooks.things import things_in


@pytest.mark.parametrize(
    ("question", "gap", "names"),
    [
        ("What closed first, the lido or the mill on the heath, and when?", "What closed first, §?",
         ("the lido", "the mill on the heath")),
        ("Which is older, the mill in the diary or the bridge?", "Which is older, §?",
         ("the mill in the diary", "the bridge")),
        ("Who paid more, the council for the school or Farrant for his trees?", "Who paid more, §?",
         ("the council for the school", "Farrant for his trees")),
        ("Which has fewer pupils, the hall, the yard or the tower?", "Which has fewer pupils, §?",
         ("the hall", "the yard", "the tower")),
        ("Is the canal longer than the railway, and by how much?", "Is § longer, and by how much?",
         ("the canal", "the railway")),
        ("Does the bell weigh more than the anchor?", "Does § weigh more?", ("the bell", "the anchor")),
        ("Has the hall more members than the tower?", "Has § more members?", ("the hall", "the tower")),
        ("Did Ada Brook die before Tom Hale?", "Which die first, §?", ("Ada Brook", "Tom Hale")),
        ("When were the bell and the anchor made?", "When were § made?", ("the bell", "the anchor")),
        ("What did the bell and the anchor cost together?", "What did § cost in total?", ("the bell", "the anchor")),
        ("How many women work at Hale Works and at Brook & Sons?", "How many women work at §?",
         ("Hale Works", "Brook & Sons")),
        ("What does Hale use for bones, for a small fire and for the wings of a bird?", "What does Hale use for §?",
         ("bones", "a small fire", "the wings of a bird")),
        ("What did the bell, the anchor and the clock each cost?", "What did § cost?",
         ("the bell", "the anchor", "the clock")),
    ],
)  # fmt: skip
def test_things_side_by_side_leave_a_gap_in_the_question(question: str, gap: str, names: tuple[str, ...]) -> None:
    found = things_in(question)
    assert found is not None
    assert (found.asked, found.names) == (gap, names)


@pytest.mark.parametrize(
    "question",
    [
        "How does a ring kiln work?",
        "Why did printers and readers object?",
        "Is tea or coffee better?",
        "By how much do the rents go up, and from when?",
        "What is the difference between the bell and the anchor?",
        "What did the two builders ask for the roof?",
        "Did Ada Brook ever climb above the huts again after Tarn Peak?",
    ],
)
def test_what_names_one_thing_or_none_is_left_as_it_is(question: str) -> None:
    assert things_in(question) is None


def test_the_noun_for_an_event_asks_when_it_was() -> None:
    assert event_of("the founding of the mill") == (
        "When was the mill founded?",
        ("founded", "found", "founding", "foundation", "established"),
    )
    assert event_of("the mill on the heath") is None


TOWER = (
    "# Notes from Penhallow\n\nThe four clocks of the town have a keeper. A hotel opened beside the corn exchange in"
    " 2018, and its guests could not sleep.\n\n## The bell\n\nThe great bell weighs 640 kilograms. It cost 4.2 million"
    " crowns."
)
HARBOUR = (
    "# A walk round Port Ellery\n\nThe cycle route to the quay was opened in May 2019 after long quarrels.\n\n## The"
    " anchor\n\nThe anchor of the Hester Lowe weighs 900 kilograms and lies by the steps. It cost 1.3 million crowns."
)
SOIL = "# How soil forms\n\nSoil is made of weathered rock. Worms carry it to the surface. Bells are not needed for it."


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("walks"), TOWER, HARBOUR, SOIL)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which weighs more, the great bell or the anchor of the Hester Lowe?",
            "The heavier of the two is the anchor of the Hester Lowe: 900 kilograms against 640 kilograms. [1][2]",
        ),
        (
            "Which opened first, the cycle route to the quay or the hotel beside the corn exchange?",
            "The earlier of the two is the hotel beside the corn exchange: 2018 against 2019. [1][2]",
        ),
        (
            "What did the great bell and the anchor cost together?",
            "In all: 5.5 million crowns (4.2 million crowns + 1.3 million crowns). [1][2]",
        ),
    ],
)
def test_things_of_the_bodies_of_two_texts_are_compared(walks: Path, question: str, said: str) -> None:
    given = asked(walks, question)
    assert said in given.answer
    assert len(given.citations) == 2


def test_things_that_no_text_tells_of_are_not_compared(walks: Path) -> None:
    assert asked(walks, "Which is older, the lighthouse or the station?").citations == {}
    assert asked(walks, "How many women work at the tannery and at the brewery together?").citations == {}


def test_all_sources_that_mention_something_are_told(walks: Path) -> None:
    given = asked(walks, "Which of the texts mention bells?")
    assert {each.source for each in given.citations.values()} == {"Notes from Penhallow", "How soil forms"}
    assert asked(walks, "Which of the texts mention volcanoes?").citations == {}


BUSES = "# Night buses in the valley\n\nThe night bus costs 2.50. In March it did not run."
CINEMA = "# The cinema on six wheels\n\nThe Picture Bus shows films. A seat in the Picture Bus costs five pounds."
MINUTES = "# Minutes of 12 April 2025\n\nThe fee rises to 138 pounds."
FERRY = "# Chain ferry at Hale Narrows to close\n\nEdmund Farr, the harbour master, said that the ferry will be shut."


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does the Picture Bus cost?", {"the Picture Bus": "The cinema on six wheels"}),
        ("What does the night bus cost?", {"the night bus": "Night buses in the valley"}),
        ("Is the chain ferry closed?", {"the chain ferry": "Chain ferry at Hale Narrows to close"}),
        ("When did Edmund Farr say so?", {"Edmund Farr": "Chain ferry at Hale Narrows to close"}),
        ("What did not run in March?", {}),
        ("What will it cost from April?", {}),
        ("What does it say on 12 April?", {"12 April": "Minutes of 12 April 2025"}),
    ],
)
def test_a_question_names_sources_by_whole_names(tmp_path: Path, question: str, named: dict[str, str]) -> None:
    with opened(filled(tmp_path, BUSES, CINEMA, FERRY, MINUTES)) as db:
        rows = db.execute("SELECT seq, record FROM sources").fetchall()
        records = {number: from_msgpack(record, NotebookSource) for number, record in rows}
        found = mentions_of(db, question, records)
    assert {each.text: records[each.source].title for each in found} == named
