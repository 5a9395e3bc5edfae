"""A source as everything downstream sees it: one canonical text, and blocks and passages that point into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

MIN_WORDS = 60
"""A source set with fewer words carries no episode, document or answer."""


class SourceKind(StrEnum):
    """How a source came in; the wire's resource types and what files turn out to be."""

    TEXT = "text"
    WEBSITE = "website"
    PDF = "pdf"
    FILE = "file"
    VIDEO_SITE = "video_site"


class BlockKind(StrEnum):
    """The part a block plays. Only PARAGRAPH, LIST_ITEM, QUOTATION and SPEECH hold sentences to be told."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    QUOTATION = "quotation"
    SPEECH = "speech"
    """A turn of an interview or a transcript; `speaker` names who talks."""
    TABLE_ROW = "table_row"
    CAPTION = "caption"
    BYLINE = "byline"
    NOTE = "note"
    """Footnotes and reference lists: kept for citations, never spoken."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the source's text with one role. ``text[start:end]`` of the source is the block's text."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    """Depth of a heading (1 is the title) or of a list item."""
    speaker: str = ""
    cells: tuple[str, ...] = ()
    """The cells of a TABLE_ROW, in order; the row's text is its cells joined by `` | ``."""
    is_header: bool = False
    page: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a source, verbatim: code points `start` to `end` of its text."""

    source_id: str
    start: int
    end: int
    text: str
    page: int | None = None
    time_ms: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """An imported source.

    `text` is canonical: blocks are joined by blank lines, markup is gone, white space inside a block is single
    spaces. Every locator counts code points of it.
    """

    id: str
    kind: SourceKind
    title: str
    address: str
    """Where it came from, fit to be shown: a URL without credentials, a file name, or empty for pasted text."""
    language: str
    """ISO 639-1 code of the text."""
    text: str
    blocks: tuple[Block, ...]
    author: str = ""
    published: str = ""
    """ISO date of publication where the source says it."""
    warnings: tuple[str, ...] = field(default=())

    def block_text(self, block: Block) -> str:
        """The words of a block."""
        return self.text[block.start : block.end]

    def passage(self, start: int, end: int) -> Passage:
        """The passage from `start` to `end`, with the locators of the block it begins in."""
        home = next((b for b in self.blocks if b.start <= start < b.end), None)
        return Passage(
            source_id=self.id,
            start=start,
            end=end,
            text=self.text[start:end],
            page=home.page if home else None,
            time_ms=home.time_ms if home else None,
            slide=home.slide if home else None,
            sheet=home.sheet if home else None,
            row=home.row if home else None,
        )

    @property
    def has_figures_in_rows(self) -> bool:
        """Whether it holds a table: at least two rows of at least two cells, with figures in one of them."""
        rows = [block.cells for block in self.blocks if block.kind is BlockKind.TABLE_ROW and len(block.cells) > 1]
        return len(rows) > 1 and any(any(c.isdigit() for c in cell) for row in rows for cell in row)

    @property
    def word_count(self) -> int:
        """Words in running text: what can be told, without headings, captions, bylines and notes."""
        told = (
            BlockKind.PARAGRAPH,
            BlockKind.LIST_ITEM,
            BlockKind.QUOTATION,
            BlockKind.SPEECH,
            BlockKind.TABLE_ROW,
        )
        return sum(len(self.block_text(b).split()) for b in self.blocks if b.kind in told)
