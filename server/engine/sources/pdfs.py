"""PDF documents: lines with their place and size on the page, put together to headings, paragraphs and notes."""

from __future__ import annotations

import ctypes
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources.clutter import is_caption
from server.engine.sources.contents import Content
from server.engine.sources.documents import MAX_CHARACTERS, Document, Part, canonical, row_part
from server.engine.sources.hyphenation import hyphenated_words, joined

MAX_PAGES = 3000
_MARGIN = 0.12
"""Share of the page's height, at its head and its foot, in which running lines stand."""
_SCANNED = 12
"""Characters a page has on average, below which it is a picture."""

_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:(?:page|seite|p\.|s\.|página|pagina|pág\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|de|di|sur)\s*\d{1,4})?[-–—|\s]*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[•‣◦▪●○■–*-]|\(?\d{1,2}[.)]|\([a-z]\)|[a-z]\))\s+(?=\S)")
_FOOTNOTE = re.compile(r"(?:\d{1,3}|[*†‡§]+|[¹²³⁴-⁹]+)[.)]?\s*(?=[^\W\d])")
_ENDS = (".", "!", "?", ":", "”", "»", "…", '"', "’")
_HYPHENS = frozenset((0x02, 0xAD, 0xFFFE))
"""What pdfium writes for a hyphen at a line's end, in place of the line break."""
_BREAKS = _HYPHENS | {10, 13}
_RAISED = re.compile(r"(?<=[^\W\d]|[.,;:!?”’»\")])\d{1,3}(?=\s|$|[.,;:!?”’»\")])")
_ERRORS = {2: "missing", 3: "damaged", 4: "encrypted", 5: "encrypted", 6: "damaged"}
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page. Distances are in points from the page's left and top edge."""

    text: str
    page: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    is_bold: bool
    page_height: float
    cells: tuple[str, ...] = ()
    """What wide gaps set apart, when there are any."""

    @property
    def is_marginal(self) -> bool:
        """Whether it stands where running heads and feet do."""
        return self.top < _MARGIN * self.page_height or self.bottom > (1 - _MARGIN) * self.page_height


def read(content: Content) -> Document:
    """The document of a PDF; every part knows its page.

    Raises:
        SourceNotImported: it is encrypted, damaged, too long, or holds pictures of pages and no text.
    """
    import pypdfium2

    name = content.name
    try:
        pdf = pypdfium2.PdfDocument(content.data)
    except pypdfium2.PdfiumError as error:
        reason = _ERRORS.get(getattr(error, "err_code", 0) or 0, "damaged")
        if reason == "encrypted" or "password" in str(error).lower():
            raise SourceNotImported(
                f"{name} is encrypted; save a copy without a password and add that", source=name
            ) from error
        raise SourceNotImported(
            f"{name} is damaged: it can't be opened as a PDF; export it again and add that", source=name
        ) from error
    with pdf:
        if len(pdf) > MAX_PAGES:
            raise SourceNotImported(
                f"{name} has {len(pdf):,} pages and at most {MAX_PAGES:,} can be read; split it", source=name
            )
        lines = list(_all_lines(pdf, name))
        pages = len(pdf)
        metadata = {key: canonical(value) for key, value in pdf.get_metadata_dict(skip_empty=True).items()}
    if sum(len(line.text) for line in lines) < _SCANNED * max(pages, 1):
        raise SourceNotImported(
            f"{name} holds pictures of pages and no text; run text recognition on it and add the result", source=name
        )
    parts = list(_parts(_tables_only(_without_running_lines(lines, pages))))
    return _document(parts, metadata)


def _document(parts: list[Part], metadata: dict[str, str]) -> Document:
    heading = next((part.text for part in parts[:12] if part.kind is BlockKind.HEADING), "")
    title = metadata.get("Title", "")
    # Programs write file names and "untitled" there.
    if re.search(r"\.(?:docx?|indd|qxd|tex|dvi|pdf|pptx?|odt)$|^(?:untitled|microsoft word)", title, re.IGNORECASE):
        title = ""
    author = metadata.get("Author", "")
    created = _DATE.match(metadata.get("CreationDate", ""))
    return Document(
        parts=parts,
        title=title or heading,
        author=author if " " in author or not author.islower() else "",
        published="-".join(created.groups()) if created else "",
    )


