"""Word documents (.docx): paragraphs by their styles, lists, tables and footnotes in the order of the text.

The text is walked element by element: python-docx opens the package and knows the styles, but its paragraphs leave out
insertions under revision and whatever stands in content controls. Nothing that a document links to is opened.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import archives
from server.engine.sources.clutter import is_caption
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, canonical
from server.engine.sources.tables import MAX_COLUMNS, header_at, too_many_columns

KIND = "a Word document"
LARGEST_PART = 60_000_000
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_M_T = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_NOTES = ("footnotes", "endnotes")
_MACRO_MAIN = "application/vnd.ms-word.document.macroEnabled.main+xml"
_TEMPLATE_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"
_TRANSPARENT = frozenset(f"{_W}{tag}" for tag in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"))
_LEFT_OUT = frozenset(
    (
        *(f"{_W}{tag}" for tag in ("del", "moveFrom", "instrText", "pPr", "rPr", "sdtPr", "txbxContent", "drawing")),
        f"{_W}pict",
        f"{_W}object",
        f"{_MC}Fallback",
    )
)
_CONTENTS = re.compile(r"toc (?:\d|heading)|table of (?:contents|figures)", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[•‣◦▪●○■–-]|\(?\d{1,2}[.)]|[a-z]\))\s+")


def read(content: Content) -> Document:
    """The document of a Word file.

    Raises:
        SourceNotImported: it is damaged, encrypted or a bomb.
    """
    import docx
    from docx.opc.part import PartFactory
    from docx.parts.document import DocumentPart

    archives.judge(content.data, name=content.name, kind=KIND, largest_part=LARGEST_PART)
    for content_type in (_MACRO_MAIN, _TEMPLATE_MAIN):
        # The same parts; what else is in such a file is bytes that nobody runs.
        PartFactory.part_type_for.setdefault(content_type, DocumentPart)
    try:
        package: Any = docx.package.Package.open(io.BytesIO(content.data))
        part: Any = package.main_document_part
        walk = _Walk(content.name, _styles(part), _notes_of(part))
        parts = walk.body(part.element.body)
        properties = package.core_properties
        title, author = canonical(properties.title or ""), canonical(properties.author or "")
        created = properties.modified or properties.created
    except (SourceNotImported, MemoryError):
        raise
    except Exception as error:  # a library for files of strangers fails in many ways
        raise archives.damaged(content.name, KIND) from error
    if re.search(r"\.docx?$|^(?:untitled|microsoft word|word document)", title, re.IGNORECASE):
        title = ""
    heading = next((each for each in parts[:6] if each.kind is BlockKind.HEADING and each.level == 1), None)
    return Document(
        parts=parts,
        title=heading.text if heading else title,
        author=author if " " in author and author != "python-docx" else "",
        published=created.date().isoformat() if created and properties.author != "python-docx" else "",
    )


@dataclass(frozen=True, slots=True)
class _Style:
    name: str = ""
    level: int | None = None
    """Outline level of a heading, from 1."""
    is_list: bool = False


def _styles(part: Any) -> dict[str, _Style]:
    """Style id to what matters of it, inherited from the styles that it is based on."""
    elements = {
        str(style.get(f"{_W}styleId")): style
        for style in part.styles.element.iter(f"{_W}style")
        if style.get(f"{_W}type") == "paragraph"
    }
    found: dict[str, _Style] = {}
    for style_id, element in elements.items():
        level: int | None = None
        is_list = False
        at, seen = style_id, set[str]()
        while at in elements and at not in seen:
            seen.add(at)
            style = elements[at]
            outline = style.find(f"{_W}pPr/{_W}outlineLvl")
            name = _value(style.find(f"{_W}name")).lower()
            heading = re.fullmatch(r"heading (\d)", name)
            if level is None and (heading or outline is not None):
                level = int(heading[1]) if heading else int(_value(outline) or 9) + 1
            is_list = is_list or style.find(f"{_W}pPr/{_W}numPr") is not None or name.startswith("list ")
            at = _value(style.find(f"{_W}basedOn"))
        name = _value(element.find(f"{_W}name"))
        found[style_id] = _Style(name, level if level is not None and level <= 9 else None, is_list)
    return found


def _value(element: Any) -> str:
    return str(element.get(f"{_W}val") or "") if element is not None else ""


def _notes_of(part: Any) -> dict[tuple[str, str], str]:
    """(footnotes | endnotes, id) to the words of the note."""
    from lxml import etree

    found: dict[tuple[str, str], str] = {}
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    for relation in part.rels.values():
        kind = relation.reltype.rpartition("/")[2]
        if kind not in _NOTES or relation.is_external:
            continue
        for note in etree.fromstring(relation.target_part.blob, parser):
            if note.get(f"{_W}type") in (None, "normal"):
                words = canonical(" ".join(_text(each) for each in note.iter(f"{_W}p")))
                found[(kind, str(note.get(f"{_W}id")))] = words
    return found


@dataclass
class _Walk:
    """One pass over the body."""

    name: str
    styles: dict[str, _Style]
    notes: dict[tuple[str, str], str]
    parts: list[Part] = field(default_factory=list)
    _has_title: bool = False
    _table_row: int = 0

    def body(self, body: Any) -> list[Part]:
        """The parts of everything in the body."""
        for block in _blocks(body):
            if block.tag == f"{_W}tbl":
                self._table(block)
            else:
                self._paragraph(block)
        return self.parts

    def _paragraph(self, paragraph: Any) -> None:
        style = self.styles.get(_value(paragraph.find(f"{_W}pPr/{_W}pStyle")), _Style())
        if _CONTENTS.match(style.name):
            return
        text = canonical(_text(paragraph))
        if text:
            self.parts.append(self._told(paragraph, text, style))
        for box in _boxes(paragraph):
            words = canonical(" ".join(_text(each) for each in box.iter(f"{_W}p")))
            if words:
                self.parts.append(Part(BlockKind.PARAGRAPH, words))
        self._notes_in(paragraph)

    def _told(self, paragraph: Any, text: str, style: _Style) -> Part:  # noqa: PLR0911 - one line per role
        name = style.name.lower()
        if name == "title":
            self._has_title = True
            return Part(BlockKind.HEADING, text, level=1)
        outline = paragraph.find(f"{_W}pPr/{_W}outlineLvl")
        level = int(_value(outline) or 9) + 1 if outline is not None else style.level
        if level is not None and level <= 9 and len(text.split()) <= 40:
            return Part(BlockKind.HEADING, text, level=min(level + self._has_title, 6))
        if name == "subtitle":
            return Part(BlockKind.CAPTION, text)
        numbering = paragraph.find(f"{_W}pPr/{_W}numPr")
        if (numbering is not None and _value(numbering.find(f"{_W}numId")) != "0") or style.is_list:
            depth = _value(numbering.find(f"{_W}ilvl")) if numbering is not None else ""
            deeper = re.search(r"(\d)$", name)
            level = int(depth) + 1 if depth.isdigit() else int(deeper[1]) if deeper else 1
            return Part(BlockKind.LIST_ITEM, text, level=level)
        if name in ("quote", "intense quote", "block text"):
            return Part(BlockKind.QUOTATION, text)
        if name == "caption" or (is_caption(text) and len(text.split()) <= 30):
            return Part(BlockKind.CAPTION, text)
        bullet = _BULLET.match(text)
        if bullet is not None:
            return Part(BlockKind.LIST_ITEM, text[bullet.end() :], level=1)
        if _is_bold_line(paragraph, text):
            return Part(BlockKind.HEADING, text, level=3)
        return Part(BlockKind.PARAGRAPH, text)

    def _notes_in(self, element: Any) -> None:
        """The notes that an element refers to, right after it."""
        for kind, tag in zip(_NOTES, ("footnoteReference", "endnoteReference"), strict=True):
            for reference in element.iter(f"{_W}{tag}"):
                words = self.notes.pop((kind, str(reference.get(f"{_W}id"))), "")
                if words:
                    self.parts.append(Part(BlockKind.NOTE, words))

    def _table(self, table: Any) -> None:
        rows: list[list[str | None]] = [_cells(row) for row in _children(table, f"{_W}tr")]
        above: list[str] = []
        cells: list[str]
        filled: list[list[str]] = []
        for row in rows:
            cells = [cell if cell is not None else above[at] if at < len(above) else "" for at, cell in enumerate(row)]
            if len(cells) > MAX_COLUMNS:
                raise too_many_columns(len(cells), name=self.name)
            filled.append(cells)
            above = cells
        used = [row for row in filled if any(row)]
        if used and max(len(row) for row in used) == 1:
            # A frame of one column lays text out; it is no table.
            self.parts += [Part(BlockKind.PARAGRAPH, row[0]) for row in used]
        else:
            marked = table.find(f"{_W}tr/{_W}trPr/{_W}tblHeader") is not None
            header = 0 if marked and len(used) > 1 else header_at(used)
            for place, told in enumerate(used):
                self.parts.append(
                    Part(
                        BlockKind.TABLE_ROW,
                        " | ".join(told),
                        cells=tuple(told),
                        is_header=place == header,
                        row=place + 1,
                    )
                )
        self._notes_in(table)


def _blocks(element: Any) -> Iterator[Any]:
    """Paragraphs and tables in order, through content controls, without tables of contents."""
    for child in element:
        if child.tag in (f"{_W}p", f"{_W}tbl"):
            yield child
        elif child.tag == f"{_W}sdt" and "Table of Contents" in _value(
            child.find(f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery")
        ):
            continue
        elif child.tag in _TRANSPARENT or child.tag in (f"{_MC}AlternateContent", f"{_MC}Choice"):
            yield from _blocks(child)


def _children(element: Any, tag: str) -> Iterator[Any]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _TRANSPARENT:
            yield from _children(child, tag)


def _cells(row: Any) -> list[str | None]:
    """The words of each column of a row; None where a cell goes on from the row above."""
    cells: list[str | None] = []
    for cell in _children(row, f"{_W}tc"):
        merged = cell.find(f"{_W}tcPr/{_W}vMerge")
        goes_on = merged is not None and _value(merged) != "restart"
        cells.append(None if goes_on else _cell(cell))
        span = _value(cell.find(f"{_W}tcPr/{_W}gridSpan"))
        if span.isdigit():
            cells += [""] * min(int(span) - 1, MAX_COLUMNS + 1)
    return cells


def _cell(cell: Any) -> str:
    """All words of a cell; a table in it is told row by row."""
    pieces = []
    for block in _blocks(cell):
        if block.tag == f"{_W}p":
            pieces.append(canonical(_text(block)))
        else:
            rows = (", ".join(filter(None, _cells(row))) for row in _children(block, f"{_W}tr"))
            pieces.append("; ".join(filter(None, rows)))
    return " ".join(filter(None, pieces))


def _text(element: Any) -> str:
    """The words of a paragraph as they would be read after all revisions were accepted."""
    pieces: list[str] = []
    for child in element:
        tag = child.tag
        if tag in _LEFT_OUT or not isinstance(tag, str):
            continue
        if tag in (f"{_W}t", _M_T):
            pieces.append(child.text or "")
        elif tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            pieces.append(" ")
        elif tag == f"{_W}noBreakHyphen":
            pieces.append("-")
        elif child.find(f"{_W}rPr/{_W}vanish") is None:
            pieces.append(_text(child))
    return "".join(pieces)


def _boxes(paragraph: Any) -> Iterator[Any]:
    """Text boxes that hang on a paragraph; the copy for old programs is left out."""
    for box in paragraph.iter(f"{_W}txbxContent"):
        if not any(parent.tag == f"{_MC}Fallback" for parent in box.iterancestors()):
            yield box


def _is_bold_line(paragraph: Any, text: str) -> bool:
    """A short line all in bold that stands for a heading."""
    if len(text.split()) > 10 or text.endswith((".", ",", ";", ":")) or not any(char.isalpha() for char in text):
        return False
    runs = [run for run in paragraph.iter(f"{_W}r") if canonical(_text(run))]
    bold = [run.find(f"{_W}rPr/{_W}b") for run in runs]
    return bool(runs) and all(mark is not None and _value(mark) not in ("0", "false") for mark in bold)
