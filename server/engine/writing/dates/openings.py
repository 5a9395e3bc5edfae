"""When a text was made, as its first lines say: the number of a newsletter, "Released on 3 May", "We met in May"."""

from __future__ import annotations

import re
from dataclasses import replace

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.tenses import Tense, tense_at
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

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

_BYLINE_BLOCKS = 60
"""Blocks of a saved page, with its menus and notices, above which stands who wrote it and when."""
_BYLINE = re.compile(
    r"(?:By|Von|Par|Por|Di|De) (?P<who>[A-ZÀ-Þ][\w.'’-]+(?: [\w.'’-]+){0,4}),? ?[|·–—,] ?|"
    r"(?:Published|Posted|Erschienen|Veröffentlicht|Publié|Publicado|Pubblicato)\b[^\d.]{0,20}"
)
"""How a line begins that says who wrote a text, before the day."""
_DAY_CHARS = 30
_AHEAD_SENTENCES = 5
_LABELLED = re.compile(
    r"\b(?:Report(?:ed)?(?: by| date)|Date of (?:this )?(?:report|issue)|Prepared by|Written by|Issued by)[*_]*:"
    r"(?P<rest>(?:(?!\b[A-Z][a-z]+(?: [a-z]+){0,2}:).){4,80})"
)
"""What says in a head who made a text and when."""


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


def byline_of(source: Source, code: str) -> Moment | None:
    """The day beside who wrote a text, below the menus of a saved page: "By Ada Rell | 14 September 2024, 7.30 am"."""
    for block in source.blocks[:_BYLINE_BLOCKS]:
        words = source.block_text(block).strip("*_ ")
        line = _BYLINE.match(words) if block.kind is not BlockKind.HEADING else None
        said = mentions(words[line.end() :][:_DAY_CHARS], code) if line is not None else ()
        if said and not said[0].start and said[0].first.year is not None and said[0].first.day:
            return replace(said[0].first, hour=-1, minute=0)
    return None


def announced_day(source: Source, code: str) -> Moment | None:
    """The first day that a text tells of, where it is still to come: "On Tuesday, 20 May 2025, the council will vote".

    A day that is named with its weekday is near; nothing where a later day or year is told.
    """
    w = date_words(code)
    prose = [source.block_text(b) for b in source.blocks if b.kind is BlockKind.PARAGRAPH]
    for sentence in [s for words in prose for s in sentences_of(words)][:_AHEAD_SENTENCES]:
        for m in mentions(sentence, code):
            if m.first.year is None or not m.first.day:
                continue
            is_ahead = m.weekday >= 0 and tense_at(sentence, m.start, m.end, w) is Tense.FUTURE
            if m.last is not None or not is_ahead:
                return None
            return None if any(_is_later(o, m, words, w) for words in prose for o in mentions(words, code)) else m.first
    return None


def _is_later(other: Mention, day: Mention, words: str, w: DateWords) -> bool:
    """Whether a date lies behind a day and is told as over."""
    last = other.last or other.first
    is_behind = last.year is not None and last.width == 1 and last.order > day.first.order
    return is_behind and tense_at(words, other.start, other.end, w) is Tense.PAST


def labelled_on(source: Source, code: str) -> tuple[Moment, int, int] | None:
    """The day of a report, behind a label in its head, and where it stands: "Report by: A. Rell, 3 May"."""
    for block in source.blocks[:_BLOCKS]:
        for line in _LABELLED.finditer(source.text, block.start, block.end) if block.kind in _LINES else ():
            days = [m for m in mentions(line["rest"], code) if m.first.day and m.last is None]
            if len(days) == 1 and days[0].first.year is not None:
                return replace(days[0].first, hour=-1, minute=0), line.start(), line.start("rest") + days[0].end
    return None
