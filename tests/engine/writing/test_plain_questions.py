"""Questions in people's own words: what a heading's noun suggests, what a meeting said, and what nobody would ask."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.forms import tabled
from server.engine.writing.english.framing import by_opening, own_way, plainer
from server.engine.writing.english.soundness import sound
from server.engine.writing.tasks import FaqTask

CLUB = """# Minutes of the Omber rowing club

The chair opened the meeting at seven, and the minutes of the last meeting were accepted.

## The slipway

Mrs Garrick said that the slipway had been under water for eleven days in March. The motion to raise it by half a
metre was carried by nine votes to two, with one abstention.

## The lockers

Mr Dell proposed to sell the lockers by the door. The motion was seconded and carried.
"""
GUIDE = """# A guide to Omber Castle

Please keep to the paths, and mind the steps. You may bring a dog.

## The Long Tower

A square tower of grey stone, 31 metres high. You can climb it by 188 steps.

## The ice house

Built in 1788 for the cook. Please do not lean over the edge.

## Tickets

Adults pay £9, children £4. You should buy them at the gate.

## The bell rope

You may pull it once. Please let others have their turn.
"""
RULES = """# Terms for guests

- We do not lend boats to children, because our insurer forbids it.
- You must bring the boat back by six, or we charge for another hour.
- You must ask us before you take a dog, as we have cushions in our boats.
- We keep the deposit if you lose an oar, and our man has to fetch it.
"""
PADDING = " ".join(
    f"The {name} that lies beside the {place} is painted in winter and let in spring."
    for name, place in (("skiff", "river"), ("punt", "road"), ("barge", "chapel"), ("gig", "quarry"), ("yawl", "mill"))
)
YEARS = f"# The ward\n\n{PADDING}\n\n| Year | Beds | Nurses |\n|---|---|---|\n| 1860 | 64 | 9 |\n| 1890 | 80 | 17 |\n"


def _asked(writer: BuiltInWriter, text: str) -> dict[str, Asked]:
    source = source_of(text)
    analysis = writer.analysis((source,), language="en")
    return {a.question: a for a in asker_for(analysis).questions([s.id for s in analysis.sentences])}


@pytest.mark.parametrize(
    ("words", "told", "question"),
    [
        ("tickets", "Adults pay £9.", "What do tickets cost?"),
        ("tickets", "They are sold at the gate.", ""),
        ("the neighbour mode", "The hammer strikes softly.", "How does the neighbour mode work?"),
        ("side effects", "Some feel dizzy.", "What are the side effects?"),
        ("teachers", "Aurel Dane teaches charts, Ingrid Pell the rules.", "Who are the teachers?"),
        ("the jury", "Aurel Dane and Ingrid Pell decide.", "Who is on the jury?"),
        ("the purpose", "To keep the water out.", "What is the purpose?"),
        ("risks and prices", "It costs £9.", ""),
        ("the garden", "Pick the beans daily.", ""),
    ],
)
def test_the_noun_of_a_heading_suggests_what_is_asked(words: str, told: str, question: str) -> None:
    assert own_way(words, told) == question


def test_how_a_section_opens_suggests_what_is_asked() -> None:
    assert by_opening("the dry dock", "Dug in 1893.", is_verbless=True) == "When was the dry dock dug?"
    assert by_opening("the Frame", "The old signal box.", is_verbless=True) == "What is the Frame?"
    assert by_opening("the Frame", "It stands on legs.", is_verbless=False) == ""


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("How many hours is the longest hire?", "How long is the longest hire?"),
        ("How many minutes does the dishwasher take?", "How long does the dishwasher take?"),
        ("How many km is the detour by the weir?", "How long is the detour by the weir?"),
        ("How many metres is depth in the channel?", "What is the depth in the channel?"),
        ("What is the cost of the boat put at?", "What is the cost of the boat?"),
        ("Why should you bring back the maps please?", "Why should you bring back the maps?"),
        ("Why do the author bathe in acid?", "Why does the author bathe in acid?"),
        ("When have the floors been insulated?", "When were the floors insulated?"),
        ("How many boats do the members own?", "How many boats do the members own?"),
    ],
)
def test_questions_are_put_in_plain_words(made: str, said: str) -> None:
    assert plainer(made) == said


@pytest.mark.parametrize(
    "question",
    [
        "When were crisps banned, celery in 2006?",
        "Why must boats be back by 6 pm by 4 pm?",
        "How many kilos must the load not weigh?",
        "Who used the app in a hundred?",
        "What did straw win in the dry year, in the wet one?",
        "Is a hearing aid a telephone?",
        "Should you burn a candle in it?",
        "Why did she choose B. Cllr Orme preferred C?",
        "Where is a calf been chewing?",
        "What happened to the boiler on 9 January on 18 February?",
        "How often does The mail boat go down the river?",
    ],
)
def test_what_nobody_would_say_is_not_asked(question: str) -> None:
    assert not sound(question)


def test_a_meeting_is_asked_what_was_said_on_its_matters(writer: BuiltInWriter) -> None:
    asked = _asked(writer, CLUB)
    assert "What did Mrs Garrick say about the slipway?" in asked
    assert "What was decided about the slipway?" in asked
    assert "What did Mrs Garrick say?" not in asked


def test_a_guide_is_asked_by_its_headings(writer: BuiltInWriter) -> None:
    asked = _asked(writer, GUIDE)
    assert {"What is the Long Tower?", "When was the ice house built?", "What do tickets cost?"} <= asked.keys()
    wide = [a for q, a in asked.items() if "the bell rope" in q and a.is_wide]
    assert wide and all(a.quality < 0.3 for a in wide)


def test_only_a_part_of_the_entries_asks_no_more_than_what_is_said_of_a_matter(writer: BuiltInWriter) -> None:
    text = "# A guide to the gardens\n\nPlease keep to the paths.\n\n" + "\n\n".join(
        f"## The {name} corner\n\nYou may sit {where} and watch the {bird}s that come at dusk. Please keep quiet."
        for name, where, bird in (
            ("fern", "under the arch", "heron"),
            ("rose", "beside the pond", "swallow"),
            ("moss", "behind the wall", "thrush"),
            ("lime", "near the gate", "finch"),
            ("yew", "on the bench", "owl"),
        )
    )
    entries = writer.write(FaqTask(sources=(source_of(text),), language="en")).entries
    wide = [e for e in entries if e.question.startswith(("What about", "What should I know"))]
    assert len(wide) <= max(2, 0.5 * len(entries))


def test_those_who_speak_as_we_in_a_list_keep_their_own_words(writer: BuiltInWriter) -> None:
    faq = writer.write(FaqTask(sources=(source_of(f"{RULES}\n{PADDING}\n"),), language="en"))
    assert not [s.text for s in faq.statements if "the authors" in s.text.lower()]


def test_rows_keyed_by_years_are_told_as_figures_of_those_years(writer: BuiltInWriter) -> None:
    asked = _asked(writer, YEARS)
    assert "What are the figures for 1860 and 1890?" in asked


@pytest.mark.parametrize(("head", "is_asked"), [("Price", True), ("Leaflet", False), ("Most by day", False)])
def test_only_what_can_be_high_or_low_has_a_highest_value(head: str, is_asked: bool, writer: BuiltInWriter) -> None:
    text = f"# Boats\n\n{PADDING}\n\n| Boat | {head} |\n|---|---|\n| Teasel | 12 |\n| Bryony | 8 |\n"
    source = source_of(text)
    sentences = writer.analysis((source,), language="en").sentences
    asked = [a.question for s in sentences for a in tabled(s, source)]
    assert any(q.startswith("Which boat has the highest") for q in asked) == is_asked
