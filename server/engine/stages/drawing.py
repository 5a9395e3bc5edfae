"""From a written document to its files, in one piece: composed once, drawn in every form that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

from server.domain.documents import DataTable, Document, Quiz
from server.domain.errors import RenderingFailed
from server.domain.requests import Stage
from server.domain.scripts import Composition
from server.domain.sources import Source
from server.engine.papers.references import Origin, origin_of
from server.engine.specs import Brand
from server.engine.stages.context import Context
from server.engine.stages.drawn import drawn_once
from server.engine.stages.logos import brand_logo
from server.engine.workers import DRAWING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
"""Counts up when the same document is drawn differently."""
_SHOWN = 12
"""Characters named in a note."""


class Form(StrEnum):
    """A form that a document can take; the value is its file's extension."""

    MARKDOWN = "md"
    HTML = "html"
    PDF = "pdf"
    QUIZ = "json"
    WORKBOOK = "xlsx"
    CSV = "csv"


MEDIA_TYPES = {
    Form.MARKDOWN: "text/markdown",
    Form.HTML: "text/html",
    Form.PDF: "application/pdf",
    Form.QUIZ: "application/json",
    Form.WORKBOOK: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Form.CSV: "text/csv",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What drawing needs beside the document."""

    origins: tuple[Origin, ...]
    brand: Brand
    logo: Path | None
    """A PNG of 200×50."""
    day: date
    with_notes: bool
    """Whether Markdown carries the notes; pages and PDFs always do."""


@dataclass(frozen=True, slots=True)
class _Facts:
    missing: str
    """Characters that the PDF could not show."""


def draw_document(
    context: Context, document: Document | Composition, sources: tuple[Source, ...], forms: tuple[Form, ...]
) -> tuple[dict[Form, Path], tuple[str, ...]]:
    """Draw a document.

    Returns:
        The file of each form, and what a person should be told.

    Raises:
        SourceNotImported: the brand's logo can't be had, or is no picture to be drawn with.
        RenderingFailed: a file did not pass its check.
    """
    spec = context.spec
    look = Look(
        origins=tuple(origin_of(source) for source in sources),
        brand=spec.brand,
        logo=brand_logo(context) if spec.brand.logo else None,
        day=datetime.now().astimezone().date(),
        with_notes=spec.include_citations,
    )
    key = key_of(FORMAT, type(document).__name__, document, look)
    paths = {form: context.work.file("drawn", key, f".{form}") for form in forms}
    facts = context.work.file("drawn", key_of(key, forms), ".facts")

    def draw() -> None:
        context.workers.run(DRAWING, context.supervision, _draw_piece, document, look, paths, facts=facts)

    told = drawn_once(context, draw, facts, _Facts, paths=paths.values(), what="the document")
    context.report(Stage.DRAWING, 1.0, "The document is drawn")
    return paths, _told(told.missing)


def _told(missing: str) -> tuple[str, ...]:
    if not missing:
        return ()
    named = " ".join(missing[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
    return (
        f"The PDF has no glyphs for some characters ({named}): pictures are left out of it and letters stand as ▯; "
        "the text and HTML forms have them all.",
    )


def _draw_piece(document: Document | Composition, look: Look, paths: dict[Form, Path], *, facts: Path) -> None:
    folder = WorkFolder(facts.parent)
    with folder.in_use():
        try:
            made, missing = drawn(document, look, tuple(paths))
        except MemoryError as error:
            raise RenderingFailed("The document is too long to be drawn; ask for a shorter one.") from error
        for form, content in made.items():
            folder.write(paths[form], content)
        folder.save(facts, _Facts(missing))


def drawn(document: Document | Composition, look: Look, forms: tuple[Form, ...]) -> tuple[dict[Form, bytes], str]:
    """The checked content of each form, and the characters that a PDF could not show.

    Raises:
        RenderingFailed: a file did not pass its check.
    """
    from server.engine.papers.checking import check_pdf, check_xlsx
    from server.engine.papers.composing import compose
    from server.engine.papers.html import as_html
    from server.engine.papers.markdown import as_markdown, as_quiz_json, as_table_markdown
    from server.engine.papers.palettes import dark_palette, light_palette
    from server.engine.papers.pdf import draw
    from server.engine.papers.tables import as_csv, as_xlsx

    sheet = compose(document, origins=look.origins, day=look.day)
    brand = look.brand
    colors = {
        "brand": brand.brand_color,
        "accent": brand.accent_color,
        "background": brand.background_color,
        "text": brand.text_color,
    }
    name = brand.name or (brand.logo.name if brand.logo else "")
    logo = look.logo.read_bytes() if look.logo else b""
    missing = ""

    def pdf() -> bytes:
        nonlocal missing
        drawing = draw(sheet, palette=light_palette(**colors), logo=logo, logo_name=name)
        check_pdf(drawing.pdf)
        missing = drawing.missing
        return drawing.pdf

    def workbook() -> bytes:
        assert isinstance(document, DataTable)
        content = as_xlsx(document, origins=look.origins)
        check_xlsx(content, tables=len(document.tables))
        return content

    def markdown() -> bytes:
        if isinstance(document, DataTable):
            return as_table_markdown(sheet).encode()
        return as_markdown(sheet, with_notes=look.with_notes).encode()

    def page() -> bytes:
        light, dark = light_palette(**colors), dark_palette(**colors)
        return as_html(sheet, light=light, dark=dark, logo=logo, logo_name=name).encode()

    def quiz() -> bytes:
        assert isinstance(document, Quiz)
        return as_quiz_json(document).encode()

    def comma_separated() -> bytes:
        assert isinstance(document, DataTable)
        return as_csv(document)

    making: dict[Form, Callable[[], bytes]] = {
        Form.MARKDOWN: markdown,
        Form.HTML: page,
        Form.PDF: pdf,
        Form.QUIZ: quiz,
        Form.WORKBOOK: workbook,
        Form.CSV: comma_separated,
    }
    return {form: making[form]() for form in forms}, missing
