from __future__ import annotations

import pytest

from server.domain.sources import BlockKind
from server.engine.notebooks.chunks import Chunk, Unit
from server.engine.notebooks.missing_measures import lacks_measure


def row(header: tuple[str, ...], cells: tuple[str, ...]) -> Chunk:
    text = " | ".join(cells)
    unit = Unit(0, len(text), BlockKind.TABLE_ROW)
    return Chunk(start=0, end=len(text), text=text, context="Kilns", units=(unit,), header=header, cells=cells)


KILN = row(("Kiln", "Built", "Heat (°C)", "Rating"), ("North", "1931", "1280", "4 out of 5"))


@pytest.mark.parametrize("question", ["Which kiln is the longest?", "Which of the kilns is heavier?"])
def test_a_row_without_an_amount_of_the_kind_does_not_say_which_is_the_longest(question: str) -> None:
    assert lacks_measure(question, KILN)


@pytest.mark.parametrize("question", ["Which kiln is the hottest?", "Which kiln is the oldest?", "Who built it?"])
def test_a_column_with_its_unit_or_another_kind_of_question_lacks_nothing(question: str) -> None:
    assert not lacks_measure(question, KILN)


def test_a_column_that_is_named_so_needs_no_unit() -> None:
    assert not lacks_measure("Which kiln is the heaviest?", row(("Kiln", "Weight"), ("North", "14")))
