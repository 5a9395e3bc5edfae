"""Slides and posters measured: nothing too wide, off the page, over anything else or hard to read; charts' figures."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from paper_measures import overlapping, pages_of
from plate_measures import faults, words_of
from sample_plates import random_deck, random_infographic

from server.domain.decks import Slide, SlideKind, Theme
from server.domain.documents import Chart, ChartKind
from server.domain.errors import RenderingFailed
from server.domain.infographics import Orientation
from server.engine.papers.palettes import contrast, light_palette
from server.engine.plates.brands import Brand
from server.engine.plates.checking import check_png, check_pptx
from server.engine.plates.icons import MEANINGS, icon_for, svg_of
from server.engine.plates.measuring import fitted, width, wrapped
from server.engine.plates.office import as_pptx
from server.engine.plates.posters import laid_out as poster
from server.engine.plates.posters import pixels_an_inch
from server.engine.plates.slides import laid_out as slides
from server.engine.plates.typesetting import draw

PALETTE = light_palette()


def of_deck(seed: int, palette=PALETTE) -> list[str]:
    return [fault for plate in slides(random_deck(seed), brand=Brand(palette)) for fault in faults(plate, palette)]


def of_poster(seed: int, palette=PALETTE) -> list[str]:
    return faults(poster(random_infographic(seed), brand=Brand(palette)), palette)


def but_cut(found: list[str]) -> list[str]:
    """Only words of forty capitals and addresses of two lines may end in an ellipsis."""
    return [fault for fault in found if not fault.endswith("is cut")]


@pytest.mark.parametrize("seed", [0, 4, 7])
def test_nothing_on_a_slide_runs_over_whatever_is_said(seed: int) -> None:
    assert but_cut(of_deck(seed)) == []


@pytest.mark.parametrize("seed", [0, 4, 8])
def test_nothing_on_a_poster_runs_over_whatever_is_said(seed: int) -> None:
    assert but_cut(of_poster(seed)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 60))
def test_nothing_runs_over_in_any_language_or_script(seed: int) -> None:
    assert but_cut([*of_deck(seed), *of_poster(seed)]) == []


@pytest.mark.parametrize("color", ["#ffee00", "#000000", "#ffffff", "#7fd1ff"])
def test_any_brand_stays_readable(color: str) -> None:
    palette = light_palette(brand=color, background=color, accent=color)
    deck = random_deck(4)
    for plate in slides(deck, brand=Brand(palette)):
        for mark in words_of(plate, palette):
            assert contrast(mark.color, mark.on) >= 4.5, (plate.kind, mark.text)


def test_the_pdf_has_the_slides_page_for_page_and_no_glyph_over_another() -> None:
    deck = random_deck(4)
    plates = slides(deck, brand=Brand(PALETTE))
    drawing = draw(plates, palette=PALETTE, language=deck.language, title=deck.title)
    pages = pages_of(drawing.files[0])
    assert len(pages) == len(plates)
    assert overlapping(pages) == []
    content = as_pptx(plates, palette=PALETTE, title=deck.title, language=deck.language)
    check_pptx(content, slides=len(plates))
    with pytest.raises(RenderingFailed):
        check_pptx(content, slides=len(plates) + 1)
    with pytest.raises(RenderingFailed):
        check_pptx(b"no slides", slides=1)


def charted(kind: ChartKind) -> tuple[Chart, bytes]:
    chart = Chart(
        kind,
        "Goods",
        "t",
        ("2021", "2022", "2023"),
        (("North", (410.0, 436.5, 471.0)), ("Coast", (620.0, 655.0, 640.0))),
        (),
    )
    deck = random_deck(1)
    slide = Slide(kind=SlideKind.CHART, theme=Theme.NUMBERS, heading="Goods", chart=chart)
    plates = slides(replace(deck, language="en", slides=(slide,)), brand=Brand(PALETTE))
    return chart, as_pptx(plates, palette=PALETTE, title="t", language="en")


@pytest.mark.parametrize("kind", [ChartKind.LINE, ChartKind.BARS])
def test_the_figures_of_a_native_chart_are_the_charts(kind: ChartKind) -> None:
    from pptx import Presentation

    chart, content = charted(kind)
    slide = Presentation(io.BytesIO(content)).slides[0]
    frame = next(shape for shape in slide.shapes if shape.has_chart)
    assert [(s.name, tuple(s.values)) for s in frame.chart.plots[0].series] == list(chart.series)
    assert tuple(frame.chart.plots[0].categories) == chart.labels
    assert "2021 410" in frame._element._nvXxPr.cNvPr.get("descr")


def test_slides_have_titles_numbers_notes_and_layouts_to_edit() -> None:
    from pptx import Presentation

    deck = random_deck(4)
    plates = slides(deck, brand=Brand(PALETTE))
    shown = Presentation(io.BytesIO(as_pptx(plates, palette=PALETTE, title="A deck", language="de")))
    assert shown.core_properties.title == "A deck"
    assert {layout.name for layout in shown.slide_layouts} == {"Cover", "Content"}
    for plate, slide in zip(plates, shown.slides, strict=True):
        assert slide.shapes.title is not None
        assert slide.shapes.title.text_frame.text
        assert slide.has_notes_slide == bool(plate.notes)
        numbers = [s for s in slide.placeholders if s._element.ph.get("type") == "sldNum"]
        assert len(numbers) == (plate.kind not in {"title", "section"})
        written = [s for s in slide.shapes if s.has_text_frame and s.text_frame.text]
        assert all(s.left >= 0 and s.left + s.width <= shown.slide_width for s in written)
    assert any(shape.has_table for slide in shown.slides for shape in slide.shapes)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_poster_is_large_and_has_its_shape(orientation: Orientation) -> None:
    piece = replace(random_infographic(4), orientation=orientation)
    plate = poster(piece, brand=Brand(PALETTE))
    drawing = draw([plate], palette=PALETTE, language=piece.language, title="", form="png", ppi=pixels_an_inch(plate))
    w, h = check_png(drawing.files[0])
    assert max(w, h) >= 1600
    assert {Orientation.LANDSCAPE: w > h, Orientation.PORTRAIT: h > w, Orientation.SQUARE: abs(w - h) <= 2}[orientation]


def test_a_small_or_damaged_picture_does_not_count() -> None:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (200, 50)).save(out, "PNG")
    for content in (out.getvalue(), b"no picture"):
        with pytest.raises(RenderingFailed):
            check_png(content)


def test_lines_are_no_wider_than_their_room_and_lose_no_word() -> None:
    for text in ("The canal carried stone and coal for eleven weeks", "運河は石と石炭を運んだ。十一週間。", "W" * 60):
        lines, broken = wrapped(text, size=20, room=150)
        assert all(width(line, size=20) <= 151 for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert broken == text.startswith("W")
    assert fitted("word " * 400, room=100, height=40, sizes=(20, 10)).is_cut


def test_icons_are_chosen_by_meaning_and_all_there() -> None:
    assert icon_for("A surge flooded the depot") == "waves"
    assert icon_for("1.340 Straßenbäume gingen ein") != icon_for("Les visiteurs")
    assert icon_for("The trees", taken=frozenset({"tree-deciduous"})) != "tree-deciduous"
    names = [row.split("\t")[0] for row in MEANINGS.read_text("utf-8").splitlines() if "\t" in row]
    for name in names:
        assert b"#123456" in svg_of(name, color="#123456")
