"""Office files are ZIP archives: judged by their directory before anything is unpacked.

Python reads at most the size that the directory declares for an entry, so judging the declared sizes is enough.
Document type definitions, which these formats do not allow, are refused before a parser sees them.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from server.domain.errors import SourceNotImported

MAX_ENTRIES = 20_000
MAX_UNPACKED = 400_000_000
"""Bytes of all entries together."""
MAX_XML = 150_000_000
"""Bytes of one part of text; a parsed part takes some ten times as much memory as it has bytes."""
MAX_RATIO = 200
"""Unpacked over packed bytes of an entry of more than `_SMALL` bytes. Text packs 20 to 60 times, a bomb 1,000 times."""
_SMALL = 5_000_000
_PROLOG = 65_536
_DTD = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_FIRST_ELEMENT = re.compile(rb"<[A-Za-z_]")


def judge(data: bytes, *, name: str, kind: str, largest_part: int = MAX_XML) -> None:
    """Refuse an office file that is damaged, encrypted, or made to harm whoever unpacks it.

    Args:
        data: the file.
        name: what people call it.
        kind: what it is, for a sentence ("a Word document").
        largest_part: bytes that one part of text may have.

    Raises:
        SourceNotImported: one sentence that says what is wrong with it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _judge_sizes(entries, name=name, kind=kind, largest_part=largest_part)
            for entry in entries:
                if entry.filename.lower().endswith((".xml", ".rels")):
                    _judge_prolog(archive, entry, name=name)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, NotImplementedError, EOFError) as error:
        raise damaged(name, kind) from error


def damaged(name: str, kind: str) -> SourceNotImported:
    """What to say of a file that can't be opened as what it is."""
    return SourceNotImported(
        f"{name} is damaged: it can't be opened as {kind}; open it in the program that made it, save it again and add "
        "that",
        source=name,
    )


def _judge_sizes(entries: list[zipfile.ZipInfo], *, name: str, kind: str, largest_part: int) -> None:
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise SourceNotImported(
            f"{name} is protected by a password; save a copy without a password and add that", source=name
        )
    total = sum(entry.file_size for entry in entries)
    bomb = any(entry.file_size > _SMALL and entry.file_size > MAX_RATIO * entry.compress_size for entry in entries)
    parts = [entry.file_size for entry in entries if entry.filename.lower().endswith((".xml", ".rels"))]
    if bomb or len(entries) > MAX_ENTRIES or total > MAX_UNPACKED or max(parts, default=0) > largest_part:
        raise SourceNotImported(
            f"{name} is {kind} that unpacks to {max(total, 1) / 1_000_000:,.0f} MB, more than can be read safely; "
            "split it or save its text as a file of its own",
            source=name,
        )


def _judge_prolog(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, *, name: str) -> None:
    with archive.open(entry) as part:
        head = part.read(_PROLOG).replace(b"\0", b"")
    first = _FIRST_ELEMENT.search(head)
    if _DTD.search(head[: first.start()] if first else head):
        raise SourceNotImported(
            f"{name} holds definitions that no office program writes, so it is not opened; open it in the program that "
            "made it, save it again and add that",
            source=name,
        )
