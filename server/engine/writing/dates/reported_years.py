"""The year on which a text reports, and the year of its months where it ends in another month than December."""

from __future__ import annotations

import re

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.programmes import year_named

_HEAD_BLOCKS = 12
_HEADINGS = 3
_REPORT = re.compile(r"\b(?:report|review|accounts|year end(?:ed|ing))\b", re.IGNORECASE)
"""A heading with the one year of which a text tells: "Annual report for the year ended 31 December 2017"."""
_SEASON = re.compile(
    r"\b[Tt]he (?P<a>(?:19|20)\d\d) [Ss]eason\b|\b(?:[Ss]eason|[Yy]ear) (?:of )?(?P<b>(?:19|20)\d\d)(?![\d/–-])|"
    r"\b(?:[Rr]eview of|[Nn]otes on) (?:the year )?(?P<c>(?:19|20)\d\d)(?![\d/–-])"
)
"""A title whose text goes through one year: "Notes on the 2018 season"."""
_DECEMBER = 12
_YEAR_TO = re.compile(r"(?<![Hh]alf[ -])\b[Yy]ear,? (?:to|[Ee]nd(?:ed|ing)(?: on)?)(?: the)? ")


def year_reported(source: Source) -> int | None:
    """The one year on which a text reports, as a heading near its title says."""
    years = [year_named(h) for h in _headings(source) if _REPORT.search(h)]
    return next((y for y in years if y is not None), None)


def end_of_year_reported(source: Source, code: str) -> Moment | None:
    """The last month of the year on which a text reports: of "Accounts for the year to 31 March 2015" March."""
    for words in _headings(source) if code == "en" else ():
        named = _YEAR_TO.search(words)
        found = next(iter(mentions(f"on {words[named.end() :]}", code)), None) if named is not None else None
        if found is not None and found.first.year is not None and found.first.month and found.last is None:
            return Moment(found.first.year, found.first.month)
    named = next((m for words in _headings(source)[:1] if (m := _SEASON.search(words)) is not None), None)
    year = next((y for y in named.groups() if y), None) if named is not None and code == "en" else None
    return Moment(int(year), _DECEMBER) if year is not None else None


def in_year_to(end: Moment, month: int) -> int:
    """The year of a month within the twelve that end with another."""
    return (end.year or 0) - (month > end.month)


def _headings(source: Source) -> list[str]:
    headings = [source.block_text(b) for b in source.blocks[:_HEAD_BLOCKS] if b.kind is BlockKind.HEADING]
    return headings[:_HEADINGS]
