"""The one year in which a telling goes on from month to month, where its days and months leave the year out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.looking_back import lay_before
from server.engine.writing.dates.moments import SEASON_MONTHS, Bound, Mention, Moment
from server.engine.writing.dates.tenses import Tense, is_habit, is_yearly, tense_at
from server.engine.writing.dates.vocabulary import DateWords

_OPENING = 8
"""Sentences in which a telling says its year."""
_OLD = 2
"""Years before the text's own day from which a telling may be of old days."""
_FEW = 4
"""Months without a year, in their order, by which it is seen that a text goes through one."""
_ASIDE = 4
"""One of so many may be out of order."""
_BESIDE = 2
"""Sentences after another year in which a month may be of that one."""
_LATE, _EARLY = 10, 4
"""Months between which a telling goes on into the next year."""
_EVENTS = frozenset({Bound.AT, Bound.NONE, Bound.BY, Bound.UNTIL, Bound.START})
_CLAUSE = re.compile(r"[,;:(]")

Found = Sequence[tuple[Sentence, Sequence[Mention]]]
Key = tuple[int, int]


@dataclass(slots=True)
class _Telling:
    """How far it has got, and the years of the months it went through."""

    began: int
    year: int
    month: int
    years: dict[Key, int] = field(default_factory=dict)
    astray: int = 0
    others: int = 0
    passed: int = 0
    """Other years that it named before its last month."""
    elsewhere: int = -99
    """The last sentence that told of another year."""

    def tell(self, s: Sentence, m: Mention) -> None:
        """Give a month its year, if it goes on from the last one."""
        month = m.first.month
        if month < self.month and self.month >= _LATE and month <= _EARLY and self.year == self.began:
            self.year += 1
            self.month = 0
        if month < self.month:
            self.astray += 1
            return
        self.month, self.passed = month, self.others
        self.years[s.id, m.core] = self.year


def told_years(found: Found, now: Moment, w: DateWords) -> Mapping[Key, int]:
    """The year of each month that goes on from the one year a text sets out from, by sentence and place in it.

    Nothing where the text doesn't go through that year in order, or its own day lies close to it.
    """
    began = _set_out(found)
    if began is None or w.code != "en" or (now.year is not None and began[1].year > now.year - _OLD):
        return {}
    at, telling = began
    for s, ms in found[at:]:
        _go_through(s, ms, telling, w)
    went = len(telling.years)
    return telling.years if went >= _FEW and went > max(_ASIDE * telling.astray, telling.passed) else {}


def _set_out(found: Found) -> tuple[int, _Telling] | None:
    """The last year that the opening names before the first month without one."""
    last = None
    for at, (_, ms) in enumerate(found[:_OPENING]):
        for m in (m for m in ms if m.offset is None and m.pointer is None and m.short < 0):
            if m.first.year is None:
                return last
            if m.first.width == 1 and m.last is None and m.bound in {Bound.AT, Bound.NONE}:
                last = at, _Telling(m.first.year, m.first.year, m.first.month or SEASON_MONTHS.get(m.first.part, 0))
    return last


def _go_through(s: Sentence, ms: Sequence[Mention], telling: _Telling, w: DateWords) -> None:
    """Give the months of a sentence their year."""
    for m in ms:
        if m.first.year == telling.year:
            telling.month = max(telling.month, m.first.month)
        elif m.first.year is not None:
            if m.first.year > telling.year or not lay_before(s.text, m, w):
                telling.others, telling.elsewhere = telling.others + 1, s.id
        elif _is_told(s, m, w) and s.id - telling.elsewhere > _BESIDE:
            telling.tell(s, m)


def _is_told(s: Sentence, m: Mention, w: DateWords) -> bool:
    """Whether a month or day without a year tells what was then."""
    is_bare = m.offset is None and m.pointer is None and m.short < 0 and bool(m.first.month)
    if not is_bare or m.bound not in _EVENTS:
        return False
    ends = [e.start() for e in _CLAUSE.finditer(s.text)]
    first = max((e for e in ends if e < m.start), default=0)
    clause = s.text[first : min((e for e in ends if e >= m.end), default=len(s.text))]
    if m.bound is not Bound.BY and re.search(w.perfect_past, clause, re.IGNORECASE):
        return False
    if is_yearly(s.text, m.start, m.end, w) or is_habit(s.text, m.start, m.end, w):
        return False
    return tense_at(s.text, m.start, m.end, w) in {Tense.PAST, Tense.PRESENT}
