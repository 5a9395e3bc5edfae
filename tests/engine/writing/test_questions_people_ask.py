"""Questions as people ask them: short, in the simple past, of what became of things, and nothing a sentence hides."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.domain.documents import Difficulty, Faq
from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.rhetoric import addressed
from server.engine.writing.tasks import FaqTask, QuizTask, TextTask, TimelineTask

MILL = """# The mill at Corrow

The mill at Corrow is a paper mill on the river Anse that made paper for banknotes for 140 years. It burned twice and \
was rebuilt twice.

## How it began

Agnes Moffat opened the mill on 4 April 1851 with a loan of £900 from her brother, and hired eleven women of the \
village in the first week. She had learned the trade in a mill at Dunlow, where she had sorted rags since she was nine.

## The fire

Work had started at six on the morning of 9 August 1874. The drying loft was destroyed, so that no paper could be made \
until the spring. The insurance was estimated at 14,000 pounds. The managers therefore borrowed money from the bank at \
Dunlow. The county drew up a plan to widen the road. It would cost 6,000 pounds over three years.

## What went well

The guests of the inn carried buckets for the whole night, because the pump stood on the wrong side of the river. \
Sales rose by 12 percent to 38,000 pounds in the year after the fire. Readers of this history should know two things. \
The society was founded in 1902 by nineteen villagers with one room. In 1904 the society lent 30 books out 46 times.

| Machine | Sheets made | Width (cm) | Speed (m/min) | Men | Steam (t) | Wear |
|---|---|---|---|---|---|---|
| First | 900 | 120 | 14 | 9 | 3 | 5 |
| Second | 1700 | 150 | 22 | 7 | 4 | 4 |
| Third | 2600 | 180 | 31 | 6 | 6 | 2 |
"""
DIARY = """# Zu Fuß durch das Tal der Lenna

Am 4. September 2022 fuhr ich mit dem Zug nach Orbach und lief von dort über den Pass in das Tal der Lenna hinunter. \
Der Weg ist steil, weil die Hirten ihn für Ziegen angelegt haben. Die Fahrt dauerte sieben Stunden.

Der Park wurde 1992 gegründet und ist einer der kleinsten des Landes. Seit 1998 arbeitet dort eine Rangerin. Im Winter \
ist das Tal leer. Das Gästebuch nennt für 2021 nur wenige Namen. Die Hütten sind offen, und man schläft umsonst.

## Das Gewitter

Am 8. September kam das Gewitter schon um elf Uhr, und ich saß fünf Stunden unter einem Felsen. Etwa zwanzig Schafe \
standen daneben.
"""
NIGHT = """# Incident on the ordering platform

Between 3 May 2024 and 5 May 2024 the platform of Tallow lost 1,300 orders of its customers in three countries.

At 22:40 on 3 May 2024 the operations team moved the queue to a cluster that takes 64 KB at most. At 23:05 on 3 May \
2024 the first customer wrote to support about a missing parcel. On 4 May 2024 the waiting time rose from 4 hours to \
31 hours. In 2019 the old cluster had been bought for 40,000 euros. In that year the team had nine people. The cluster \
served four shops at first, and it was sold in 2019 to a school.
"""


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Every question that the text about the mill answers."""
    analysis = BuiltInWriter().analysis((source_of(MILL),), language="en")
    return [a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))]


@pytest.fixture(scope="module")
def faq() -> Faq:
    """What an FAQ of it asks."""
    return BuiltInWriter().write(FaqTask(sources=(source_of(MILL),), language="en"))


@pytest.mark.parametrize(
    "question",
    [
        "How did it begin?",
        "What went well?",
        "Who opened the mill?",
        "When did work start?",
        "Why could no paper be made until the spring?",
        "What was the insurance estimated at?",
        "By how much did sales rise in the year after the fire?",
        "When was the society founded?",
        "Which machine has the most sheets made, and which has the fewest?",
    ],
)
def test_questions_are_short_and_plain(asked: list[str], question: str) -> None:
    assert question in asked


