"""Answers to several questions in one: one after another, with a sentence for what the sources do not tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled, turn

from server.domain.notebooks import Answer, AnswerCitation
from server.engine.notebooks.halves import carried, leans, together
from server.engine.notebooks.stating import MAX_ANSWER


def said(text: str, *citations: AnswerCitation) -> Answer:
    return Answer("q", "n", "c", "", text, True, {str(n): each for n, each in enumerate(citations, 1)}, 0)


NOTHING = Answer("q", "n", "c", "", "The sources do not say.", False, {}, 0)
MILL = AnswerCitation("a", "The mill", "It was built in 1807.", 0, 21)
HALL = AnswerCitation("b", "The hall", "It is 12 metres high.", 40, 61)


def test_markers_go_on_and_each_answer_names_its_source() -> None:
    text, citations = together(
        [
            ("When was the mill built?", said("It was built in 1807. [1]", MILL)),
            ("How high is the hall?", said("It is 12 metres high. [1]", HALL)),
        ],
        "en",
    )
    assert text == "The mill: It was built in 1807. [1] The hall: It is 12 metres high. [2]"
    assert citations == {"1": MILL, "2": HALL}


@pytest.mark.parametrize(
    ("language", "lack"),
    [
        ("en", "To “How high?” the sources give no answer."),
        ("de", "Auf „How high?“ geben die Quellen keine Antwort."),
        ("xx", "To “How high?” the sources give no answer."),
    ],
)
def test_what_is_not_answered_is_said_to_be(language: str, lack: str) -> None:
    text, citations = together([("When?", said("In 1807. [1]", MILL)), ("How high?", NOTHING)], language)
    assert text == f"In 1807. [1] {lack}"
    assert citations == {"1": MILL}


def test_words_that_were_told_are_not_told_again() -> None:
    part = AnswerCitation("a", "The mill", "in 1807", 13, 20)
    text, citations = together([("When?", said("In 1807. [1]", MILL)), ("And?", said("in 1807 [1]", part))], "en")
    assert (text, citations) == ("In 1807. [1]", {"1": MILL})


def test_a_passage_that_begins_in_one_told_before_goes_on_behind_it() -> None:
    first = AnswerCitation("a", "The mill", "It opened in 1807. It cost 400 pounds.", 0, 38)
    second = AnswerCitation("a", "The mill", "It cost 400 pounds. Nobody had foreseen it.", 19, 62)
    text, citations = together(
        [("When?", said(f"{first.text} [1]", first)), ("How much?", said(f"{second.text} [1]", second))], "en"
    )
    assert text == "It opened in 1807. It cost 400 pounds. [1] Nobody had foreseen it. [2]"
    assert citations["2"] == AnswerCitation("a", "The mill", "Nobody had foreseen it.", 39, 62)


def test_long_answers_share_the_room_and_end_with_a_passage() -> None:
    passage = "word " * 90
    long = f"{passage}[1] {passage}[2]"
    text, citations = together([("A?", said(long, MILL, HALL)), ("B?", said(long, HALL, MILL))], "en")
    assert len(text) <= MAX_ANSWER
    assert citations == {"1": MILL, "2": HALL}
    text, citations = together([("A?", said(long, MILL)), ("B?", said(f"{'long ' * 300}[1]", HALL))], "en")
    assert len(text) <= MAX_ANSWER
    assert text.endswith("… [2]")


@pytest.mark.parametrize(
    ("question", "leaning"),
    [
        ("When was it sold?", True),
        ("How many of them were alive?", True),
        ("Which is cheaper in winter?", True),
        ("How common is this trouble?", False),
        ("Who paid for the bridge?", False),
    ],
)
def test_a_second_question_may_mean_what_the_first_named(question: str, leaning: bool) -> None:
    assert leans(question) is leaning


def test_the_same_name_is_the_one_that_the_first_found() -> None:
    before = turn("Which hall is built of brick?", "The Corn Hall is built of it. [1]")
    assert carried("Which school has the same name?", before) == "Which school has the name Corn Hall?"


LIDO = "# Aldersea Lido\n\nThe lido was opened in 1934 by Lord Harwin. A day ticket costs 6.50 pounds."
BRIDGE = "# The bridge at Sorn\n\nThe bridge at Sorn is 212 metres long. The painter Ida Vogt paints it every summer."


def test_each_of_two_questions_is_answered_from_its_own_source(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, LIDO, BRIDGE), "What does a day ticket cost, and how long is the bridge at Sorn?")
    assert given.grounded
    assert "6.50" in given.answer
    assert "212" in given.answer
    assert [each.source for each in given.citations.values()] == ["Aldersea Lido", "The bridge at Sorn"]


def test_one_of_two_questions_is_answered_and_the_other_said_to_have_no_answer(tmp_path: Path) -> None:
    given = asked(
        filled(tmp_path, LIDO, BRIDGE), "How long is the bridge at Sorn, and what did the tallest sailor eat on Friday?"
    )
    assert given.grounded
    assert "212" in given.answer
    assert "To “What did the tallest sailor eat on Friday?” the sources give no answer." in given.answer
    assert len(given.citations) == 1


def test_two_questions_without_an_answer_are_refused(tmp_path: Path) -> None:
    given = asked(
        filled(tmp_path, LIDO, BRIDGE), "What did the tallest sailor eat on Friday, and who stole the silver teapot?"
    )
    assert not given.citations
    assert given.answer.startswith("The sources do not say.")


def test_a_second_question_means_by_it_what_the_first_asked_about(tmp_path: Path) -> None:
    given = asked(filled(tmp_path, LIDO, BRIDGE), "How long is the bridge at Sorn, and who paints it every summer?")
    assert "212" in given.answer
    assert "Ida Vogt" in given.answer
