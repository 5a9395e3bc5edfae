"""Words put in their places: the size found, the lines broken, one call a text."""

from __future__ import annotations

from collections.abc import Sequence

from server.engine.papers.glyphs import showable
from server.engine.papers.references import clean
from server.engine.plates.marks import Align, Part, Words
from server.engine.plates.measuring import LEADING, fitted, width, wrapped


def steps_down(largest: float, smallest: float) -> tuple[float, ...]:
    """Sizes to try, each about a twentieth below the one before."""
    out = [largest]
    while out[-1] * 0.94 > smallest:
        out.append(round(out[-1] * 0.94, 2))
    return (*out, smallest)


def words(
    text: str,
    *,
    at: tuple[float, float, float, float],
    sizes: Sequence[float],
    color: str,
    on: str,
    weight: int = 400,
    align: Align = Align.START,
    is_middle: bool = False,
    part: Part = Part.BODY,
) -> Words:
    """A text at a place (x, y, width, height), at the largest size that fits."""
    x, y, w, h = at
    said = shown(text)
    setting = fitted(said, room=w, height=h, sizes=sizes, weight=weight)
    return Words(
        x=x,
        y=y,
        w=w,
        h=h,
        setting=setting,
        color=color,
        on=on,
        text=said,
        weight=weight,
        align=align,
        is_middle=is_middle,
        part=part,
    )


def spaced(text: str, *, at: tuple[float, float, float, float], size: float, color: str, on: str) -> Words:
    """A short label in spaced capitals where the script has them."""
    x, y, w, h = at
    said = shown(text)
    said = said.upper() if said.isascii() or said.upper() != said else said
    room = w - 0.1 * size * len(said)
    setting = fitted(said, room=max(room, 0.55 * w), height=size * LEADING, sizes=(size, size * 0.85), weight=600)
    fits = width(setting.lines[0], size=setting.size, weight=600) + 0.1 * setting.size * len(setting.lines[0]) <= w
    return Words(
        x=x,
        y=y,
        w=w,
        h=h,
        setting=setting,
        color=color,
        on=on,
        text=said,
        weight=600,
        is_tracked=fits and all(ord(c) < 0x530 for c in said),
    )


def shown(text: str) -> str:
    """A text in one line as the fonts can show it."""
    return showable(clean(text)).text


def height_of(text: str, *, room: float, size: float, weight: int = 400) -> float:
    """Points that a text takes at a size."""
    lines, _ = wrapped(shown(text), size=size, room=room, weight=weight)
    return len(lines) * size * LEADING


def common_size(
    texts: Sequence[str], *, room: float, heights: float, sizes: Sequence[float], weight: int = 400
) -> float:
    """The largest size at which each of the texts fits the same place; the smallest where none does."""
    for size in sizes:
        if all(_fits(text, room=room, height=heights, size=size, weight=weight) for text in texts):
            return size
    return sizes[-1]


def _fits(text: str, *, room: float, height: float, size: float, weight: int) -> bool:
    lines, broken = wrapped(shown(text), size=size, room=room, weight=weight)
    return not broken and len(lines) * size * LEADING <= height


def line_width(text: str, *, size: float, weight: int = 400) -> float:
    """Points that a text takes in a single line."""
    return width(shown(text), size=size, weight=weight)
