"""Dates that belong to a noun and not to what its sentence tells: "an inventory of 2016"."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.course import Dated
from server.engine.writing.dates.moments import Mention
from server.engine.writing.dates.standing import is_compared, is_of_thing

_THEN = re.compile(r"(?:^|[;,] (?:and |but )?)(?:in|during|throughout) the (?:[a-z-]+ ){1,3}$", re.IGNORECASE)
"""Before "of 1911", where a clause begins with when it was: "In the drought of 1911"."""
_OF = re.compile(r"(?:of|de|del|von|vom|du|do|da)\b", re.IGNORECASE)


def is_named_by(s: Sentence, d: Dated) -> bool:
    """Whether a date belongs to a noun that is told of, and not only to a thing with which something is done."""
    return is_attribute(s, d) and not is_of_thing(s.text, d.mention)


def is_attribute(s: Sentence, d: Dated) -> bool:
    """Whether a date belongs to a noun: "an inventory of 2016"."""
    is_of = is_attributive(s.text, d.mention) and not d.first.month
    is_then = _THEN.search(s.text[: d.mention.start]) is not None
    return is_of and not is_then and not is_compared(s.text, d.mention)


def is_attributive(text: str, m: Mention) -> bool:
    """Whether a date begins with "of"."""
    return _OF.match(text[m.start : m.end]) is not None