def _all_lines(pdf: Any, name: str) -> Iterator[TextLine]:
    import pypdfium2

    characters = 0
    for number in range(len(pdf)):
        try:
            page = pdf[number]
            found = list(_page_lines(page, number + 1))
            page.close()
        except pypdfium2.PdfiumError:
            continue  # a damaged page; the others may still be read
        characters += sum(len(line.text) for line in found)
        if characters > MAX_CHARACTERS:
            raise SourceNotImported(f"{name} holds more text than can be read at once; split it", source=name)
        yield from found


def _page_lines(page: Any, number: int) -> Iterator[TextLine]:
    """The lines of a page in reading order, each measured at its first and last character."""
    height = page.get_height()
    text_page = page.get_textpage()
    try:
        count = text_page.count_chars()
        if count <= 0:
            return
        codes = _codes(text_page, count)
        start = 0
        for index in range(count + 1):
            if index < count and codes[index] not in _BREAKS:
                continue
            if index > start:
                is_hyphen = index < count and codes[index] in _HYPHENS
                line = _measured(text_page, codes[start:index], start, page=number, height=height, is_cut=is_hyphen)
                if line is not None:
                    yield line
            start = index + 1
    finally:
        text_page.close()


def _codes(text_page: Any, count: int) -> list[int]:
    """The code point of each character of the page."""
    import pypdfium2.raw as pdfium

    buffer = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    codes = list(buffer[:count])
    if written == count + 1 and not any(0xD800 <= code < 0xE000 for code in codes):
        return codes
    # What pdfium leaves out of the text, or writes as two units, would shift every place after it.
    return [pdfium.FPDFText_GetUnicode(text_page, index) for index in range(count)]


