"""Names of recordings in an archive: safe on every file system, in order, and never twice."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME_BYTES = 180
"""Of a file name; many file systems take 255 and people put archives into deep folders."""

_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]')
_EXTENSION = re.compile(r"[a-z0-9]{1,5}")


def member_name(number: int, title: str, extension: str, *, width: int = 3) -> str:
    """``NNN title.mp3``; the number keeps it apart from all others, whatever the titles are.

    Args:
        number: from 1, the oldest episode.
        title: as it was written; what no file system takes is left out.
        extension: without a dot; what is none becomes ``mp3``.
        width: digits of the number.
    """
    words = " ".join(_UNFIT.sub(" ", unicodedata.normalize("NFC", title)).split()).strip(" .")
    while len(words.encode()) > MAX_NAME_BYTES:
        words = words[:-1].rstrip(" .")
    ending = extension.lower() if _EXTENSION.fullmatch(extension.lower()) else "mp3"
    return f"{number:0{width}d} {words or 'episode'}.{ending}"
