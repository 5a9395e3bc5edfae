"""Several questions in one sentence: where the next one begins, and what is no question of its own."""

from __future__ import annotations

import pytest

from server.engine.notebooks.clauses import clauses_of


@pytest.mark.parametrize(
    ("question", "cut"),
    [
        (
            "How high was the tower at Orme, and down to what depth does the pump of the Sorn 5 work?",
            ["How high was the tower at Orme?", "Down to what depth does the pump of the Sorn 5 work?"],
        ),
        (
            "By when must a tenant pay the rent, and within how many days should a claim be sent?",
            ["By when must a tenant pay the rent?", "Within how many days should a claim be sent?"],
        ),
        (
            "When did the mill close? And who paid for the new bridge?",
            ["When did the mill close?", "Who paid for the new bridge?"],
        ),
        (
            "Is the museum free, and is there parking at the mill?",
            ["Is the museum free?", "Is there parking at the mill?"],
        ),
        (
            "When was the hall built, how high is the tower and who paints the doors?",
            ["When was the hall built?", "How high is the tower?", "Who paints the doors?"],
        ),
        (
            "Wann wurde die Brücke gebaut und wie hoch ist der Turm?",
            ["Wann wurde die Brücke gebaut?", "Wie hoch ist der Turm?"],
        ),
        (
            "Quand le pont a-t-il été construit et combien coûte le musée ?",
            ["Quand le pont a-t-il été construit?", "Combien coûte le musée?"],
        ),
        (
            "¿Cuándo abrió el museo y cuánto cuesta la entrada?",
            ["¿Cuándo abrió el museo?", "¿Cuánto cuesta la entrada?"],
        ),
        (
            "Quando è stato aperto il museo e quanto costa il biglietto?",
            ["Quando è stato aperto il museo?", "Quanto costa il biglietto?"],
        ),
        (
            "Quem construiu a ponte e quanto custa a entrada?",
            ["Quem construiu a ponte?", "Quanto custa a entrada?"],
        ),
    ],
)
def test_a_question_of_several_is_cut_where_the_next_begins(question: str, cut: list[str]) -> None:
    assert [each.question for each in clauses_of(question)] == cut


@pytest.mark.parametrize(
    "question",
    [
        "Does the report say when the bridge closes and how it is reopened?",
        "Who decides when the lift is closed and when it opens?",
        "By how much do the rents go up, and from when?",
        "How high is the damage, and do the papers agree?",
        "Which is longer, the hall or the yard, and by how many metres?",
        "Are the quilts really quilts, and why or why not?",
        "Wann öffnet das Bad und wann schließt es abends?",
        "What is red and green?",
    ],
)
def test_what_leans_on_the_first_question_or_is_told_in_it_is_no_question_of_its_own(question: str) -> None:
    assert clauses_of(question) == ()


def test_no_more_than_three_questions_are_cut() -> None:
    cut = clauses_of(
        "When was the hall built, and who owns the mill now, and how long is the bridge, and what does the lido cost?"
    )
    assert [each.question for each in cut] == [
        "When was the hall built?",
        "Who owns the mill now?",
        "How long is the bridge, and what does the lido cost?",
    ]
