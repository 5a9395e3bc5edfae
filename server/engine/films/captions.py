"""Captions: what is said, cut into pieces that can be read, each with its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

READ_MOST = 74
"""Characters of a caption: two lines of 37."""
_MOVING_MOST = 18
"""Characters of a moving caption."""


@dataclass(frozen=True, slots=True)
class Caption:
    """Words on the screen from `start_ms` to `end_ms`."""

    text: str
    start_ms: int
    end_ms: int


def captions(texts: Sequence[str], times: Sequence[tuple[int, int]], *, most: int = READ_MOST) -> tuple[Caption, ...]:
    """Every line in pieces of at most `most` characters, its time shared out by their length.

    Nothing is left out: the pieces of a line joined by spaces are the line.
    """
    out: list[Caption] = []
    for text, (start, end) in zip(texts, times, strict=True):
        parts = _parts(text.split(), most)
        total = sum(len(part) + 1 for part in parts) or 1
        done = 0
        for part in parts:
            before = start + (end - start) * done // total
            done += len(part) + 1
            out.append(Caption(part, before, start + (end - start) * done // total))
    return tuple(out)


def moving(texts: Sequence[str], times: Sequence[tuple[int, int]]) -> tuple[Caption, ...]:
    """A few words at a time, for captions that move with the speech."""
    return captions(texts, times, most=_MOVING_MOST)


def _parts(words: Sequence[str], most: int) -> list[str]:
    parts: list[str] = []
    for word in words:
        pieces = [word[i : i + most] for i in range(0, len(word), most)] if _is_unspaced(word, most) else [word]
        for piece in pieces:
            ends = bool(parts) and parts[-1].endswith((".", "!", "?", "。")) and len(parts[-1]) > most // 2
            if parts and not ends and len(parts[-1]) + 1 + len(piece) <= most:
                parts[-1] += f" {piece}"
            else:
                parts.append(piece)
    return parts


def _is_unspaced(word: str, most: int) -> bool:
    """Whether a run of characters is a text of a script without spaces."""
    return len(word) > most and any(ord(character) > 0x2E7F for character in word)
