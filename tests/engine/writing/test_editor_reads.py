"""What a demanding editor would strike out of documents: no false definitions, bare questions or nameless speakers."""

from __future__ import annotations

import re

import pytest
from omber import PADDING
from plain_sources import source_of

from server.domain.sources import Source
from server.engine.writing.analysis import Analysis
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.decks.exhibits import quotations
from server.engine.writing.english import rhetoric
from server.engine.writing.european import introducing
from server.engine.writing.lettering import as_written
from server.engine.writing.selection import worths
from server.engine.writing.tasks import DataTableTask, FaqTask, TimelineTask

LADDER = f"""# How to build a ladder

{PADDING}

## Lay the rails

Place the long rails side by side on two trestles. Close the gaps with a strip of soft wood. On a slope, wedge the \
lower trestle with a stone. Never paint the rails with tar.

## Upkeep

The rung has a crack. Take it out and glue a new one in.
"""
HALL = f"""# The hall of Omber

{PADDING}

Most of what a visitor admires is hers: the library, the second dome of 1948 with its mirror of 1.5 metres, the guest \
house. The academy decided to give Omber a bridge in 1966. Irena Toth drew the plan herself. "The bridge will carry \
more than the river ever drowned," she said at the opening. A note on the wall says only: "Whoever reads this is late \
for the ferry again."
"""
OVENS = f"""# Three ovens

{PADDING}

| Oven | Price |
|---|---|
| Clay dome | 210 |
| Iron box | 340 |
| Brick vault | 520 |

As to the wood needed for heating them, the vault is the worst with 18 kilograms. The clay dome needs 7, the \
iron box 11.
"""
TALK = """# "I ONLY EVER LISTEN"

Marta Quill has tuned the bells of Omber for nineteen years. Jon Ferris asked her about them.

Q: When does your day begin?

A: At ten to four. I walk up the tower with a lamp and listen to the big one first. In March 2018 we hung a new bell \
from the old beam.

Q: How often are you wrong?

A: We check it every year with a fork. Nine bells out of ten hold their tone through the winter and the tenth is mine.

Q: And?

A: I turn it by a finger's breadth and wait for the frost to go.

Q: On which side?

A: On the side of the river, where the wind comes from in the evening and the ropes are always wet.

Q: You told me on the telephone about a night that you call the silent Easter.

A: That was in 1999. The ropes froze, and four hundred people stood in the square and heard nothing at all.
"""


@pytest.fixture(scope="module")
def writer() -> BuiltInWriter:
    return BuiltInWriter()


def _read(writer: BuiltInWriter, text: str) -> tuple[Source, Analysis]:
    source = source_of(text)
    return source, writer.analysis((source,), language="en")


def _questions(writer: BuiltInWriter, text: str) -> dict[str, Kind]:
    _, analysis = _read(writer, text)
    return {a.question: a.kind for a in asker_for(analysis).questions([s.id for s in analysis.sentences])}


def test_instructions_answer_how_and_what_to_do(writer: BuiltInWriter) -> None:
    found = _questions(writer, LADDER)
    for asked in (
        "How do you lay the rails?",
        "How should you close the gaps?",
        "What should you do on a slope?",
        "What should you do if the rung has a crack?",
        "Should you paint the rails with tar?",
    ):
        assert asked in found


def test_an_item_of_a_list_defines_nothing(writer: BuiltInWriter) -> None:
    _, analysis = _read(writer, HALL)
    terms = asker_for(analysis).terms([s.id for s in analysis.sentences])
    assert not [t.said for t in terms if t.said.startswith("The library is")]


def test_what_is_decided_is_asked_with_do(writer: BuiltInWriter) -> None:
    found = _questions(writer, HALL)
    assert not [q for q in found if re.search(r"\bdecide to (?!do\b)", q)]


def test_a_quotation_names_the_person_or_is_left_out(writer: BuiltInWriter) -> None:
    _, analysis = _read(writer, HALL)
    found = {p.text: p.name for _, p in quotations(analysis, worths(analysis))}
    assert found == {"The bridge will carry more than the river ever drowned": "Irena Toth"}


def test_a_table_takes_in_a_column_that_two_sentences_give(writer: BuiltInWriter) -> None:
    source, _ = _read(writer, OVENS)
    table = writer.write(DataTableTask(sources=(source,), language="en")).tables[0]
    assert [c.name for c in table.columns][-1] == "Wood needed"
    assert [row[-1].value for row in table.rows] == [7.0, 11.0, 18.0]


def test_an_interview_names_who_speaks_and_asks_whole_questions(writer: BuiltInWriter) -> None:
    source = source_of(TALK)
    made = writer.write(FaqTask(sources=(source,), language="en"))
    asked = [e.question for e in made.entries]
    assert made.title == "I only ever listen"
    assert "On which side?" not in asked
    assert "And?" not in asked
    events = writer.write(TimelineTask(sources=(source,), language="en")).events
    hung = [e.text.text for e in events if "new bell" in e.text.text]
    assert hung == ["Marta Quill: In March 2018 we hung a new bell from the old beam."]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("You told me about a night that you call the silent Easter.", "What do you say about the silent Easter?"),
        ("On which slopes?", ""),
        ("He simply left it to you?", ""),
        ("Because it held, you see?", ""),
    ],
)
def test_what_hangs_on_an_answer_is_no_question(said: str, asked: str) -> None:
    assert rhetoric.spoken(said, lambda texts: [None for _ in texts])[0] == asked


def test_titles_in_capitals_are_written_as_their_text_writes_them() -> None:
    text = "People call it the tower of Omber, and I have never liked the tower."
    assert as_written('"I NEVER SAW THE TOWER OF OMBER"', text) == '"I never saw the tower of Omber"'


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("Ein Kübel, sagt der Botaniker Till Ruhnau, verrät nichts.", "de", "Till Ruhnau"),
        ("El equipo de la bióloga Nerea Altolaguirre siguió a tres rebaños.", "es", "Nerea Altolaguirre"),
        ("Maryvonne Lestrade, qui en a soixante, forme deux apprentis.", "fr", "Maryvonne Lestrade"),
    ],
)
def test_people_are_introduced(text: str, code: str, name: str) -> None:
    assert [n for n, _ in introducing.people(text, code)] == [name]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("„Der Baum, der überlebt, ist nicht der schönste“, sagt er.", "de"),
        ("O arrastão Boa Sina virou-se ao largo.", "pt"),
        ("Ein Schiff, der Dampfer Graf Spee, lag im Hafen.", "de"),
    ],
)
def test_things_are_no_people(text: str, code: str) -> None:
    assert not list(introducing.people(text, code))


def test_the_place_of_a_cause_is_not_asked_for() -> None:
    text = f"{PADDING} The increase of 15 percent was due almost entirely to the new shop in Haldane. {PADDING}"
    faq = BuiltInWriter().write(FaqTask(sources=(source_of(text),), language="en"))
    assert not [each.question for each in faq.entries if each.question.startswith("Where was the increase")]
