"""Whatever a brand's colours are, words stay readable."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.engine.papers.palettes import (
    SHAPE_CONTRAST,
    TEXT_CONTRAST,
    Palette,
    contrast,
    dark_palette,
    light_palette,
    readable,
)

colors = st.one_of(st.just(""), st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}"))


def assert_readable(p: Palette) -> None:
    pairs = [
        (p.ink, p.ground), (p.ink, p.tint), (p.ink, p.accent_tint), (p.soft, p.ground), (p.soft, p.tint),
        (p.primary, p.ground), (p.primary, p.tint), (p.accent, p.accent_tint), (p.on_cover, p.cover),
        (p.on_cover, p.cover_end), (p.on_cover_soft, p.cover), (p.on_cover_soft, p.cover_end), (p.ground, p.primary),
    ]  # fmt: skip
    assert [(a, b) for a, b in pairs if contrast(a, b) < TEXT_CONTRAST - 1e-9] == []
    assert [c for c in p.series if contrast(c, p.ground) < SHAPE_CONTRAST - 1e-9] == []


@settings(max_examples=150, deadline=None)
@given(brand=colors, accent=colors, background=colors, text=colors)
def test_every_brand_is_readable(brand: str, accent: str, background: str, text: str) -> None:
    assert_readable(light_palette(brand=brand, accent=accent, background=background, text=text))
    assert_readable(dark_palette(brand=brand, accent=accent, background=background, text=text))


def test_a_readable_brand_stays_as_it_is() -> None:
    assert light_palette(brand="#0b6e5f").primary == "#0b6e5f"
    assert light_palette(brand="#0b6e5f").cover == "#0b6e5f"


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert readable("#777777", on="#ffffff") != "#777777"


@pytest.mark.parametrize("word", ["red", "#12", "url(x)", "#12345g", "}"])
def test_what_is_no_colour_is_the_house_s_own(word: str) -> None:
    assert light_palette(brand=word) == light_palette()


def test_a_white_cover_runs_to_the_brand_and_not_to_grey() -> None:
    palette = light_palette(brand="#0b3d2e", background="#ffffff", text="#102a20")
    red, green, blue = (int(palette.cover_end[n : n + 2], 16) for n in (1, 3, 5))
    assert palette.cover == "#ffffff"
    assert min(red, green, blue) > 200
    assert green > red
