"""Questions for limits, sums, shares, rhythms and dates, for what somebody said, and for the clauses of a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plain_sources import source_of

from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english import rhetoric
from server.engine.writing.english.parting import clauses_apart
from server.engine.writing.english.soundness import sound
from server.engine.writing.heroes import heroes
from server.engine.writing.tasks import FaqTask

FILL = (
    "The allotments of Omber lie behind the railway. Each of them is fenced with chestnut. The site was bought from "
    "the railway in 1921. Its soil is heavy, and the paths are made of brick. In the summer "
    "the gates are locked at ten "
    "o'clock, and in the winter at six. Neighbours remember the smell of bonfires, and the sound of the trains that "
    "passed behind the sheds."
)


def put(sentence: str, *, title: str = "The allotments of Omber") -> set[str]:
    """All questions that the sentence answers, beside a few others of its text."""
    source = source_of(f"# {title}\n\n{FILL}\n\n{sentence}\n", id="t", title=title, language="en")
    analysis = BuiltInWriter().analysis((source,), language="en")
    own = [s.id for s in analysis.sentences if s.text in sentence]
    return {a.question for a in asker_for(analysis).questions(range(len(analysis.sentences))) if a.sentence in own}


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("A new tenant pays a deposit of 50 pounds.", "How large a deposit does a new tenant pay?"),
        ("The reserve now stands at £11,230.", "How large is the reserve?"),
        ("Rents were £48 in 2019.", "How much were rents in 2019?"),
        ("Savings stood at £3,400 on 30 June 2020.", "What did savings stand at on 30 June 2020?"),
        ("At least three quarters of a plot must be cultivated.", "How much of a plot must be cultivated?"),
        ("Whoever hasn't paid by 1 June loses the plot.", "What happens to whoever hasn't paid by 1 June?"),
        ("Owners are to label their bicycles by 30 April.", "By when are owners to label their bicycles?"),
        (
            "The emergency steps beside the track have been shut since the landslip of February 2023.",
            "Since when have the emergency steps beside the track been shut?",
        ),
        ("Stored apples give off ethylene, a gas that kills the buds.", "What do stored apples give off?"),
        (
            "The choir won second prize at the Plymouth exhibition of 1864.",
            "What did the choir win at the Plymouth exhibition of 1864?",
        ),
    ],
)
def test_a_value_is_asked_for_whatever_form_it_has(sentence: str, question: str) -> None:
    assert question in put(sentence)


def test_nobody_asks_how_much_a_price_is() -> None:
    asked = put("The price of the shed was £900.")
    assert "What was the price of the shed?" in asked
    assert "How much was the price of the shed?" not in asked


def test_what_stands_between_commas_or_before_a_semicolon_can_be_left_out_of_a_question() -> None:
    assert "How long can ash stay alive?" in put(
        "Empty the box into a metal bucket with a lid; ash can stay alive for three days."
    )
    assert "When will the open-air pool at Tolver take swimmers?" in put(
        "The open-air pool at Tolver, shut since a crack drained it overnight in 2022, will take swimmers again on "
        "Saturday 24 May, the town council announced yesterday."
    )


def test_clauses_are_parted_only_where_each_can_be_read_alone() -> None:
    assert clauses_apart("Logs must be dry; a meter is in the drawer.") == [
        "Logs must be dry.",
        "A meter is in the drawer.",
    ]
    assert clauses_apart("The bath is warm; it was filled at dawn.") == ["The bath is warm."]
    assert clauses_apart("Glass: damp newspaper dipped in ash.") == []
    assert clauses_apart("The bath is warm.") == []
    assert clauses_apart('"The bath is warm; the tea is cold," she said.') == []
    assert clauses_apart("According to the engineer, Dora Minns, a valve failed to close.") == [
        "A valve failed to close."
    ]


def test_somebodys_words_are_asked_for_with_their_matter() -> None:
    asked = put('"That fence did what it was put there for in 1921," Miss Minns said. The fence is of chestnut.')
    assert "What did Miss Minns say about the fence?" in asked


def test_nobody_is_asked_whether_what_is_plainly_so_is_so() -> None:
    assert not any(q.startswith(("Do ", "Does ")) for q in put("The wooden wheel turns on open days in the yard."))
    assert any(q.startswith("Are ") for q in put("Large bonfires are forbidden on the site throughout the year."))


@pytest.mark.parametrize(
    "question",
    [
        "How many open seams secured?",
        "Who put butter on it, which you're not supposed to do?",
        "What did the lab find in the first sample and none in the second?",
        "What measured sleep?",
        "Why should you rest day?",
        "How quickly could Ada tell the moment than she had done?",
        "How did rent for them rise?",
    ],
)
def test_what_cannot_be_said_is_not_asked(question: str) -> None:
    assert not sound(question)


def test_an_interviewers_courtesies_are_left_out_and_whom_it_is_about_is_named() -> None:
    assert rhetoric.spoken("Last question. Who comes after you?", lambda _: [])[0] == "Who comes after you?"
    said = rhetoric.spoken("For anyone who's never heard the word: what's a foley artist?", lambda _: [])[0]
    assert said == "What's a foley artist?"
    assert rhetoric.of_him("What did he teach you?", "Gordon Shreeve") == "What did Gordon Shreeve teach you?"
    assert (
        rhetoric.addressed("What sound you've never managed?", "Ada Brook") == "What sound Ada Brook has never managed?"
    )


INTERVIEW = """SMALL NOISES, episode 61

