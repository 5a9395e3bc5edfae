"""Whether a text is made of letters, as the words with which they begin show."""

from __future__ import annotations

import re

from server.domain.sources import BlockKind, Source

_SALUTATION = re.compile(
    r"(?:(?:my|meine?|mon|ma|mi|mio|mia|meu|minha) )?(?:own )?"
    r"(?:dear(?:est)?|darling|liebe[rs]?|liebste[rs]?|geehrte[rs]?|chère?s?|querid[oa]s?|estimad[oa]s?|car[oaie]|"
    r"carissim[oa]|prezad[oa])\b[^.;:?]*[,!:]?",
    re.IGNORECASE,
)
_MOST_WORDS = 6


def is_of_letters(source: Source) -> bool:
    """Whether a line of its own greets the one to whom it is written: "Dear Martha,"."""
    for block in source.blocks:
        words = source.block_text(block).strip("*_ ")
        if block.kind is not BlockKind.TABLE_ROW and len(words.split()) <= _MOST_WORDS and _SALUTATION.fullmatch(words):
            return True
    return False
