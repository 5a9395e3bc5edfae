from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from server.domain.errors import RenderingFailed
from server.engine.audio.cover import PALETTES, SHOW_SIDE, draw_cover, given_cover, palette_of
from server.engine.audio.typesetting import covers, fitted, font

TITLES = [
    "Tide",
    "Why Anchor Ice Lets Go of the Riverbed",
    "The Complete and Unabridged Annual Report on the Reuse of Materials in the Municipal Construction Sector",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "W" * 120,
    "word " * 400,
    "Η σιωπηλή ζωή των δέντρων",
    "Как лёд становится якорем",
    "नदी की कहानी",
    "🚀",
    "",
]


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("title", TITLES)
def test_every_title_gives_a_cover_that_directories_take(title) -> None:
    content = draw_cover(title, "A Show of Some Name " * 8)
    image = opened(content)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (1400, 1400))
    assert len(content) <= 512_000


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_written_into_the_margin(title) -> None:
    palette = palette_of(title)
    pixels = np.asarray(opened(draw_cover(title))).astype(int)
    margin = np.concatenate([pixels[-45:].reshape(-1, 3), pixels[:, :70].reshape(-1, 3)])
    assert np.abs(margin - palette.ground).max() < 40
    right = pixels[700:, -80:].reshape(-1, 3)
    assert np.abs(right - palette.ink).max(axis=1).min() > 60


def test_large_artwork_for_a_show() -> None:
    content = draw_cover("Field Notes", side=SHOW_SIDE)
    assert opened(content).size == (3000, 3000)
    assert len(content) <= 512_000


def test_the_same_title_looks_the_same_and_others_differ() -> None:
    assert draw_cover("One title") == draw_cover("One title")
    assert len({palette_of(f"Title {n}").ground for n in range(60)}) == len(PALETTES)


@pytest.mark.parametrize("palette", PALETTES)
def test_the_words_stand_out(palette) -> None:
    def luminance(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(palette.ink), luminance(palette.ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7


def test_what_the_font_lacks_is_never_drawn() -> None:
    assert all(covers(c) for c in "Aß Ωжñ“—ộ")
    assert not any(covers(c) for c in "नक漢ひ한ש🚀")
    assert draw_cover("Rockets 🚀") != draw_cover("🚀")


@pytest.mark.parametrize("title", [t for t in TITLES if t])
def test_set_text_keeps_to_its_space(title) -> None:
    block = fitted(title, width=1190, height=700, largest=210, smallest=56)
    face = font("800ExtraBold", block.size)
    assert block.height <= 700
    assert all(face.getlength(line) <= 1190 for line in block.lines)
    canvas = ImageDraw.Draw(Image.new("RGB", (1400, 1400)))
    block.draw(canvas, (100, 100), fill=(255, 255, 255))


def test_words_are_whole_where_they_can_be_and_nothing_is_lost_unsaid() -> None:
    block = fitted("Why Anchor Ice Lets Go", width=1190, height=700, largest=210, smallest=56)
    assert " ".join(block.lines) == "Why Anchor Ice Lets Go"
    cut = fitted("word " * 400, width=1190, height=700, largest=210, smallest=56)
    assert cut.lines[-1].endswith("…")


@pytest.mark.parametrize(
    ("mode", "size", "form", "side"),
    [
        ("RGB", (2000, 1500), "JPEG", 1400),
        ("RGBA", (600, 900), "PNG", 600),
        ("P", (50, 50), "GIF", 50),
        ("CMYK", (1500, 1500), "JPEG", 1400),
    ],
)
def test_a_picture_of_any_kind_becomes_a_square_jpeg(tmp_path, mode, size, form, side) -> None:
    path = tmp_path / "picture"
    Image.new(mode, size).save(path, form)
    image = opened(given_cover(path))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (side, side))


def test_what_is_no_picture_is_told(tmp_path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff words")
    for name in ("a.jpg", "gone.jpg"):
        with pytest.raises(RenderingFailed, match="cover picture could not be read"):
            given_cover(tmp_path / name)
