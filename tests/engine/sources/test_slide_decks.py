"""PowerPoint decks: slides, notes, tables, charts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind, Source
from server.engine.making.citing import citations

ReadFile = Callable[[Path], Source]
NOTES = "The number of cars fell because the bridge at Sele was reopened in June."


def deck() -> Any:
    """Four slides: a title, points with notes, a table, a chart."""
    made = Presentation()
    title, points, plain = made.slide_layouts[0], made.slide_layouts[1], made.slide_layouts[5]
    slide = made.slides.add_slide(title)
    slide.shapes.title.text, slide.placeholders[1].text = "Ferry 2025", "Harbour office"
    slide = made.slides.add_slide(points)
    slide.shapes.title.text = "What changed"
    frame = slide.placeholders[1].text_frame
    frame.text = "Passenger numbers rose by 3.5 percent"
    below = frame.add_paragraph()
    below.text, below.level = "Fewer cars were carried", 1
    slide.notes_slide.notes_text_frame.text = NOTES
    slide = made.slides.add_slide(plain)
    slide.shapes.title.text = "Numbers"
    cells = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for at, words in enumerate(("Route", "Passengers", "Brannock", "212,000")):
        cells.cell(at // 2, at % 2).text = words
    slide = made.slides.add_slide(plain)
    slide.shapes.title.text = "Delays"
    data = CategoryChartData()
    data.categories = ["January", "February"]
    data.add_series("Minutes late", (4.5, 7))
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, Inches(1), Inches(2), Inches(6), Inches(4), data)
    return made


def test_slides_become_structure(tmp_path: Path, read_file: ReadFile) -> None:
    deck().save(tmp_path / "a.pptx")

    source = read_file(tmp_path / "a.pptx")

    assert [(block.kind, block.slide, source.block_text(block)) for block in source.blocks] == [
        (BlockKind.HEADING, 1, "Ferry 2025"),
        (BlockKind.CAPTION, 1, "Harbour office"),
        (BlockKind.HEADING, 2, "What changed"),
        (BlockKind.LIST_ITEM, 2, "Passenger numbers rose by 3.5 percent"),
        (BlockKind.LIST_ITEM, 2, "Fewer cars were carried"),
        (BlockKind.PARAGRAPH, 2, NOTES),
        (BlockKind.HEADING, 3, "Numbers"),
        (BlockKind.TABLE_ROW, 3, "Route | Passengers"),
        (BlockKind.TABLE_ROW, 3, "Brannock | 212,000"),
        (BlockKind.HEADING, 4, "Delays"),
        (BlockKind.TABLE_ROW, 4, " | Minutes late"),
        (BlockKind.TABLE_ROW, 4, "January | 4.5"),
        (BlockKind.TABLE_ROW, 4, "February | 7"),
    ]
    assert [block.level for block in source.blocks[3:5]] == [1, 2]
    assert source.title == "Ferry 2025"


def test_a_slide_survives_to_its_citation(tmp_path: Path, read_file: ReadFile) -> None:
    deck().save(tmp_path / "a.pptx")
    source = read_file(tmp_path / "a.pptx")
    start = source.text.index(NOTES)

    (cited,) = citations((source,), (source.passage(start, start + len(NOTES)),))

    assert (cited.text, cited.slide, cited.page) == (NOTES, 2, None)


def test_hidden_slides_are_left_out_and_said(tmp_path: Path, read_file: ReadFile) -> None:
    made = deck()
    made.slides[2].element.set("show", "0")
    made.save(tmp_path / "a.pptx")

    source = read_file(tmp_path / "a.pptx")

    assert 3 not in {block.slide for block in source.blocks}
    assert source.warnings == ("a.pptx: hidden slides were left out: 3",)


def test_a_damaged_deck_is_named(tmp_path: Path, read_file: ReadFile) -> None:
    deck().save(tmp_path / "a.pptx")
    whole = (tmp_path / "a.pptx").read_bytes()
    (tmp_path / "a.pptx").write_bytes(whole[: len(whole) - 3000])

    with pytest.raises(SourceNotImported, match=r"a\.pptx is damaged: it can't be opened as a PowerPoint deck"):
        read_file(tmp_path / "a.pptx")
