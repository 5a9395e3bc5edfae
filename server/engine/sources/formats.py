"""Which reader takes a file: its first bytes decide, then what a header or its name says.

A further kind of file joins here with a module of its own and one line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.domain.errors import SourceNotImported
from server.engine.sources import markdown, pdfs, plain_text, webpages
from server.engine.sources.charsets import is_binary
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file and its reader."""

    name: str
    extensions: tuple[str, ...]
    media_types: tuple[str, ...]
    read: Callable[[Content], Document]
    is_text: bool = True
    """Whether the bytes are decoded before they are read."""


PDF = Format("PDF", (".pdf",), ("application/pdf", "application/x-pdf"), pdfs.read, is_text=False)
WEB_PAGE = Format("web pages", (".html", ".htm", ".xhtml"), ("text/html", "application/xhtml+xml"), webpages.read)
MARKDOWN = Format("Markdown", (".md", ".markdown"), ("text/markdown", "text/x-markdown"), markdown.read)
PLAIN_TEXT = Format("plain text", (".txt", ".text"), ("text/plain",), plain_text.read)
FORMATS = (WEB_PAGE, PDF, MARKDOWN, PLAIN_TEXT)

_MAGIC = (
    (b"PK\x03\x04", "an archive or office document"),
    (b"PK\x05\x06", "an empty archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"BM", "a picture"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"\0\0\x01\0", "a picture"),
    (b"ID3", "sound"),
    (b"\xff\xfb", "sound"),
    (b"\xff\xf3", "sound"),
    (b"OggS", "sound"),
    (b"fLaC", "sound"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x1f\x8b", "an archive"),
    (b"BZh", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\xfd7zXZ", "an archive"),
    (b"Rar!", "an archive"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
)
_OFFICE = ((b"word/", "a Word document"), (b"ppt/", "a PowerPoint deck"), (b"xl/", "an Excel workbook"))


def readable() -> str:
    """The kinds that can be read, for a sentence."""
    names = [form.name for form in FORMATS]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def accepted_media_types() -> tuple[str, ...]:
    """What a server may say that it sends."""
    return ("text/*", *(media_type for form in FORMATS for media_type in form.media_types if media_type[:5] != "text/"))


def format_of(content: Content) -> Format:
    """The format of a content.

    Raises:
        SourceNotImported: nothing here reads it; the sentence says what it is and what can be read.
    """
    head = content.data[:4096]
    if b"%PDF-" in head[:1024]:
        return PDF
    kind = _foreign(content.data)
    if kind is not None:
        raise SourceNotImported(f"{content.name} is {kind}; what can be read is {readable()}", source=content.name)
    if content.extension in PDF.extensions or content.media_type in PDF.media_types:
        if content.data.strip():
            raise SourceNotImported(
                f"{content.name} is damaged: it can't be opened as a PDF; export it again and add that",
                source=content.name,
            )
        raise SourceNotImported(f"{content.name} is empty; choose another file", source=content.name)
    # A name ending in .md says more than a server's text/plain.
    for form in (MARKDOWN, WEB_PAGE):
        if content.extension in form.extensions or content.media_type in form.media_types:
            return form
    return PLAIN_TEXT


def _foreign(data: bytes) -> str | None:
    """What a file is that holds no text, by its first bytes; None for text."""
    head = data[:4096]
    if head[:4] == b"PK\x03\x04":
        return next((name for mark, name in _OFFICE if mark in data[:200_000]), _MAGIC[0][1])
    if head[:4] == b"RIFF":
        return {b"WAVE": "sound", b"AVI ": "a film"}.get(head[8:12], "a picture")
    if head[4:8] == b"ftyp":
        return {b"M4A": "sound", b"hei": "a picture", b"avi": "a picture"}.get(head[8:11], "a film")
    for mark, name in _MAGIC:
        if head.startswith(mark) and (len(mark) > 2 or is_binary(data)):
            return name
    return "no text but binary data" if is_binary(data) else None
