"""The year under which a text tells something: a heading that is one, or the year with which an entry begins."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.programmes import year_named

_YEARS = "1[4-9]|20"
_ENTRY = re.compile(
    rf"[\s\[(]*(?P<y>(?:{_YEARS})\d\d)(?P<z> ?[/–-] ?\d\d(?:\d\d)?)?(?=\s*[\])]?\s*[.:–—|]|\s+[A-ZÀ-Þ\"“]|\s*$)"
)
"""How an entry of a chronicle begins: "1921 In February the band meets"."""
_LINE_WORDS = 4
"""Words of a line that stands over entries: "1953", "The year 1953", "Season 1953"."""
_MOST_WORDS = 12
_TITLE_LEVEL = 1
_LINES = frozenset({BlockKind.CAPTION, BlockKind.PARAGRAPH, BlockKind.BYLINE})
_ENTRIES = _LINES | {BlockKind.LIST_ITEM}


@dataclass(frozen=True, slots=True)
class YearAbove:
    """A year, and the block that says it."""

    year: int
    block: Block

    def opens_heading(self, source: Source) -> bool:
        """Whether it is the first word of a heading, of which all under it then tells: "1938: The first tent"."""
        words = source.block_text(self.block).strip("*_ ")
        return self.block.kind is BlockKind.HEADING and words.startswith(str(self.year))


class YearsAbove:
    """The years under which the blocks of a source stand."""

    def __init__(self, source: Source) -> None:
        self._starts: list[int] = []
        self._years: list[YearAbove | None] = []
        over: YearAbove | None = None
        level = 0  # of the heading that has the year; 0 for a line
        for block in source.blocks:
            words = source.block_text(block).strip("*_ .:-–—")
            if block.kind is BlockKind.HEADING:
                year = year_named(words, centuries=_YEARS) if len(words.split()) <= _MOST_WORDS else None
                if year is not None and block.level > _TITLE_LEVEL:
                    over, level = YearAbove(year, block), block.level
                elif not (over is not None and 0 < level < block.level):  # else a part of what stands under the year
                    over = None
            elif block.kind in _LINES and len(words.split()) <= _LINE_WORDS:
                year = year_named(words, centuries=_YEARS)
                if year is not None and re.fullmatch(rf"(?:[^\W\d]+ ){{0,3}}{year}", words):
                    over, level = YearAbove(year, block), 0
            opened = _ENTRY.match(source.text, block.start, block.end) if block.kind in _ENTRIES else None
            if (opened is not None and block.kind is not BlockKind.LIST_ITEM) or words == "":
                over = over if level or words.isdigit() else None  # a line's entry ends where another begins
            self._starts.append(block.start)
            self._years.append(_opening(block, opened) if opened is not None else over)

    def at(self, place: int) -> YearAbove | None:
        """The year over a place of the source's text; that of a title is none."""
        n = bisect_right(self._starts, place) - 1
        return self._years[n] if n >= 0 else None


def _opening(block: Block, found: re.Match[str]) -> YearAbove | None:
    """The year with which a paragraph or item of a chronicle begins; none for a stretch of years."""
    return YearAbove(int(found["y"]), block) if not found["z"] else None


_SEASON = re.compile(r"(?<![\d/–-])(?P<y>(?:1[89]|20)\d\d) ?[/–-] ?(?P<z>(?:1[89]|20)?\d\d)(?![\d/]|[–-]\d)")
_SEASON_HEADINGS = 2
_TURN = 7
"""The month from which a day is of the first year of a season."""


def season_of(source: Source) -> int | None:
    """The first year of the season or working year that a text's title names: "Season review 2022/23"."""
    headings = [source.block_text(b) for b in source.blocks if b.kind is BlockKind.HEADING][:_SEASON_HEADINGS]
    for words in (source.title, *headings):
        found = [m for m in _SEASON.finditer(words) if (int(m["y"]) + 1) % 100 == int(m["z"]) % 100]
        if len(found) == 1:
            return int(found[0]["y"])
    return None


def in_season(first: int, month: int) -> int:
    """The year of a month in a season that begins in one year and ends in the next."""
    return first if month >= _TURN else first + 1
