"""English sentences with their offsets. A quotation stays whole, with whoever says it."""

from __future__ import annotations

import re
from itertools import pairwise

_ABBREVIATIONS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "cllr",
        "rev",
        "hon",
        "sen",
        "rep",
        "gov",
        "gen",
        "col",
        "capt",
        "lt",
        "sgt",
        "jr",
        "sr",
        "no",
        "nos",
        "vol",
        "ch",
        "fig",
        "figs",
        "eq",
        "sec",
        "art",
        "e.g",
        "i.e",
        "etc",
        "vs",
        "cf",
        "al",
        "approx",
        "dept",
        "est",
        "inc",
        "ltd",
        "co",
        "corp",
        "bros",
        "univ",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "mt",
        "ft",
        "p",
        "pp",
        "ca",
        "u.s",
        "u.k",
        "a.m",
        "p.m",
    ]
)
_END = re.compile(r"([.!?…]+)([\"'”’)\]]*)(\s+)(?=[\"'“‘(\[]?[A-Z0-9£$€¿¡“\"'‘])")
_MAX_QUOTE_WORDS = 70
_MAX_WORDS = 46
_SAYING = re.compile(
    r"\b(say|says|said|write|writes|wrote|note|notes|noted|ask|asks|asked|add|adds|added|explain|explains|explained|"
    r"reply|replies|replied|answer|answers|answered|argue|argues|argued|warn|warns|warned|recall|recalls|recalled|"
    r"point|points|pointed|insist|insists|insisted|declare|declares|declared|remark|remarks|remarked|tell|tells|told|"
    r"claim|claims|claimed|admit|admits|admitted|joke|jokes|joked|conclude|concludes|concluded)\b"
)


def _is_end(text: str, match: re.Match[str]) -> bool:
    if match[1] != "." or match[2]:
        return True
    word = re.search(r"(\S+)$", text[: match.start()])
    if word is None:
        return True
    last = word[1].strip("\"'“‘([").lower()
    if last in {
        "no",
        "nos",
        "art",
        "fig",
        "figs",
        "ch",
        "vol",
        "sec",
        "al",
        "ft",
        "mt",
        "jan",
        "mar",
        "may",
        "sat",
        "sun",
    }:
        return not text[match.end() : match.end() + 1].isdigit()
    if last in _ABBREVIATIONS or re.fullmatch(r"[a-z](\.[a-z])*", last):
        # an initial ("J. Amberley") or an abbreviation; "a. The next" at the end of a list is rarer than a name
        return last == "i" or (last in {"etc", "a.m", "p.m"} and text[match.end()].isupper())
    return not re.fullmatch(r"\d{1,3}", last) or match.start() - len(last) > 0


def _open_quotes(text: str) -> bool:
    straight = text.count('"') % 2 == 1
    curly = text.count("“") > text.count("”")
    return straight or curly


def _starts_quoted(text: str) -> bool:
    return text[:1] in {'"', "“"}


def split(text: str) -> list[tuple[int, int]]:
    """Offsets of the sentences of a block.

    A quotation of several sentences is one, up to 70 words, and so is `"…," said X. "…"`.
    """
    cuts = [0]
    cuts += [match.end() for match in _END.finditer(text) if _is_end(text, match)]
    cuts.append(len(text))
    rough = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    merged: list[tuple[int, int]] = []
    for start, end in rough:
        if merged:
            first, last = merged[-1]
            before, now = text[first:last], text[start:end]
            small = len(text[first:end].split()) <= _MAX_QUOTE_WORDS
            resumed = (
                _starts_quoted(before)
                and _starts_quoted(now)
                and before.rstrip()[-1] not in '"”'
                and _SAYING.search(before[before.rfind('"' if '"' in before else "”") :]) is not None
            )
            if small and (_open_quotes(before) or resumed):
                merged[-1] = (first, end)
                continue
        merged.append((start, end))
    out = []
    for start, end in merged:
        piece = text[start:end]
        a = start + len(piece) - len(piece.lstrip())
        b = start + len(piece.rstrip())
        if b > a:
            out += _halved(text, a, b)
    return out


def _halved(text: str, a: int, b: int) -> list[tuple[int, int]]:
    """A sentence too long for one breath in two at its semicolon or colon, or as it is."""
    piece = text[a:b]
    if len(piece.split()) <= _MAX_WORDS or '"' in piece or "“" in piece:
        return [(a, b)]
    cuts = [m for m in re.finditer(r"[;:] (?=[a-z])", piece) if len(piece[: m.start()].split()) >= 8]
    cuts = [m for m in cuts if len(piece[m.end() :].split()) >= 6]
    if not cuts:
        return [(a, b)]
    middle = min(cuts, key=lambda m: (m[0][0] != ";", abs(m.start() - len(piece) / 2)))
    return [*_halved(text, a, a + middle.start()), *_halved(text, a + middle.end(), b)]
