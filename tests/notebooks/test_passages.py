"""What is told of a passage, and what a notebook refuses: near misses, and words that stand nowhere near."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from open_notebook import asked, filled

from server.engine.notebooks.gating import Features, untold_share

FAQ = (
    "# Valley Race\n\n## Children\n\nHow much does it cost? Adults pay 12 euros, children from four to fifteen 5 euros."
    " Season tickets are 60 euros, and clubs pay half.\n\nFrom what age can children take part on their own? From ten,"
    " provided that a parent has signed.\n\n## The day\n\nThe open day of the rescue team begins at ten o'clock at the"
    " fire station in Upper Lode.\n\n## The choir\n\nThe Wharf Singers rehearse every Monday in the old rope store."
    " They are ninety now.\n\n"
    + "The store has a high roof and good air, and the rent is low because nobody else wanted it after the fire. "
    * 4
    + "\n\nThe founder of the Singers, a crane driver called Domhnall Rae, taught everything by ear.\n\n"
    "## Ponds\n\nThe pond by the mill, which the miller's youngest son had always wanted and which the council had"
    " refused him three times, was dug by hand in the spring of 1902. It was meant for ice in winter, and nobody asked"
    " what might live in it. Carp and one very old eel share the water with the frogs. They are fed by the children of"
    " the school on the first day of each month, whatever the weather, and the eel has learned to come for bread."
)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("race"), FAQ)


def test_the_reply_to_a_like_question_of_the_source_answers(notebook: Path) -> None:
    told = asked(notebook, "At what age may kids run without a grown-up?")
    assert told.citations
    assert re.search(r"From ten.*\[1\]", told.answer), told.answer


def test_when_something_ends_is_not_said_by_when_it_begins(notebook: Path) -> None:
    assert not asked(notebook, "At what time does the open day of the rescue team end?").citations
    assert "ten o'clock" in asked(notebook, "At what time does the open day of the rescue team begin?").answer


def test_a_name_that_its_source_tells_in_full_may_be_short_where_it_is_said(notebook: Path) -> None:
    told = asked(notebook, "Who founded the Wharf Singers?")
    assert told.citations
    assert "Domhnall Rae" in told.answer


def test_what_has_nothing_to_do_with_the_sources_is_refused(notebook: Path) -> None:
    assert not asked(notebook, "How do I reset my wifi router?").citations


def test_a_passage_begins_with_whom_its_it_means(notebook: Path) -> None:
    told = asked(notebook, "Which fish share the water with the frogs?")
    (citation, *_) = told.citations.values()
    assert citation.text.startswith("The pond by the mill"), citation.text
    assert "Carp and one very old eel" in citation.text


def features(**what: Any) -> Features:
    plain = {"says": 0.0, "missing": 0, "untold": 0.0, "unnamed": False}
    return Features(**{**plain, "answerless": False, **what})


@pytest.mark.parametrize(
    "against",
    [
        {"unnamed": True},
        {"untold": 1.0},
        {"missing": 1},
        {"ahead": 2.0},
        {"named": 1.0},
        {"least": 0.2},
        {"overrated": 2.0},
    ],
)
def test_what_speaks_against_an_answer_lowers_its_odds(against: dict[str, Any]) -> None:
    assert features(**against).odds < features().odds


@pytest.mark.parametrize(
    "favour",
    [
        {"says": 1.0},
        {"worded": 0.5},
        {"defined": True},
        {"priced": True},
        {"length": 6},
    ],
)
def test_what_speaks_for_an_answer_raises_its_odds(favour: dict[str, Any]) -> None:
    assert features(**favour).odds > features().odds


def test_a_question_of_the_source_answers_none() -> None:
    assert features(answerless=True, says=9.0).odds < 0


LETTERPRESS = (
    "# The print shop at Weir End\n\n## Courses\n\nWhoever wishes may book one of the courses that are held in the old"
    " paper loft. Every course has six places, and aprons are lent.\n\n- Cutting a block: Friday evening, three hours,"
    " with tools and two sheets of lino for each guest, £24\n- Marbled paper: Saturday morning, two hours, in the yard"
    " when it is dry and under the arch when it is not, £18\n- Setting type by hand: Saturday afternoon, four hours,"
    " with a case of twelve-point Garland to take home for a week, £40\n- Binding a notebook: Sunday, five hours, £46\n"
)


def test_several_things_are_told_with_room_for_all_of_them(tmp_path: Path) -> None:
    told = asked(filled(tmp_path, LETTERPRESS), "Which courses can I book at the print shop?").answer
    assert all(each in told for each in ("Cutting a block", "Marbled paper", "Setting type", "Binding a notebook")), (
        told
    )


def test_whom_a_source_is_about_need_not_be_named_beside_an_amount() -> None:
    asked_for = ("orla", "fee", "lesson")
    told = (0.1, 0.9, 0.9)
    assert untold_share("What fee does Orla take for a lesson?", asked_for, told, "An afternoon with Orla") == 0
    assert untold_share("What fee does Orla take for a lesson?", asked_for, told, "A day at the pool") > 0
