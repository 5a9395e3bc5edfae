"""Sentences of the languages that are read by rules, with their offsets. A quotation stays whole."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

_END = re.compile(r"([.!?…।]+)((?:[ \u00a0\u202f]?»|[\"'”“’)\]])*)(\s+)(?=[\"'“„‘«(\[–—]?\s?[¿¡]?[\w\"'“„«])")
_OPEN, _CLOSE = "«„“", "»“”"
_MAX_QUOTE_WORDS = 60


def split(
    text: str, abbreviations: Collection[str], *, ordinal: re.Pattern[str] | None = None
) -> list[tuple[int, int]]:
    """Offsets of the sentences of a block.

    Args:
        text: one block.
        abbreviations: lower-case words whose full stop ends no sentence.
        ordinal: what stands before the full stop of an ordinal number, in languages that write one so.
    """
    cuts = [0]
    for match in _END.finditer(text):
        following = text[match.end() :].lstrip("\"'“„«‘([–—¿¡ \u00a0")[:1]
        if following.islower() and match[1] != "?!":
            continue
        before = text[: match.start()]
        if match[1] == "." and not match[2] and _abbreviated(before, abbreviations):
            continue
        if match[1] == "." and ordinal is not None and ordinal.search(before):
            continue
        cuts.append(match.end())
    cuts.append(len(text))
    spans: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(cuts):
        piece = text[start:end]
        if not piece.strip():
            continue
        a, b = start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        first = spans[-1][0] if spans else a
        if spans and _inside_quotation(text[first : spans[-1][1]]) and len(text[first:b].split()) <= _MAX_QUOTE_WORDS:
            spans[-1] = (first, b)
        else:
            spans.append((a, b))
    return spans


def _abbreviated(before: str, abbreviations: Collection[str]) -> bool:
    word = re.search(r"(\d\s)?([\w.]+)$", before)
    if word is None:
        return False
    last = word[2].lower()
    if len(last) == 1 and re.search(r"[a-zà-ÿ]-$", before[: word.start(2)]):
        return False  # a pronoun hung on its verb: "aprovou-o."
    is_unit = word[1] is not None and len(last) == 1
    return not is_unit and (last in abbreviations or re.fullmatch(r"[^\W\d_]", last) is not None)


def _inside_quotation(text: str) -> bool:
    if text.count('"') % 2:
        return True
    if "„" in text:
        return text.count("„") > text.count("“") + text.count("”")
    if "«" in text:
        return text.count("«") > text.count("»")
    return text.count("“") > text.count("”")
