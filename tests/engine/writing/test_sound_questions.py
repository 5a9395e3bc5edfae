"""Which questions of an FAQ can be said, and what rules, notices and headings with `we` are asked."""

from __future__ import annotations

import pytest
from omber import PADDING
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.soundness import sound
from server.engine.writing.tasks import FaqTask


@pytest.mark.parametrize(
    "question",
    [
        "How do you getting started?",
        "Wo the dye get in either way?",
        "What is with a hose?",
        "What happened after the night at?",
        "Can the gasp be trained away, and surprisingly fast?",
        "Is the water for drinking, nor for animals?",
        "Are bones celery or frozen lettuce?",
        "How long should you once the filter is clean hold the timer?",
        "By whom is the dream being torn, by everyone at once first?",
        "How many of these has Osman been in?",
        "How many minutes was the longest I've waited?",
        "What do people ask about?",
        "When will a call take place today?",
        "Where is the author by then?",
        "How much was the old tariff to eight pounds a book?",
        "What does next review May 2026 Owner· apply to?",
        "When did she go to the mainland four years later?",
        "By how much did income from it grow?",
    ],
)
def test_a_question_that_nobody_would_say_is_dropped(question: str) -> None:
    assert not sound(question)


@pytest.mark.parametrize(
    "question",
    [
        "How do you get started?",
        "What should I know about the tank?",
        "What should you raise the pressure to?",
        "What do you need?",
        "By when must the form be handed in?",
        "What is the filter made of?",
        "Can the deposit be paid in cash?",
        "What happens if the coal comes?",
        "How do you bring the water to the boil?",
    ],
)
def test_a_question_that_people_ask_is_kept(question: str) -> None:
    assert sound(question)


def _asked(text: str) -> list[str]:
    text = f"{text}\n\n# Kettles of Omber\n\n{PADDING}\n"
    return [e.question for e in BuiltInWriter().write(FaqTask(sources=(source_of(text),), language="en")).entries]


RULES = """# Rules of the Sele boat club

The club was founded in 1931 and keeps fourteen boats in a shed on the bank of the Sele below the weir.

**1. Season.** The boats may be taken out from 1 April to 31 October, and nobody may row after sunset. \
In a flood the warden closes the shed, which takes three minutes.

**2. Guests.** A member may bring at most two guests on one day. They must wear a vest at all times on the water.

**3. Repairs.** Whoever damages a boat must report it on the same day. The club has to be told at once.
"""


def test_rules_are_asked_what_they_say_and_not_what_was_said() -> None:
    asked = _asked(RULES)
    assert [q for q in asked if "rules" in q and "guests" in q] or "What applies to guests?" in asked
    assert not [q for q in asked if q.startswith(("What was said", "What was decided"))]


STUDY = """# Naps in the mill

Two hundred spinners of the Omber mill took part in a study of short naps between 2019 and 2021.

## What we found

The spinners who slept for twenty minutes broke 14 threads an hour instead of 22. The longer nap brought nothing more, \
and those who took it were slow for half an hour afterwards.
"""


def test_a_heading_with_we_is_put_without_those_who_wrote_it() -> None:
    assert "What was found?" in _asked(STUDY)


def test_what_we_do_is_no_question_without_us() -> None:
    assert "What is done?" not in _asked(STUDY.replace("What we found", "What we do"))


def test_which_of_several_things_something_holds_for_is_asked() -> None:
    text = (
        "The Sele trust pays for the journeys of its forty wardens and has done so since 1994. "
        "Journeys costing less than a hundred pounds need no approval from the director of the trust."
    )
    assert [q for q in _asked(text) if q.startswith("Which journeys need no approval")]


def test_what_is_called_after_somebody_is_nobody() -> None:
    text = (
        "The Ada Rell course for adults who have not rowed for ten years was held for the third time in March, and Ada "
        "Rell herself came to see it. Ada Rell taught at Omber. The boats had been mended by Ada Rell in the winter."
    )
    assert not [q for q in _asked(text) if q.startswith("Who was held")]