Host: Priya Lund
Guest: Marguerite Tansley

LUND: What is a foley artist?

TANSLEY: Somebody who stands in a room full of rubbish and makes the noises of what people do. Steps, cloth, cups.

LUND: How long does one film take you?

TANSLEY: It used to be twenty days for a feature. Now they give me nine, and for an episode of an hour, two.

LUND: How many pairs of shoes do you have?

TANSLEY: I have a hundred and forty pairs of shoes, all bought second-hand, because new shoes squeak.

LUND: That is a great many shoes.

TANSLEY: They stand in the corridor, and the neighbours have stopped asking about them, which I am grateful for.
"""


def test_the_lines_of_an_interviews_head_hide_nobody_who_asks(tmp_path: Path) -> None:
    file = tmp_path / "noises.txt"
    file.write_text(INTERVIEW, encoding="utf-8")
    made = import_source(SourceSpec(SourceKind.FILE, path=file, name=file.name))
    source = replace(made, language="en")
    faq = BuiltInWriter().write(FaqTask(sources=(source,), language="en"))
    assert "What is a foley artist?" in {e.question for e in faq.entries}


def test_whom_a_text_keeps_speaking_of_is_named_where_only_a_pronoun_stands() -> None:
    lines = (
        "Roswitha Penhale smelt nothing. She threw the bread away. She called her sister. Penhale "
        "waited. She slept. She "
        "rose at four. She baked again. Her hands were cold. She asked for help. She got it. Penhale smiled. She sold "
        "the shop. She moved on. She said so herself. In April she opened a second shop. Penhale was glad, she says."
    )
    source = source_of(f"# Bread by ear\n\n{lines}\n", id="p", title="Bread by ear", language="en")
    analysis = BuiltInWriter().analysis((source,), language="en")
    hero = heroes(analysis)[0]
    assert hero is not None
    assert (hero.name, hero.pronoun) == ("Roswitha Penhale", "she")


def test_whom_the_first_lines_name_is_who_a_portrait_with_others_in_it_is_about() -> None:
    lines = (
        "*Roswitha Penhale sold her shop and bakes in a barn. Ian Moss went to see it.*\n\n"
        "Penhale is small. She was born in Rell. She bakes at four. She says little. She has a dog.\n\n"
        "Penhale had a partner, Mark Tell. He kept the books. Tell left in May. She stayed. She wrote.\n\n"
        "Penhale smiled. She had no plan. She moved. She built one. Penhale is in. She is glad. She sings."
    )
    source = source_of(f"# The barn\n\n{lines}\n", id="p", title="The barn", language="en")
    hero = heroes(BuiltInWriter().analysis((source,), language="en"))[0]
    assert hero is not None
    assert (hero.name, hero.pronoun) == ("Roswitha Penhale", "she")


def test_who_wrote_the_book_is_not_whom_its_review_is_about() -> None:
    lines = (
        "*The Moss Review. Ian Tell on* The Oven, *a life of a baker, by Roswitha Penhale.*\n\n"
        "Penhale writes well. Penhale is fair. Penhale knows bread. Penhale doubts.\n\n"
        + "She rose at four. He slept. She baked. She sold. She grew old. She left. "
        * 3
    )
    source = source_of(f"# The oven\n\n{lines}\n", id="p", title="The oven", language="en")
    assert heroes(BuiltInWriter().analysis((source,), language="en")) == (None,)
