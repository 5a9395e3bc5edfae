"""Whether a text gives rules, or a sentence tells what many do, so that its days come again each year."""

from __future__ import annotations

import re

from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.moments import Mention
from server.engine.writing.dates.tenses import Tense, tense, tense_at
from server.engine.writing.dates.text_days import RECORD
from server.engine.writing.dates.vocabulary import DateWords

_NAMED = re.compile(
    r"\b(?:rules|regulations|terms (?:of|and)|conditions of|by-?laws|statutes|code of (?:conduct|practice)|"
    r"policy|policies|guidelines|procedures?|"
    r"\w*(?:satzung|ordnung|bedingungen)|règlement|statuts|reglamento|estatutos|regolamento|statuto|regulamento)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:§ ?)?\d{1,2}(?:\.\d{1,2})?[.)]? +[A-ZÀ-Þ]|\(\d{1,2}\) ")
_ON_AVERAGE = re.compile(r"\bon average\b", re.IGNORECASE)
_PEOPLE = re.compile(
    r"(?:People|They|Visitors|Tourists|Children|(?:Most|Many|Some)(?: of (?:us|them|these))?(?: [a-z]+s)?) [a-z]+\b"
)
"""How a sentence begins that tells what many do."""
_HEADINGS = 2
_HEAD_BLOCKS = 3
_LEAST = 5
"""Numbered paragraphs."""
_MOST_PAST = 1 / 3
"""Part of them that tell what was, as points of minutes do."""


def gives_rules(source: Source, w: DateWords) -> bool:
    """Whether its headings say so and most of it is in the present, or it is made of numbered paragraphs that are."""
    headings = [source.block_text(b) for b in source.blocks if b.kind is BlockKind.HEADING][:_HEADINGS]
    is_named = any(_NAMED.search(h) for h in headings)
    kinds = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}
    said = [source.block_text(b) for b in source.blocks if b.kind in kinds]
    mine = said if is_named else [t for t in said if _NUMBERED.match(t)]
    past = sum(tense(t, w) is Tense.PAST for t in mine)
    if is_named:
        pieces = [p for t in mine for p in re.split(r"(?<=[a-z)])[.;] ", t)]
        return 2 * past < len(mine) or 2 * sum(tense(p, w) is Tense.PAST for p in pieces) < len(pieces)
    if any(RECORD.search(source.block_text(b)) for b in source.blocks[:_HEAD_BLOCKS]):
        return False
    modal = sum(bool(re.search(w.allowed, t, re.IGNORECASE)) for t in mine)
    is_numbered = len(mine) >= _LEAST and 2 * len(mine) > len(said)
    return is_numbered and past < _MOST_PAST * len(mine) and 3 * modal >= len(mine)


def is_of_many(text: str, m: Mention, w: DateWords) -> bool:
    """Whether a day or month is the one of an average, or that in which many do something, year by year."""
    if _ON_AVERAGE.search(text):
        return True
    return _PEOPLE.match(text) is not None and tense_at(text, m.start, m.end, w) is Tense.PRESENT
