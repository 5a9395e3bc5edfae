"""PowerPoint decks (.pptx): slide by slide the title, the text, tables, charts as tables, and the speaker's notes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import archives
from server.engine.sources.cells import shown
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, canonical
from server.engine.sources.tables import MAX_COLUMNS, header_at, too_many_columns

KIND = "a PowerPoint deck"
LARGEST_PART = 60_000_000
MAX_SLIDES = 2000
_FURNITURE = frozenset(("DATE", "FOOTER", "SLIDE_NUMBER", "HEADER"))
_MAX_DEPTH = 20


def read(content: Content) -> Document:
    """The document of a deck; every part knows its slide.

    Raises:
        SourceNotImported: it is damaged, encrypted, a bomb, or has too many slides.
    """
    import pptx

    archives.judge(content.data, name=content.name, kind=KIND, largest_part=LARGEST_PART)
    parts: list[Part] = []
    hidden: list[int] = []
    try:
        deck: Any = pptx.Presentation(io.BytesIO(content.data))
        if len(deck.slides) > MAX_SLIDES:
            raise SourceNotImported(
                f"{content.name} has {len(deck.slides):,} slides and at most {MAX_SLIDES:,} can be read; split it",
                source=content.name,
            )
        for number, slide in enumerate(deck.slides, 1):
            if slide.element.get("show") in ("0", "false"):
                hidden.append(number)
                continue
            parts += _slide(slide, number, name=content.name)
        properties = deck.core_properties
        author, title = canonical(properties.author or ""), canonical(properties.title or "")
        changed = properties.modified
    except (SourceNotImported, MemoryError):
        raise
    except Exception as error:  # a library for files of strangers fails in many ways
        raise archives.damaged(content.name, KIND) from error
    first = next((part.text for part in parts if part.kind is BlockKind.HEADING), "")
    if not title or title.casefold() in ("powerpoint presentation", "presentation"):
        title = first
    named = ", ".join(map(str, hidden[:20]))
    notes = (f"{content.name}: hidden slides were left out: {named}",) if hidden else ()
    return Document(
        parts=parts,
        title=first or title,
        author=author if " " in author else "",
        published=changed.date().isoformat() if changed and author else "",
        warnings=notes,
    )


def _slide(slide: Any, number: int, *, name: str) -> Iterator[Part]:
    title = slide.shapes.title
    words = canonical(title.text_frame.text) if title is not None and title.has_text_frame else ""
    if words:
        yield Part(BlockKind.HEADING, words, level=1 if number == 1 else 2, slide=number)
    skipped = title.shape_id if title is not None else None
    for shape in _shapes(slide.shapes):
        if shape.shape_id == skipped or _is_furniture(shape):
            continue
        yield from _shape(shape, number, name=name)
    if slide.has_notes_slide:
        frame = slide.notes_slide.notes_text_frame
        for paragraph in frame.paragraphs if frame is not None else ():
            text = canonical(_words(paragraph))
            if text:
                yield Part(BlockKind.PARAGRAPH, text, slide=number)


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """Shapes in reading order: top to bottom, left to right; groups taken apart."""

    def place(shape: Any) -> tuple[int, int]:
        # Shapes within a quarter of an inch stand on one line.
        return (int(shape.top or 0) // 228_600, int(shape.left or 0))

    for shape in sorted(shapes, key=place):
        inner = getattr(shape, "shapes", None)
        if inner is not None and depth < _MAX_DEPTH:
            yield from _shapes(inner, depth + 1)
        else:
            yield shape


def _is_furniture(shape: Any) -> bool:
    return bool(shape.is_placeholder and shape.placeholder_format.type.name in _FURNITURE)


def _shape(shape: Any, number: int, *, name: str) -> Iterator[Part]:
    if getattr(shape, "has_table", False) and shape.has_table:
        rows = [[canonical(cell.text_frame.text) for cell in row.cells] for row in shape.table.rows]
        yield from _rows(rows, number, name=name, is_headed=bool(shape.table.first_row))
    elif getattr(shape, "has_chart", False) and shape.has_chart:
        yield from _chart(shape.chart, number, name=name)
    elif shape.has_text_frame:
        yield from _frame(shape, number)


def _frame(shape: Any, number: int) -> Iterator[Part]:
    found = [(p, canonical(_words(p))) for p in shape.text_frame.paragraphs]
    found = [(p, text) for p, text in found if text]
    is_subtitle = shape.is_placeholder and shape.placeholder_format.type.name == "SUBTITLE"
    for paragraph, text in found:
        is_prose = len(text.split()) >= 5 and text.endswith((".", "!", "?", "…", "”", '"'))
        if is_subtitle and not is_prose:
            yield Part(BlockKind.CAPTION, text, slide=number)
        elif is_prose and len(found) == 1:
            yield Part(BlockKind.PARAGRAPH, text, slide=number)
        elif len(found) == 1 and len(text.split()) <= 3:
            yield Part(BlockKind.CAPTION, text, slide=number)
        else:
            yield Part(BlockKind.LIST_ITEM, text, level=int(paragraph.level or 0) + 1, slide=number)


def _words(paragraph: Any) -> str:
    """The words of a paragraph; a line break inside it is a space."""
    return re.sub(r"[\v\n]", " ", paragraph.text)


def _rows(rows: list[list[str]], number: int, *, name: str, is_headed: bool) -> Iterator[Part]:
    rows = [row for row in rows if any(row)]
    if any(len(row) > MAX_COLUMNS for row in rows):
        raise too_many_columns(max(map(len, rows)), name=name)
    header = header_at(rows)
    if header is None and is_headed and len(rows) > 1 and all(rows[0][1:]):
        header = 0
    for place, row in enumerate(rows):
        yield Part(
            BlockKind.TABLE_ROW,
            " | ".join(row),
            cells=tuple(row),
            is_header=place == header,
            slide=number,
            row=place + 1,
        )


def _chart(chart: Any, number: int, *, name: str) -> Iterator[Part]:
    """The numbers that a chart was drawn from, kept in it; the workbook behind it is not opened."""
    if chart.has_title and chart.chart_title.has_text_frame:
        title = canonical(chart.chart_title.text_frame.text)
        if title:
            yield Part(BlockKind.CAPTION, title, slide=number)
    for plot in chart.plots:
        series = list(plot.series)
        categories = [canonical(str(category)) for category in plot.categories]
        if not categories or not series:
            continue
        rows = [["", *(canonical(str(each.name)) for each in series)]]
        values = [list(each.values) for each in series]
        for at, category in enumerate(categories):
            rows.append([category, *(shown(each[at]) if at < len(each) else "" for each in values)])
        yield from _rows(rows, number, name=name, is_headed=True)
