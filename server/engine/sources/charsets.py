"""From bytes to characters: the declared encoding first, then UTF-8, then what the bytes look like."""

from __future__ import annotations

import codecs
import logging
import re

from server.domain.errors import SourceNotImported

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LIKELY = [
    "cp1252", "iso8859_15", "cp1250", "iso8859_2", "cp1251", "koi8_r", "koi8_u", "cp1253", "iso8859_7", "cp1254",
    "cp1257", "cp1258", "mac_roman", "utf_16", "utf_16_le", "utf_16_be", "shift_jis", "euc_jp", "gb18030", "big5",
    "euc_kr",
]  # fmt: skip
_WESTERN = ("cp1252", "cp1250", "cp1254", "cp1257")
_SAMPLE = 200_000
_MAX_DAMAGE = 0.002
"""Share of unreadable characters up to which a text that says it is UTF-8 is believed."""


def decode(data: bytes, *, name: str, declared: str = "") -> tuple[str, tuple[str, ...]]:
    """The text of some bytes, and warnings about it.

    Args:
        data: the bytes of the whole document.
        name: what people call it, for the sentence.
        declared: the encoding that a header or the document itself names.

    Raises:
        SourceNotImported: no encoding fits; the sentence says what to do.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data, encoding) or _damaged(data, encoding, name=name)
    wanted = _known(declared)
    for encoding in dict.fromkeys(filter(None, (wanted, "utf-8"))):
        found = _strict(data, encoding)
        if found:
            return found
    if wanted in ("", "utf-8"):
        repaired = _mended(data)
        if repaired:
            return repaired
    guessed = _guess(data)
    return _strict(data, guessed) or _damaged(data, guessed or "utf-8", name=name)


def is_binary(data: bytes) -> bool:
    """Whether the bytes can't be text: NULs without the pattern of UTF-16, or many control characters."""
    head = data[:65536]
    if not head or any(head.startswith(mark) for mark, _ in _MARKS):
        return False
    if b"\0" in head:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        return not (max(even, odd) > 0.3 * len(head) / 2 and min(even, odd) < 0.02 * len(head))
    control = len(re.findall(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]", head))
    return control > 0.01 * len(head)


def _strict(data: bytes, encoding: str) -> tuple[str, tuple[str, ...]] | None:
    if not encoding:
        return None
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    # A text full of C1 controls was not written in this encoding.
    if len(re.findall("[\x80-\x84\x86-\x9f]", text[:_SAMPLE])) > 2:
        return None
    return text, ()


def _mended(data: bytes) -> tuple[str, tuple[str, ...]] | None:
    """UTF-8 in which a few bytes are broken; the rest shows that it is UTF-8."""
    text = data.decode("utf-8", errors="replace")
    lost = text.count("\ufffd")
    wide = sum(1 for char in text if char > "\x7f" and char != "\ufffd")
    if lost > _MAX_DAMAGE * len(text) + 1 or wide < 3 * lost:
        return None
    return text, (f"{lost} characters could not be read and were left out",)


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes

    logging.getLogger("charset_normalizer").setLevel(logging.CRITICAL)
    sample = data[:_SAMPLE]
    best = from_bytes(sample, cp_isolation=_LIKELY, threshold=0.3).best()
    encoding = best.encoding if best is not None else ""
    if encoding in _WESTERN:
        # Western and Central European letters share their bytes: the one without symbols inside words is meant.
        return min((encoding, *_WESTERN), key=lambda name: _symbols_in_words(sample, name))
    return encoding


def _symbols_in_words(data: bytes, encoding: str) -> int:
    text = data.decode(encoding, errors="replace")
    return len(re.findall(r"(?<=[^\W\d_])[¡-¿×÷ˇ˘˙˛˝\ufffd](?=[^\W\d_])", text))


def _damaged(data: bytes, encoding: str, *, name: str) -> tuple[str, tuple[str, ...]]:
    text = data.decode(encoding, errors="replace")
    lost = text.count("\ufffd")
    if lost > _MAX_DAMAGE * len(text) + 1:
        raise SourceNotImported(
            f"the characters of {name} can't be read: its text encoding is broken or unknown; save it as UTF-8",
            source=name,
        )
    return text, (f"{lost} characters could not be read and were left out",)


def _known(name: str) -> str:
    try:
        found = codecs.lookup(name.strip().strip("'\"")).name if name else ""
    except (LookupError, ValueError):
        return ""
    # Every browser reads Latin-1 as its superset Windows-1252 (WHATWG Encoding).
    return "cp1252" if found in ("iso8859-1", "ascii") else found
