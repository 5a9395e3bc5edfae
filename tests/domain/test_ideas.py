"""Ideas from words alone."""

from __future__ import annotations

import pytest

from server.domain.ideas import ideas_for, ideas_from, phrase_of


@pytest.mark.parametrize(
    ("topic", "phrase"),
    [
        ("How do I start a podcast about urban beekeeping?", "urban beekeeping"),
        ("Please suggest ideas for a show on night trains. Thanks!", "night trains"),
        ("Why we sleep", "Why we sleep"),
        ("https://x.example/page bees", "bees"),
        ("one two three four five six and seven", "one two three four five six"),
        ("?!", ""),
        ("", ""),
    ],
)
def test_a_topic_is_brought_to_its_phrase(topic: str, phrase: str) -> None:
    assert phrase_of(topic) == phrase


def test_the_same_topic_gives_the_same_ideas_and_another_one_others() -> None:
    assert ideas_for("bees") == ideas_for("bees")
    assert {idea.name for idea in ideas_for("bees")}.isdisjoint(idea.name for idea in ideas_for("maps"))
    assert ideas_for("…") == ()


def test_without_a_topic_the_callers_own_titles_come_first() -> None:
    found = ideas_from(["Ferries of the north", "Ferries of the north"], seed="day")
    assert 3 <= len(found) <= 8
    assert "Ferries of the North" in found[0].name
    assert all(len(set(idea.episodes)) == 4 for idea in found)
    assert ideas_from([], seed="one") != ideas_from([], seed="two")
