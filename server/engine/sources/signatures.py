"""What a file is by its first bytes, whatever its name says."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from server.engine.sources.charsets import is_binary

HEAD = 4096
"""Bytes at the start of a file that tell what it is."""
RECORDING = "recording"


@dataclass(frozen=True, slots=True)
class Signature:
    """What a file is. `kind` names the format that reads it, empty where nothing here does."""

    kind: str
    told_as: str
    """For a sentence: "is a program"."""
    advice: str = ""
    """What to do with a file that is not read; empty for the list of what is read."""


_PDF = Signature("pdf", "a PDF")
_PICTURE = Signature("picture", "a picture")
_RECORDING = Signature(RECORDING, "a recording")
_OTHER_PICTURE = Signature("", "a picture of a kind that is not read", "save it as PNG or JPEG and add that")
_ARCHIVE = Signature("", "an archive", "unpack it and add the files in it")
_PROTECTED = Signature("", "protected by a password", "save a copy without a password and add that")
_PROGRAM = Signature("", "a program")

_MAGIC: tuple[tuple[bytes, Signature], ...] = (
    (b"\x89PNG\r\n\x1a\n", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"ID3", _RECORDING),
    (b"OggS", _RECORDING),
    (b"fLaC", _RECORDING),
    (b"caff", _RECORDING),
    (b"\x1aE\xdf\xa3", _RECORDING),
    (b"GIF8", _OTHER_PICTURE),
    (b"BM", _OTHER_PICTURE),
    (b"II*\0", _OTHER_PICTURE),
    (b"MM\0*", _OTHER_PICTURE),
    (b"\0\0\x01\0", _OTHER_PICTURE),
    (b"\x7fELF", _PROGRAM),
    (b"MZ", _PROGRAM),
    (b"\x1f\x8b", _ARCHIVE),
    (b"BZh", _ARCHIVE),
    (b"7z\xbc\xaf", _ARCHIVE),
    (b"\xfd7zXZ", _ARCHIVE),
    (b"Rar!", _ARCHIVE),
    (b"SQLite format 3", Signature("", "a database", "save the table as .csv and add that")),
    (b"{\\rtf", Signature("", "an RTF document", "save it as .docx and add that")),
    (b"%!PS", Signature("", "a PostScript document", "save it as .pdf and add that")),
)
_PACKED = (
    ("word/document.xml", Signature("docx", "a Word document")),
    ("ppt/presentation.xml", Signature("pptx", "a PowerPoint deck")),
    ("xl/workbook.xml", Signature("xlsx", "an Excel workbook")),
    ("xl/workbook.bin", Signature("", "a binary Excel workbook", "save it as .xlsx and add that")),
)
_FOLDERS = (("word/", _PACKED[0][1]), ("ppt/", _PACKED[1][1]), ("xl/", _PACKED[2][1]))
_BY_MIMETYPE = (
    (b"opendocument.text", Signature("", "an OpenDocument text", "save it as .docx and add that")),
    (b"opendocument.presentation", Signature("", "an OpenDocument presentation", "save it as .pptx and add that")),
    (b"opendocument.spreadsheet", Signature("", "an OpenDocument spreadsheet", "save it as .xlsx and add that")),
    (b"epub", Signature("", "an e-book", "save it as .pdf or .html and add that")),
)
_OLD_OFFICE = (
    ("EncryptedPackage", _PROTECTED),
    ("WordDocument", Signature("", "an old Word document", "save it as .docx and add that")),
    ("PowerPoint Document", Signature("", "an old PowerPoint deck", "save it as .pptx and add that")),
    ("Workbook", Signature("", "an old Excel workbook", "save it as .xlsx and add that")),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def signature_of(data: bytes) -> Signature | None:  # noqa: PLR0911 - one line per family of containers
    """What a file is by its content; None for text, and for nothing at all."""
    head = data[:HEAD]
    if b"%PDF-" in head[:1024]:
        return _PDF
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _packed(data)
    if head[:8] == _OLE:
        return _compound(data)
    if head[:4] == b"RIFF":
        return {b"WAVE": _RECORDING, b"WEBP": _PICTURE}.get(head[8:12], Signature("", "a film"))
    if head[4:8] == b"ftyp":
        return _OTHER_PICTURE if head[8:11] in (b"hei", b"avi", b"mif") else _RECORDING
    if len(head) > 1 and head[0] == 0xFF and head[1] in (0xFB, 0xF3, 0xF2, 0xFA, 0xF1, 0xF9):
        return _RECORDING if is_binary(data) else None
    for mark, found in _MAGIC:
        if head.startswith(mark) and (len(mark) > 2 or is_binary(data)):
            return found
    return Signature("", "no text but binary data") if is_binary(data) else None


def _packed(data: bytes) -> Signature:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            mimetype = archive.open("mimetype").read(200) if "mimetype" in names else b""
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError):
        # Cut off: what stands at its beginning still tells what it was.
        start = data[:200_000].decode("latin-1")
        return next((found for mark, found in _FOLDERS if mark in start), _ARCHIVE)
    for mark, found in _BY_MIMETYPE:
        if mark in mimetype:
            return found
    for name, found in _PACKED:
        if name in names:
            return found
    return next((found for mark, found in _FOLDERS if any(name.startswith(mark) for name in names)), _ARCHIVE)


def _compound(data: bytes) -> Signature:
    """A compound file of the Microsoft office programs before 2007, or the shell of an encrypted one."""
    for name, found in _OLD_OFFICE:
        if name.encode("utf-16-le") in data:
            return found
    return Signature("", "an old office document", "save it as .docx, .pptx or .xlsx and add that")
