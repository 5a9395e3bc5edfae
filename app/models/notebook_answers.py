"""Answers of a notebook, taken apart: words and citations, what was said near a refusal, and how it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.client.notebooks import Answer, AnswerCitation
from app.language import tr
from app.models import phrases

MARKERS = re.compile(r"\s*\[(\d+(?:\s*,\s*\d+)*)\]")
_NUMBERS = re.compile(r"\d+")
DIFFER = "The sources differ."
LONG = 90
"""Characters of a statement from which on it has a paragraph of its own."""


class Verdict(StrEnum):
    """How an answer stands."""

    SAID = "said"
    DIFFER = "differ"
    NOT_SAID = "not said"


@dataclass(frozen=True, slots=True)
class Piece:
    """Words, or the marker of a citation."""

    text: str
    is_citation: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as it is shown: paragraphs of pieces. `near` is what the sources say nearby where they refuse."""

    verdict: Verdict
    paragraphs: tuple[tuple[Piece, ...], ...]
    near: tuple[tuple[Piece, ...], ...] = ()


def told(answer: Answer) -> Told:
    """Take an answer apart."""
    words = answer.answer.strip()
    if not answer.is_grounded:
        first, _, rest = words.partition(". ")
        said = first if first.endswith(".") else f"{first}."
        near = _paragraphs(rest.strip(), answer.citations, apart=False) if rest.strip() else ()
        return Told(Verdict.NOT_SAID, ((Piece(said),),), tuple(near))
    differs = words.startswith(DIFFER)
    if differs:
        words = words.removeprefix(DIFFER).strip()
    paragraphs = tuple(
        pieces for block in words.split("\n") for pieces in _paragraphs(block, answer.citations, apart=differs)
    )
    return Told(Verdict.DIFFER if differs else Verdict.SAID, paragraphs)


def pieces_of(text: str, citations: Mapping[str, AnswerCitation]) -> tuple[tuple[Piece, ...], ...]:
    """Text with markers, taken apart."""
    return tuple(pieces for block in text.split("\n") for pieces in _paragraphs(block, citations, apart=False))


def _paragraphs(block: str, citations: Mapping[str, AnswerCitation], *, apart: bool) -> list[tuple[Piece, ...]]:
    """The statements of a block: long ones, and those that differ, have a paragraph each."""
    out: list[list[Piece]] = [[]]
    place = 0
    for match in MARKERS.finditer(block):
        numbers = [number for number in _NUMBERS.findall(match[1]) if number in citations]
        if not numbers:
            continue
        words = block[place : match.start()]
        place = match.end()
        before = "".join(piece.text for piece in out[-1] if not piece.is_citation)
        begins = bool(words.strip()) and any(piece.is_citation for piece in out[-1])
        if begins and (apart or len(before) >= LONG or len(words) >= LONG):
            out.append([])
            words = words.lstrip()
        if words:
            out[-1].append(Piece(words))
        out[-1].extend(Piece(number, is_citation=True) for number in numbers)
    if block[place:].strip():
        out[-1].append(Piece(block[place:].rstrip()))
    return [tuple(pieces) for pieces in out if pieces]


def place_of(citation: AnswerCitation) -> str:
    """Where in its source a passage stands: ``page 3``, ``slide 2``, ``04:41``, ``sheet Costs, row 7``."""
    if citation.page is not None:
        return tr("page {page}", page=citation.page)
    if citation.slide is not None:
        return tr("slide {slide}", slide=citation.slide)
    if citation.time_ms is not None:
        return phrases.clock(citation.time_ms / 1000)
    sheet = tr("sheet {sheet}", sheet=citation.sheet) if citation.sheet else ""
    row = tr("row {row}", row=citation.row) if citation.row is not None else ""
    return ", ".join(filter(None, (sheet, row)))


def cited(citation: AnswerCitation) -> str:
    """The source and the place in it."""
    return " · ".join(filter(None, (citation.source, place_of(citation))))


def plain(answer: Answer) -> str:
    """An answer for the clipboard, with its sources below it."""
    lines = [answer.answer]
    lines += [f"[{marker}] {cited(citation)}" for marker, citation in answer.citations.items()]
    return "\n".join(lines)


def position(text: str, code_point: int) -> int:
    """Where a code point stands in a text of Qt's, which counts units of UTF-16."""
    return code_point + sum(letter > "\uffff" for letter in text[:code_point])
