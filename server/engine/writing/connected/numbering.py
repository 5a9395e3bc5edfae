"""The passages of sources, numbered for a model: only their numbers come back."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from server.domain.sources import Block, BlockKind, Passage, Source

PASSAGE = 500
"""Characters from which a passage ends with its sentence."""
_LONGEST = 1_200
_SENTENCE = re.compile(r"(?<=[.!?…。！？])[\"”’»)\]]*\s+")
_LEFT_OUT = {BlockKind.HEADING, BlockKind.NOTE, BlockKind.BYLINE}


@dataclass(frozen=True, slots=True)
class Numbered:
    """One passage with its number, and the heading it stands under."""

    number: int
    passage: Passage
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Numbering:
    """All passages of a set of sources, numbered from 1 in their order."""

    sources: tuple[Source, ...]
    all: tuple[Numbered, ...]

    @property
    def mark(self) -> str:
        """What stands around the material; nobody who writes a source can know it."""
        return hashlib.sha256("\0".join(source.id for source in self.sources).encode()).hexdigest()[:10]

    def passages(self, numbers: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these numbers, each once; numbers that there are not are left out."""
        known = len(self.all)
        return tuple(self.all[n - 1].passage for n in dict.fromkeys(numbers) if 1 <= n <= known)

    def told(self, part: Sequence[Numbered]) -> str:
        """Passages as a model reads them, between marks."""
        titles = {source.id: source.title or source.address or "Text" for source in self.sources}
        lines: list[str] = []
        source_id, heading = "", ""
        for each in part:
            if each.passage.source_id != source_id:
                source_id, heading = each.passage.source_id, ""
                lines.append(f"SOURCE: {self.clean(titles.get(source_id, 'Text'))}")
            if each.heading != heading:
                heading = each.heading
                lines.append(f"## {self.clean(heading)}")
            lines.append(f"[{each.number}] {self.clean(each.passage.text)}")
        return f"<material {self.mark}>\n" + "\n".join(lines) + f"\n</material {self.mark}>"

    def clean(self, text: str) -> str:
        """The text without anything that could end the material before its end."""
        return text.replace(self.mark, "").replace("<material", "‹material").replace("</material", "‹/material")


def numbered(sources: Sequence[Source]) -> Numbering:
    """Every passage of the sources: whole sentences of one block, of about `PASSAGE` characters."""
    out: list[Numbered] = []
    for source in sources:
        heading = ""
        for block in source.blocks:
            if block.kind is BlockKind.HEADING:
                heading = source.block_text(block)
            if block.kind in _LEFT_OUT:
                continue
            for start, end in _pieces(source, block):
                out.append(Numbered(len(out) + 1, source.passage(start, end), heading))
    return Numbering(tuple(sources), tuple(out))


def _pieces(source: Source, block: Block) -> Iterator[tuple[int, int]]:
    text = source.block_text(block)
    start = 0
    for match in _SENTENCE.finditer(text):
        if match.end() - start >= PASSAGE:
            yield from _bounded(block.start, text, start, match.start() + len(match[0].rstrip()))
            start = match.end()
    if text[start:].strip():
        yield from _bounded(block.start, text, start, len(text))


def _bounded(offset: int, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A piece, cut at spaces where a single sentence has no end."""
    while end - start > _LONGEST:
        space = text.rfind(" ", start + PASSAGE, start + _LONGEST)
        stop = space if space > 0 else start + _LONGEST
        yield offset + start, offset + stop
        start = stop + 1 if space > 0 else stop
    if start < end:
        yield offset + start, offset + end
