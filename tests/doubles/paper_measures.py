"""What can be measured of a drawn PDF: words outside the margins, words over each other, pages left empty."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

MM = 72 / 25.4
MARGIN = 20 * MM
PAGE = (210 * MM, 297 * MM)
SLACK = 1.5
FOOTER = 18 * MM


@dataclass(frozen=True)
class Glyph:
    """A visible character and its ink, in points from the page's lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.top - self.bottom)


@dataclass(frozen=True)
class Page:
    glyphs: tuple[Glyph, ...]

    @property
    def body(self) -> tuple[Glyph, ...]:
        return tuple(g for g in self.glyphs if g.bottom > FOOTER)

    @property
    def fill(self) -> float:
        """How far down the page its words reach, 0 to 1."""
        lowest = min((g.bottom for g in self.body), default=PAGE[1])
        return 1 - (lowest - 22 * MM) / (PAGE[1] - 42 * MM)


def pages_of(pdf: bytes) -> list[Page]:
    """Every page with its visible characters."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for index in range(len(document)):
        page = document[index]
        words = page.get_textpage()
        glyphs = []
        for at in range(words.count_chars()):
            code = pdfium.FPDFText_GetUnicode(words.raw, at)
            text = chr(code)
            if text.isspace() or code in (0, 0x200B, 0x2060, 0xFFFE) or pdfium.FPDFText_IsGenerated(words.raw, at) == 1:
                continue
            glyphs.append(Glyph(text, *words.get_charbox(at)))
        words.close()
        page.close()
        pages.append(Page(tuple(glyphs)))
    document.close()
    return pages


def outside(pages: list[Page]) -> list[tuple[int, str]]:
    """Characters beyond the side margins or the paper, by page."""
    return [
        (number, glyph.text)
        for number, page in enumerate(pages, 1)
        for glyph in page.glyphs
        if glyph.left < MARGIN - SLACK
        or glyph.right > PAGE[0] - MARGIN + SLACK
        or glyph.bottom < 5 * MM
        or glyph.top > PAGE[1] - 5 * MM
    ]


def overlapping(pages: list[Page], *, share: float = 0.55) -> list[tuple[int, str]]:
    """Pairs of characters that cover each other by more than that share of the smaller one.

    Combining marks and joined scripts lie over their neighbours by nature: only characters of Latin, digits and
    East Asian scripts are compared.
    """
    found = []
    for number, page in enumerate(pages, 1):
        rows: dict[int, list[Glyph]] = {}
        for glyph in page.glyphs:
            if glyph.text.isalnum() and (glyph.text < "\u0250" or glyph.text > "\u3000"):
                for row in {int(glyph.bottom // 8), int(glyph.top // 8)}:
                    rows.setdefault(row, []).append(glyph)
        for row in rows.values():
            row.sort(key=lambda g: g.left)
            for index, one in enumerate(row):
                for other in row[index + 1 :]:
                    if other.left >= one.right:
                        break
                    wide = min(one.right, other.right) - other.left
                    tall = min(one.top, other.top) - max(one.bottom, other.bottom)
                    smaller = min(one.area, other.area)
                    if wide > 0 and tall > 0 and smaller > 0.5 and wide * tall / smaller > share:
                        found.append((number, one.text + other.text))
    return found


def under_a_third(pages: list[Page]) -> list[int]:
    """Pages, but for the last, whose words end in the upper third."""
    return [number for number, page in enumerate(pages[:-1], 1) if page.fill < 1 / 3]
