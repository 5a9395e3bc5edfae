"""Marks and notes."""

from __future__ import annotations

import pytest

from server.domain.sources import BlockKind
from server.engine.sources.documents import Part
from server.engine.sources.footnotes import set_notes_apart, without_marks


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("It was built in 1884.[1][2]", "It was built in 1884."),
        ("as shown [12, 14–16].", "as shown."),
        ("It rose[citation needed] fast[^note].", "It rose fast."),
        ("The gate was heavy.¹ It stood.", "The gate was heavy. It stood."),
        ("the minutes² say", "the minutes say"),
        ("5 km² and 3 m³", "5 km² and 3 m³"),
        ("10⁶ boats", "10⁶ boats"),
        ("she [the miller] said", "she [the miller] said"),
        ("a [link](there)", "a [link](there)"),
    ],
)
def test_marks_go(text: str, clean: str) -> None:
    assert without_marks(text) == clean


def test_reference_lists_become_notes() -> None:
    parts = [
        Part(BlockKind.HEADING, "History", level=2),
        Part(BlockKind.PARAGRAPH, "It began in 1861.[1]"),
        Part(BlockKind.HEADING, "References", level=2),
        Part(BlockKind.HEADING, "Books", level=3),
        Part(BlockKind.LIST_ITEM, "Lisk, A. (1861).", level=1),
        Part(BlockKind.HEADING, "Afterwards", level=2),
        Part(BlockKind.PARAGRAPH, "It went on."),
        Part(BlockKind.PARAGRAPH, "† A later addition."),
    ]

    assert [(part.kind, part.text) for part in set_notes_apart(parts)] == [
        (BlockKind.HEADING, "History"),
        (BlockKind.PARAGRAPH, "It began in 1861."),
        (BlockKind.NOTE, "References"),
        (BlockKind.NOTE, "Books"),
        (BlockKind.NOTE, "Lisk, A. (1861)."),
        (BlockKind.HEADING, "Afterwards"),
        (BlockKind.PARAGRAPH, "It went on."),
        (BlockKind.NOTE, "† A later addition."),
    ]


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        (["1. Minute book of 1791, p. 12.", "2. See https://example.com"], BlockKind.NOTE),
        (["Bring the keys.", "Close the valve."], BlockKind.LIST_ITEM),
    ],
)
def test_a_heading_that_may_mean_both_is_judged_by_what_follows(entries: list[str], kind: BlockKind) -> None:
    parts = [Part(BlockKind.HEADING, "Notes", level=2), *(Part(BlockKind.LIST_ITEM, entry) for entry in entries)]

    assert {part.kind for part in set_notes_apart(parts)[1:]} == {kind}
