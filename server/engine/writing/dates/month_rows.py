"""Days that open paragraphs or items under headings that are months: "Sat 8 – Opening night", "Wed 12 to Sat 15"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.moments import Moment, weekday
from server.engine.writing.dates.words import date_words

_LEAST = 3
"""Such rows that make a programme."""
_HEADINGS = 4
"""Headings among which one has its year."""
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\.?"
_NUMBER = r"(?:the )?(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_THROUGH = r"(?: ?[–—-] ?| to | until | till | and | & )"
_ROW = re.compile(
    rf"[*_]*(?P<wd>{_DAY}),? {_NUMBER.format('d')}(?:{_THROUGH}(?:(?P<we>{_DAY}),? )?{_NUMBER.format('e')})?"
    r"[*_]*(?: ?[–—:|]|[.,:;-])[*_]*\s*(?=\S)"
)
_NAMED = re.compile(
    r"[*_]*(?:[A-Z][\w'’-]*)(?: [\w'’-]+){0,3}, (?P<d>\d{1,2})(?:st|nd|rd|th)?"
    rf"{_THROUGH}(?P<e>\d{{1,2}})(?:st|nd|rd|th)?[*_]*[.:][*_]*\s+(?=\S)"
)
"""A stretch of days behind its name: "Harvest weekend, 20 to 22."."""


@dataclass(frozen=True, slots=True)
class _Row:
    block: Block
    end: int
    first: Moment
    last: Moment | None
    days: tuple[int, int]
    """The weekdays that are named, -1 where none is."""

    def in_year(self, year: int) -> bool:
        """Whether its days have the weekdays in a year that it gives them."""
        ends = [(replace(self.first, year=year), self.days[0])]
        if self.last is not None:
            ends.append((replace(self.last, year=year), self.days[1]))
        return all(m.is_real and number in {-1, weekday(m)} for m, number in ends)


def rows_of_months(source: Source, code: str, now: Moment) -> tuple[DayHead, ...]:
    """The days of such rows in order; none where a weekday doesn't fit, or no year is named near the title."""
    if code != "en":
        return ()
    rows = list(_rows(source))
    if sum(r.days[0] >= 0 for r in rows) < _LEAST:
        return ()
    years = _years(source) | ({now.year: source.blocks[0]} if now.year is not None else {})
    out: list[DayHead] = []
    for row in rows:
        mine = [r for r in rows if r.first.month == row.first.month]
        fitting = [y for y in years if all(r.in_year(y) for r in mine)]
        if len(fitting) != 1:
            return ()
        first = replace(row.first, year=fitting[0])
        last = replace(row.last, year=fitting[0]) if row.last is not None else None
        opening = replace(row.block, end=row.end)
        begins, end, origin = row.block.start, row.block.end, years[fitting[0]]
        out.append(DayHead(opening, begins, end, first, False, origin, last=last, is_run_in=True, is_row=True))
    return (*out, *_others(source, out))


def _others(source: Source, rows: Sequence[DayHead]) -> Iterator[DayHead]:
    """The paragraphs between the rows of a month, which have no day of their own: "Exhibition. From the 1st …"."""
    starts = {h.start for h in rows}
    for a, z in itertools.pairwise([*(b.start for b in _headings(source)), len(source.text)]):
        mine = next((h for h in rows if a < h.start < z), None)
        for block in source.blocks if mine is not None else ():
            if mine is not None and a < block.start < z and block.start not in starts:
                at = replace(block, end=block.start)
                month = Moment(mine.moment.year, mine.moment.month)
                yield DayHead(at, block.start, block.end, month, False, mine.origin, is_run_in=True, is_row=True)


def _headings(source: Source) -> list[Block]:
    return [b for b in source.blocks if b.kind is BlockKind.HEADING]


def _rows(source: Source) -> Iterator[_Row]:
    """The paragraphs and items that begin with a day of the month which is the heading above them."""
    months = date_words("en").months
    month = 0
    for block in source.blocks:
        words = source.block_text(block).strip("*_ ").lower()
        if block.kind is BlockKind.HEADING:
            named = re.fullmatch(r"(?P<m>[a-z]+)(?: \d{4})?", words)
            month = months.get(named["m"], 0) if named is not None else 0
        elif month and block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
            found = _ROW.match(source.text, block.start, block.end) or _NAMED.match(source.text, block.start, block.end)
            if found is not None:
                yield _row(block, found, month)


def _row(block: Block, found: re.Match[str], month: int) -> _Row:
    last = Moment(None, month, int(found["e"])) if found["e"] else None
    names = [(found.groupdict().get(key) or "").lower()[:3] for key in ("wd", "we")]
    opens, closes = (_DAYS.index(n) if n else -1 for n in names)
    return _Row(block, found.end(), Moment(None, month, int(found["d"])), last, (opens, closes))


def _years(source: Source) -> dict[int, Block]:
    """The years that the title and the first headings name, with the blocks that do."""
    near = [*source.blocks[:1], *_headings(source)[:_HEADINGS]]
    return {int(y): b for b in near for y in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", source.block_text(b))}
