"""A last look at a finished file: what can't be opened, or shows an empty page, is no result."""

from __future__ import annotations

import io

from server.domain.errors import RenderingFailed


def check_pdf(pdf: bytes) -> int:
    """Open a PDF and look for words on every page.

    Returns:
        Its pages.

    Raises:
        RenderingFailed: it can't be opened, or a page is empty.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise RenderingFailed("The PDF came out damaged; run it again.") from error
    try:
        for number in range(len(document)):
            page = document[number]
            words = page.get_textpage()
            is_empty = not words.get_text_range().strip()
            words.close()
            page.close()
            if is_empty:
                raise RenderingFailed(f"Page {number + 1} of the PDF came out empty; try the HTML format.")
        return len(document)
    finally:
        document.close()


def check_xlsx(content: bytes, *, tables: int) -> None:
    """Open a workbook and count its sheets.

    Raises:
        RenderingFailed: it can't be opened, or lacks a sheet.
    """
    import zipfile

    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(content), read_only=True)
    except (ValueError, KeyError, OSError, zipfile.BadZipFile) as error:
        raise RenderingFailed("The workbook came out damaged; run it again.") from error
    try:
        if len(book.sheetnames) < tables + 1:
            raise RenderingFailed("The workbook came out incomplete; run it again.")
    finally:
        book.close()
