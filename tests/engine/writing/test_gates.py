"""Every gate finds the fault it is there for, and nothing else."""

from __future__ import annotations

import dataclasses

import pytest
from plain_sources import source_of

from server.domain.scripts import Line, LineKind, Script
from server.engine.writing.gates import Gate, faults

TEXT = (
    "The market of Alder Quay lost its glass roof in the storm of January 1994. For nine years the traders worked "
    "under tarpaulins. In 2003 the architect Ines Duarte proposed a copper roof. It cost 2.3 million euros."
)
SOURCE = source_of(f"# Copper roofs\n\n{TEXT}")


def said(text: str, *, by: int = 1, of: str = TEXT, kind: LineKind = LineKind.STATEMENT) -> Line:
    start = SOURCE.text.index(of)
    return Line(by, text, kind, (SOURCE.passage(start, start + len(of)),))


def gates_of(*lines: Line) -> set[Gate]:
    return {f.gate for f in faults(Script(title="x", language="en", lines=lines), [SOURCE])}


def test_a_sound_script_has_no_faults() -> None:
    lines = (
        said("What happened in 2003?", by=0, kind=LineKind.QUESTION),
        said("The architect Ines Duarte proposed a copper roof."),
    )
    assert gates_of(*lines) == set()


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("The roof cost 2.4 million euros in the end.", Gate.SUPPORT),
        ("The architect Paulo Duarte proposed a copper roof.", Gate.SUPPORT),
        ("The roof was lost in twelve ninety storms, it seems.", Gate.SUPPORT),
        ("Copper roofs", Gate.HEADING),
        ("See figure 3 for the copper roof of the market.", Gate.LANGUAGE),
        ("The traders worked , under tarpaulins.", Gate.LANGUAGE),
        ("the traders worked under tarpaulins.", Gate.LANGUAGE),
        ("The the traders worked under tarpaulins.", Gate.LANGUAGE),
        ("Traders worked under tarpaulins, which.", Gate.LANGUAGE),
        ("What a fascinating roof the traders had.", Gate.LANGUAGE),
        ("They worked under tarpaulins for years.", Gate.PRONOUN),
    ],
)
def test_a_line_at_fault_is_named(text: str, gate: Gate) -> None:
    assert gate in gates_of(said(text))


def test_a_line_needs_passages_that_are_the_sources_words() -> None:
    bare = dataclasses.replace(said("The traders worked under tarpaulins."), passages=())
    assert Gate.PASSAGES in gates_of(bare)
    wrong = dataclasses.replace(SOURCE.passage(0, 6), text="Silver")
    assert Gate.PASSAGES in gates_of(dataclasses.replace(bare, passages=(wrong,)))


def test_spelled_numbers_are_the_same_as_figures() -> None:
    assert gates_of(said("For 9 years the traders worked under tarpaulins.")) == set()


def test_a_pronoun_is_resolved_by_the_sentence_before() -> None:
    first = "In 2003 the architect Ines Duarte proposed a copper roof."
    second = "It cost 2.3 million euros."
    assert Gate.PRONOUN not in gates_of(said(first, by=0, of=first), said(second, of=second))
    assert Gate.PRONOUN in gates_of(said(second, of=second))


def test_nothing_is_said_twice() -> None:
    again = "For nine years the traders worked under tarpaulins."
    lines = (said(again, by=0), said(f"Well, for nine years the traders worked under tarpaulins in {'the storm'}."))
    assert Gate.ALIKE in gates_of(*lines)


def test_no_two_lines_open_alike() -> None:
    lines = (said("The market of Alder Quay was lost."), said("The market of traders worked under tarpaulins.", by=0))
    assert Gate.OPENING in gates_of(*lines)


def test_one_voice_alone_is_a_fault() -> None:
    lines = tuple(
        said(f"{word} the traders of the market worked under tarpaulins.", by=n % 2 if n > 5 else 1)
        for n, word in enumerate(("Once", "Later", "Again", "Still", "Here", "Now", "Yet", "Often"))
    )
    assert Gate.SHARE in gates_of(*lines)


def test_three_turns_of_one_length_are_a_fault() -> None:
    lines = (
        said("The traders worked under tarpaulins then.", by=0),
        said("A copper roof was proposed by Duarte."),
        said("Glass was lost in the January storm.", by=0),
    )
    assert Gate.MONOTONE in gates_of(*lines)


def test_bare_reactions_are_rare() -> None:
    right = said("Right.", by=0, kind=LineKind.REACTION)
    see = said("I see.", by=0, kind=LineKind.REACTION)
    told = said("The traders worked under tarpaulins for nine years.")
    assert Gate.BARE in gates_of(right, told, see)
    assert Gate.BARE not in gates_of(right, told)
