"""The fonts of documents, and what they can't show.

A font's own table of characters (OpenType 1.9, `cmap`, subtable formats 4 and 12) says what it covers; nothing is left
to a renderer that would draw an empty box and not say so.
"""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "fonts"
EAST_ASIAN = "noto-cjk-sans-otc"
"""The package whose font covers Chinese, Japanese and Korean, where it is installed."""
MISSING = "▯"

_FAMILIES = {
    "Inter_400Regular.ttf": "Inter",
    "NotoSansDevanagari-Regular.ttf": "Noto Sans Devanagari",
    "NotoSansArabic-Regular.ttf": "Noto Sans Arabic",
    "NotoSansHebrew-Regular.ttf": "Noto Sans Hebrew",
    "NotoSansThai-Regular.ttf": "Noto Sans Thai",
    "NotoSansBengali-Regular.ttf": "Noto Sans Bengali",
    "NotoSansTamil-Regular.ttf": "Noto Sans Tamil",
    "NotoSansGeorgian-Regular.ttf": "Noto Sans Georgian",
    "NotoSansArmenian-Regular.ttf": "Noto Sans Armenian",
    "NotoSansSymbols2-Regular.ttf": "Noto Sans Symbols2",
}
_EAST_ASIAN_FAMILY = {"ja": "Noto Sans CJK JP", "ko": "Noto Sans CJK KR", "zh": "Noto Sans CJK SC"}
_TABLE_VERSIONS = (b"\x00\x01\x00\x00", b"OTTO", b"true")


def folders() -> tuple[Path, ...]:
    """Where the fonts lie."""
    found = _east_asian_font()
    return (FOLDER, found.parent) if found else (FOLDER,)


def families(language: str) -> tuple[str, ...]:
    """The fonts to try for each character, in this order."""
    code = language.split("-", maxsplit=1)[0]
    east_asian = (_EAST_ASIAN_FAMILY.get(code, "Noto Sans CJK SC"),) if _east_asian_font() else ()
    return (*_FAMILIES.values(), *east_asian)


@dataclass(frozen=True, slots=True)
class Showable:
    """A text as the fonts can show it, and the characters that they can't."""

    text: str
    missing: str


def showable(text: str) -> Showable:
    """Put a mark, after which a line may break, in place of every letter without a glyph; leave out such emoji."""
    if text.isascii():
        return Showable(text, "")
    shown: list[str] = []
    missing: list[str] = []
    for character in text:
        if covers(character):
            shown.append(character)
        elif unicodedata.category(character) in {"So", "Sk", "Cn", "Co", "Cf", "Mn", "Me"}:
            if unicodedata.category(character) in {"So", "Cn", "Co"}:
                missing.append(character)
        else:
            shown.append(f"{MISSING}\u200b")
            missing.append(character)
    return Showable("".join(shown), "".join(dict.fromkeys(missing)))


@cache
def covers(character: str) -> bool:
    """Whether one of the fonts has a glyph for a character. Spaces and joiners need none."""
    if character.isspace() or character in "\u200b\u200c\u200d\u00ad\u2060":
        return True
    return any(ord(character) in _coverage(path) for path in _files())


def file_of(character: str) -> Path:
    """The font file that shows a character; the first one where none does."""
    return next((path for path in _files() if ord(character) in _coverage(path)), _files()[0])


def _files() -> tuple[Path, ...]:
    found = _east_asian_font()
    return (*(FOLDER / name for name in _FAMILIES), *((found,) if found else ()))


@cache
def _east_asian_font() -> Path | None:
    try:
        listed = files(EAST_ASIAN) or ()
    except PackageNotFoundError:
        return None
    paths = (Path(str(entry.locate())) for entry in listed if entry.suffix == ".ttc")
    return next((path for path in paths if path.is_file()), None)


@cache
def _coverage(path: Path) -> frozenset[int]:
    data = path.read_bytes()
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    if data[start : start + 4] not in _TABLE_VERSIONS:
        return frozenset()
    count = struct.unpack_from(">H", data, start + 4)[0]
    tables = {
        data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0]
        for at in range(start + 12, start + 12 + 16 * count, 16)
    }
    cmap = tables[b"cmap"]
    covered: set[int] = set()
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        offset = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * index)[0]
        kind = struct.unpack_from(">H", data, offset)[0]
        if kind == 4:
            covered |= _of_segments(data, offset)
        elif kind == 12:
            covered |= _of_groups(data, offset)
    return frozenset(covered)


def _of_segments(data: bytes, offset: int) -> set[int]:
    """Format 4: segments of the basic plane; a glyph of 0 is no glyph."""
    count = struct.unpack_from(">H", data, offset + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, offset + 14)
    starts = struct.unpack_from(f">{count}H", data, offset + 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", data, offset + 16 + 4 * count)
    ranges_at = offset + 16 + 6 * count
    ranges = struct.unpack_from(f">{count}H", data, ranges_at)
    covered: set[int] = set()
    for index, (first, last, delta, jump) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            if not jump:
                glyph = (code + delta) & 0xFFFF
            else:
                at = ranges_at + 2 * index + jump + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, at)[0] if at + 2 <= len(data) else 0
            if glyph:
                covered.add(code)
    return covered


def _of_groups(data: bytes, offset: int) -> set[int]:
    """Format 12: groups of any plane."""
    covered: set[int] = set()
    for index in range(struct.unpack_from(">I", data, offset + 12)[0]):
        first, last, glyph = struct.unpack_from(">III", data, offset + 16 + 12 * index)
        covered.update(range(first if glyph else first + 1, last + 1))
    return covered
