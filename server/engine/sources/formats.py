"""Which reader takes a file: its first bytes decide, then what a header or its name says.

A further kind of file joins here with a module of its own and one entry in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.domain.enumerations import enumerated
from server.domain.errors import SourceNotImported
from server.engine.sources import (
    archives,
    markdown,
    pdfs,
    pictures,
    plain_text,
    recordings,
    separated,
    slide_decks,
    tables,
    webpages,
    word_documents,
    workbooks,
)
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document
from server.engine.sources.equipment import Equipment
from server.engine.sources.signatures import RECORDING, signature_of

Reader = Callable[[Content, Equipment], Document]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file and its reader."""

    name: str
    extensions: tuple[str, ...]
    media_types: tuple[str, ...]
    read: Reader
    locators: tuple[str, ...] = ("characters",)
    """What a passage of it can be found by."""
    limits: str = ""
    signature: str = ""
    """The kind of `signatures` that it is recognised by; empty for text."""
    is_marked_up: bool = True
    """Whether furniture, bylines and turns of talk are to be told apart in it by its words."""

    @property
    def is_text(self) -> bool:
        """Whether the bytes are decoded before they are read."""
        return not self.signature


def _alone(read: Callable[[Content], Document]) -> Reader:
    """A reader that needs nothing but the content."""
    return lambda content, _: read(content)


_OFFICE = "application/vnd.openxmlformats-officedocument"
PDF = Format(
    "PDF",
    (".pdf",),
    ("application/pdf", "application/x-pdf"),
    pdfs.read,
    ("page", "characters"),
    f"{pdfs.MAX_PAGES:,} pages; pages without a text layer are read from their pictures, {pdfs.MAX_SCANNED} of them",
    signature="pdf",
)
WEB_PAGE = Format(
    "web pages",
    (".html", ".htm", ".xhtml"),
    ("text/html", "application/xhtml+xml"),
    _alone(webpages.read),
    limits=f"{webpages.MAX_CHARACTERS / 1e6:.0f} million characters",
)
MARKDOWN = Format("Markdown", (".md", ".markdown"), ("text/markdown", "text/x-markdown"), _alone(markdown.read))
PLAIN_TEXT = Format("plain text", (".txt", ".text"), ("text/plain",), _alone(plain_text.read))
WORD = Format(
    "Word documents",
    (".docx", ".docm", ".dotx"),
    (f"{_OFFICE}.wordprocessingml.document", "application/vnd.ms-word.document.macroenabled.12"),
    _alone(word_documents.read),
    ("row of a table", "characters"),
    f"{word_documents.LARGEST_PART / 1e6:.0f} MB of text when unpacked",
    signature="docx",
)
SLIDES = Format(
    "PowerPoint decks",
    (".pptx", ".pptm", ".ppsx"),
    (f"{_OFFICE}.presentationml.presentation", f"{_OFFICE}.presentationml.slideshow"),
    _alone(slide_decks.read),
    ("slide", "row of a table", "characters"),
    f"{slide_decks.MAX_SLIDES:,} slides; hidden ones are left out",
    signature="pptx",
)
WORKBOOK = Format(
    "Excel workbooks",
    (".xlsx", ".xlsm", ".xltx"),
    (f"{_OFFICE}.spreadsheetml.sheet", "application/vnd.ms-excel.sheet.macroenabled.12"),
    workbooks.read,
    ("sheet", "row", "characters"),
    f"{workbooks.MAX_ROWS:,} rows, {tables.MAX_COLUMNS} columns; hidden sheets are left out",
    signature="xlsx",
    is_marked_up=False,
)
SEPARATED = Format(
    "CSV",
    (".csv", ".tsv", ".tab"),
    ("text/csv", "text/tab-separated-values", "application/csv"),
    _alone(separated.read),
    ("row", "characters"),
    f"{separated.MAX_ROWS:,} rows, {tables.MAX_COLUMNS} columns",
    is_marked_up=False,
)
PICTURE = Format(
    "pictures",
    (".png", ".jpg", ".jpeg", ".webp"),
    ("image/png", "image/jpeg", "image/webp"),
    pictures.read,
    limits=f"{pictures.MAX_PIXELS // 1_000_000} million pixels, {pictures.MAX_SIDE:,} a side",
    signature="picture",
)
RECORDINGS = Format(
    "recordings",
    (".mp3", ".wav", ".m4a", ".ogg", ".flac", ".mp4", ".webm"),
    ("audio/*", "video/mp4", "video/webm", "application/ogg"),
    recordings.read,
    ("time in milliseconds", "speaker", "characters"),
    f"{recordings.MAX_HOURS:g} hours; of films only the sound",
    signature=RECORDING,
    is_marked_up=False,
)
FORMATS = (WEB_PAGE, PDF, WORD, SLIDES, WORKBOOK, SEPARATED, MARKDOWN, PLAIN_TEXT, PICTURE, RECORDINGS)

_BY_SIGNATURE = {form.signature: form for form in FORMATS if form.signature}
_SHOWN = {PDF: "a PDF", WORD: word_documents.KIND, SLIDES: slide_decks.KIND, WORKBOOK: workbooks.KIND}


def readable() -> str:
    """The kinds that can be read, for a sentence."""
    return enumerated([form.name for form in FORMATS])


def accepted_media_types() -> tuple[str, ...]:
    """What a server may say that it sends."""
    return ("text/*", *(media_type for form in FORMATS for media_type in form.media_types if media_type[:5] != "text/"))


def named_format(*, extension: str, media_type: str) -> Format | None:
    """The format that a name and a media type speak of."""
    return next((form for form in FORMATS if extension in form.extensions), None) or next(
        (form for form in FORMATS if media_type in form.media_types), None
    )


def format_of(content: Content) -> Format:
    """The format of a content.

    Raises:
        SourceNotImported: nothing here reads it; the sentence says what it is and what can be read.
    """
    found = signature_of(content.data)
    if found is not None and found.kind:
        return _BY_SIGNATURE[found.kind]
    named = named_format(extension=content.extension, media_type=content.media_type)
    if found is not None:
        if named is not None and not named.is_text and found.told_as == "no text but binary data":
            raise _damaged(content, named)
        advice = found.advice or f"what can be read is {readable()}"
        raise SourceNotImported(f"{content.name} is {found.told_as}; {advice}", source=content.name)
    if named is not None and not named.is_text:
        if not content.data.strip():
            raise SourceNotImported(f"{content.name} is empty; choose another file", source=content.name)
        if named is PDF:
            raise _damaged(content, named)
        return PLAIN_TEXT  # text under a wrong name
    return named or PLAIN_TEXT


def _damaged(content: Content, form: Format) -> SourceNotImported:
    if form is PDF:
        return SourceNotImported(
            f"{content.name} is damaged: it can't be opened as a PDF; export it again and add that",
            source=content.name,
        )
    shown = _SHOWN.get(form, "a picture" if form is PICTURE else "a recording")
    return archives.damaged(content.name, shown)
