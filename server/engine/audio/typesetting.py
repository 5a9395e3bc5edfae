"""Setting a few words in Inter so that they fill a space and never run out of it."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

FONTS = Path(__file__).resolve().parents[3] / "resources" / "fonts"
_TITLE_WEIGHT = "800ExtraBold"
_LEADING = 1.08
_NOWHERE = "\U0010ffff"
_ELLIPSIS = "…"
_STEP = 0.96
_LONGEST = 600
"""Characters; more never fit."""
_WHOLE_WORDS = 1.5


@cache
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """Inter in a weight (``600SemiBold``) and a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / f"Inter_{weight}.ttf"), size)


@cache
def covers(character: str) -> bool:
    """Whether Inter has a glyph of its own for a character; spaces count as covered."""
    if character.isspace():
        return True
    face = font(_TITLE_WEIGHT, 48)
    mask, nothing = face.getmask(character), face.getmask(_NOWHERE)
    return mask.size != nothing.size or bytes(mask) != bytes(nothing)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines set in one size, flush left."""

    lines: tuple[str, ...]
    size: int

    @property
    def height(self) -> int:
        """From the top of the first line's capitals to the last baseline, in pixels."""
        return round(self.size * (_LEADING * (len(self.lines) - 1) + _CAPITALS))

    def draw(self, canvas: ImageDraw.ImageDraw, corner: tuple[int, int], *, fill: tuple[int, int, int]) -> None:
        """Draw with the capitals' top left corner at `corner`."""
        face = font(_TITLE_WEIGHT, self.size)
        for number, line in enumerate(self.lines):
            baseline = corner[1] + round(self.size * (_CAPITALS + number * _LEADING))
            left = face.getbbox(line, anchor="ls")[0]
            canvas.text((corner[0] - left, baseline), line, font=face, fill=fill, anchor="ls")


_CAPITALS = 0.73
"""Height of Inter's capitals over its size."""


def fitted(text: str, *, width: int, height: int, largest: int, smallest: int) -> Block:
    """The text in the largest size at which it fits, in lines as even as can be.

    Words stay whole as long as the size may be half as large again as the smallest; then they are
    broken, and what does not fit at the smallest size ends in an ellipsis.
    """
    size, text = largest, text[:_LONGEST]
    while size > smallest:
        breaking = size < _WHOLE_WORDS * smallest
        lines = _wrap(text, size, width, breaking=breaking)
        if lines and Block(lines, size).height <= height:
            return Block(_evened(text, size, width, lines, breaking=breaking), size)
        size = max(smallest, int(size * _STEP))
    lines = _wrap(text, smallest, width, breaking=True)
    most = len(lines)
    while most > 1 and Block(lines[:most], smallest).height > height:
        most -= 1
    if most < len(lines):
        lines = (*lines[: most - 1], _cut(lines[most - 1] + _ELLIPSIS, smallest, width))
    return Block(lines, smallest)


def set_line(
    canvas: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    text: str,
    *,
    font: ImageFont.FreeTypeFont,
    width: int,
    fill: tuple[int, int, int],
) -> None:
    """One line, cut with an ellipsis where it would be too wide."""
    while font.getlength(text) > width and len(text) > 1:
        text = text.rstrip(_ELLIPSIS)[:-1].rstrip() + _ELLIPSIS
    canvas.text(corner, text, font=font, fill=fill, anchor="lt")


def _wrap(text: str, size: int, width: int, *, breaking: bool) -> tuple[str, ...]:
    """Lines no wider than `width`; none at all when a word is too wide and may not be broken."""
    face = font(_TITLE_WEIGHT, size)
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if face.getlength(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while face.getlength(line) > width:
            if not breaking:
                return ()
            fits = _fitting(line, face, width)
            lines.append(line[:fits] + "-")
            line = line[fits:]
    return (*lines, line)


def _fitting(word: str, face: ImageFont.FreeTypeFont, width: int) -> int:
    """How many letters of a word fit with a hyphen behind them; at least one."""
    return max(
        1, bisect_right(range(len(word)), width, key=lambda count: math.ceil(face.getlength(word[:count] + "-"))) - 1
    )


def _evened(text: str, size: int, width: int, lines: tuple[str, ...], *, breaking: bool) -> tuple[str, ...]:
    """The same number of lines in the narrowest measure that allows it."""
    low, high = width // 3, width
    broken = sum(line.endswith("-") for line in lines)
    while high - low > 4:
        middle = (low + high) // 2
        narrower = _wrap(text, size, middle, breaking=breaking)
        if narrower and len(narrower) <= len(lines) and sum(line.endswith("-") for line in narrower) <= broken:
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def _cut(line: str, size: int, width: int) -> str:
    face = font(_TITLE_WEIGHT, size)
    while face.getlength(line) > width:
        line = line.rstrip(_ELLIPSIS)[:-1].rstrip() + _ELLIPSIS
    return line
