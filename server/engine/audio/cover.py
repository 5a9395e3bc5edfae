"""A drawn cover: the title in large type under a quill whose barbs are a waveform.

Colours and the waveform follow from the title alone, so the same title always looks the same. Inter has Latin, Greek
and Cyrillic; a title in another script gets the quill alone, large: never a row of empty boxes.
"""

from __future__ import annotations

import hashlib
import io
import random
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from server.domain.errors import RenderingFailed
from server.engine.audio.quill import Colour, draw_quill
from server.engine.audio.typesetting import covers, fitted, font, set_line

if TYPE_CHECKING:
    from PIL import Image

EPISODE_SIDE = 1400
"""Pixels a side of the cover inside an episode: the smallest that directories take."""

SHOW_SIDE = 3000
"""Pixels a side of a show's artwork: the largest that directories take."""

LARGEST_BYTES = 500_000
_MARGIN = 0.075


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours that were chosen together. `ink` on `ground` has a contrast of at least 7."""

    ground: Colour
    disc: Colour
    quill: Colour
    shade: Colour
    ink: Colour


def _palette(ground: str, disc: str, quill: str, shade: str, ink: str) -> Palette:
    ground_, disc_, quill_, shade_, ink_ = (
        (int(c[:2], 16), int(c[2:4], 16), int(c[4:], 16)) for c in (ground, disc, quill, shade, ink)
    )
    return Palette(ground_, disc_, quill_, shade_, ink_)


PALETTES = (
    _palette("13203c", "1d2f57", "ffb238", "e07a3f", "fdf8ef"),  # midnight, amber
    _palette("0e3b3a", "175150", "f2c57c", "7fb7a3", "f6f4ea"),  # pine, straw
    _palette("f4ecdf", "ead9c2", "c8402f", "1f3a4d", "1d1a17"),  # paper, vermilion
    _palette("3b1230", "57204a", "ff8f70", "d85a7f", "fff3ea"),  # plum, coral
    _palette("dbe9f1", "c1d9e7", "0d5c75", "e4572e", "0a2233"),  # ice, petrol
    _palette("1b1c20", "2a2c33", "6fe3b2", "3fa7d6", "f5f6f8"),  # graphite, mint
    _palette("f4c44f", "f9d77f", "20304f", "b8412c", "1c1a12"),  # mustard, navy
    _palette("24195a", "352879", "f4b6d2", "8f85f3", "f8f5ff"),  # indigo, rose
    _palette("7d2418", "94321f", "ffd9a0", "f0894f", "fff6ec"),  # brick, sand
    _palette("e6e9dc", "d3dac2", "2f5d43", "c9772b", "18231b"),  # sage, forest
)


def palette_of(title: str) -> Palette:
    """The palette of a title."""
    return PALETTES[_seed(title) % len(PALETTES)]


def draw_cover(title: str, subtitle: str = "", *, side: int = EPISODE_SIDE) -> bytes:
    """A square RGB JPEG of `side` pixels, at most 500 kB, with the title and, small above it, the subtitle."""
    from PIL import Image, ImageDraw

    palette = palette_of(title)
    image = Image.new("RGB", (side, side), palette.ground)
    canvas = ImageDraw.Draw(image)
    margin = round(side * _MARGIN)
    width = side - 2 * margin
    heading, caption = _printable(title), _printable(subtitle)
    if caption == heading:
        caption = ""
    top = margin
    if caption:
        size = round(side * 0.034)
        set_line(canvas, (margin, top), caption, font=font("600SemiBold", size), width=width, fill=palette.ink)
        top += round(size * 1.5)
    bottom = side - margin
    if heading:
        block = fitted(
            heading, width=width, height=round(side * 0.5), largest=round(side * 0.15), smallest=round(side * 0.04)
        )
        bottom -= block.height
        block.draw(canvas, (margin, bottom), fill=palette.ink)
        bottom -= round(side * 0.05)
    draw_quill(
        image,
        box=(0, top, side, bottom),
        colours=(palette.disc, palette.quill, palette.shade),
        random=random.Random(_seed(title)),
    )
    return _jpeg(image)


def given_cover(path: Path) -> bytes:
    """Somebody's own picture as a JPEG for an episode: cut square from its middle, at most 1400 pixels and 500 kB.

    Raises:
        RenderingFailed: the file can't be read as a picture.
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(path, formats=("JPEG", "PNG", "WEBP", "GIF")) as image:
            side = min(EPISODE_SIDE, *image.size)
            upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise RenderingFailed("The cover picture could not be read; choose a JPEG or PNG file.") from error
    white = Image.new("RGBA", upright.size, "white")
    return _jpeg(ImageOps.fit(Image.alpha_composite(white, upright).convert("RGB"), (side, side)))


def _printable(text: str) -> str:
    """The text without what Inter can't show; empty when that would leave out letters."""
    plain = unicodedata.normalize("NFC", text)
    letters = [c for c in plain if c.isalnum() or unicodedata.category(c).startswith("M")]
    lost = [c for c in letters if not covers(c)]
    if not letters or lost:
        return ""
    return " ".join("".join(c if covers(c) else " " for c in plain).split())


def _jpeg(image: Image.Image) -> bytes:
    for quality in (92, 88, 82, 74, 62):
        target = io.BytesIO()
        image.save(target, "JPEG", quality=quality, subsampling=0 if quality > 80 else 2, optimize=True)
        if target.tell() <= LARGEST_BYTES:
            break
    return target.getvalue()


@cache
def _seed(title: str) -> int:
    normal = unicodedata.normalize("NFC", " ".join(title.split())).casefold()
    return int.from_bytes(hashlib.sha256(normal.encode()).digest()[:8], "big")
