"""Ideas from words alone."""

from __future__ import annotations

import pytest

from server.domain import idea_words
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


@pytest.mark.parametrize(
    ("topic", "language", "phrase"),
    [
        ("Wie starte ich einen Podcast über Stadtbäume?", "de", "Stadtbäume"),
        ("Une émission sur les boulangeries du quartier", "fr", "boulangeries du quartier"),
        ("Ideas para un podcast sobre la trashumancia", "es", "trashumancia"),
        ("Come fare un podcast sulla biblioteca comunale", "it", "biblioteca comunale"),
        ("Um podcast sobre faróis e pescadores em Portugal", "pt", "faróis e pescadores em Portugal"),
        ("A podcast about the history of die casting", "en", "history of die casting"),
        ("bees", "en", "bees"),
    ],
)
def test_ideas_are_in_the_language_of_their_topic(topic: str, language: str, phrase: str) -> None:
    assert idea_words.language_of(topic) == language
    assert phrase_of(topic, language) == phrase
    found = ideas_for(topic)
    assert len({idea.name for idea in found}) == 5
    assert all(len(set(idea.episodes)) == 4 for idea in found)
    assert all(phrase.casefold() in episode.casefold() for idea in found for episode in idea.episodes)
    said = {description for _, description, _ in idea_words.ANGLES.get(language, ())}
    assert {idea.description for idea in found} == said or language == "en"


def test_a_word_alone_is_taken_for_the_callers_language() -> None:
    assert "Bienen" in ideas_for("Bienen", otherwise="de")[0].name
    assert {i.description for i in ideas_for("Bienen", otherwise="de")}.isdisjoint(
        i.description for i in ideas_for("Bienen", otherwise="xx")
    )
    assert idea_words.language_of("Warum wir schlafen", otherwise="en") == "de"
    (own, *_) = ideas_from(["Die Brücke über den Fluss"], seed="day")
    assert own.name.startswith("Brücke über den Fluss")


def test_every_language_says_all_of_it() -> None:
    for angles in idea_words.ANGLES.values():
        assert len(angles) == 5
        for name, description, episodes in angles:
            assert "{T}" in name
            assert description.endswith(".")
            assert all(text.startswith("{T}") for text in episodes)
