"""What headings, labels, faults and steps are asked, and how far answers go on, in a manual, a repair and opinions."""

from __future__ import annotations

from functools import cache

import pytest
from plain_sources import source_of
from question_measures import MORE_TEXTS, facts_kept

from server.domain.documents import Faq
from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import FaqTask

MANUAL = """# The Larkin 3 kettle

## What you need

- A socket with an earth
- Two litres of water

## First use

Always unplug the kettle before filling the base. Choose a soft brush with a long handle.
Wait 20 minutes with the lid open.
Cut off the film around the handle with the scissors.

When the lamp glows, put on the lid.

## When it won't behave

It leaks at the base. The seal is dry. Wet it with a drop of oil.

Steam comes out of the base when I lift the lid. The valve is worn. Replace the valve.

Power cut: leave the lid closed and keep the kettle upright.

"LO": no water in the kettle.

## Guarantee

The guarantee runs for two years and covers the kettle but not the cord.
"""

LETTER = """# Keep the clock

I have wound the clock of Sele for nine years. There were once 37 clocks between the bridge and the mill.

Benches are expensive: 1,900 pounds to buy and 140 a year to look after.

The noise. I live under the bell and I have never heard it at night, and neither have my neighbours.

And there was Mr Varga. He mended clocks in a cellar and he would take no money for it.

In 2011 I painted the dial of the clock with my brother.
"""


WOOD = "Wood has to dry before it burns well in a stove. " + " ".join(
    f"The {name} that grows beside the {place} is cut in winter and split in spring."
    for name, place in (("oak", "river"), ("ash", "road"), ("beech", "chapel"), ("birch", "quarry"))
)


def _asked(writer: BuiltInWriter, text: str) -> dict[str, Kind]:
    source = source_of(text)
    analysis = writer.analysis((source,), language="en")
    return {a.question: a.kind for a in asker_for(analysis).questions([s.id for s in analysis.sentences])}


@pytest.mark.parametrize(
    "question",
    [
        "What do you need?",
        "What are the terms of the guarantee?",
        "What should you do before filling the base?",
        "What kind of brush should you choose?",
        "How long should you wait?",
        "How should you cut off the film?",
        "What should you do when the lamp glows?",
        "What should you do if it leaks at the base?",
        "What should you do if steam comes out of the base when you lift the lid?",
        "What should you do in the event of a power cut?",
        'What does "LO" mean?',
    ],
)
def test_instructions_are_asked_for_what_they_promise(question: str, writer: BuiltInWriter) -> None:
    assert question in _asked(writer, MANUAL)


@pytest.mark.parametrize(
    "question",
    [
        "How many clocks were there once between the bridge and the mill?",
        "How expensive are benches?",
        "What does the author say about the noise?",
        "Who was Mr Varga?",
        "What did the author do in 2011?",
    ],
)
def test_a_letter_is_asked_for_figures_people_and_labels(question: str, writer: BuiltInWriter) -> None:
    assert question in _asked(writer, LETTER)


def test_rows_of_a_table_are_told_together(writer: BuiltInWriter) -> None:
    text = f"# Woods\n\n{WOOD}\n\n| Wood | Years | Heat |\n|---|---|---|\n"
    text += "| Ash | 1 | 2,100 |\n| Beech | 2 | 2,150 |\n| Oak | 3 | 2,200 |\n"
    assert "What are the figures for Ash, Beech and Oak?" in _asked(writer, text)


def test_up_to_a_figure_gives_nothing_up(writer: BuiltInWriter) -> None:
    found = _asked(writer, f"# The stove\n\nThe stove gives up to 5.2 kilowatts in the evening. {WOOD}\n")
    assert not [q for q in found if " up" in q]


@cache
def _faq(name: str) -> Faq:
    content = (MORE_TEXTS / f"{name}.md").read_text(encoding="utf-8")
    source = import_source(SourceSpec(SourceKind.TEXT, content=content))
    return BuiltInWriter().write(FaqTask(sources=(source,), language="en"))


@pytest.mark.parametrize("name", ["sash_cord", "dehumidifier_manual", "leaf_blowers"])
def test_a_repair_a_guide_and_an_opinion_keep_their_facts(name: str) -> None:
    kept, marked = facts_kept(_faq(name), name, folder=MORE_TEXTS)
    assert kept / marked >= 0.7


@pytest.mark.parametrize("name", ["sash_cord", "dehumidifier_manual", "leaf_blowers"])
def test_no_sentence_is_told_in_two_answers(name: str) -> None:
    told = [s.text for e in _faq(name).entries for s in e.answer]
    assert len(told) == len(set(told))


@pytest.mark.parametrize("name", ["sash_cord", "dehumidifier_manual", "leaf_blowers"])
def test_answers_stay_as_long_as_people_read(name: str) -> None:
    for entry in _faq(name).entries:
        assert len(entry.answer) <= 5
        assert sum(len(s.text.split()) for s in entry.answer) <= 110


FRAGMENTS = """# Quillmark 6.2

Postponed: an app for phones. Dropped: the old exporter. Added: margins for each page.

Fixed. Gone. Renamed, the menu.

The menu of styles was renamed in version 6.2, because people took it for the one of fonts. Exports now take two seconds
in place of nine. A page holds up to 40 notes. The makers, a firm of four people in Ludney, had been asked for the new
margins since 2019, when a printer of hymn books lost a whole edition to the old ones.
"""


def test_fragments_that_begin_with_their_participle_do_no_harm() -> None:
    faq = BuiltInWriter().write(FaqTask(sources=(source_of(FRAGMENTS, title="Quillmark 6.2"),), language="en"))
    assert isinstance(faq, Faq)
    assert faq.entries
    assert not any("postponed" in entry.question.lower() for entry in faq.entries)
