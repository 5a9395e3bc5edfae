"""Plain text: what its layout says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.domain.sources import BlockKind, Source
from server.engine.sources.hyphenation import joined

Read = Callable[[str], Source]
Outline = Callable[[Source], list[str]]

LONG = "The boats were already out, and the harbour master said that nobody would be back before noon on that day."


def test_short_lines_above_running_text_are_headings(read_text: Read, outline: Outline) -> None:
    source = read_text(
        f"Notes from the harbour\n\nWe met at six.\n\nWhat the skippers want\n\n{LONG}\n\n- ice\n* scales\n1. time\n"
    )

    assert outline(source) == [
        "heading: Notes from the harbour",
        "paragraph: We met at six.",
        "heading: What the skippers want",
        f"paragraph: {LONG}",
        "list_item: ice",
        "list_item: scales",
        "list_item: time",
    ]
    assert source.title == "Notes from the harbour"


def test_numbered_headings_and_lists(read_text: Read, outline: Outline) -> None:
    source = read_text(f"Rules\n\n1. Purpose\n\n{LONG}\n\n2. Means\n\n{LONG}\n\n1. ice\n\n2. scales\n\n3) time\n")

    assert outline(source) == [
        "heading: Rules",
        "heading: 1. Purpose",
        f"paragraph: {LONG}",
        "heading: 2. Means",
        f"paragraph: {LONG}",
        "list_item: ice",
        "list_item: scales",
        "list_item: time",
    ]


def test_underlined_headings_and_separators(read_text: Read, outline: Outline) -> None:
    source = read_text(f"Harbour\n=======\n{LONG}\n\nIce\n---\n{LONG}\n\n-----\n")

    assert outline(source) == ["heading: Harbour", f"paragraph: {LONG}", "heading: Ice", f"paragraph: {LONG}"]


def test_lines_broken_at_a_width_are_joined(read_text: Read, outline: Outline) -> None:
    source = read_text(
        "We met at six in the morning. The boats were already out, and the har-\n"
        "bour master said that nobody would be back before noon, which the well-\n"
        "known skippers took as a joke. A well-known joke it was."
    )

    assert outline(source) == [
        "paragraph: We met at six in the morning. The boats were already out, and the harbour master said that nobody "
        "would be back before noon, which the well-known skippers took as a joke. A well-known joke it was."
    ]
    assert source.title == "We met at six in the morning"


def test_indented_paragraphs_without_blank_lines(read_text: Read) -> None:
    first = (
        "   We met at six in the morning. The boats were already out and\n"
        "nobody would be back before noon, the harbour master said to us\n"
        "as if it were a joke.\n"
    )

    source = read_text(first * 3)

    assert [block.kind for block in source.blocks] == [BlockKind.PARAGRAPH] * 3


def test_tables_by_tabs_and_bars(read_text: Read) -> None:
    source = read_text(f"Boats\n\n{LONG}\n\nYear\tBoats\n1791\t23\n1792\t41\n")

    rows = [block for block in source.blocks if block.kind is BlockKind.TABLE_ROW]
    assert [(row.cells, row.is_header) for row in rows] == [
        (("Year", "Boats"), True),
        (("1791", "23"), False),
        (("1792", "41"), False),
    ]


def test_markdown_and_html_are_known_without_a_name(read_text: Read) -> None:
    assert read_text(f"## Ice\n\n{LONG}").blocks[0].level == 2
    assert read_text(f"<!doctype html><html><body><h1>Ice</h1><p>{LONG}</p></body></html>").title == "Ice"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("The ferry runs again.", "The ferry runs again"),
        (
            "When the coastguard of Norrhaven switched off the last of the lights in 1983, nobody knew. So it was.",
            "When the coastguard of Norrhaven switched off the last of the lights…",
        ),
        (
            "The swimming pool in Harbour Road will be closed from Monday 6 May to Friday 17 May while it is tiled.",
            "The swimming pool in Harbour Road will be closed from Monday…",
        ),
    ],
)
def test_a_text_without_a_title_is_called_by_its_beginning(read_text: Read, text: str, title: str) -> None:
    assert read_text(text).title == title


def test_joined_lines() -> None:
    assert joined(["an exam-", "ple of a", "North-", "South line"]) == "an example of a North-South line"
    assert joined(["a well-", "known man"], {"well-known"}) == "a well-known man"
    assert joined(["1990-", "1995"]) == "1990- 1995"
