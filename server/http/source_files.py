"""A source as it was sent, laid into a file: base64 undone, sizes and names judged."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path, PurePosixPath

from server.domain.notebooks import EXTENSIONS, MAX_FILE, MAX_TEXT, SourceInput
from server.domain.sources import SourceKind

MIB = 1024 * 1024
_SHOWN = 80


def unloaded_source(kind: str, content: str, file_name: str, path: Path) -> SourceInput:
    """The source with its content in a file that begins with `path`, or with the sentence that says what is wrong."""
    match kind:
        case "text":
            return _text(content, path)
        case "website" | "video_site":
            address = content.strip()
            if not address:
                return _refused(kind, "There is no address: give one that starts with https://.")
            return SourceInput(SourceKind(kind), address=address[:8192], name=address[:200])
        case "pdf":
            name = _plain(file_name) or "document.pdf"
            return _file(kind, content, name if name.lower().endswith(".pdf") else f"{name}.pdf", path)
    name = _plain(file_name)
    if PurePosixPath(name).suffix.lower() not in EXTENSIONS:
        known = " ".join(EXTENSIONS)
        return _refused(kind, f"{name[-_SHOWN:]} can't be read: files end in one of {known}.")
    return _file(kind, content, name, path)


def _text(content: str, path: Path) -> SourceInput:
    if len(content) > MAX_TEXT:
        return _refused(
            "text", f"The text has {len(content):,} characters, and at most {MAX_TEXT:,} are taken: split it."
        )
    if not content.strip():
        return _refused("text", "The text is empty: give one that has some words.")
    path.write_bytes(content.encode("utf-8", "replace"))
    return SourceInput(SourceKind.TEXT, path=path)


def _file(kind: str, content: str, name: str, path: Path) -> SourceInput:
    shown = name[-_SHOWN:]
    head, comma, rest = content[:200].partition(",")
    if comma and head.lower().startswith("data:"):
        if not head.lower().endswith(";base64"):
            return _refused(kind, f"{shown} must be sent as base64 or as a base64 data URL.")
        content = content[len(head) + 1 :]
    del rest
    packed = "".join(content.split())
    if len(packed) // 4 * 3 - 2 > MAX_FILE:
        return _refused(kind, f"{shown} is larger than {MAX_FILE // MIB} MB: split it.")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return _refused(kind, f"{shown} is not valid base64: send the file's bytes as base64.")
    if not data:
        return _refused(kind, f"{shown} is empty.")
    if kind == "pdf" and b"%PDF-" not in data[:1024]:
        return _refused(kind, f"{shown} is no PDF: send other files with the type file.")
    target = path.with_name(path.name + PurePosixPath(name).suffix.lower())
    target.write_bytes(data)
    return SourceInput(SourceKind(kind), path=target, name=name)


def _plain(name: str) -> str:
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable()).strip()[-200:]


def _refused(kind: str, sentence: str) -> SourceInput:
    return SourceInput(SourceKind(kind), fault=sentence)
