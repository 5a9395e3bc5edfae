"""Questions of rules, manuals, programmes and diaries: what is allowed, how often, what is on, what to do."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.domain.requests import Duration
from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.soundness import sound
from server.engine.writing.faqs import ENTRIES, lengthened
from server.engine.writing.tasks import FaqTask

FILL = (
    "The boathouse of Omber stands behind the weir. The roof of the old shed was tarred before the winter. In summer "
    "the gates are painted green, and in the winter the river rises to the third step. Neighbours remember the smell "
    "of tar, and the sound of the oars that passed below the windows in the early morning. The paths are made of brick."
)


def put(text: str, *, title: str = "The boathouse of Omber") -> list[str]:
    """All questions that a text answers."""
    source = source_of(f"# {title}\n\n{text}\n\n{FILL}\n", id="t", title=title, language="en")
    analysis = BuiltInWriter().analysis((source,), language="en")
    return [a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "You may take the canoe out of the lagoon, but not out to sea without leave.",
            "Are you allowed to take the canoe out of the lagoon?",
        ),
        (
            "After two seasons in the same boat you may ask to buy it.",
            "What may you do after two seasons in the same boat?",
        ),
        ("You can book by letter, at the desk or through the page.", "How can you book?"),
        ("You pay in advance by cheque, cash or card.", "How do you pay in advance?"),
        ("A wet sail must not be stowed in the locker.", "May a wet sail be stowed in the locker?"),
        (
            "Carts can't be parked on the slipway from noon on Saturday until six o'clock on Sunday evening.",
            "Can carts be parked on the slipway?",
        ),
        ("The hut holds 14 adults or 20 children.", "How many adults or children does the hut hold?"),
        ("The heater runs for as long as the door is shut.", "How long does the heater run?"),
        ("The blades should be oiled after every 30 hours of use.", "How often should the blades be oiled?"),
        ("Tell the warden of any loss within two days.", "How soon should you tell the warden of any loss?"),
        ("Choose a shed that stays below 16 °C in the summer.", "What kind of shed should you choose?"),
        ("Let every club choose one old boat that is rotten.", "What should every club do?"),
        (
            "Don't use paraffin or petrol of any kind, for they dissolve the seal of the tank.",
            "Why should you never use paraffin or petrol of any kind?",
        ),
        (
            "If a boat is more than two hours late and the warden has called you twice, the club treats it as missing.",
            "What happens if a boat is more than two hours late?",
        ),
        ("Tickets can be bought from 4 July 2025.", "From when can tickets be bought?"),
        (
            "Some 310 people live on barges in the basin, many because they cannot afford anything else.",
            "How many people live on barges in the basin?",
        ),
        ("This policy applies to all members of the club.", "Who does this policy apply to?"),
        ('This year\'s theme is "The Patient Eel".', "What is this year's theme?"),
    ],
)
def test_what_a_reader_of_rules_wants_to_know_is_asked(sentence: str, question: str) -> None:
    assert question in put(sentence)


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Ada Brook left the mill on the fourth of June 1998, a Friday.", "When did Ada Brook leave the mill?"),
        ("Mr Dole retired at Christmas 1971 and to general surprise he named her.", "When did Mr Dole retire?"),
        ("The bell over the gate stopped at noon on a Friday in March 2018.", "When did the bell over the gate stop?"),
        (
            "The county praised the boats, and in 1962 the council bought nine barges.",
            "How many barges did the council buy in 1962?",
        ),
        (
            "In 1962 the county granted 9 million to the harbour.",
            "How much did the county grant to the harbour in 1962?",
        ),
    ],
)
def test_a_date_is_asked_for_however_it_is_written_and_in_a_second_half_too(sentence: str, question: str) -> None:
    assert question in put(sentence)


def test_who_objects_is_named_by_name() -> None:
    asked = put("A local historian, Amos Reddy, objected that a rebuilt pier is a fake and a toy.")
    assert "What did Amos Reddy object to?" in asked
    assert "What did a local historian object?" not in asked


def test_the_entries_of_a_diary_are_asked_for_by_their_days() -> None:
    days = "".join(
        f"**{day}.** {text}\n\n"
        for day, text in (
            ("Monday 3 May 1920", "The first swallows came, and two of them stayed."),
            ("9 May", "The upper gate went in the night, with both paddles."),
            ("12 June", "The pump stopped at noon and did not start again."),
            ("1 July", "A letter came from the Company about the rent."),
        )
    )
    asked = put(days, title="The diary of the lock at Ormey")
    assert "What happened on 9 May?" in asked
    assert "What happened on 3 May 1920?" in asked
    assert not [q for q in put(f"{FILL}\n\n**9 May.** The upper gate went in the night.") if "on 9 May" in q]


PROGRAMME = """| Day | Time | What | Where | Price |
|---|---|---|---|---|
| Fri 6 June | 19.30 | Opening: the Tolbury Brass | Town Hall | £12 |
| Sat 7 June | 11.00 | Talk on ropes | Chapel | free |
| Sat 7 June | 20.00 | Ceilidh | Town Hall | £9 |
| Sun 8 June | — | Rest day | | |
"""


def test_a_programme_is_told_by_its_days() -> None:
    asked = put(PROGRAMME, title="Harbour Days")
    assert "What is on the programme for Friday 6 June?" in asked
    assert "What is on the programme for Saturday 7 June?" in asked
    assert not [q for q in asked if "highest price" in q]


FAULTS = """| What you see | Why | What to do |
|---|---|---|
| E1, steady beep | Too hot by a degree | Open the lid and wait |
| The belt slips | It is worn | Order belt B-3 |
| No light at all | Fuse has blown | Replace the fuse |
"""


def test_a_table_of_faults_answers_what_to_do_about_each() -> None:
    asked = put(FAULTS, title="The winch")
    assert "What does E1 mean, and what should you do about it?" in asked
    assert "What should you do if the belt slips?" in asked
    assert 'What should you do about "no light at all"?' in asked


@pytest.mark.parametrize(
    "question",
    [
        "When should you replace the filter part B-2 £4.20?",
        "How much do courses cost last two hours?",
        "Who began to weave by hand in 2009 two former teachers?",
        "What was decided about what to look for?",
        "What should you do about yes?",
        "When did quarrel Lane die?",
        "What do it cost?",
        "How do you cancel or changing a visit?",
        "How long did Ada hold it, and in her letters the writing shakes?",
        "Where are seats numbered only?",
        "How many people did the company keep on it from 1931?",
        "Who has 35 names, twelve rollers and no ladders?",
    ],
)
def test_a_question_that_lost_its_words_is_dropped(question: str) -> None:
    assert not sound(question)


def test_a_trench_is_no_person() -> None:
    asked = put("The Long Fire is a trench of oak and alder, and is kept burning until Sunday evening.")
    assert not [q for q in asked if q.startswith("Who is")]


def test_an_faq_grows_slower_than_its_sources() -> None:
    line = "The barge of the {} left the lock in {} with forty tonnes of slate for the quarry at Ormey. "
    text = "\n\n".join(
        "".join(line.format(f"skipper {n}", 1700 + n) for n in range(k, k + 5)) for k in range(0, 300, 5)
    )
    source = source_of(f"# Slate\n\n{text}\n", id="t", title="Slate", language="en")
    writer = BuiltInWriter()
    long = lengthened(writer.analysis((source,), language="en"))
    assert 1.0 < long < 2.0
    made = writer.write(FaqTask(sources=(source,), language="en", count=5))
    assert len(made.entries) <= 5
    short = source_of("# Slate\n\n" + text[:3000], id="s", title="Slate", language="en")
    assert lengthened(writer.analysis((short,), language="en")) == 1.0
    assert ENTRIES[Duration.SHORT] < ENTRIES[Duration.DEFAULT] < ENTRIES[Duration.LONG]
