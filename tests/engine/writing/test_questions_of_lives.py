"""Questions of biographies told in pronouns, of letters and of long spoken answers."""

from __future__ import annotations

import pytest
from plain_sources import source_of

from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.letters import by_hand, letters
from server.engine.writing.english.rhetoric import spoken
from server.engine.writing.english.soundness import sound
from server.engine.writing.growing import GROWN_WORDS, Entry, Growth
from server.engine.writing.tasks import FaqTask

LIFE = """# Wilma Tarnbrook (1851–1920)

Wilma Tarnbrook was born on 2 May 1851 in Ostwick, where her uncle kept the mill.

When she was twelve, a flood took the mill and the garden. By the summer of 1870 she had copied 60 old maps.

She left Ostwick in 1873. In 1880 she founded a school of surveying at Carnholm. {sentence}

During the siege she drew plans for the harbour board. She sold the school and in 1902 opened a map shop.

In 1920 she died at Carnholm. Her maps are in the town hall.
"""
LETTERS = """# Letters from the Weir

*Between Abel Stourton, keeper of the weir, and his cousin Nora at Linfold*

**The Weir, 3 May 1888**

Dear Nora,

The water is high and the gates are stiff. I have painted the punt, and the miller has lent me his boy for the sluice
until the end of the month. He eats more than he lifts, but he sings.

Your cousin,
Abel

**Linfold, 20 May 1888**

Dear Abel,

I have sold the pony for nine pounds, and the cart goes to the baker, who asks for you every time that I buy a loaf.
The chapel roof was mended in the spring, and nobody has been rained on since.

Nora
"""


def questions(text: str) -> list[str]:
    source = source_of(text, id="t", title=text.split("\n")[0].strip("# "), language="en")
    analysis = BuiltInWriter().analysis((source,), language="en")
    return [a.question for a in asker_for(analysis).questions(range(len(analysis.sentences)))]


@pytest.mark.parametrize(
    "question",
    [
        "What happened when Wilma Tarnbrook was twelve?",
        "What had Wilma Tarnbrook done by the summer of 1870?",
        "What did Wilma Tarnbrook do in 1873?",
        "What did Wilma Tarnbrook do during the siege?",
        "What did Wilma Tarnbrook do in 1902?",
        "When did Wilma Tarnbrook die at Carnholm?",
    ],
)
def test_a_life_told_in_pronouns_is_asked_by_name(question: str) -> None:
    assert question in questions(LIFE.format(sentence=""))


def test_whom_a_life_shared_with_is_asked_and_who_it_is_of_is_not() -> None:
    found = questions(LIFE.format(sentence="With the painter Jonas Peel she shared a workshop at Carnholm."))
    assert "With whom did Wilma Tarnbrook share a workshop at Carnholm?" in found
    assert not [q for q in found if q.startswith("Who was born")]
    assert "What should I know about Wilma Tarnbrook?" not in found


def test_a_pronoun_that_may_be_somebody_elses_is_nobodys() -> None:
    found = questions(LIFE.format(sentence="Her rival was Agatha Moor. In 1885 she burned the plans of the bridge."))
    assert "What did Wilma Tarnbrook do in 1885?" not in found


def test_an_answer_may_open_with_the_pronoun_of_whom_the_question_names() -> None:
    source = source_of(LIFE.format(sentence=""), id="t", title="Wilma Tarnbrook (1851–1920)", language="en")
    faq = BuiltInWriter().write(FaqTask(sources=(source,), language="en"))
    answers = {e.question: e.answer[0].text for e in faq.entries}
    opening = [q for q, said in answers.items() if said.startswith(("When she", "In 1920 she", "During the siege she"))]
    assert opening
    assert all("Wilma Tarnbrook" in q for q in opening)


def test_letters_are_asked_for_by_who_wrote_them() -> None:
    found = questions(LETTERS)
    assert "What does Abel Stourton write to Nora on 3 May 1888?" in found
    assert "What does Nora write to Abel Stourton on 20 May 1888?" in found
    assert not [q for q in found if "the author" in q]


def test_a_letter_ends_where_the_next_one_is_headed() -> None:
    source = source_of(LETTERS, id="t", title="Letters from the Weir", language="en")
    first, second = letters(source)
    assert (first.writer, first.to, first.day) == ("Abel Stourton", "Nora", "3 May 1888")
    assert "pony" not in source.text[first.start : first.end]
    assert "pony" in source.text[second.start : second.end]


def test_one_salutation_makes_no_collection_of_letters() -> None:
    assert letters(source_of("# A note\n\nDear Nora,\n\nThe gates are stiff.\n\nAbel\n", id="t", title="A note")) == ()


def test_a_title_says_whose_diary_it_is() -> None:
    assert by_hand("From the diary of Hetty Vane, lock keeper") == "Hetty Vane"
    assert by_hand("A history of the diary trade") == ""


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Tell us about the kiln.", "What do you say about the kiln?"),
        ("I have to ask about the night of the storm.", "What do you say about the night of the storm?"),
        ("Walter, when did you light the kiln?", "When did you light the kiln?"),
        ("Did you ever meet anyone up there?", "Did you ever meet anyone?"),
    ],
)
def test_an_interviewers_remark_is_put_as_a_question(said: str, question: str) -> None:
    writer = BuiltInWriter()
    source = source_of(LETTERS, id="t", title="Letters from the Weir", language="en")
    assert spoken(said, writer.analysis((source,), language="en").rules.parsed)[0] == question


@pytest.mark.parametrize("question", ["Why has Ada Rell said?", "How do you open dates?", "How do you open times?"])
def test_a_question_without_its_object_is_dropped(question: str) -> None:
    assert not sound(question)


def test_a_long_spoken_answer_is_cut_to_its_weightiest_sentences() -> None:
    filler = " ".join(f"We went on and on and talked about the weather, hour {n}, as one does." for n in range(9))
    end = "On 4 March 1979 the dam at Ostwick broke and 212 people lost their houses in one night."
    talk = (
        "THE DAM AT OSTWICK\n\nMOOR: Ada Rell, how did you become a keeper?\n\nRELL: My aunt kept the dam at Ostwick "
        "and I carried her lamp for years.\n\nMOOR: What happened on the night of the flood?\n\n"
        f"RELL: Rain fell on Ostwick for a whole week. {filler} {end}\n\n"
        "MOOR: Do you miss the lamp?\n\nRELL: I miss the quiet of the tower in winter.\n\n"
        "MOOR: Who keeps it now?\n\nRELL: A young man from Carnholm keeps it with a telephone and a motor.\n"
    )
    source = import_source(SourceSpec(SourceKind.TEXT, content=talk, name="The dam at Ostwick"))
    analysis = BuiltInWriter().analysis((source,), language="en")
    first = next(s for s in analysis.sentences if "whole week" in s.told)
    worth = [2.0 if "212" in s.told else 0.1 for s in analysis.sentences]
    asked = Asked("What happened on the night of the flood?", Kind.ASKED, first.id, checked=False)
    taken = [Entry(asked, (first.id, first.id + 1), 1.0)]
    Growth(analysis, asker_for(analysis), worth, is_checked=True).grow(taken, {first.id, first.id + 1}, 400)
    said = " ".join(analysis.sentences[i].told for i in taken[0].ids)
    assert "whole week" in said
    assert "212 people" in said
    assert len(said.split()) <= GROWN_WORDS
