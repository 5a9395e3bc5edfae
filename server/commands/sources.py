"""What the words of a command line stand for: addresses, files and standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

from server.domain.errors import SourceNotImported
from server.domain.sources import SourceKind
from server.engine.specs import SourceSpec

MAX_FILE_BYTES = 200 * 1024 * 1024
"""A larger file is refused before it is opened."""


def source_specs(words: list[str]) -> tuple[SourceSpec, ...]:
    """One spec a word: ``-`` is standard input, ``http…`` an address (of a page, a file or a video), else a file.

    Raises:
        SourceNotImported: a word names nothing that can be read.
    """
    return tuple(_spec(word) for word in words)


def _spec(word: str) -> SourceSpec:
    if word == "-":
        return SourceSpec(SourceKind.TEXT, content=_standard_input(), name="standard input")
    if "://" in word:
        from server.fetch.addresses import mask
        from server.fetch.video_addresses import video_id

        is_pdf = urlsplit(word).path.lower().endswith(".pdf")
        kind = SourceKind.VIDEO_SITE if video_id(word) else SourceKind.PDF if is_pdf else SourceKind.WEBSITE
        return SourceSpec(kind, content=word, name=mask(word))
    return _file(Path(word).expanduser())


def _file(path: Path) -> SourceSpec:
    try:
        if path.is_dir():
            raise SourceNotImported(f"{path} is a folder; name the files in it.", source=str(path))
        size = path.stat().st_size
        with path.open("rb"):
            pass
    except FileNotFoundError:
        raise SourceNotImported(f"There is no file {path}; check the name.", source=str(path)) from None
    except PermissionError:
        raise SourceNotImported(f"{path} can't be read; its permissions do not allow it.", source=str(path)) from None
    except (OSError, ValueError) as error:
        raise SourceNotImported(f"{path} can't be read: {error}.", source=str(path)) from None
    if size > MAX_FILE_BYTES:
        raise SourceNotImported(
            f"{path} has {size // 1_000_000:,} MB; a source may have {MAX_FILE_BYTES // 1_048_576} MB. Split it.",
            source=str(path),
        )
    return SourceSpec(SourceKind.FILE, path=path.resolve(), name=path.name)


def _standard_input() -> str:
    if sys.stdin is None or sys.stdin.isatty():
        raise SourceNotImported("Standard input is a terminal; pipe a text into it, as in: cat article.md | …")
    data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise SourceNotImported("Standard input holds more than 200 MB; split it.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceNotImported(
            f"Standard input is not UTF-8 (byte {error.start}); save the text as UTF-8 and try again."
        ) from None