def _measured(
    text_page: Any, codes: Sequence[int], start: int, *, page: int, height: float, is_cut: bool
) -> TextLine | None:
    import pypdfium2.raw as pdfium

    text = "".join(chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " " for code in codes)
    inked = [offset for offset, char in enumerate(text) if not char.isspace()]
    if not inked:
        return None
    first, last, middle = start + inked[0], start + inked[-1], start + inked[len(inked) // 2]
    left, bottom, _, top = _box(text_page, first)
    _, _, right, _ = _box(text_page, last)
    weight = pdfium.FPDFText_GetFontWeight(text_page, middle)
    size = _size(text_page, middle)
    cells = _cells(text_page, text, start, size) if len(inked) < 120 and not is_cut else ()
    return TextLine(
        text=(_without_raised(text_page, text, start) + ("-" if is_cut else "")).strip(" \t\u00a0"),
        page=page,
        left=left,
        right=right,
        top=height - top,
        bottom=height - bottom,
        size=size,
        is_bold=weight >= 600 or _is_bold_font(text_page, middle),
        page_height=height,
        cells=cells,
    )


def _without_raised(text_page: Any, text: str, start: int) -> str:
    """The line without the small figures that point to footnotes."""
    for match in reversed(list(_RAISED.finditer(text))):
        mark, before = (_size(text_page, start + match.start() - offset) for offset in (0, 1))
        if 0 < mark < 0.8 * before or _is_high(text_page, start + match.start()):
            text = text[: match.start()] + text[match.end() :]
    return text


def _is_high(text_page: Any, index: int) -> bool:
    """Whether a font's own small figure hangs above the line."""
    _, ink, _, _ = text_page.get_charbox(index)
    _, bottom, _, top = _box(text_page, index)
    return bool(ink - bottom > 0.45 * (top - bottom))


def _cells(text_page: Any, text: str, start: int, size: float) -> tuple[str, ...]:
    """What stands between gaps wider than a justified line has."""
    words = list(re.finditer(r"\S+", text))
    if not 2 <= len(words) <= 14:
        return ()
    cells = [words[0].group()]
    for before, word in pairwise(words):
        _, _, edge, _ = _box(text_page, start + before.end() - 1)
        left, _, _, _ = _box(text_page, start + word.start())
        if left - edge > size:
            cells.append(word.group())
        else:
            cells[-1] += " " + word.group()
    return tuple(cells) if len(cells) > 1 else ()


def _box(text_page: Any, index: int) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a character."""
    left, bottom, right, top = text_page.get_charbox(index, loose=True)
    return left, bottom, right, top


def _size(text_page: Any, index: int) -> float:
    """The font's nominal size times what the page's matrix does to it."""
    import pypdfium2.raw as pdfium

    size = float(pdfium.FPDFText_GetFontSize(text_page, index))
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(text_page, index, matrix):
        return size
    return size * (float((matrix.c**2 + matrix.d**2) ** 0.5) or 1.0)


def _is_bold_font(text_page: Any, index: int) -> bool:
    import pypdfium2.raw as pdfium

    name = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    size = pdfium.FPDFText_GetFontInfo(text_page, index, name, 128, flags)
    return 0 < size <= 128 and re.search(rb"bold|black|heavy|semibold", name.value, re.IGNORECASE) is not None


def _without_running_lines(lines: list[TextLine], pages: int) -> list[TextLine]:
    """The lines without page numbers and what is repeated at the head or foot of the pages."""
    seen: Counter[str] = Counter()
    for _, key in {(line.page, _key(line)) for line in lines if line.is_marginal}:
        seen[key] += 1
    often = max(3, round(0.2 * pages)) if pages > 3 else 2
    result = []
    for line in lines:
        if line.is_marginal and (_PAGE_NUMBER.fullmatch(line.text) or seen[_key(line)] >= often):
            continue
        result.append(line)
    return result


def _key(line: TextLine) -> str:
    """A line without its figures, and without the side of the page it stands on."""
    return re.sub(r"[\d\s]+", "", line.text.casefold())[:120] or "#"


def _parts(lines: list[TextLine]) -> Iterator[Part]:
    if not lines:
        return
    weights: Counter[float] = Counter()
    for line in lines:
        weights[round(line.size * 2) / 2] += len(line.text)
    body = weights.most_common(1)[0][0] or 10.0
    sizes = sorted({round(line.size) for line in lines if line.size > 1.12 * body}, reverse=True)
    compounds = hyphenated_words(line.text for line in lines)
    pending: Part | None = None
    for group in _grouped(lines, body):
        if group[0].cells:
            if pending is not None:
                yield pending
                pending = None
            yield from _rows(group)
            continue
        part = _part(group, body, sizes, compounds)
        if pending is not None and _goes_on(pending, part):
            pending = Part(
                pending.kind, joined([pending.text, part.text], compounds), level=pending.level, page=pending.page
            )
            continue
        if (
            part.kind in (BlockKind.NOTE, BlockKind.CAPTION)
            and pending is not None
            and not pending.text.endswith(_ENDS)
        ):
            yield part  # a footnote between the two halves of a paragraph
            continue
        if pending is not None:
            yield pending
        pending = part
    if pending is not None:
        yield pending


def _grouped(lines: list[TextLine], body: float) -> Iterator[list[TextLine]]:
    """The lines of each paragraph."""
    gaps = [b.top - a.bottom for a, b in pairwise(lines) if a.page == b.page and 0 <= b.top - a.bottom < 2 * body]
    usual = statistics.median(gaps) if gaps else 0.3 * body
    rights = [line.right for line in lines if len(line.text) > 40]
    edge = statistics.quantiles(rights, n=10)[-2] if len(rights) >= 5 else max(line.right for line in lines)
    group: list[TextLine] = []
    for line in lines:
        if group and _begins_new(group, line, usual=usual, edge=edge, body=body):
            yield group
            group = []
        group.append(line)
    yield group


def _rows(group: list[TextLine]) -> Iterator[Part]:
    """The rows of a table."""
    header = not any(char.isdigit() for cell in group[0].cells[1:] for char in cell)
    for number, line in enumerate(group, 1):
        yield row_part(list(line.cells), is_header=header and number == 1, page=line.page, row=number)


def _tables_only(lines: list[TextLine]) -> list[TextLine]:
    """The lines, where only those keep cells that stand under or over another row with as many."""
    result = []
    for index, line in enumerate(lines):
        near = [*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 2]]
        is_row = any(len(other.cells) == len(line.cells) and other.page == line.page for other in near)
        result.append(line if is_row or not line.cells else replace(line, cells=()))
    return result


def _begins_new(group: list[TextLine], line: TextLine, *, usual: float, edge: float, body: float) -> bool:
    before = group[-1]
    if line.cells or before.cells:
        return len(line.cells) != len(before.cells) or line.page != before.page
    if line.page != before.page or abs(line.size - before.size) > 0.08 * body:
        return True
    if line.is_bold != before.is_bold and (len(group) == 1 or before.text.endswith(_ENDS)):
        return True
    gap = line.top - before.bottom
    if gap > max(usual + 0.35 * body, 0.6 * line.size if line.size > 1.12 * body else 0.0) or gap < -3 * body:
        return True
    if _BULLET.match(line.text) and (_BULLET.match(group[0].text) or before.text.endswith(_ENDS)):
        return True
    ended = before.text.endswith(_ENDS)
    indented = line.left > before.left + 0.8 * body and len(group) > 1
    short = before.right < min(edge, max(other.right for other in [*group, line])) - 4 * body
    return ended and (indented or short)


def _part(group: list[TextLine], body: float, sizes: list[int], compounds: frozenset[str]) -> Part:
    text = joined((line.text for line in group), compounds)
    first, words = group[0], len(text.split())
    bullet = _BULLET.match(text)
    large = first.size > 1.12 * body
    numbered = bullet is not None and bullet[0][0].isdigit() and (large or first.is_bold)
    alone = first.is_bold and not text.rstrip().endswith((".", ",", ";"))
    if (
        words <= 30
        and (numbered or not bullet)
        and (large or (alone and words <= 14))
        and any(char.isalpha() for char in text)
    ):
        level = min(1 + sizes.index(round(first.size)), 6) if large and round(first.size) in sizes else len(sizes) + 1
        return Part(BlockKind.HEADING, text, level=max(1, min(level, 6)), page=first.page)
    aside = _aside(group, text, is_small=first.size < 0.92 * body)
    if aside is BlockKind.NOTE:
        text = re.sub(r"^(\d{1,3}|[*†‡])(?=[^\W\d])", r"\1 ", text)
    if aside is not None:
        return Part(aside, text, page=first.page)
    if bullet is not None:
        return Part(BlockKind.LIST_ITEM, text[bullet.end() :], level=1, page=first.page)
    return Part(BlockKind.PARAGRAPH, text, page=first.page)


def _aside(group: list[TextLine], text: str, *, is_small: bool) -> BlockKind | None:
    """NOTE or CAPTION for what stands beside the running text, by its size and place."""
    first = group[0]
    if is_small and _FOOTNOTE.match(text) and first.top > 0.5 * first.page_height:
        return BlockKind.NOTE
    if (is_small or len(text.split()) <= 30) and is_caption(text):
        return BlockKind.CAPTION
    return BlockKind.NOTE if is_small and first.is_marginal and len(group) <= 2 else None


def _goes_on(before: Part, part: Part) -> bool:
    """Whether a paragraph continues on the next page or column."""
    if before.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) or part.kind is not BlockKind.PARAGRAPH:
        return False
    if before.text.endswith(_ENDS) or before.words < 4:
        return False
    return part.text[:1].islower() or before.text.endswith(("-", ","))
