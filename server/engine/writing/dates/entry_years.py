"""The year of a day that opens an entry or an item of a list: "5 May: first race"."""

from __future__ import annotations

import re

from server.domain.sources import BlockKind
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.course import Course
from server.engine.writing.dates.moments import Mention
from server.engine.writing.dates.programmes import year_named

_LABEL = re.compile(r"[\W_]*(?:[^\W\d]+(?: [^\W\d]+){0,2}[.:])?[\W_]*")
"""Before the day that opens an entry: "Baptism."."""
_NEAR_MONTHS = 4


def year_of_list(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> int | None:
    """The one year of the heading over a list of days, for an item that its day opens: "5 May: first race"."""
    if s.text[: m.core].strip() or not m.first.day or not re.match(r"\s?[:–—]", s.text[m.end :]):
        return None
    source = analysis.sources[s.source]
    item = next((b for b in source.blocks if b.start <= s.start < b.end), None)
    if item is None or item.kind is not BlockKind.LIST_ITEM:
        return None
    if course.above is not None:
        return course.above
    above = [b for b in source.blocks if b.kind is BlockKind.HEADING and b.start < s.start]
    return year_named(source.block_text(above[-1]), centuries="1[5-9]|20") if above else None


def year_near(s: Sentence, m: Mention, course: Course) -> int | None:
    """The year near a text's own of an entry that its day opens: "3 September: Arlo Rell"."""
    opens = m.first.day and _LABEL.fullmatch(s.text[: m.core]) and re.match(r"\s?[:–—]\s", s.text[m.end :])
    if not opens or course.now.year is None or not course.now.month or course.above is not None:
        return None
    for year in (course.now.year, course.now.year - 1, course.now.year + 1):
        if abs((year - course.now.year) * 12 + m.first.month - course.now.month) <= _NEAR_MONTHS:
            return year
    return None
