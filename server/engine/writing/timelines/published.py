"""When a text came out, by the line of its head or foot that says so: a byline, an imprint, "Issued 3 March 2025"."""

from __future__ import annotations

import re

from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.openings import MADE
from server.engine.writing.dates.text_days import RECORD, TRANSCRIPT, dateline, day_heads, day_of, imprints
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_HEAD_BLOCKS = 6
_FOOT_BLOCKS = 2
_MOST_WORDS = 25
_WRITER = re.compile(r"(?:by|von|par|por|di|from our|de notre|de nuestr[oa])\b", re.IGNORECASE)
"""How a line begins that says who wrote a text, and on which day."""
_TODAY = re.compile(
    r"\btoday (?:publish|announc|releas|report|present)(?:e[ds]|s)\b|\b(?:publish|announc|releas|report|present)(?:e[ds]|s) today\b",  # noqa: E501
    re.IGNORECASE,
)
_IN_FORCE = re.compile(r"\b(?:valid|in force|effective) (?:from|since|as of)\b", re.IGNORECASE)
_KINDS = frozenset({BlockKind.BYLINE, BlockKind.PARAGRAPH, BlockKind.CAPTION, BlockKind.NOTE})


def published(source: Source, code: str) -> tuple[Moment, Statement] | None:
    """The day on which a text came out and what says so, after its title; nothing for letters, diaries and records."""
    now = day_of(source, code)
    if not now.day or day_heads(source, code, now):
        return None
    headings = [b for b in source.blocks[:_HEAD_BLOCKS] if b.kind is BlockKind.HEADING]
    if any(RECORD.search(source.block_text(b)) for b in headings):
        return None
    for block in (*source.blocks[:_HEAD_BLOCKS], *source.blocks[_HEAD_BLOCKS:][-_FOOT_BLOCKS:]):
        line = _line(source, block, code, now)
        if line is not None:
            title = headings[0] if headings else None
            return now, _told(source, title, *line, code)
    return None


def _line(source: Source, block: Block, code: str, now: Moment) -> tuple[int, int] | None:
    """Where a block says nothing but when and by whom the text was made."""
    if block.kind not in _KINDS or dateline(source, block, code) is not None:
        return None
    spans = [(a, z) for a, z in imprints(source, code) if block.start <= a < block.end]
    words = source.block_text(block)
    says_so = MADE.search(words) is not None or _IN_FORCE.search(words) is not None
    if TRANSCRIPT.search(words) or not (says_so or _is_announced(source)):
        return None  # the paper's name and day
    if not spans and len(words.split()) <= _MOST_WORDS and (block.kind is BlockKind.BYLINE or _is_plain(words, code)):
        spans = [(block.start, block.end)]
    for a, z in spans if not _WRITER.match(words) else ():
        days = [m.first for m in mentions(source.text[a:z], code) if m.first.day and m.first.year is not None]
        if any((d.year, d.month, d.day) == (now.year, now.month, now.day) for d in days):
            return a, z
    return None


def _is_announced(source: Source) -> bool:
    """Whether the text says itself that it comes out today."""
    return any(_TODAY.search(source.block_text(b)) for b in source.blocks[:_HEAD_BLOCKS])


def _is_plain(words: str, code: str) -> bool:
    """Whether a line has no verb but "published", "issued" and the like."""
    w: DateWords = date_words(code)
    plain = MADE.sub("", words)
    return MADE.search(words) is not None and not any(re.search(p, plain) for p in (w.past, w.present, w.future) if p)


def _told(source: Source, title: Block | None, start: int, end: int, code: str) -> Statement:
    passage = source.passage(start, end)
    pieces = re.split(r" [|·] ", re.sub(r"\s+", " ", source.text[start:end]))
    line = next((p for p in pieces if any(m.first.day for m in mentions(p, code))), pieces[0]).strip(" .*_|")
    if title is None or not (start >= title.end or end <= title.start):
        return Statement(f"{line}.", (passage,))
    name = re.sub(r"\s+", " ", source.block_text(title)).strip(" .*_")
    quoted = name if re.search(r"[\"“”«»„]", name) else f"“{name}”"
    return Statement(f"{quoted}: {line}.", (source.passage(title.start, title.end), passage))
