"""When a text was made, as its first lines say: the number of a newsletter, "Released on 3 May", "We met in May"."""

from __future__ import annotations

import re
from dataclasses import replace

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment

_BLOCKS = 5
_HEADING_WORDS = 25
_SENTENCE_WORDS = 9
_SEASONS = frozenset({"spring", "summer", "autumn"})
_ISSUE = re.compile(
    r"\b(?:newsletter|bulletin|gazette|magazine|issue|no\.|number|edition)(?:[ ,:–—|·-]|$)", re.IGNORECASE
)
_ISSUE_BLOCKS = 3
_LINES = frozenset({BlockKind.PARAGRAPH, BlockKind.BYLINE, BlockKind.CAPTION, BlockKind.NOTE})
_FOOT_BLOCKS = 2
_SAYS_WHEN = re.compile(
    r"\b[Tt]his (?:article|piece|column|essay|interview|report|review|story) (?:was )?(?:first |originally )?"
    r"(?:appeared|published|printed|ran)\b(?: in [^.,;]{3,60})? (?=on \d|in [A-Z])"
)
"""Before the day of a text, in a line near its head or foot."""
_MET = re.compile(
    r"\b(?:We|I) (?:met|spoke (?:to|with)|talked (?:to|with)|visited|interviewed|sat down with|called on)\b"
)
"""How the opening of an interview says when it was held."""
MADE = re.compile(
    r"\b(?:adopted|held|published|issued|posted|recorded|broadcast|released|printed|updated|signed|approved|dated|revised|"
    r"agreed|written|appeared)\b",
    re.IGNORECASE,
)
"""What is said of the making of a text."""


def sentences_of(line: str) -> list[str]:
    """The sentences of a short line; the stop of "no. 5" ends none."""
    return re.split(r"(?<=[a-z\d])(?<!\b[Nn]o)\. ", line)


def issue_of(source: Source, code: str) -> Moment | None:
    """The season or month of a newsletter whose headings have its number: "Newsletter no. 57, spring 2025"."""
    for block in source.blocks[:_ISSUE_BLOCKS]:
        words = source.block_text(block)
        if block.kind is BlockKind.HEADING and _ISSUE.search(words) and len(words.split()) <= _HEADING_WORDS:
            found = [m.first for m in mentions(f"{words}.", code) if m.first.year is not None and m.last is None]
            if len(found) == 1 and (found[0].month or found[0].part in _SEASONS):
                return replace(found[0], hour=-1, minute=0)
    return None


def made_on(source: Source, code: str) -> Moment | None:
    """When a text came out, as its first lines or its last ones say: "Released on 3 May 2024."."""
    for block in (*source.blocks[:_BLOCKS], *source.blocks[_BLOCKS:][-_FOOT_BLOCKS:]):
        words = source.block_text(block)
        said = _SAYS_WHEN.search(words) if block.kind in _LINES else None
        named = mentions(words[said.end() :], code) if said is not None else ()
        if named and not named[0].start and named[0].first.year is not None and named[0].first.month:
            return replace(named[0].first, hour=-1, minute=0)
    for block in source.blocks[:_BLOCKS]:
        opening = sentences_of(source.block_text(block))[0].strip("*_ ")
        if block.kind is not BlockKind.PARAGRAPH or not MADE.match(opening) or len(opening.split()) > _SENTENCE_WORDS:
            continue
        days = [m.first for m in mentions(opening, code) if m.first.year is not None and m.first.day and m.last is None]
        if len(days) == 1:
            return replace(days[0], hour=-1, minute=0)
    return None


def met_on(source: Source, code: str) -> Moment | None:
    """When the two of an interview met, as its opening says."""
    for block in source.blocks[:_BLOCKS]:
        words = source.block_text(block)
        for sentence in sentences_of(words) if _MET.search(words) else ():
            days = [m.first for m in mentions(sentence, code) if m.first.year is not None and m.last is None]
            if _MET.search(sentence) and len(days) == 1 and (days[0].month or days[0].part):
                return replace(days[0], hour=-1, minute=0)
    return None
