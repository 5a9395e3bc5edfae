"""Text as people typed or pasted it, made fit to be published as plain text."""

from __future__ import annotations

import html
import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffd\ufffe\uffff]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG = re.compile(r"</?(?:a|b|br|div|em|i|li|ol|p|span|strong|u|ul|h[1-6]|font|img)\b[^<>]*>", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
MAX_ROUNDS = 10
"""How often text may have been escaped; beyond that its signs mean nothing."""
_WORD = r"[^\s\x00-\x1f\x7f\ud800-\udfff\ufffd\ufffe\uffff&<]++"
_CLEAN = re.compile(f"{_WORD}(?: {_WORD})*+")
"""What needs no cleaning; most titles."""


def printable(text: str) -> str:
    """`text` without the characters that XML forbids, lone surrogates and U+FFFD."""
    return text if text.isascii() and text.isprintable() else _FORBIDDEN.sub("", text)


def plain(text: str) -> str:
    """One line of plain text: entities resolved (also twice escaped ones), tags gone, white space single.

    Idempotent: what comes out goes through unchanged.
    """
    if _CLEAN.fullmatch(text):
        return text
    text = printable(text)
    for _ in range(MAX_ROUNDS):
        before = text
        text = _TAG.sub(" ", _ENTITY.sub(lambda found: html.unescape(found[0]), text))
        if text == before:
            break
    else:
        text = text.replace("&", " ").replace("<", " ")
    return _SPACE.sub(" ", printable(text)).strip()


def shortened(text: str, limit: int) -> str:
    """`text` in at most `limit` characters, cut at a word and closed with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > limit // 2 else head).rstrip(" ,;:–—-") + "…"
