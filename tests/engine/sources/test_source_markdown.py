"""Markdown: structure kept, markup gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from server.domain.sources import BlockKind, Source

Read = Callable[[str], Source]
Outline = Callable[[Source], list[str]]


def test_structure_is_kept_and_markup_goes(read_text: Read, outline: Outline) -> None:
    source = read_text(
        """# The *Hester Lowe*

A [chain](https://example.com/x) ferry **closed** on `Monday`,
it said.<br>A ~~bad~~ <b>good</b> day.[^1]

## What comes next

- first point
  - nested point
- second [^1]

1. step one

> Nobody was in danger.

![The ferry at dawn](a.jpg)

```
code()
```

***

[^1]: See the minute book.
"""
    )

    assert source.title == "The Hester Lowe"
    assert outline(source) == [
        "heading: The Hester Lowe",
        "paragraph: A chain ferry closed on Monday, it said. A bad good day.",
        "heading: What comes next",
        "list_item: first point",
        "list_item: nested point",
        "list_item: second",
        "list_item: step one",
        "quotation: Nobody was in danger.",
        "caption: The ferry at dawn",
        "note: code()",
        "note: [^1]: See the minute book.",
    ]
    assert [block.level for block in source.blocks[:6]] == [1, 0, 2, 1, 2, 1]


def test_tables_keep_their_cells(read_text: Read) -> None:
    source = read_text("# Trailers\n\n| Model | Price |\n|---|---:|\n| *Haulwell* | 189 |\n| Pika | |\n")

    rows = [block for block in source.blocks if block.kind is BlockKind.TABLE_ROW]
    assert [row.cells for row in rows] == [("Model", "Price"), ("Haulwell", "189"), ("Pika", "")]
    assert [row.is_header for row in rows] == [True, False, False]
    assert [row.row for row in rows] == [1, 2, 3]
    assert source.block_text(rows[1]) == "Haulwell | 189"


def test_front_matter_is_read(read_text: Read, outline: Outline) -> None:
    source = read_text('---\ntitle: "Of ice"\nauthor: Ada Winslet\ndate: 2024-05-06\n---\n# Ice\n\nIt freezes.\n')

    assert (source.title, source.author, source.published) == ("Of ice", "Ada Winslet", "2024-05-06")
    assert outline(source) == ["heading: Ice", "paragraph: It freezes."]


def test_html_in_markdown_gives_its_words(read_text: Read, outline: Outline) -> None:
    source = read_text(
        "# T\n\n<!-- hidden -->\n\n<div class='x'>Inner &amp; words.</div>\n\nCO<sub>2</sub> and 10<sup>6</sup>.\n"
    )

    assert outline(source) == ["heading: T", "paragraph: Inner & words.", "paragraph: CO2 and 10⁶."]


def test_the_development_texts_are_read_whole(read_file: Callable[[Path], Source], data: Path) -> None:
    languages = {"accordeons_fr": "fr", "biblioteca_it": "it", "farol_pt": "pt", "stadtbaeume_de": "de"}
    languages["trashumancia_es"] = "es"
    for path in sorted((data / "texts").glob("*.md")):
        if path.stem == "README":
            continue
        source = read_file(path)
        raw = path.read_text()

        assert source.language == languages.get(path.stem, "en"), path
        assert source.title == raw.split("\n", 1)[0].lstrip("# "), path
        headings = [line for line in raw.split("\n") if line.startswith("#")]
        assert sum(block.kind is BlockKind.HEADING for block in source.blocks) == len(headings), path
        assert "*" not in source.text, path
        assert source.word_count > 0.85 * len(raw.split()), path


@pytest.mark.parametrize("markup", ["[", "<script ", "<script>", "*a ", "`a", ">", "[a](", "<", "!["])
def test_hostile_markup_ends_in_an_answer(read_text: Read, markup: str) -> None:
    source = read_text(f"# Ice\n\nIt freezes.\n\n{markup * 20_000}\n\nIt melts.\n")

    assert "It freezes." in source.text
    assert source.title == "Ice"
