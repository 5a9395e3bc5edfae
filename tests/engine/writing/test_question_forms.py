"""How questions read: as people would ask them, whatever a sentence looks like."""

from __future__ import annotations

import re

import pytest
from omber import PADDING
from plain_sources import source_of

from server.domain.documents import Difficulty
from server.domain.sources import Source, SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english import rhetoric
from server.engine.writing.tasks import FaqTask, QuizTask, TextTask, TimelineTask

KETTLES = f"""# Kettles of Omber

{PADDING}

The lid of the small kettle has no rim, so it rattles when the water boils. The night setting of the Omber Quick 40 \
lowers the power from 900 watts to 350 watts. At 31 pence per kilowatt-hour the Omber Quick 40 costs £1.20 \
for a day of brewing. In 1955 the works made about 4,000 kettles in the season. In 2021 Omber recalled 5,200 \
kettles of an older series because a switch overheated. Omber gives five years, and the others give two. I got \
eleven shillings for it. The first kettle was designed in 1931 by Ada Brook. The price of a kettle has fallen by 4 \
percent in two years.
"""
MEMORIES = """# The last weaver

*Recorded on 3 May 2018 by Asha Menon.*

**Asha Menon:** When did you start at the mill?

**Nell Sarrow:** The week after Easter in 1951. I was fifteen, and my aunt took me up the stairs herself.

**Asha Menon:** What is your shuttle made of?

**Nell Sarrow:** Boxwood. My grandfather cut it in 1908, and it has never split in all those years of work.

**Asha Menon:** The newspaper called it a great victory.

**Nell Sarrow:** It was half of one. In February 1960 the owner cut the rate by a quarter, and he gave back an eighth.

**Asha Menon:** How did the mill end?

**Nell Sarrow:** The owner died in 1979 and his daughter sold the looms for 12,000 pounds. There were nine of us by \
then. Jean and I closed the door on 30 September 1988. The council made a museum of it in 1997 with a grant of 40,000 \
pounds. They sold 2,500 tickets in the first year. I could set ninety threads a minute without looking.

**Asha Menon:** What do you remember of the work?

**Nell Sarrow:** The mill had 640 looms when I came, and only 210 of them ran in the winter. Fourteen weavers struck \
for eleven days in the spring of 1961. The rent of a loom was nine shillings a week until 1970. My mother took 12 \
shillings of my wage every Friday and left me three. The yarn came from Bolden on Mondays in 48 large crates.
"""
ISLAND = f"""# Welcome to Tern Island

{PADDING}

## Getting here

There is no bridge now. The ferry leaves Colm every 50 minutes and takes a quarter of an hour. Please buy your ticket \
at the kiosk before you board.

## A walk round the island

1. **Salt house.** Built in 1790 and still full of salt. You may taste it from the brass spoon by the door.
2. **Bell tower.** Its two bells were cast in Ostrand in 1822. They ring at noon, except on Sundays.
3. **Old mill.** A ruin since the fire of 1903. Please keep off the walls.

## For visiting cyclists

Bicycles go free on the ferry. You must push them on the quay and through the village.

## If it rains

You can stand under the arches of the salt house. The café lends umbrellas for a deposit of £8.
"""
LAW = """# Satzung der Gemeinde Oberlind

Der Gemeinderat hat am 11. Juni 2024 mit 14 zu 5 Stimmen die folgende Satzung über Bäume und Hecken beschlossen.

## § 3 Verbote

Es ist verboten, geschützte Bäume zu fällen oder zu beschädigen. Wer einen geschützten Baum fällt, muss Ersatz pflanzen.

## § 4 Gebühren

Die Geldbuße beträgt bis zu 50.000 Euro. Die Pflanzung erfolgt innerhalb eines Jahres nach der Fällung des Baumes.

| Handlung | Gebühr | Frist |
|---|---|---|
| Ein Baum | 75 Euro | 6 Wochen |
| Drei Bäume | 140 Euro | 7 Wochen |
| Zehn Bäume | 260 Euro | 8 Wochen |
| Ortstermin | 48 Euro | 3 Wochen |

## Begründung

Zwischen 1996 und 2023 sank die Zahl der erfassten Bäume von 6.900 auf 4.750. Der Verein der Eigentümer lehnt die \
Satzung ab. Bäume mit einem Umfang von weniger als 80 Zentimetern sind auch künftig nicht geschützt.
"""


def asked_of(source: Source) -> list[str]:
    analysis = BuiltInWriter().analysis((source,), language=source.language)
    return [a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))]


@pytest.fixture(scope="module")
def kettles() -> list[str]:
    """Every question that the text about kettles answers."""
    return asked_of(source_of(KETTLES))


@pytest.fixture(scope="module")
def memories() -> Source:
    """An interview whose people are named."""
    return import_source(SourceSpec(SourceKind.TEXT, MEMORIES))


@pytest.fixture(scope="module")
def law() -> Source:
    """A German statute."""
    return source_of(LAW, language="de")


