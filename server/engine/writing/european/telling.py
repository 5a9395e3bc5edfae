"""From a written sentence to the one that is said, in any European language: only what marks allow."""

from __future__ import annotations

import re

from server.engine.writing.lettering import capital

_CITATION = re.compile(r"\s*\[(?:\d+(?:[,–-]\s*\d+)*|[a-z])\]")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")


def aloud(text: str) -> str:
    """A sentence without what can't be heard: asides in brackets, citation marks, addresses, markup."""
    text = re.sub(r"(?<!\w)[*_`]+|[*_`]+(?!\w)", "", text)
    text = re.sub(r"https?://\S+|www\.\S+", "", text)
    text = _CITATION.sub("", text)
    short = _PARENTHESIS.sub("", text)
    if len(short.split()) >= 4:
        text = short
    text = re.sub(r"\s+[–—]\s+|\s*—\s*", ", ", text)
    text = re.sub(r"^(?:[-•*–]|\(?\d{1,2}[.)])\s+", "", text)
    return ended(capital(tidy(halved(text))))


def halved(text: str) -> str:
    """A long sentence with a semicolon outside quotations as two."""
    if len(text.split()) <= 28 or re.search(r"[«„“\"]", text):
        return text
    parts = [part.strip() for part in text.split(";")]
    if len(parts) != 2 or min(len(p.split()) for p in parts) < 6:
        return text
    return f"{parts[0]}. {capital(parts[1])}"


def tidy(text: str) -> str:
    """Spaces and doubled marks as they belong; a space stays before the marks that French sets off."""
    text = re.sub(r"[ \t\u00a0\u202f]+(?=[,.…)])", "", text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r",\s*,+", ",", text)
    text = re.sub(r",\s*([.;:?!])", r"\1", text)
    return re.sub(r"^[\s,;:]+", "", text).strip()


def ended(text: str) -> str:
    """With a full stop where no mark ends it."""
    text = text.rstrip(" ,;:–—-\u00a0\u202f")
    if not text or re.search(r"[.?!…।][\"'”“’»)\s\u00a0\u202f]*$", text):
        return text
    return text + "."


def is_bare_quotation(text: str) -> bool:
    """Whether nothing but a quotation stands there, so that who speaks isn't said."""
    return re.fullmatch(r"[„“«\"][^”“»\"]*[”“»\"]\.?", text.strip()) is not None