def test_nothing_is_asked_that_nobody_would_ask(asked: list[str]) -> None:
    assert not [q for q in asked if q.startswith(("How many things", "At what figure", "When had"))]
    assert not [
        q for q in asked if "46 times" in q or "county cost" in q or q == "What should readers of this history do?"
    ]


def test_an_faq_is_read_from_the_beginning_and_tells_a_table_as_one(faq: Faq) -> None:
    starts = [entry.answer[0].passages[0].start for entry in faq.entries]
    assert starts == sorted(starts)
    assert faq.entries[0].question == "What is the mill at Corrow?"
    assert sum("figures for" in e.question or e.question.startswith("Which machine") for e in faq.entries) <= 4
    assert (
        "What does the table say about the first machine?" in {e.question for e in faq.entries} or len(faq.entries) >= 8
    )


def test_a_table_dates_nothing(faq: Faq) -> None:
    del faq
    rows = MILL.replace("| First |", "| 1851–1873 |").replace("| Second |", "| 1874–1901 |")
    events = BuiltInWriter().write(TimelineTask(sources=(source_of(rows),), language="en")).events
    assert not [e for e in events if "has the" in e.text.text]


def test_a_written_piece_has_no_contractions_and_no_turned_quotations() -> None:
    text = MILL.replace(
        "The fire\n", 'The fire\n\n"Enough for ever," wrote Moffat, and this was her one error: it was not.\n'
    )
    text = text.replace("It burned twice", "It is not the oldest. It burned twice")
    piece = BuiltInWriter().write(TextTask(sources=(source_of(text),), language="en"))
    said = " ".join(s.text for s in piece.statements)
    assert "isn't" not in said and "wrote:" not in said


@pytest.mark.parametrize(
    ("put", "said"),
    [
        ("Is that still the argument for what you do?", "Is that still the argument for what Edith Marwood does?"),
        ("Why are you telling me now?", "Why are you telling me now?"),
        ("How many jars that you keep are old?", "How many jars that you keep are old?"),
    ],
)
def test_a_name_in_place_of_you_bends_the_verb_or_stays_away(put: str, said: str) -> None:
    assert addressed(put, "Edith Marwood") == said


def test_german_says_why_when_and_how_long_and_goes_on_counting_days() -> None:
    source = source_of(DIARY, language="de")
    writer = BuiltInWriter()
    analysis = writer.analysis((source,), language="de")
    questions = {a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))}
    assert {"Warum ist der Weg steil?", "Wann wurde der Park gegründet?", "Wie lange dauerte die Fahrt?"} <= questions
    assert "Was geschah am 8. September?" in questions
    events = writer.write(TimelineTask(sources=(source,), language="de")).events
    assert "2022-09-08" in {e.date for e in events}


def test_a_clock_before_its_day_dates_an_event_and_is_never_altered() -> None:
    source = source_of(NIGHT)
    writer = BuiltInWriter()
    events = writer.write(TimelineTask(sources=(source,), language="en")).events
    assert {"2024-05-03T22:40", "2024-05-03T23:05"} <= {e.date for e in events}
    assert [e.text.text for e in events if e.text.text.startswith("In that year")] == [
        "In that year the team had nine people."
    ]
    for level in Difficulty:
        quiz = writer.write(QuizTask(sources=(source,), language="en", difficulty=level))
        for question in quiz.questions:
            assert "____:" not in question.question and ":____" not in question.question
            assert not [o for o in question.options if "fell from 4" in o or "29:05" in o]


def test_it_and_a_figure_leans_on_what_was_said_before() -> None:
    text = MILL.replace(
        "Sales rose", "What counted was the share of rags. It was 66 percent, after 63 percent. Sales rose"
    )
    analysis = BuiltInWriter().analysis((source_of(text),), language="en")
    (figure,) = [s for s in analysis.sentences if s.text.startswith("It was 66")]
    assert figure.leans