@pytest.mark.parametrize(
    "question",
    [
        "Why does the lid of the small kettle rattle when the water boils?",
        "By how much does the night setting of the Omber Quick 40 lower the power?",
        "How many kettles did the works make in the season in 1955?",
        "Why did Omber recall 5,200 kettles of an older series in 2021?",
        "How many kettles of an older series did Omber recall in 2021 because a switch overheated?",
        "Who designed the first kettle in 1931?",
        "How has the price of a kettle changed in two years?",
    ],
)
def test_clauses_are_turned_as_people_would_ask(kettles: list[str], question: str) -> None:
    assert question in kettles


def test_nothing_is_asked_that_only_its_sentence_explains(kettles: list[str]) -> None:
    assert not [q for q in kettles if q.startswith("How many years does Omber give")]
    assert not [q for q in kettles if "for it" in q or " - " in q or "kilowatt hour" in q]
    assert not [q for q in kettles if q.endswith("Omber Quick?")]


@pytest.mark.parametrize(
    ("put", "said"),
    [
        ("When did you start at the mill?", "When did Nell Sarrow start at the mill?"),
        ("What do you want people to remember?", "What does Nell Sarrow want people to remember?"),
        ("What is your shuttle made of?", "What is Nell Sarrow's shuttle made of?"),
        ("When did you leave your home?", "When did you leave your home?"),
        ("Who will do this after you?", "Who will do this after Nell Sarrow?"),
        ("How did the mill end?", "How did the mill end?"),
    ],
)
def test_what_an_interviewer_asks_is_asked_of_a_name(put: str, said: str) -> None:
    assert rhetoric.addressed(put, "Nell Sarrow") == said


def test_an_interview_is_asked_about_by_name(memories: Source) -> None:
    faq = BuiltInWriter().write(FaqTask(sources=(memories,), language="en"))
    questions = [e.question for e in faq.entries]
    assert "When did Nell Sarrow start at the mill?" in questions
    assert not [q for q in questions if q.startswith("What about") or " you " in q]


def test_a_short_answer_keeps_its_question(memories: Source) -> None:
    piece = BuiltInWriter().write(TextTask(sources=(memories,), language="en"))
    told = {s.text: s for s in piece.statements}
    answer = told["What is your shuttle made of? Boxwood."]
    assert [p.text for p in answer.passages] == ["What is your shuttle made of?", "Boxwood."]


def test_an_interview_has_hard_questions_too(memories: Source) -> None:
    quiz = BuiltInWriter().write(QuizTask(sources=(memories,), language="en", difficulty=Difficulty.HARD))
    assert [q for q in quiz.questions if re.fullmatch(r"Which of these does Nell Sarrow (?:not )?say\?", q.question)]


def test_a_statute_is_asked_what_it_rules(law: Source) -> None:
    questions = asked_of(law)
    for question in (
        "Was ist verboten?",
        "Was muss tun, wer einen geschützten Baum fällt?",
        "Wie hoch ist die Geldbuße?",
        "Wer lehnt die Satzung ab?",
        "Wie entwickelte sich die Zahl der erfassten Bäume zwischen 1996 und 2023?",
        "Worum geht es bei „Verbote“?",
    ):
        assert question in questions
    assert not [q for q in questions if "Zentimeter" in q or "§" in q]


def test_german_columns_keep_their_capitals_and_notes_their_language(law: Source) -> None:
    hard = BuiltInWriter().write(QuizTask(sources=(law,), language="de", difficulty=Difficulty.HARD))
    assert "Wo steht bei „Frist“ der niedrigste Wert?" in [q.question for q in hard.questions]
    easy = BuiltInWriter().write(QuizTask(sources=(law,), language="de", difficulty=Difficulty.EASY))
    cells = [q for q in easy.questions if q.question.startswith("Was steht in der Tabelle")]
    assert cells and all(set(q.options) <= {"75 Euro", "140 Euro", "260 Euro", "48 Euro"} for q in cells[:1])
    assert any("erfunden" in note for note in easy.notes)


def test_an_event_is_told_with_what_its_pronoun_means(memories: Source) -> None:
    cafe = MEMORIES.replace(
        "They sold 2,500 tickets in the first year.",
        "It is a café with a museum in it. I don't mind. It opened in 1998.",
    )
    source = import_source(SourceSpec(SourceKind.TEXT, cafe))
    timeline = BuiltInWriter().write(TimelineTask(sources=(source,), language="en"))
    (opened,) = [e for e in timeline.events if e.date == "1998"]
    assert "café" in opened.text.text


def test_a_guide_is_asked_about_its_sections_and_the_points_of_its_lists(writer: BuiltInWriter) -> None:
    faq = writer.write(FaqTask(sources=(source_of(ISLAND),), language="en"))
    told = {entry.question: " ".join(s.text for s in entry.answer) for entry in faq.entries}

    assert "every 50 minutes" in told["How do you get there?"]
    assert "push them on the quay" in told["What applies to visiting cyclists?"]
    tower = next(answer for question, answer in told.items() if question.endswith("about the bell tower?"))
    assert "1822" in tower
    assert not any("Bell tower." in answer or "Old mill." in answer for answer in told.values())


def test_a_request_to_describe_a_thing_is_a_question() -> None:
    said, _ = rhetoric.spoken("Describe the kitchen to me.", lambda _: [])

    assert said == "What do you say about the kitchen?"
