"""A language without words of its own here: its sources are split, weighed and chosen, and read in turn.

Nothing is asked and nothing is framed, because every word of a question would have to be the language's own.
"""

from __future__ import annotations

import re

from server.engine.writing.european.words import Words
from server.engine.writing.languages import Phrases

_NEVER = re.compile(r"(?!)")
_NO_PHRASES = Phrases(
    by_role={},
    topic=(),
    elaborate=(),
    onward=(),
    frames={},
    headings={"opening": ""},
    openers=(),
    listing=(", ", ", "),
)


def plain_words(code: str) -> Words:
    """What can be known of any language: that sentences end, and that figures and long words carry its subject."""
    return Words(
        code=code,
        phrases=_NO_PHRASES,
        abbreviations=frozenset(),
        stop=frozenset(),
        endings=(),
        points_back=_NEVER,
        turns=_NEVER,
        opening_pronoun=_NEVER,
        first_person=_NEVER,
        cues={},
        positive=_NEVER,
        negative=_NEVER,
        superlative=_NEVER,
        certain=_NEVER,
        bridges=(),
        noun_phrase=_NEVER,
        no_topic=frozenset(),
        praise=_NEVER,
    )
