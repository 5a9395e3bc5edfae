"""What English sentences are asked: why, how, how often and what is decided; and what is rather not asked at all."""

from __future__ import annotations

import re

import pytest
from omber import PADDING, asked_of
from plain_sources import source_of

from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english import causes, rhetoric
from server.engine.writing.tasks import FaqTask


@pytest.fixture(scope="module")
def writer() -> BuiltInWriter:
    return BuiltInWriter()


def _questions(writer: BuiltInWriter, text: str) -> list[str]:
    return [a.question for a in asked_of(writer, text)]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "The drying loft was destroyed, so that no paper could be made until the spring.",
            "Why could no paper be made until the spring?",
        ),
        ("Flat 17 falls free on 30 November as the Holt family is moving to Stent.", "Why does Flat 17 fall free"),
        ("The pump was closed for want of spare parts in the whole county.", "Why was the pump closed?"),
        ("The increase of the fees was due to a new roof on the hall.", "What was the increase of the fees due to?"),
        ("The old bridge was damaged by a sudden flood.", "What damaged the old bridge?"),
        ("A worn seal is the most common cause of a leaking tap.", "What causes a leaking tap?"),
        (
            "The owners paid no rent for a year. The managers therefore borrowed money from the bank at Dunlow.",
            "Why did the managers borrow money from the bank at Dunlow?",
        ),
        ("The lids are dried with a warm cloth before the evening.", "How are the lids dried?"),
        ("The young dough ticks slowly in the cold room.", "How does the young dough tick in the cold room?"),
        (
            "The Harl company rejected the proposal of the residents.",
            "How did the Harl company respond to the proposal",
        ),
        ("During the strike the furnaces were cold.", "What happened during the strike?"),
        ("About 2,300 people and 640 carts use the ferry on a weekday.", "How many people and carts use the ferry"),
        ("The tram will stop running on 20 March.", "When will the tram stop running?"),
        ("The yearly fee is 48 euros.", "What is the yearly fee?"),
        ("The old depot will be given up in the summer.", "What will happen to the old depot?"),
        ("Nobody under eighteen should pay a fine.", "Should anybody under eighteen pay a fine?"),
        ("No card may be blocked for a debt.", "May any card be blocked for a debt?"),
        ("Dropping the fines did not abolish the cost of a late book.", "Did dropping the fines abolish the cost"),
        ("Councillor Amery says that employers should pay for the bus.", "What does Councillor Amery say employers"),
        ("Mrs Olive Kettering asked why the hall had been locked.", "What did Mrs Olive Kettering want to know?"),
    ],
)
def test_a_statement_is_asked_for_its_reason_its_way_or_its_figure(
    writer: BuiltInWriter, text: str, question: str
) -> None:
    assert [q for q in _questions(writer, text) if q.startswith(question)]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "To find a break in the wire, hold a small radio close to the ground.",
            "How do you find a break in the wire?",
        ),
        ("Wipe the tank with a little vinegar to keep algae away.", "How do you keep algae away?"),
        ("Never mix two glues: some solvents react with one another.", "Why should you never mix two glues?"),
        ("Turn the blades over, or the disc will rattle.", "Why should you turn the blades over?"),
        ("Bring in the mower before the first frost.", "When should you bring in the mower?"),
        ("Clean the mower with a brush once a week.", "How often should you clean the mower?"),
        ("Stir the glue until the lumps have melted.", "How long should you stir the glue?"),
        ("Raise the pressure to 2.5 bar.", "What should you raise the pressure to?"),
        ("Add 3 litres for every metre of pipe.", "How many litres should you add for every metre of pipe?"),
        ("Wear goggles and gloves.", "What should you wear?"),
        ("You will need a long ladder, two brushes and a pail of lime.", "What do you need?"),
        (
            "The pressure falls a little at first. If it falls below 2 bar, look for a leak.",
            "What should you do if the pressure falls below 2 bar?",
        ),
    ],
)
def test_a_step_is_asked_for_what_for_when_how_often_and_how_long(
    writer: BuiltInWriter, text: str, question: str
) -> None:
    assert question in _questions(writer, text)


@pytest.mark.parametrize(
    ("text", "unasked"),
    [
        ("The drying loft was destroyed, so that no paper could be made.", r"^Why was the drying loft"),
        ("The tank holds 4.2 litres. Pull it out slowly with both hands.", r"^What should you do if the tank"),
        ("Connect the long hose of the pump to valve V1.", r"^How do you valve"),
        ("Summer and winter still show, as they do in a tree.", r"^Why "),
        ("Miners broke through on Tuesday in the long tunnel.", r"^How did"),
        ("The mower drives home when the sensor gets wet.", r"^What drives"),
        ("Bring in the mower before the first frost.", r"^What should you bring"),
        ("Cllr Dutta asked who was responsible for the alarm.", r"^Who asked"),
        ("Tickets bring in about three fifths of the income of the cinema.", r"^How many fifths"),
        ("The story is told of two other engineers.", r"^Of how many"),
        ("A girl of eight had not been in for two years.", r"^How long"),
        ("The dish chosen most often as a favourite was lasagne.", r"choose"),
        ("Laundry: the unit runs at full power.", r"^What is laundry"),
        ("The fare stays at 1.40, the price of the old ferry.", r"^When "),
        ("Page updated on 20 January.", r"^(?:When|What happened)"),
        ("Irena Toth decided to build a bridge in 1966.", r"^When did Irena Toth decide"),
        ("I have walked in deserts, and they were crowded by comparison.", r"crowded"),
        ("Seven people were killed in the mine at Orde.", r"^What happened to seven"),
    ],
)
def test_what_would_be_wrong_or_is_no_english_is_notasked_of(writer: BuiltInWriter, text: str, unasked: str) -> None:
    assert not [q for q in _questions(writer, text) if re.search(unasked, q)]


