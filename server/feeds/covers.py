"""A cover for shows without a picture: drawn from the name, always the same for the same show."""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from server.domain.plaintext import plain, shortened

SIDE = 1400
_FONTS = Path(__file__).parents[2] / "resources" / "fonts"
_BOLD = "Inter_800ExtraBold.ttf"
_REGULAR = "Inter_500Medium.ttf"
_MARGIN = 110
_PALETTES = (
    ("#101935", "#2f4b8f", "#7fb2ff"),
    ("#1d1135", "#5b2a86", "#d3a4ff"),
    ("#06281f", "#0f6b52", "#7fe3bd"),
    ("#2b0f14", "#8a2438", "#ffa3a8"),
    ("#2a1a05", "#8f5a12", "#ffd27f"),
    ("#0b2530", "#166a83", "#86e0f2"),
    ("#1b1f23", "#49545f", "#c9d6e3"),
    ("#2a0d2b", "#8c2579", "#ffa1e4"),
)
"""Dark, middle and light of each; white on the dark has a contrast of at least 12."""


def draw(name: str, author: str = "", *, seed: str) -> bytes:
    """A square JPEG of 1400 pixels with the show's name; `seed` (the show's id) picks colours and pattern."""
    digest = hashlib.sha256(seed.encode()).digest()
    dark, middle, light = _PALETTES[digest[0] % len(_PALETTES)]
    image = _gradient(dark, middle)
    _waves(image, light, digest)
    _words(image, plain(name), plain(author), light)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=88, optimize=True)
    return out.getvalue()


def _gradient(dark: str, middle: str) -> Image.Image:
    ramp = Image.linear_gradient("L").resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", (SIDE, SIDE), dark), Image.new("RGB", (SIDE, SIDE), middle), ramp)


def _waves(image: Image.Image, light: str, digest: bytes) -> None:
    """Bars of a waveform across the upper half, drawn at twice the size for smooth ends."""
    mask = Image.new("L", (SIDE * 2, SIDE))
    pen = ImageDraw.Draw(mask)
    bars, width = 23, 52
    step = (SIDE * 2 - 2 * 2 * _MARGIN + (120 - width)) / bars
    for n in range(bars):
        swell = 1 - abs(n - bars // 2) / bars * 1.3
        height = min(int((90 + digest[n + 1] * 1.9) * swell) + width, 450)
        left, middle = int(2 * _MARGIN + n * step), 520
        shade = 110 + digest[(n * 3) % 32] % 120
        pen.rounded_rectangle((left, middle - height, left + width, middle + height), radius=width // 2, fill=shade)
    small = mask.resize((SIDE, SIDE // 2), Image.Resampling.LANCZOS)
    image.paste(Image.new("RGB", small.size, light), (0, 60), small)


def _words(image: Image.Image, name: str, author: str, light: str) -> None:
    pen = ImageDraw.Draw(image)
    room = SIDE - 2 * _MARGIN
    name = shortened(name, 120)
    if not name or not _drawable(name):
        return
    for size in (150, 132, 116, 100, 86, 74, 64):
        font = _font(_BOLD, size)
        lines = list(_wrapped(name, font, room))
        if len(lines) * size * 1.12 <= 430 and all(font.getlength(line) <= room for line in lines):
            break
    top = SIDE - _MARGIN - (90 if author else 0) - len(lines) * size * 1.12
    for n, line in enumerate(lines[:6]):
        pen.text((_MARGIN, top + n * size * 1.12), line, font=font, fill="white")
    if author and _drawable(author):
        small = _font(_REGULAR, 46)
        while small.getlength(author) > room:
            author = shortened(author, len(author) - 2)
        pen.text((_MARGIN, SIDE - _MARGIN - 46), author, font=small, fill=light)


def _wrapped(text: str, font: ImageFont.FreeTypeFont, room: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        joined = f"{line} {word}".strip()
        if line and font.getlength(joined) > room:
            yield line
            line = word
        else:
            line = joined
    yield line


@cache
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / file, size)


def _drawable(text: str) -> bool:
    """Whether the face has the script of `text`: Latin, Greek and Cyrillic."""
    return all(
        not letter.isalpha() or unicodedata.name(letter, "").split()[0] in ("LATIN", "GREEK", "CYRILLIC", "MODIFIER")
        for letter in text
    ) and all(unicodedata.category(letter) not in ("So", "Mn", "Cs", "Co", "Cn") or letter in "©®™" for letter in text)
