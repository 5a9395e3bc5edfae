"""How English sentences are read: where they end, how they are said, what they lean on and what they answer."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice, analyse
from server.engine.writing.english.figures import numerals, unsupported
from server.engine.writing.english.splitting import split
from server.engine.writing.english.telling import aloud, contracted, in_third_person, speaker_first
from server.engine.writing.rules import rules_for


def read(text: str) -> Analysis:
    return analyse([source_of(text)], rules_for("en"))


def sentence(text: str, told: str) -> Sentence:
    return next(s for s in read(text).sentences if told in s.told)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mr. Brand met Dr. Lee at 7.05 a.m. on Monday. They left.", 2),
        ('"Nobody was hurt," she said. "But it was close. Very close."', 1),
        ("He asked why. Nobody knew.", 2),
        ("The U.S. team of J. Amberley won. It was late.", 2),
        ("No. 7 was sold. Item no. 8 was not.", 2),
    ],
)
def test_sentences_end_where_they_end(text: str, count: int) -> None:
    assert len(split(text)) == count


def test_spans_are_exact() -> None:
    made = read("# Roofs\n\nCopper cost 2.3 million (see 4.1), forty percent more than glass. It lasts a century [3].")
    source = made.sources[0]
    for s in made.sentences:
        assert source.text[s.start : s.end] == s.text
        for unit in s.units:
            assert source.text[unit.start : unit.end] == unit.text


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("The roof (built in 1905) fell [2].", "The roof fell."),
        ("The values are in Table 6-1.", "The values are in the table."),
        ("Drain the system – and wait – before you start.", "Drain the system, and wait, before you start."),
        ("Open the valve (see 6.5).", "Open the valve."),
        ("3 Open the valve.", "Open the valve."),
        ("5 May: the first steaming.", "5 May: the first steaming."),
    ],
)
def test_what_cannot_be_heard_is_left_out(written: str, spoken: str) -> None:
    assert aloud(written) == spoken


def test_whoever_speaks_is_named_first() -> None:
    quote = '"Nobody was in danger," Mr Abelow said. "But a crack grows."'
    assert speaker_first(quote) == 'Mr Abelow said: "Nobody was in danger. But a crack grows."'
    assert speaker_first('"It beeps," she says. "Rain doesn\'t beep."') == 'She says: "It beeps. Rain doesn\'t beep."'


def test_quotations_are_not_touched() -> None:
    assert contracted('It is not new. "It is not mine," he said.') == 'It isn\'t new. "It is not mine," he said.'
    assert in_third_person('We sold our van. "We miss it."', who="the team") == 'The team sold their van. "We miss it."'


def test_numbers_in_words_and_figures_are_one() -> None:
    assert numerals("two thousand three hundred") == numerals("2,300")
    assert unsupported("About 2,300 people came.", passages=["about two thousand three hundred people"]) == []
    assert unsupported("Ines Duarte came.", passages=["the architect Duarte"]) == []
    assert unsupported("Then Ines came.", passages=["the architect Duarte"]) == ["Ines"]


def test_she_is_resolved_only_where_nobody_else_can_be_meant() -> None:
    one = sentence(
        "Ines Duarte won the prize in 2003. She built the roof of the market in two years.", "built the roof"
    )
    assert one.leans
    assert one.alone.startswith("Ines Duarte built")
    two = sentence(
        "Ines Duarte met Clara Benn in court. She built the roof of the market in two years.", "built the roof"
    )
    assert two.leans
    assert two.alone == ""


def test_a_connective_goes_when_the_sentence_before_does() -> None:
    s = sentence("The hills are dry. But the Ledder runs north through the marsh.", "Ledder")
    assert s.leans
    assert s.alone == "The Ledder runs north through the marsh."


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("The price fell because the canal had opened at last.", Role.CAUSE),
        ("The council plans to replace the trams by 2028.", Role.PLAN),
        ("Frazil is called the seed of the ice on the river.", Role.DEFINITION),
        ("The society argued that the ceiling was too dark.", Role.OPINION),
        ("Visitors rose from 9,000 a week to 21,000 in three years.", Role.COMPARISON),
        ("Never mix fluids of different make in one loop.", Role.WARNING),
    ],
)
def test_roles_are_read_off_the_words(text: str, role: Role) -> None:
    assert role in read(f"{text} The rest of the page is about something else.").sentences[0].roles


def test_questions_are_answered_by_their_sentence() -> None:
    counted = sentence("About 2,300 people and 640 vehicles use the ferry on a weekday.", "people")
    assert counted.prompts[0].text == "How many people use the ferry on a weekday?"
    assert counted.prompts[0].answer == "About 2,300 people and 640 vehicles."
    dated = sentence("In 2015 the limit was raised to 26 tonnes for the lorries.", "limit")
    assert dated.prompts[0].text == "What happened in 2015?"
    said = sentence("The Clerk said that the alarm belonged to the county and not to the town.", "alarm")
    assert said.prompts[0].text == "What did the Clerk say?"
    assert said.prompts[0].answer.startswith("That the alarm belonged")


def test_plain_arithmetic_only() -> None:
    assert "doubled" in sentence("Visitors rose from 9,000 a week to 21,000 within three years.", "Visitors").remark
    assert sentence("The show ran from 1994 to 2003 in the old hall.", "show").remark == ""


def test_a_narrator_is_noticed() -> None:
    assert read("I walked to the island. My boots were wet. I was cold and I sat down.").voices == (Voice.FIRST,)
    assert read("The island is far. The sand is wet. Nobody goes there.").voices == (Voice.THIRD,)


def test_tables_speak_only_of_headers_and_cells() -> None:
    made = read(
        "# Stock\n\nThe table shows what came in.\n\n**Goods taken in, tonnes**\n\n"
        "| Region | 2021 | 2024 |\n|---|---|---|\n| North | 410 | 528 |\n| Coast | 620 | 587 |\n"
    )
    told = [s.told for s in made.sentences if Role.TABLE in s.roles]
    assert told == [
        "Goods taken in (North) rose from 410 tonnes in 2021 to 528 tonnes in 2024.",
        "Goods taken in (Coast) fell from 620 tonnes in 2021 to 587 tonnes in 2024.",
    ]
