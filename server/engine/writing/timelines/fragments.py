"""Dates of what is no sentence: "The first rope going over, 8 June 1907. A kite took a string across."."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.added_notes import dated_notes
from server.engine.writing.dates.course import Dated
from server.engine.writing.dates.log_hours import log_hours
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment
from server.engine.writing.dates.standing import stands
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.text_days import day_heads, day_of, imprints
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.years_above import YearsAbove

_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_PIECE = re.compile(r"(?:[^.!?…]|\.(?![\s\"')\]]|$)|(?<=\b[A-Za-z])\.|(?<=\bNo)\.|(?<=\b[Cc]f)\.)+[.!?…]*[\"')\]]*\s*")
_MOST_WORDS = 16
_LEAST_WORDS = 2
_MOST_FOLLOWING = 40
_HEAD_BLOCKS = 2
_APART = 3
_CREDIT = re.compile(r"\b(?:Text|Words|Photo\w*|Pictures|Interview)(?::| by\b)")
"""Marks of a line that says who made a text, whose date is that of the text."""
_NUMBER = re.compile(r"^\s*[(\[]?\d{1,3}[.)\]]?\s*$")


def of_fragments(analysis: Analysis, source: Source, index: int) -> Iterator[tuple[Dated, Statement]]:
    """What words without a verb date in paragraphs and items that aren't sentences, each with the sentence after it."""
    code = analysis.rules.code
    own = [s for s in analysis.sentences if s.source == index]
    starts, ends = [s.start for s in own], [s.end for s in own]
    now = day_of(source, code)
    heads = day_heads(source, code, now)
    lines = [(h.block.start, h.block.end) for h in heads] + imprints(source, code) + log_hours(source, heads)
    lines += [(b.start, opened) for b, opened, _, _ in dated_notes(source, code)] if heads else []
    years = YearsAbove(source)
    for at, block in enumerate(source.blocks):
        if block.kind not in _KINDS or at < _HEAD_BLOCKS or _CREDIT.search(source.block_text(block)):
            continue
        for start, end in _loose(source, block, starts, ends):
            words = source.text[start:end].strip()
            if any(a < end and start < z for a, z in lines) or not _LEAST_WORDS <= len(words.split()) <= _MOST_WORDS:
                continue
            if tense(words, date_words(code)) is Tense.FUTURE or words.endswith("?"):
                continue
            above = years.at(start)
            year = above.year if above is not None else now.year if not now.month else None
            ms = mentions(words, code)
            is_item = block.kind is BlockKind.LIST_ITEM
            found = [d for m in ms if (d := _dated(m, year, is_item=is_item)) is not None and stands(words, m, ms)]
            if len(found) != 1:
                continue
            n = bisect_right(starts, end - 1)
            yield found[0], _told(analysis, source, (start, end), own[n] if n < len(own) else None)


def _loose(source: Source, block: Block, starts: list[int], ends: list[int]) -> Iterator[tuple[int, int]]:
    """The pieces of a block between full stops that no sentence holds."""
    for piece in _PIECE.finditer(source.text, block.start, block.end):
        start, end = piece.start(), piece.end()
        n = bisect_right(starts, end - 1) - 1
        if n >= 0 and ends[n] > start + 1:
            continue
        if not _NUMBER.match(source.text[start:end]):
            yield start, end


def _dated(m: Mention, year: int | None, *, is_item: bool) -> Dated | None:
    """The date that is meant, in the year of the entry where it leaves its own out; years alone are none."""
    if m.offset is not None or m.pointer is not None or m.short >= 0 or m.bound not in {Bound.NONE, Bound.AT}:
        return None
    if not m.first.month and not m.first.part and not is_item:
        return None
    if m.first.year is not None:
        return Dated(-1, m, m.first, m.last, is_approximate=m.is_approximate)
    if year is None or not m.first.day:
        return None
    last = replace(m.last, year=year) if m.last is not None else None
    first: Moment = m.in_year(year)
    return Dated(-1, m, first, last, True, m.is_approximate)


def _told(analysis: Analysis, source: Source, at: tuple[int, int], after: Sentence | None) -> Statement:
    """The words, with the sentence that follows right after them."""
    start, end = at
    words = source.text[start:end].strip()
    passages = [source.passage(start, start + len(source.text[start:end].rstrip()))]
    text = words if words.endswith((".", "!", "…")) else f"{words}."
    between = source.text[end : after.start] if after is not None else ""
    is_next = after is not None and not between.strip() and "\n" not in between and len(between) < _APART
    if after is not None and is_next and len(after.text.split()) <= _MOST_FOLLOWING:
        text = f"{text} {after.text}"
        passages.append(analysis.passage(after))
    return Statement(text[:1].upper() + text[1:], tuple(passages))
