"""Long lines in portions: each is voiced by itself, so that no line is too long for a worker's time or memory."""

from __future__ import annotations

import re

LONGEST = 600
"""Characters of a portion: half a minute of speech."""

PORTION_REST_S = 0.4
"""Silence between two portions of a long line."""

_SENTENCE = re.compile(r".+?(?:[.!?…।]+[\"”’)»]*(?=\s)|$)\s*", re.DOTALL)
_CLAUSE = re.compile(r".+?(?:[,;:—–]+(?=\s)|$)\s*", re.DOTALL)
_WORD = re.compile(r"\S+\s*")
_HELD = re.compile(r"\[[^\]\[\n]+\](?:\(/[^)\n]*/\))?")


def portions(text: str, *, longest: int = LONGEST) -> tuple[str, ...]:
    """`text` in portions of at most `longest` characters, cut at the best places; joined by spaces they are the text.

    Ends of sentences are preferred, then clauses, then words; a word without end is cut where it must be. Marks in
    square brackets stay whole.
    """
    text = text.strip()
    if len(text) <= longest:
        return (text,) if text else ()
    return tuple(part for part in (p.strip() for p in _packed(text, longest, (_SENTENCE, _CLAUSE, _WORD))) if part)


def _packed(text: str, longest: int, ways: tuple[re.Pattern[str], ...]) -> list[str]:
    if not ways:
        return [text[start : start + longest] for start in range(0, len(text), longest)]
    packed: list[str] = []
    for piece in _pieces(text, ways[0]):
        if len(piece) > longest:
            packed += _packed(piece, longest, ways[1:])
        elif packed and len(packed[-1]) + len(piece) <= longest:
            packed[-1] += piece
        else:
            packed.append(piece)
    return packed


def _pieces(text: str, way: re.Pattern[str]) -> list[str]:
    """The text cut by a pattern, pieces that part a bracketed mark put together again."""
    marks = [(found.start(), found.end()) for found in _HELD.finditer(text)]
    pieces: list[str] = []
    held = ""
    for found in way.finditer(text):
        held += found[0]
        if not any(start < found.end() < end for start, end in marks):
            pieces.append(held)
            held = ""
    return [*pieces, held] if held else pieces
