"""The line at a text's foot by which somebody signs it: "Ann Rell, secretary, 4 May 2015"."""

from __future__ import annotations

import re

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.words import date_words

_FOOT_BLOCKS = 2
_MOST_WORDS = 14
_NAME = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms|Sir|Rev)\.? )?[A-Z][\w'’-]*\.?(?: (?:[A-Z][\w'’-]*\.?|of|de|van|von))+")
_OFFICE = re.compile(r"(?:[A-Z]?[a-z'’-]+ ?){1,6}")
_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.BYLINE, BlockKind.CAPTION})


def signature(source: Source, code: str) -> Block | None:
    """The last line but one, or the last, that is somebody's name, what he is or where he is, and a day."""
    foot = source.blocks[-_FOOT_BLOCKS:] if len(source.blocks) > _FOOT_BLOCKS else ()
    return next((b for b in foot if b.kind in _KINDS and _signs(source.block_text(b), code)), None)


def _signs(line: str, code: str) -> bool:
    words = re.sub(r"\s*\n\s*", ", ", line.strip("*_ .\n")).replace("*", "")
    found = mentions(words, code) if len(words.split()) <= _MOST_WORDS else ()
    if len(found) != 1 or found[0].end != len(words) or found[0].first.year is None or not found[0].first.day:
        return False
    name, *offices = [piece.strip() for piece in words[: found[0].core].rstrip(" ,").split(",")]
    said = ", ".join(offices)
    is_office = all(_OFFICE.fullmatch(o) for o in offices) and tense(said, date_words(code)) is Tense.UNKNOWN
    return _NAME.fullmatch(name) is not None and is_office
