"""How much room words take, measured with the fonts they are drawn with, and the lines and sizes that fit a place."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from server.engine.papers.glyphs import FOLDER, file_of

LEADING = 1.28
"""Height of a line, in sizes of the type."""
_SLACK = 1.015
"""Shaping in a line may take a little more than its words alone."""
_INTER = {400: "Inter_400Regular", 500: "Inter_500Medium", 600: "Inter_600SemiBold", 700: "Inter_700Bold"}
_BREAKS_ANYWHERE = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")


@dataclass(frozen=True, slots=True)
class Setting:
    """Words as they are set: the size in points and the lines. `is_cut` when not all of them found room."""

    size: float
    lines: tuple[str, ...]
    is_cut: bool = False

    @property
    def height(self) -> float:
        """Points that the lines take."""
        return len(self.lines) * self.size * LEADING


def width(text: str, *, size: float, weight: int = 400) -> float:
    """Points that a line takes."""
    return _unit_width(text, weight) * size * _SLACK


@lru_cache(maxsize=20_000)
def _unit_width(text: str, weight: int) -> float:
    return float(sum(_face(path, weight).getlength("".join(run)) / 100 for path, run in groupby(text, key=_path)))


@lru_cache(maxsize=4_000)
def _path(character: str) -> Path:
    if character.isspace() or character in "\u200b\u200c\u200d\u00ad\u2060":
        return FOLDER / "Inter_400Regular.ttf"
    return file_of(character)


@lru_cache(maxsize=64)
def _face(path: Path, weight: int) -> Any:
    from PIL import ImageFont

    if path.stem.startswith("Inter_"):
        path = FOLDER / f"{_INTER.get(weight, _INTER[700])}.ttf"
    elif weight >= 600:
        bold = path.with_name(path.name.replace("-Regular", "-Bold"))
        path = bold if bold.exists() else path
    return ImageFont.truetype(str(path), 100)


def wrapped(text: str, *, size: float, room: float, weight: int = 400) -> tuple[tuple[str, ...], bool]:
    """The text in lines no wider than `room` points, and whether a word had to be broken for it."""
    lines: list[str] = []
    line, used = "", 0.0
    broken = False
    space = width(" ", size=size, weight=weight)
    for piece, spaced in _pieces(text):
        wide = width(piece, size=size, weight=weight)
        gap = space if line and spaced else 0.0
        if used + gap + wide <= room:
            line = f"{line} {piece}" if gap else line + piece
            used += gap + wide
            continue
        if line:
            lines.append(line)
        rest = piece
        while wide > room:
            head = _head(rest, size=size, room=room, weight=weight)
            lines.append(head)
            rest = rest[len(head) :]
            wide = width(rest, size=size, weight=weight)
            broken = True
        line, used = rest, wide
    if line or not lines:
        lines.append(line)
    return tuple(lines), broken


@lru_cache(maxsize=4_000)
def _pieces(text: str) -> tuple[tuple[str, bool], ...]:
    """What a line may be broken between: words, and in scripts without spaces their letters."""
    out: list[tuple[str, bool]] = []
    for word in text.split():
        spaced = True
        current = ""
        for cluster in _clusters(word):
            if _is_loose(cluster[0]):
                if current and (len(current) > 1 or current not in "([{「『（【《〈“‘"):
                    out.append((current, spaced))
                    spaced, current = False, ""
                if unicodedata.category(cluster[0]) == "Po" and out and not spaced:
                    out[-1] = (out[-1][0] + cluster, out[-1][1])
                    continue
                out.append((current + cluster, spaced))
                spaced, current = False, ""
            else:
                current += cluster
        if current:
            if not spaced and out and unicodedata.category(current[0]).startswith("P"):
                out[-1] = (out[-1][0] + current, out[-1][1])
            else:
                out.append((current, spaced))
    return tuple(out)


@lru_cache(maxsize=4_000)
def _clusters(word: str) -> tuple[str, ...]:
    out: list[str] = []
    for c in word:
        if out and (unicodedata.category(c) in {"Mn", "Mc", "Me", "Cf"} or out[-1][-1] == "\u200d"):
            out[-1] += c
        else:
            out.append(c)
    return tuple(out)


@lru_cache(maxsize=4_000)
def _is_loose(character: str) -> bool:
    return ord(character) > 0xE00 and unicodedata.name(character, "").startswith(_BREAKS_ANYWHERE)


def _head(word: str, *, size: float, room: float, weight: int) -> str:
    """As many whole letters of a word as fit, at least one."""
    head, used = "", 0.0
    for cluster in _clusters(word):
        used += width(cluster, size=size, weight=weight)
        if head and used > room:
            break
        head += cluster
    clusters = list(_clusters(head))
    while len(clusters) > 1 and width("".join(clusters), size=size, weight=weight) > room:
        clusters.pop()
    return "".join(clusters) or word


def fitted(text: str, *, room: float, height: float, sizes: Sequence[float], weight: int = 400) -> Setting:
    """The text at the largest of the sizes at which it fits without a broken word; else broken, else cut short."""
    widest = max((width(piece, size=100, weight=weight) for piece, _ in _pieces(text)), default=0.0) / 100
    for allowed in (False, True):
        for size in sizes:
            if not allowed and widest * size > 1.02 * room:
                continue
            lines, broken = wrapped(text, size=size, room=room, weight=weight)
            if len(lines) * size * LEADING <= height + 0.01 and (allowed or not broken):
                return Setting(size, evened(lines, size=size, room=room, weight=weight))
    size = sizes[-1]
    lines, _ = wrapped(text, size=size, room=room, weight=weight)
    kept = list(lines[: max(1, int(height / (size * LEADING)))])
    last = kept[-1]
    while last and width(f"{last}…", size=size, weight=weight) > room:
        last = last[:-1]
    kept[-1] = f"{last.rstrip()}…"
    return Setting(size, tuple(kept), is_cut=True)


def evened(lines: tuple[str, ...], *, size: float, room: float, weight: int) -> tuple[str, ...]:
    """The same words in as many lines, where the last one would else hold a single short word."""
    if len(lines) < 2 or width(lines[-1], size=size, weight=weight) > 0.3 * room or " " not in lines[0]:
        return lines
    text = " ".join(lines)
    for share in (0.7, 0.76, 0.82, 0.88, 0.94):
        tried, broken = wrapped(text, size=size, room=room * share, weight=weight)
        if len(tried) == len(lines) and not broken:
            return tried
    return lines
