"""What a reader makes of a file, and how that becomes a source with one canonical text."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field, replace

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import Block, BlockKind, Source, SourceKind

MAX_CHARACTERS = 6_000_000
"""About a million words; more than that is an archive, not a source."""

TOLD = frozenset((BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTATION, BlockKind.SPEECH))
"""The kinds that hold sentences."""

# Invisible: soft hyphen, zero width and direction marks, interlinear and object marks, private use, non-characters.
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\uffff\ue000-\uf8ff\ud800-\udfff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]+"
)
# Joiners shape letters in Indic and Arabic scripts; anywhere else they are leftovers.
_STRAY_JOINER = re.compile("(?<![\u0600-\u0dff])[\u200c\u200d]+")
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}


@dataclass(frozen=True, slots=True)
class Part:
    """A block before its place in the text is known; the fields are those of `Block`."""

    kind: BlockKind
    text: str
    level: int = 0
    speaker: str = ""
    cells: tuple[str, ...] = ()
    is_header: bool = False
    page: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None
    time_ms: int | None = None

    @property
    def words(self) -> int:
        """How many words the part has."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class Document:
    """What a reader found. `language` is what the document itself declares, if anything."""

    parts: list[Part]
    title: str = ""
    author: str = ""
    published: str = ""
    language: str = ""
    warnings: tuple[str, ...] = field(default=())


def canonical(text: str) -> str:
    """One line in NFC with single spaces, without soft hyphens, zero-width, control and private-use characters."""
    text = " ".join(text.split())
    if text.isascii():
        return text if text.isprintable() else " ".join(_INVISIBLE.sub("", text).split())
    text = _STRAY_JOINER.sub("", _INVISIBLE.sub("", text)).translate(_LIGATURES)
    return " ".join(unicodedata.normalize("NFC", text).split())


def row_part(cells: list[str], *, is_header: bool, page: int | None = None, row: int | None = None) -> Part:
    """A TABLE_ROW of these cells."""
    clean = tuple(canonical(cell) for cell in cells)
    return Part(BlockKind.TABLE_ROW, " | ".join(clean), cells=clean, is_header=is_header, page=page, row=row)


def tidy(document: Document) -> Document:
    """The document with canonical texts and without parts that hold no letter or digit."""
    parts = []
    for part in document.parts:
        text = part.text if part.kind is BlockKind.TABLE_ROW else canonical(part.text)
        if any(char.isalnum() for char in text):
            parts.append(part if text == part.text else replace(part, text=text))
    return replace(
        document,
        parts=parts,
        title=canonical(document.title),
        author=canonical(document.author),
    )


def assemble(document: Document, *, kind: SourceKind, name: str, address: str, language: str) -> Source:
    """The source whose text is the parts joined by blank lines.

    Raises:
        NothingUsable: there is no part at all.
        SourceNotImported: the text is longer than `MAX_CHARACTERS`.
    """
    if not document.parts:
        raise NothingUsable(f"there is no text in {name}: 0 words were found; give a source that has some")
    pieces: list[str] = []
    blocks: list[Block] = []
    position = 0
    for part in document.parts:
        end = position + len(part.text)
        blocks.append(
            Block(
                kind=part.kind,
                start=position,
                end=end,
                level=part.level,
                speaker=part.speaker,
                cells=part.cells,
                is_header=part.is_header,
                page=part.page,
                slide=part.slide,
                sheet=part.sheet,
                row=part.row,
                time_ms=part.time_ms,
            )
        )
        pieces.append(part.text)
        position = end + 2
    text = "\n\n".join(pieces)
    if len(text) > MAX_CHARACTERS:
        raise SourceNotImported(
            f"{name} holds {len(text):,} characters and at most {MAX_CHARACTERS:,} can be read; split it", source=name
        )
    return Source(
        id=hashlib.sha256(f"{document.title}\0{text}".encode()).hexdigest()[:24],
        kind=kind,
        title=document.title,
        address=address,
        language=language,
        text=text,
        blocks=tuple(blocks),
        author=document.author,
        published=document.published,
        warnings=document.warnings,
    )