def test_a_common_noun_that_opens_a_sentence_is_written_small(writer: BuiltInWriter) -> None:
    asked = _questions(writer, "Ivy should be cut in June. Flat 17 falls free in May 2024.")
    assert "When does Flat 17 fall free?" in asked
    assert not [q for q in asked if " Ivy " in q]


def test_a_phrase_too_long_to_be_repeated_is_left_out(writer: BuiltInWriter) -> None:
    text = (
        "For the 118 pupils from Sele who attend the secondary school in Brannock, the county has hired three buses "
        "for the summer."
    )
    assert not [q for q in _questions(writer, text) if "who attend" in q]


MINUTES = f"""# Minutes of the Weaver society

2. Boiler: The boiler dates from 1994 and failed four times last winter. Graham Tull presented two offers. Resolved \
to accept the dearer one of the two.

3. Animals: The rule of 1982 forbids dogs. Resolved by 24 to 5 to allow one cat for each flat of the house. The boiler \
room stays closed to them.

{PADDING}
"""


def test_points_of_minutes_are_asked_what_was_decided(writer: BuiltInWriter) -> None:
    asked = {e.question: e for e in writer.write(FaqTask(sources=(source_of(MINUTES),), language="en")).entries}
    boiler = " ".join(s.text for s in asked["What was decided about the boiler?"].answer)
    assert "Resolved to accept the dearer one" in boiler
    assert "one cat" in " ".join(s.text for s in asked["What was decided about animals?"].answer)


FAULTS = f"""# The mower

{PADDING}

The mower works at random in the garden and shows a fault code when it is in trouble.

| Shown | Meaning | What to do |
|---|---|---|
| E1 | Wheel motor blocked | Remove grass and twigs from the wheels |
| E6 | Outside the wire | Carry it back to the lawn |
"""


def test_a_code_is_asked_for_its_meaning_and_its_remedy_once(writer: BuiltInWriter) -> None:
    analysis = writer.analysis((source_of(FAULTS),), language="en")
    asked = [a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))]
    assert asked.count("What does E6 mean, and what should you do about it?") == 1
    assert "What does E6 mean?" not in asked
    lines = FAULTS.replace("E1", "N1").replace("E6", "N2").replace("a fault code when it is in trouble", "a lamp")
    analysis = writer.analysis((source_of(lines.replace("Meaning", "Route")),), language="en")
    assert not [a for a in asker_for(analysis).questions(range(len(analysis.sentences))) if "N1 mean" in a.question]


LIDO = """# Questions about the lido

What does it cost? 6 for grown-ups, 3 for children under twelve.

Can I book a lane? No. Lanes cannot be reserved by single swimmers.

How old must I be? Ten, if you can swim fifty metres without a stop.

Do I get my money back? You get a voucher when the pool is closed during a storm.

Can I bring a dog? Dogs wait at the gate, where there is a bowl of water.

Is it heated? The water has had 21 degrees since the boiler was built in 2011.
"""


def test_a_page_of_questions_keeps_them_as_its_reader_would_ask(writer: BuiltInWriter) -> None:
    asked = [e.question for e in writer.write(FaqTask(sources=(source_of(LIDO),), language="en")).entries]
    assert {"What does it cost?", "Can I book a lane?", "How old must I be?"} <= set(asked)
    assert not [q for q in asked if "the author" in q]


def test_what_an_author_asks_himself_is_asked_of_him() -> None:
    assert rhetoric.readers("What do I propose?", "I propose three things.") == ""
    assert rhetoric.readers("Can I book a lane?", "Lanes cannot be reserved.") == "Can I book a lane?"
    assert rhetoric.of_me("Why does Ada Brook go to Ada Brook's mill?", "Ada Brook") == "Why do I go to my mill?"


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("That is why dunes near the coast seldom hum.", "Dunes near the coast seldom hum."),
        ("The managers therefore borrowed money.", "The managers borrowed money."),
        ("So far nobody has come.", ""),
        ("The dunes hum at noon.", ""),
    ],
)
def test_what_follows_from_the_sentence_before_is_told_by_its_opening(text: str, effect: str) -> None:
    assert causes.effect_of(text) == effect


TOPICS = " ".join(
    f"The {name} of Omber is a sight that the {name} keeper shows to guests in the quiet weeks of the season."
    for name in ("tower", "garden", "cellar", "orchard", "stable", "chapel")
)


def test_at_most_one_question_in_ten_only_asks_what_there_is_to_know(writer: BuiltInWriter) -> None:
    made = writer.write(FaqTask(sources=(source_of(f"# Omber\n\n{PADDING}\n\n{TOPICS}"),), language="en"))
    plain = [e for e in made.entries if e.question.startswith("What should I know about")]
    assert len(plain) <= max(1, len(made.entries) // 10)
