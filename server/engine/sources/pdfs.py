"""PDF documents: the lines of each page from its text layer, or from its picture where it has none."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import text_recognition
from server.engine.sources.contents import Content
from server.engine.sources.documents import MAX_CHARACTERS, Document, Part, canonical
from server.engine.sources.equipment import Equipment
from server.engine.sources.pages import TextLine, parts_of
from server.engine.sources.pictures import lines_of

MAX_PAGES = 3000
MAX_SCANNED = 150
"""Pages of one document that are read from their pictures; each takes about 6 CPU seconds."""
MAX_SCANNED_S = 1500.0
_SCANNED = 8
"""Characters of a text layer below which a page is a picture."""
_DOTS_PER_INCH = 200
_MAX_PIXELS = 8_000_000
"""Of a page's picture, however large its sheet of paper is."""

_HYPHENS = frozenset((0x02, 0xAD, 0xFFFE))
"""What pdfium writes for a hyphen at a line's end, in place of the line break."""
_BREAKS = _HYPHENS | {10, 13}
_RAISED = re.compile(r"(?<=[^\W\d]|[.,;:!?”’»\")])\d{1,3}(?=\s|$|[.,;:!?”’»\")])")
_ERRORS = {2: "missing", 3: "damaged", 4: "encrypted", 5: "encrypted", 6: "damaged"}
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")


def read(content: Content, equipment: Equipment | None = None) -> Document:
    """The document of a PDF; every part knows its page.

    Raises:
        SourceNotImported: it is encrypted, damaged or too long.
        NothingUsable: it has neither a text layer nor words in its pictures.
        CannotProduce: it needs text recognition and the models are missing.
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
        count = len(pdf)
        if count > MAX_PAGES:
            raise SourceNotImported(
                f"{name} has {count:,} pages and at most {MAX_PAGES:,} can be read; split it", source=name
            )
        pages = _all_lines(pdf, name)
        notes = _read_pictures(pdf, pages, name=name, equipment=equipment or Equipment())
        metadata = {key: canonical(value) for key, value in pdf.get_metadata_dict(skip_empty=True).items()}
    lines = [line for number in sorted(pages) for line in pages[number]]
    if not lines:
        raise NothingUsable(
            f"there is no text in {name}: 0 words were found on its pages or in their pictures; give one that has some"
        )
    return _document(parts_of(lines, pages=count), metadata, notes)


def _read_pictures(pdf: Any, pages: dict[int, list[TextLine]], *, name: str, equipment: Equipment) -> tuple[str, ...]:
    """Add the lines of the pages that have no text layer, as many as the time allows; a note about those left out."""
    scanned = [number for number, lines in pages.items() if sum(len(line.text) for line in lines) < _SCANNED]
    begun = equipment.seconds_left
    read = 0
    for number in scanned:
        picture = _picture(pdf, number)
        if picture is None:
            continue
        spent = begun - equipment.seconds_left
        if read >= MAX_SCANNED or spent > MAX_SCANNED_S or equipment.seconds_left < 60:
            rest = [each for each in scanned if each >= number]
            return (
                f"{name}: the text of {read} scanned pages was recognised; {len(rest)} from page {rest[0]} on were "
                "left out, so split it to have them read",
            )
        models = equipment.model_cache(name)
        equipment.tell(read / min(len(scanned), MAX_SCANNED), f"Reading the picture of page {number} of {len(pages)}")
        pixels, scale = picture
        boxes = text_recognition.recognised(pixels, models=models)
        found = lines_of(boxes, page=number, height=pixels.shape[0], scale=scale)
        pages[number] = found or pages[number]
        read += 1
    return ()


def _picture(pdf: Any, number: int) -> tuple[text_recognition.Pixels, float] | None:
    """A page as pixels and the points that a pixel measures; None for an empty one."""
    import pypdfium2

    try:
        page = pdf[number - 1]
        width, height = page.get_size()
        scale = min(_DOTS_PER_INCH / 72, (_MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        drawn = page.render(scale=scale, rev_byteorder=False, may_draw_forms=False)
        pixels = np.ascontiguousarray(drawn.to_numpy()[:, :, :3]).copy()
        page.close()
    except (pypdfium2.PdfiumError, ValueError, IndexError):
        return None
    if min(pixels.shape[:2]) < 32 or text_recognition.is_blank(pixels):
        return None
    return pixels, 1 / scale


def _document(parts: list[Part], metadata: dict[str, str], notes: tuple[str, ...]) -> Document:
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
        warnings=notes,
    )


def _all_lines(pdf: Any, name: str) -> dict[int, list[TextLine]]:
    """The lines of each page that can be opened, by its number."""
    import pypdfium2

    pages: dict[int, list[TextLine]] = {}
    characters = 0
    for number in range(1, len(pdf) + 1):
        try:
            page = pdf[number - 1]
            found = list(_page_lines(page, number))
            page.close()
        except pypdfium2.PdfiumError:
            continue  # a damaged page; the others may still be read
        pages[number] = found
        characters += sum(len(line.text) for line in found)
        if characters > MAX_CHARACTERS:
            raise SourceNotImported(f"{name} holds more text than can be read at once; split it", source=name)
    return pages


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
